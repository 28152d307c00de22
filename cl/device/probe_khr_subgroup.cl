// SPDX-License-Identifier: Apache-2.0
// Compiles if the compiler has the functions of subgroup/khr.cl. Never run.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define SUBGROUP_SCAN sub_group_scan_inclusive_add
#define BACKEND BACKEND_KHR
#include "subgroup/probe.cl"
