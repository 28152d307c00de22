/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that clscan_scan_enqueue() must refuse before anything is enqueued. */
#include "support/refusal.h"
#include "support/shapes.h"

#include <limits.h>
#include <string.h>

static struct harness h;
static struct refusal f;

static const clscan_custom_op right = {.expression = "b", .exact = 1};

static int open_fixture(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .kind = CLSCAN_INCLUSIVE};
  refusal_open(&f, &h, &desc);
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  refusal_close(&f);
  return 0;
}

static clscan_buffer moved(clscan_buffer place, size_t bytes) {
  place.offset += bytes;
  return place;
}

/* --- NULL and reserved --------------------------------------------------------------------- */

static void test_null(void **state) {
  (void)state;
  clscan_scan_args args = f.good;
  refusal_check(&f, NULL, h.queue, &args, CLSCAN_INVALID_ARGUMENT, __FILE__, __LINE__);
  assert_refused(&f, NULL, &args, CLSCAN_INVALID_ARGUMENT);
  assert_refused(&f, h.queue, NULL, CLSCAN_INVALID_ARGUMENT);
  args.in.mem = NULL;
  assert_refused(&f, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
  args = f.good;
  args.out.mem = NULL;
  assert_refused(&f, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
}

static void test_wait_list(void **state) {
  (void)state;
  cl_event event = clCreateUserEvent(h.context, NULL);
  const unsigned commands = interpose_commands();
  assert_success(clSetUserEventStatus(event, CL_COMPLETE));
  harness_log_reset(&h);
  assert_status(clscan_scan_enqueue(f.plan, h.queue, &f.good, 1, NULL, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_true(refusal_logged(&h, CLSCAN_INVALID_ARGUMENT));
  assert_status(clscan_scan_enqueue(f.plan, h.queue, &f.good, 0, &event, NULL),
                CLSCAN_INVALID_ARGUMENT);
  assert_true(refusal_logged(&h, CLSCAN_INVALID_ARGUMENT));
  assert_int_equal(interpose_commands(), commands);
  clReleaseEvent(event);
}

static void test_reserved(void **state) {
  (void)state;
  for (size_t k = 0; k < HARNESS_COUNT(f.good.reserved); k++) {
    clscan_scan_args args = f.good;
    args.reserved[k] = 1;
    assert_refused(&f, h.queue, &args, CLSCAN_RESERVED_NOT_ZERO);
  }
}

static void test_two_initial_values(void **state) {
  (void)state;
  const int32_t init = 1;
  clscan_scan_args args = f.good;
  args.init = &init;
  args.init_device = f.init.place;
  assert_refused(&f, h.queue, &args, CLSCAN_INVALID_ARGUMENT);
}

static void test_exclusive_without_identity(void **state) {
  (void)state;
  const clscan_scan_desc desc = {
      .type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &right, .kind = CLSCAN_EXCLUSIVE};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(f.ctx, &desc, &plan));
  refusal_check(&f, plan, h.queue, &f.good, CLSCAN_NO_IDENTITY, __FILE__, __LINE__);
  clscan_plan_destroy(plan);
}

/* --- size, alignment, access --------------------------------------------------------------- */

/* The five places of the arguments, and the smallest size each may have with int32 elements. */
static clscan_buffer *place(clscan_scan_args *args, unsigned k) {
  clscan_buffer *const places[] = {&args->in, &args->out, &args->total, &args->init_device,
                                   &args->n_device};
  return places[k];
}
static const size_t place_bytes[] = {REFUSAL_N * 4, REFUSAL_N * 4, 4, 4, 4};
static const bool place_is_written[] = {false, true, true, false, false};
#define PLACES 5

static cl_mem make_buffer(cl_context context, cl_mem_flags flags, size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(context, flags, bytes, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

static void test_buffer_too_small(void **state) {
  (void)state;
  for (unsigned k = 0; k < PLACES; k++) {
    clscan_scan_args args = f.good;
    cl_mem mem = make_buffer(h.context, CL_MEM_READ_WRITE, place_bytes[k] + 4);
    *place(&args, k) = (clscan_buffer){mem, 8};
    assert_refused(&f, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
    /* Past the end, and so far past it that a sum wraps around. */
    place(&args, k)->offset = place_bytes[k] + 8;
    assert_refused(&f, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
    place(&args, k)->offset = SIZE_MAX - 3;
    assert_refused(&f, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
    clReleaseMemObject(mem);
  }
}

static void test_length_over_the_buffer(void **state) {
  (void)state;
  clscan_scan_args args = f.good;
  args.n = (size_t)1 << 24;
  assert_refused(&f, h.queue, &args, CLSCAN_BUFFER_TOO_SMALL);
  /* Bytes that wrap around to a few. */
  args.n = SIZE_MAX / 4 + 2;
  assert_refused(&f, h.queue, &args, CLSCAN_N_TOO_LARGE);
  args.n = SIZE_MAX;
  assert_refused(&f, h.queue, &args, CLSCAN_N_TOO_LARGE);
}

/* The same for the kernel that needs no scratch. */
static void test_length_that_wraps(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_SMALL};
  clscan_plan *plan = NULL;
  clscan_scan_args args = f.good;
  assert_success(clscan_scan_plan_create(f.ctx, &desc, &plan));
  args.n = SIZE_MAX / 4 + 2;
  refusal_check(&f, plan, h.queue, &args, CLSCAN_N_TOO_LARGE, __FILE__, __LINE__);
  args.n = SIZE_MAX;
  refusal_check(&f, plan, h.queue, &args, CLSCAN_N_TOO_LARGE, __FILE__, __LINE__);
  clscan_plan_destroy(plan);
}

static void test_misaligned(void **state) {
  (void)state;
  for (unsigned k = 0; k < PLACES; k++) {
    clscan_buffer places[PLACES] = {f.in.place, f.out.place, f.total.place, f.init.place,
                                    f.n_device.place};
    for (size_t shift = 1; shift < 4; shift++) {
      clscan_scan_args args = f.good;
      *place(&args, k) = moved(places[k], shift);
      assert_refused(&f, h.queue, &args, CLSCAN_MISALIGNED_OFFSET);
    }
  }
}

static void test_access(void **state) {
  (void)state;
  for (unsigned k = 0; k < PLACES; k++) {
    clscan_scan_args args = f.good;
    const cl_mem_flags wrong = place_is_written[k] ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
    cl_mem mem = make_buffer(h.context, wrong, place_bytes[k]);
    *place(&args, k) = (clscan_buffer){mem, 0};
    assert_refused(&f, h.queue, &args, CLSCAN_BUFFER_ACCESS);
    clReleaseMemObject(mem);
  }
  /* A view for reading alone of memory that may be written. */
  const cl_buffer_region region = {0, REFUSAL_N * 4};
  cl_int error = CL_SUCCESS;
  cl_mem view =
      clCreateSubBuffer(f.out.mem, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  assert_int_equal(error, CL_SUCCESS);
  clscan_scan_args args = f.good;
  args.out = (clscan_buffer){view, 0};
  assert_refused(&f, h.queue, &args, CLSCAN_BUFFER_ACCESS);
  clReleaseMemObject(view);
}

/* The three-pass scan reads the output again, unless what it reads again is in scratch. */
static void test_access_of_three_pass(void **state) {
  (void)state;
  const clscan_scan_desc descs[] = {
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_THREE_PASS},
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_THREE_PASS, .store = "a + 1"}};
  cl_mem mem = make_buffer(h.context, CL_MEM_WRITE_ONLY, REFUSAL_N * 4);
  clscan_scan_args args = f.good;
  args.out = (clscan_buffer){mem, 0};
  for (unsigned k = 0; k < HARNESS_COUNT(descs); k++) {
    clscan_plan *plan = NULL;
    assert_success(clscan_scan_plan_create(f.ctx, &descs[k], &plan));
    if (k == 0) {
      refusal_check(&f, plan, h.queue, &args, CLSCAN_BUFFER_ACCESS, __FILE__, __LINE__);
    } else {
      assert_success(clscan_scan_enqueue(plan, h.queue, &args, 0, NULL, NULL));
      assert_int_equal(clFinish(h.queue), CL_SUCCESS);
    }
    clscan_plan_destroy(plan);
  }
  clReleaseMemObject(mem);
}

/* --- other contexts ------------------------------------------------------------------------ */

static void test_other_context(void **state) {
  (void)state;
  cl_int error = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              (cl_context_properties)h.platform, 0};
  cl_context other = clCreateContext(properties, 1, &h.device, NULL, NULL, &error);
  assert_int_equal(error, CL_SUCCESS);
  for (unsigned k = 0; k < PLACES; k++) {
    clscan_scan_args args = f.good;
    cl_mem mem = make_buffer(other, CL_MEM_READ_WRITE, place_bytes[k]);
    *place(&args, k) = (clscan_buffer){mem, 0};
    assert_refused(&f, h.queue, &args, CLSCAN_WRONG_CONTEXT);
    clscan_scratch *scratch = NULL;
    assert_status(clscan_scratch_create(f.ctx, (clscan_buffer){mem, 0}, 4, &scratch),
                  CLSCAN_WRONG_CONTEXT);
    clReleaseMemObject(mem);
  }
  cl_command_queue queue = clCreateCommandQueue(other, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_refused(&f, queue, &f.good, CLSCAN_WRONG_CONTEXT);
  clReleaseCommandQueue(queue);
  clReleaseContext(other);
}

/* --- overlap ------------------------------------------------------------------------------- */

static void test_overlap(void **state) {
  (void)state;
  const clscan_buffer in = f.in.place;
  const clscan_buffer out = f.out.place;
  const struct {
    clscan_scan_args args;
  } rows[] = {
      /* Input and output, by one element either way and by the last one alone. */
      {{.in = in, .out = moved(in, 4)}},
      {{.in = moved(in, 4), .out = in}},
      {{.in = in, .out = moved(in, (REFUSAL_N - 1) * 4)}},
      /* The total within the input and the output, at their first and last elements. */
      {{.in = in, .out = out, .total = in}},
      {{.in = in, .out = out, .total = moved(in, (REFUSAL_N - 1) * 4)}},
      {{.in = in, .out = out, .total = out}},
      {{.in = in, .out = out, .total = moved(out, (REFUSAL_N - 1) * 4)}},
      {{.in = in, .out = in, .total = moved(in, 400)}},
      /* What is read from the device. */
      {{.in = in, .out = out, .init_device = moved(out, 40)}},
      {{.in = in, .out = out, .n_device = moved(out, 40)}},
      {{.in = in, .out = out, .n_device = f.total.place, .total = f.total.place}},
      {{.in = in, .out = out, .init_device = f.total.place, .total = f.total.place}},
  };
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    clscan_scan_args args = rows[k].args;
    args.n = REFUSAL_N;
    assert_refused(&f, h.queue, &args, CLSCAN_OVERLAP);
  }
}

static void test_overlap_of_sub_buffers(void **state) {
  (void)state;
  cl_int error = CL_SUCCESS;
  cl_uint bits = 0;
  const size_t bytes = REFUSAL_N * 4;
  clGetDeviceInfo(h.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
  const size_t align = bits / 8;
  const size_t apart = (bytes + align - 1) / align * align;
  cl_mem parent = make_buffer(h.context, CL_MEM_READ_WRITE, 3 * apart);
  const cl_buffer_region regions[] = {{0, bytes}, {align, bytes}, {apart, bytes}, {0, bytes}};
  cl_mem subs[4];
  for (unsigned k = 0; k < 4; k++) {
    subs[k] = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                &regions[k], &error);
    assert_int_equal(error, CL_SUCCESS);
  }
  clscan_scan_args args = {.in = {subs[0], 0}, .out = {subs[1], 0}, .n = REFUSAL_N};
  assert_refused(&f, h.queue, &args, CLSCAN_OVERLAP);
  args.out = (clscan_buffer){parent, 4};
  assert_refused(&f, h.queue, &args, CLSCAN_OVERLAP);
  args.in = (clscan_buffer){parent, align + 4};
  args.out = (clscan_buffer){subs[1], 0};
  assert_refused(&f, h.queue, &args, CLSCAN_OVERLAP);
  /* Side by side, and the same place under two names. */
  args = (clscan_scan_args){.in = {subs[0], 0}, .out = {subs[2], 0}, .n = REFUSAL_N};
  refusal_accept(&f, &args);
  args.out = (clscan_buffer){subs[3], 0};
  refusal_accept(&f, &args);
  args = (clscan_scan_args){.in = {subs[1], 0}, .out = {parent, align}, .n = REFUSAL_N};
  refusal_accept(&f, &args);
  for (unsigned k = 0; k < 4; k++) {
    clReleaseMemObject(subs[k]);
  }
  clReleaseMemObject(parent);
}

static void test_neighbours_do_not_overlap(void **state) {
  (void)state;
  cl_mem mem = make_buffer(h.context, CL_MEM_READ_WRITE, 2 * REFUSAL_N * 4 + 4);
  clscan_scan_args args = {.in = {mem, 0}, .out = {mem, REFUSAL_N * 4}, .n = REFUSAL_N};
  args.total = (clscan_buffer){mem, 2 * REFUSAL_N * 4};
  refusal_accept(&f, &args);
  args.in.offset = REFUSAL_N * 4;
  args.out.offset = 0;
  refusal_accept(&f, &args);
  clReleaseMemObject(mem);
}

/* What is only read may be read in several ways. */
static void test_readers_may_overlap(void **state) {
  (void)state;
  clscan_scan_args args = f.good;
  cl_mem out = make_buffer(h.context, CL_MEM_READ_WRITE, REFUSAL_N * 4);
  args.out = (clscan_buffer){out, 0};
  args.init_device = moved(args.in, 40);
  args.n_device = moved(args.in, 40);
  refusal_accept(&f, &args);
  clReleaseMemObject(out);
}

static void test_in_place_of_another_size(void **state) {
  (void)state;
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .out_type = CLSCAN_INT64};
  clscan_plan *plan = NULL;
  assert_success(clscan_scan_plan_create(f.ctx, &desc, &plan));
  clscan_scan_args args = f.good;
  args.in = args.out;
  refusal_check(&f, plan, h.queue, &args, CLSCAN_OVERLAP, __FILE__, __LINE__);
  clscan_plan_destroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_null),
      cmocka_unit_test(test_wait_list),
      cmocka_unit_test(test_reserved),
      cmocka_unit_test(test_two_initial_values),
      cmocka_unit_test(test_exclusive_without_identity),
      cmocka_unit_test(test_buffer_too_small),
      cmocka_unit_test(test_length_over_the_buffer),
      cmocka_unit_test(test_length_that_wraps),
      cmocka_unit_test(test_misaligned),
      cmocka_unit_test(test_access),
      cmocka_unit_test(test_access_of_three_pass),
      cmocka_unit_test(test_other_context),
      cmocka_unit_test(test_overlap),
      cmocka_unit_test(test_overlap_of_sub_buffers),
      cmocka_unit_test(test_neighbours_do_not_overlap),
      cmocka_unit_test(test_readers_may_overlap),
      cmocka_unit_test(test_in_place_of_another_size),
  };
  harness_open(&h);
  const int failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
  harness_close(&h);
  return harness_exit(failed);
}
