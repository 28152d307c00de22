// SPDX-License-Identifier: Apache-2.0
// The sub-group and work-group functions for the caller's own kernels; see clscan_device_source().
// The host renames every function and type of this text and undefines every macro after it.
// GROUP_SIZE is the largest group that will call them.
#define LINEAR_ID                                                                                  \
  ((uint)(get_local_id(0) +                                                                        \
          get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))))
#define GROUP_LENGTH ((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)))
#include "core/core.cl"
#include "workgroup/scan.cl"
