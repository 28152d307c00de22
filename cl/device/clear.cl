// SPDX-License-Identifier: Apache-2.0
// The kernel that clears scratch.
#include "core/order.cl"
