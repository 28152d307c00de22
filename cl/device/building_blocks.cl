// SPDX-License-Identifier: Apache-2.0
// The sub-group and work-group functions for the caller's own kernels; see clscan_device_source().
// The host renames every function and type of this text and undefines every macro after it.
// GROUP_SIZE is the largest group that will call them.
#define BUILDING_BLOCKS
#include "core/core.cl"
#include "workgroup/scan.cl"
