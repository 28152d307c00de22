/* SPDX-License-Identifier: Apache-2.0 */
/* What the host gives a kernel is what the kernel takes: each argument is set under the name of the
 * kernel's parameter, and all of them are set. */
#include "base/context.h"
#include "support/work.h"

#include <stdio.h>
#include <string.h>

static struct harness h;

static unsigned checked; /* kernels whose last argument was seen */

static void check_argument(cl_kernel kernel, cl_uint index, const clscan__parameter *parameter) {
  char expected[80], number[12] = "", name[80];
  cl_uint count = 0;
  if (parameter->number >= 0) {
    snprintf(number, sizeof number, "%d", parameter->number);
  }
  snprintf(expected, sizeof expected, "%s%s%s%s", parameter->prefix, parameter->name, number,
           parameter->suffix);
  assert_int_equal(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof name, name, NULL),
                   CL_SUCCESS);
  assert_string_equal(name, expected);
  assert_int_equal(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL),
                   CL_SUCCESS);
  const bool is_last = strcmp(name, "flags") == 0 || strcmp(name, "bytes") == 0;
  assert_int_equal(index + 1 == count, is_last);
  checked += is_last;
}

static void watch(clscan_context *ctx) {
  ctx->on_argument = check_argument;
  checked = 0;
}

TEST(test_all_works) {
  for (const struct work *w = works; w->name != NULL; w++) {
    for (unsigned small = 0; small < 2; small++) {
      const struct shape *shape = small ? shapes_small_tiles(&h) : &shapes[SHAPE_OWN];
      clscan_context *ctx =
          work_open_context(&h, harness_build_options(&h, "-cl-kernel-arg-info"), shape, w);
      clscan_plan *plan = work_plan(ctx, w);
      struct work_run r;
      watch(ctx);
      work_open(&r, &h, w, work_length(w, plan), 3);
      work_give_all(&r);
      work_spoil(&r);
      assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
      assert_true(work_is_right(&r));
      assert_true(checked >= 1);
      work_close(&r);
      clscan_plan_destroy(plan);
      clscan_context_destroy(ctx);
    }
  }
}

/* Totals of totals, an initial value of two words, and all that an input has. */
TEST(test_levels) {
  static const clscan_custom_type pair = {.name = "ulong2", .size = 16, .alignment = 16};
  static const clscan_custom_op sum = {
      .expression = "a + b", .identity = "(ulong2)(0)", .exact = 1};
  static const clscan_scan_algorithm algorithms[] = {CLSCAN_SCAN_THREE_PASS,
                                                     CLSCAN_SCAN_REDUCE_THEN_SCAN};
  static const cl_ulong init[2] = {3, 4};
  const cl_uint argument = 1;
  for (size_t k = 0; k < HARNESS_COUNT(algorithms); k++) {
    clscan_context_options options = harness_build_options(&h, "-cl-kernel-arg-info");
    clscan_context *ctx = NULL;
    clscan_plan *plan = NULL;
    const clscan_scan_desc desc = {.type = CLSCAN_UINT32,
                                   .acc_type = CLSCAN_CUSTOM,
                                   .custom_acc = &pair,
                                   .out_type = CLSCAN_UINT32,
                                   .op = CLSCAN_CUSTOM_OP,
                                   .custom_op = &sum,
                                   .flag_type = CLSCAN_UINT8,
                                   .argument_type = CLSCAN_UINT32,
                                   .algorithm = algorithms[k],
                                   .flags = CLSCAN_ROWS,
                                   .load = "(ulong2)(x * f * u, row)",
                                   .store = "(uint)a.x"};
    options.tuning = &shapes_small_tiles(&h)->tuning;
    assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
    assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
    watch(ctx);
    const size_t n = shapes_tile(plan) * shapes_tile(plan) * 10 + 5;
    struct guarded in, out, flags;
    guarded_create(&h, &in, n * 4, 0, NULL);
    guarded_create(&h, &out, n * 4, 0, NULL);
    guarded_create(&h, &flags, n, 0, NULL);
    const clscan_scan_args args = {.in = in.place,
                                   .out = out.place,
                                   .flags = flags.place,
                                   .n = n,
                                   .width = n,
                                   .argument = &argument,
                                   .init = init};
    assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
    assert_int_equal(clFinish(h.queue), CL_SUCCESS);
    assert_true(checked > 3);
    guarded_destroy(&in);
    guarded_destroy(&out);
    guarded_destroy(&flags);
    clscan_plan_destroy(plan);
    clscan_context_destroy(ctx);
  }
}

HARNESS_MAIN(NULL, NULL)
