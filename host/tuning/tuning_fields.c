/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tuning_check.h"

#define TUNING(kind, field) CLSCAN__FIELD(kind, clscan_tuning, field)
static const clscan__field tuning[] = {
    {TUNING(ENUM, backend), .range = CLSCAN_BACKEND_KHR},
    {TUNING(ENUM, atomics), .range = CLSCAN_ATOMICS_OPENCL1},
    {TUNING(ENUM, storage), .range = CLSCAN_STORAGE_REREAD},
    {TUNING(ENUM, method), .range = CLSCAN_WORKGROUP_BLELLOCH},
    {TUNING(NUMBER, group_size)},
    {TUNING(NUMBER, items)},
    {TUNING(NUMBER, registers)},
    {TUNING(NUMBER, descriptor_spacing)},
    {TUNING(NUMBER, window)},
    {TUNING(NUMBER, poll_delay)},
    {TUNING(NUMBER, small_max)},
    {TUNING(ENUM, exact_algorithm), .range = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
    {TUNING(ENUM, inexact_algorithm), .range = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
    {TUNING(RESERVED, reserved)},
};
const clscan__fields clscan__tuning_fields = CLSCAN__FIELDS(tuning, clscan_tuning);
