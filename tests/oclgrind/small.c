/* SPDX-License-Identifier: Apache-2.0 */
#include "oclgrind/small.h"

#include <stdlib.h>

const struct shape small_shapes[SMALL_SHAPES] = {
    {.name = "16 x 4, Hillis-Steele, window 2",
     .tuning = {.backend = CLSCAN_BACKEND_LOCAL,
                .storage = CLSCAN_STORAGE_REGISTERS,
                .group_size = 16,
                .items = 4,
                .method = CLSCAN_WORKGROUP_HILLIS_STEELE,
                .atomics = CLSCAN_ATOMICS_OPENCL1,
                .window = 2}},
    {.name = "32 x 8, Blelloch, window 4",
     .tuning = {.backend = CLSCAN_BACKEND_LOCAL,
                .storage = CLSCAN_STORAGE_REGISTERS,
                .group_size = 32,
                .items = 8,
                .method = CLSCAN_WORKGROUP_BLELLOCH,
                .atomics = CLSCAN_ATOMICS_OPENCL1,
                .window = 4}},
    [SMALL_REREAD] = {.name = "re-read, tile 20, window 4",
                      .tuning = {.backend = CLSCAN_BACKEND_LOCAL,
                                 .storage = CLSCAN_STORAGE_REREAD,
                                 .items = 20,
                                 .atomics = CLSCAN_ATOMICS_OPENCL1,
                                 .window = 4}},
};

bool small_scalar(void) { return getenv("CLSCAN_TEST_SCALAR") != NULL; }
