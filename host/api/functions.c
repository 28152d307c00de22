/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of each algorithm, which differ in their class alone. */
#include "api/plan_cache.h"
#include "compact/compact_class.h"
#include "difference/difference_class.h"
#include "plan/driver.h"
#include "reduce/reduce_class.h"
#include "scan/scan_class.h"

#define FUNCTIONS(name)                                                                            \
  clscan_status clscan_##name##_plan_create(clscan_context *ctx, const clscan_##name##_desc *desc, \
                                            clscan_plan **out) {                                   \
    return clscan__plan_create(ctx, &clscan__##name##_class, desc, out);                           \
  }                                                                                                \
  clscan_status clscan_##name##_enqueue(clscan_plan *plan, cl_command_queue queue,                 \
                                        const clscan_##name##_args *args, uint32_t num_wait,       \
                                        const cl_event *wait, cl_event *event) {                   \
    return clscan__plan_enqueue(plan, &clscan__##name##_class, queue, args, num_wait, wait,        \
                                event);                                                            \
  }                                                                                                \
  clscan_status clscan_##name(clscan_context *ctx, cl_command_queue queue,                         \
                              const clscan_##name##_desc *desc, const clscan_##name##_args *args,  \
                              uint32_t num_wait, const cl_event *wait, cl_event *event) {          \
    return clscan__plan_cache_call(ctx, &clscan__##name##_class, queue, desc, args, num_wait,      \
                                   wait, event);                                                   \
  }

FUNCTIONS(scan)
FUNCTIONS(reduce)
FUNCTIONS(select)
FUNCTIONS(partition)
FUNCTIONS(adjacent_difference)
