// SPDX-License-Identifier: Apache-2.0
// The kernel that clears scratch, in a program of its own. NVIDIA's driver takes as long for that
// as for a tenth of a scan, so with the PTX back end it is part of the programs that keep state.
#include "core/clear.cl"
