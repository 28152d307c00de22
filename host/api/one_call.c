/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that do it all in one call: the plan is found or made in the context, then
 * enqueued. */
#include "api/plan_cache.h"
#include "api/plan_key.h"

/* clscan_<name>() from its descriptor, its arguments, clscan_<name>_plan_create() and
 * clscan_<name>_enqueue(). */
#define ONE_CALL(name)                                                                             \
  static clscan_status name##_create(clscan_context *ctx, const void *desc, clscan_plan **out) {   \
    return clscan_##name##_plan_create(ctx, desc, out);                                            \
  }                                                                                                \
  static clscan_status name##_enqueue(clscan_plan *plan, cl_command_queue queue, const void *args, \
                                      cl_uint num_wait, const cl_event *wait, cl_event *event) {   \
    return clscan_##name##_enqueue(plan, queue, args, num_wait, wait, event);                      \
  }                                                                                                \
  clscan_status clscan_##name(clscan_context *ctx, cl_command_queue queue,                         \
                              const clscan_##name##_desc *desc, const clscan_##name##_args *args,  \
                              cl_uint num_wait, const cl_event *wait, cl_event *event) {           \
    static const clscan__one_call call = {#name, clscan__key_##name, name##_create,                \
                                          name##_enqueue};                                         \
    return clscan__plan_cache_call(ctx, &call, queue, desc, args, num_wait, wait, event);          \
  }

ONE_CALL(scan)
ONE_CALL(reduce)
ONE_CALL(select)
ONE_CALL(partition)
