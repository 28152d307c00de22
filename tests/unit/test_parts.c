/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of two parts that both keep state in its scratch: a look-back scan of a look-back scan,
 * with the array between them in scratch too. The state stays in its places whatever n is, so the
 * one clear of new scratch serves all executions. */
#include "plan/driver.h"
#include "plan/layout.h"
#include "plan/scratch.h"
#include "scan/scan_class.h"
#include "scan/scan_tuning.h"
#include "support/harness.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;

/* Where the second part and the array lie. */
struct layout {
  size_t second, between, bytes;
};

static clscan_status make_layout(const clscan_plan *plan, size_t n, struct layout *l,
                                 const char **why) {
  clscan__needs first, second;
  clscan_status status = plan->parts[0]->class->needs(plan->parts[0], n, &first);
  *why = first.why;
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  status = plan->parts[1]->class->needs(plan->parts[1], n, &second);
  *why = second.why;
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  l->bytes = first.bytes;
  const bool fits = clscan__place(&l->bytes, second.bytes, 1, &l->second) &&
                    clscan__place(&l->bytes, n, sizeof(cl_uint), &l->between);
  l->bytes += CLSCAN__SCRATCH_ALIGN - 1;
  return fits ? CLSCAN_SUCCESS : clscan__too_large(why, clscan__too_much_scratch);
}

static clscan_status resolve(clscan_plan *plan, const void *desc) {
  (void)plan;
  (void)desc;
  return CLSCAN_SUCCESS;
}

static void ask_shape(const clscan_plan *plan, const void *desc, clscan__shape_request *request) {
  (void)plan;
  (void)desc;
  request->class = &clscan__scan_tuning;
  for (unsigned i = 0; i < HARNESS_COUNT(request->stored_sizes); i++) {
    request->stored_sizes[i] = sizeof(cl_uint);
  }
  request->acc_size = request->acc_alignment = sizeof(cl_uint);
  request->exact = true;
}

static clscan_status make_parts(clscan_plan *plan, const void *desc) {
  const clscan_status status = clscan__plan_part(plan, &clscan__scan_class, desc, false);
  return status == CLSCAN_SUCCESS ? clscan__plan_part(plan, &clscan__scan_class, desc, false)
                                  : status;
}

static clscan_status find_needs(const clscan_plan *plan, size_t n, clscan__needs *needs) {
  struct layout l = {0, 0, 0};
  const clscan_status status = make_layout(plan, n, &l, &needs->why);
  needs->bytes = l.bytes;
  needs->keeps_state = true;
  return status;
}

static clscan_status check(const clscan_plan *plan, clscan__call *call) {
  (void)plan;
  (void)call;
  return CLSCAN_SUCCESS;
}

static clscan_buffer at(const clscan__call *call, size_t offset) {
  return (clscan_buffer){call->scratch.mem, call->scratch.offset + offset};
}

static void append(const clscan_plan *plan, const clscan__call *call) {
  const clscan_scan_args *args = call->args;
  struct layout l;
  const char *why = NULL;
  call->batch->status = make_layout(plan, call->capacity, &l, &why);
  const clscan_scan_args first = {.in = args->in, .out = at(call, l.between), .n = call->n};
  const clscan_scan_args second = {.in = first.out, .out = args->out, .n = call->n};
  clscan__plan_append(plan->parts[0], &first, call->scratch, call->batch);
  clscan__plan_append(plan->parts[1], &second, at(call, l.second), call->batch);
}

static const clscan__plan_class twice = {.name = "twice",
                                         .whose = "a double scan's",
                                         .size = sizeof(clscan_plan),
                                         .desc = &clscan__scan_desc_fields,
                                         .args = &clscan__scan_args_fields,
                                         .n = offsetof(clscan_scan_args, n),
                                         .scratch = offsetof(clscan_scan_args, scratch),
                                         .resolve = resolve,
                                         .request = ask_shape,
                                         .build = resolve,
                                         .finish = make_parts,
                                         .needs = find_needs,
                                         .check = check,
                                         .append = append};

static unsigned clears;

static void count_clears(void *user, const char *kernel_name, cl_event event) {
  (void)user;
  (void)event;
  clears += strcmp(kernel_name, "clear_bytes") == 0;
}

static void check_run(clscan_plan *plan, size_t n, clscan_scratch *scratch, uint64_t seed) {
  cl_uint *in = malloc(n * sizeof *in), *out = malloc(n * sizeof *out);
  cl_int error = CL_SUCCESS;
  assert_non_null(in);
  assert_non_null(out);
  for (size_t i = 0; i < n; i++) {
    in[i] = (cl_uint)harness_random(&seed);
  }
  cl_mem input = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, n * sizeof *in, in, &error);
  assert_int_equal(error, CL_SUCCESS);
  cl_mem output = clCreateBuffer(h.context, CL_MEM_READ_WRITE, n * sizeof *out, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  const clscan_scan_args args = {.in = {input, 0}, .out = {output, 0}, .n = n, .scratch = scratch};
  assert_success(clscan__plan_enqueue(plan, &twice, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, output, CL_TRUE, 0, n * sizeof *out, out, 0, NULL, NULL),
      CL_SUCCESS);
  cl_uint sum = 0, sums = 0;
  for (size_t i = 0; i < n; i++) {
    sum += in[i];
    sums += sum;
    if (out[i] != sums) {
      fail_msg("element %zu of %zu is %u, not %u", i, n, out[i], sums);
    }
  }
  clReleaseMemObject(input);
  clReleaseMemObject(output);
  free(in);
  free(out);
}

/* In memory of the test's, or in the library's own. */
static void check_runs(bool own) {
  clscan_context_options options = harness_options(&h);
  clscan_context *ctx = NULL;
  clscan_plan *plan = NULL;
  options.tuning = &shapes_small_tiles(&h)->tuning;
  options.allow_lookback = 1;
  options.on_command = count_clears;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  const clscan_scan_desc desc = {
      .type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = CLSCAN_SCAN_LOOKBACK};
  assert_success(clscan__plan_create(ctx, &twice, &desc, &plan));
  assert_int_equal(plan->max_executions, CLSCAN__EPOCH_LIMIT - 1);
  const size_t most = shapes_many_tiles(plan->parts[0]);
  const size_t lengths[] = {most, 1, most / 2, most, most / 3, most - 1, most / 7, most / 2};
  size_t bytes = 0;
  clscan_scratch *scratch = NULL;
  cl_int error = CL_SUCCESS;
  assert_success(clscan_plan_scratch_size(plan, most, &bytes));
  cl_mem memory = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, bytes, &scratch));
  clears = 0;
  for (unsigned run = 0; run < 3 * HARNESS_COUNT(lengths); run++) {
    check_run(plan, lengths[run % HARNESS_COUNT(lengths)], own ? NULL : scratch, 1 + run);
    assert_int_equal(clears, 1);
  }
  clscan_scratch_destroy(scratch);
  clReleaseMemObject(memory);
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

static void test_users(void **state) {
  (void)state;
  check_runs(false);
}

static void test_own(void **state) {
  (void)state;
  check_runs(true);
}

static clscan_status make_too_many(clscan_plan *plan, const void *desc) {
  for (int i = 0; i < CLSCAN__MAX_PARTS; i++) {
    assert_success(clscan__plan_part(plan, &clscan__scan_class, desc, false));
  }
  return clscan__plan_part(plan, &clscan__scan_class, desc, false);
}

static void test_too_many(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan__plan_class class = twice;
  clscan_plan *plan = NULL;
  class.finish = make_too_many;
  harness_log_reset(&h);
  assert_int_equal(clscan__plan_create(h.ctx, &class, &desc, &plan), CLSCAN_INVALID_ARGUMENT);
  assert_null(plan);
  assert_true(harness_log_contains(&h, "a plan has at most 4 parts"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_users), cmocka_unit_test(test_own),
                                     cmocka_unit_test(test_too_many)};
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  harness_close(&h);
  return harness_exit(failed);
}
