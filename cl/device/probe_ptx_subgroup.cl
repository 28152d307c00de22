// SPDX-License-Identifier: Apache-2.0
// Compiles if the compiler has the PTX forms of subgroup/ptx.cl. Never run.
#define BACKEND BACKEND_PTX
#include "subgroup/probe.cl"
