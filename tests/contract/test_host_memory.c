/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers in memory of the caller's (CL_MEM_USE_HOST_PTR), where a device that computes there has
 * no other address than the caller's: misaligned ones are refused, for every argument of every
 * function. */
#include "support/arrays.h"
#include "support/refusal.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

static struct harness h;
static clscan_context *ctx;

#define N ((size_t)100)
/* Where sub-buffers begin: a multiple of any device's CL_DEVICE_MEM_BASE_ADDR_ALIGN. */
#define ORIGIN ((size_t)4096)

/* Zeros of the host's that begin `shift` bytes past a page, and buffers of them. */
struct memory {
  void *page;
  cl_mem mem, part; /* `part` begins at ORIGIN */
};

static void open_memory(struct memory *m, size_t shift, size_t bytes) {
  cl_int error = CL_SUCCESS;
  const size_t whole = ORIGIN + bytes;
  const cl_buffer_region region = {ORIGIN, bytes};
  assert_int_equal(posix_memalign(&m->page, 4096, shift + whole), 0);
  memset(m->page, 0, shift + whole);
  m->mem = clCreateBuffer(h.context, CL_MEM_USE_HOST_PTR, whole, (char *)m->page + shift, &error);
  assert_int_equal(error, CL_SUCCESS);
  m->part = clCreateSubBuffer(m->mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  assert_int_equal(error, CL_SUCCESS);
}

static void close_memory(struct memory *m) {
  clReleaseMemObject(m->part);
  clReleaseMemObject(m->mem);
  free(m->page);
}

static int open_context(void **state) {
  (void)state;
  const clscan_context_options options = interpose_options(&h);
  interpose_reset();
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  return 0;
}

static int close_context(void **state) {
  (void)state;
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
  return 0;
}

/* --- arguments of 32-bit elements ------------------------------------------------------------- */

/* A call; `place` is one of its arguments. */
typedef clscan_status (*call)(clscan_plan *plan, void *args);

static void check_place(call enqueue, clscan_plan *plan, void *args, clscan_buffer *place) {
  const clscan_buffer good = *place;
  static const size_t shifts[] = {0, 1, 2, 4};
  for (size_t s = 0; s < HARNESS_COUNT(shifts); s++) {
    struct memory m;
    open_memory(&m, shifts[s], N * 4 + 4);
    const clscan_buffer places[] = {{m.mem, 0}, {m.mem, 4}, {m.part, 0}, {m.part, 4}};
    for (size_t k = 0; k < HARNESS_COUNT(places); k++) {
      const unsigned commands = interpose_commands();
      *place = places[k];
      harness_log_reset(&h);
      const clscan_status status = enqueue(plan, args);
      if (shifts[s] % 4 == 0) {
        assert_success(status);
        assert_int_equal(clFinish(h.queue), CL_SUCCESS);
      } else {
        assert_status(status, CLSCAN_MISALIGNED_OFFSET);
        assert_true(refusal_logged(&h, CLSCAN_MISALIGNED_OFFSET));
        assert_int_equal(interpose_commands(), commands);
      }
    }
    *place = good;
    close_memory(&m);
  }
}

static void check_places(call enqueue, clscan_plan *plan, void *args, clscan_buffer *const *places,
                         size_t count) {
  for (size_t k = 0; k < count; k++) {
    check_place(enqueue, plan, args, places[k]);
  }
  clscan_plan_destroy(plan);
  for (size_t k = 0; k < count; k++) {
    clReleaseMemObject(places[k]->mem);
  }
}

static clscan_buffer good_place(void) { return (clscan_buffer){arrays_random(&h, N, 1, NULL), 0}; }

static clscan_status scan(clscan_plan *plan, void *args) {
  return clscan_scan_enqueue(plan, h.queue, args, 0, NULL, NULL);
}

static void test_scan(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_UINT32};
  clscan_scan_args args = {.in = good_place(),
                           .out = good_place(),
                           .n = N,
                           .init_device = good_place(),
                           .total = good_place(),
                           .n_device = good_place()};
  clscan_buffer *const places[] = {&args.in, &args.out, &args.init_device, &args.total,
                                   &args.n_device};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  check_places(scan, plan, &args, places, HARNESS_COUNT(places));
}

static clscan_status reduce(clscan_plan *plan, void *args) {
  return clscan_reduce_enqueue(plan, h.queue, args, 0, NULL, NULL);
}

static void test_reduce(void **state) {
  (void)state;
  const clscan_reduce_desc desc = {.type = CLSCAN_UINT32};
  clscan_reduce_args args = {.in = good_place(),
                             .out = good_place(),
                             .n = N,
                             .init_device = good_place(),
                             .n_device = good_place()};
  clscan_buffer *const places[] = {&args.in, &args.out, &args.init_device, &args.n_device};
  clscan_plan *plan = NULL;
  assert_success(clscan_reduce_plan_create(ctx, &desc, &plan));
  check_places(reduce, plan, &args, places, HARNESS_COUNT(places));
}

static clscan_status select_(clscan_plan *plan, void *args) {
  return clscan_select_enqueue(plan, h.queue, args, 0, NULL, NULL);
}

static void test_select(void **state) {
  (void)state;
  static const uint32_t flags[] = {0, CLSCAN_FLAG_BITS, CLSCAN_ROWS, CLSCAN_UNORDERED};
  for (size_t f = 0; f < HARNESS_COUNT(flags); f++) {
    const clscan_select_output more = {.type = CLSCAN_UINT32};
    const clscan_select_desc desc = {.type = CLSCAN_UINT32,
                                     .flags = flags[f],
                                     .flag_type = CLSCAN_UINT32,
                                     .argument_type = CLSCAN_UINT32,
                                     .predicate = "f == u",
                                     .more = &more,
                                     .num_more = 1};
    clscan_select_arrays arrays = {.in = good_place(), .out = good_place()};
    clscan_select_args args = {.in = good_place(),
                               .out = good_place(),
                               .count = good_place(),
                               .n = N,
                               .flags = good_place(),
                               .argument_device = good_place(),
                               .width = flags[f] == CLSCAN_ROWS ? 10 : 0,
                               .more = &arrays,
                               .n_device = good_place()};
    clscan_buffer *const places[] = {
        &args.in,       &args.out,  &args.count, &args.flags, &args.argument_device,
        &args.n_device, &arrays.in, &arrays.out};
    clscan_plan *plan = NULL;
    assert_success(clscan_select_plan_create(ctx, &desc, &plan));
    check_places(select_, plan, &args, places, HARNESS_COUNT(places));
  }
}

static clscan_status partition(clscan_plan *plan, void *args) {
  return clscan_partition_enqueue(plan, h.queue, args, 0, NULL, NULL);
}

static void test_partition(void **state) {
  (void)state;
  for (unsigned separate = 0; separate < 2; separate++) {
    const clscan_partition_desc desc = {.type = CLSCAN_UINT32,
                                        .flags = separate ? CLSCAN_SEPARATE : 0,
                                        .flag_type = CLSCAN_UINT32,
                                        .argument_type = CLSCAN_UINT32,
                                        .predicate = "f == u"};
    clscan_buffer outs[] = {good_place(), good_place()};
    clscan_partition_args args = {.in = good_place(),
                                  .out = separate ? (clscan_buffer){NULL, 0} : outs[0],
                                  .outs = separate ? outs : NULL,
                                  .counts = good_place(),
                                  .offsets = good_place(),
                                  .n = N,
                                  .flags = good_place(),
                                  .argument_device = good_place(),
                                  .n_device = good_place()};
    clscan_buffer *const places[] = {separate ? &outs[0] : &args.out,
                                     &outs[1],
                                     &args.in,
                                     &args.counts,
                                     &args.offsets,
                                     &args.flags,
                                     &args.argument_device,
                                     &args.n_device};
    clscan_plan *plan = NULL;
    assert_success(clscan_partition_plan_create(ctx, &desc, &plan));
    if (separate) {
      check_places(partition, plan, &args, places, HARNESS_COUNT(places));
    } else {
      clReleaseMemObject(outs[1].mem);
      clscan_buffer *const one[] = {places[0], places[2], places[3], places[4],
                                    places[5], places[6], places[7]};
      check_places(partition, plan, &args, one, HARNESS_COUNT(one));
    }
  }
}

/* --- scratch
 * -------------------------------------------------------------------------------------- */

/* The count of the elements up to each, in vectors of 64 bytes, which scratch must align. */
static void check_vectors(clscan_plan *plan, size_t n, clscan_scratch *scratch) {
  uint64_t *values = malloc(n * 64);
  cl_int error = CL_SUCCESS;
  assert_non_null(values);
  for (size_t k = 0; k < 8 * n; k++) {
    values[k] = 1;
  }
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, n * 64, values, &error);
  assert_int_equal(error, CL_SUCCESS);
  const clscan_scan_args args = {.in = {mem, 0}, .out = {mem, 0}, .n = n, .scratch = scratch};
  assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, 0, n * 64, values, 0, NULL, NULL),
                   CL_SUCCESS);
  for (size_t k = 0; k < 8 * n; k++) {
    assert_int_equal(values[k], k / 8 + 1);
  }
  clReleaseMemObject(mem);
  free(values);
}

static void test_scratch(void **state) {
  (void)state;
  static const struct {
    size_t shift, offset;
  } rows[] = {{0, 0},    {0, 128},  {0, 16}, {0, 64},  {16, 0},
              {16, 112}, {16, 128}, {64, 0}, {64, 64}, {1, 127}};
  const clscan_custom_type vector = {.name = "ulong8", .size = 64, .alignment = 64};
  const clscan_custom_op add = {.expression = "a + b", .identity = "(ulong8)(0)", .exact = 1};
  const clscan_scan_desc desc = {.type = CLSCAN_CUSTOM,
                                 .custom_type = &vector,
                                 .op = CLSCAN_CUSTOM_OP,
                                 .custom_op = &add,
                                 .kind = CLSCAN_INCLUSIVE,
                                 .algorithm = CLSCAN_SCAN_REDUCE_THEN_SCAN};
  clscan_plan *plan = NULL;
  size_t bytes = 0;
  assert_success(clscan_scan_plan_create(ctx, &desc, &plan));
  const size_t n = 2 * shapes_tile(plan) + 1;
  assert_success(clscan_plan_scratch_size(plan, n, &bytes));
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    struct memory m;
    open_memory(&m, rows[k].shift, bytes + 128);
    const clscan_buffer places[] = {{m.mem, rows[k].offset}, {m.part, rows[k].offset}};
    for (size_t p = 0; p < HARNESS_COUNT(places); p++) {
      clscan_scratch *scratch = NULL;
      harness_log_reset(&h);
      const clscan_status status = clscan_scratch_create(ctx, places[p], bytes, &scratch);
      if ((rows[k].shift + rows[k].offset) % 128 == 0) {
        assert_success(status);
        check_vectors(plan, n, scratch);
        clscan_scratch_destroy(scratch);
      } else {
        assert_status(status, CLSCAN_MISALIGNED_OFFSET);
        assert_true(refusal_logged(&h, CLSCAN_MISALIGNED_OFFSET));
        assert_null(scratch);
      }
    }
    close_memory(&m);
  }
  clscan_plan_destroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scan),    cmocka_unit_test(test_reduce),
      cmocka_unit_test(test_select),  cmocka_unit_test(test_partition),
      cmocka_unit_test(test_scratch),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_context, close_context);
  harness_close(&h);
  return harness_exit(failed);
}
