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

static void open_context(void) {
  clscan_context_options options = interpose_options(&h);
  interpose_reset();
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
}

static void close_context(void) {
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

/* --- arguments of 32-bit elements ------------------------------------------------------------- */

static void check_status(clscan_status status, size_t shift, unsigned commands) {
  if (shift % 4 == 0) {
    assert_success(status);
    assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  } else {
    assert_status(status, CLSCAN_MISALIGNED_OFFSET);
    assert_true(refusal_logged(&h, CLSCAN_MISALIGNED_OFFSET));
    assert_int_equal(interpose_commands(), commands);
  }
}

/* A call; `place` is one of its arguments. */
static void check_place(clscan_status (*call)(void *user), void *user, clscan_buffer *place) {
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
      check_status(call(user), shifts[s], commands);
    }
    *place = good;
    close_memory(&m);
  }
}

struct enqueued {
  struct work_run run;
  clscan_plan *plan;
};

static clscan_status enqueue(void *user) {
  const struct enqueued *e = user;
  return work_enqueue(&e->run, e->plan, h.queue, 0, NULL, NULL);
}

TEST(test_every_place) {
  for (const struct work *w = works; w->name != NULL; w++) {
    struct enqueued e = {.plan = work_plan(ctx, w)};
    work_open(&e.run, &h, w, N, 1);
    work_give_all(&e.run);
    for (unsigned k = 0; k < w->function->num_places; k++) {
      if (work_has(w, k)) {
        check_place(enqueue, &e, &e.run.args.at[k]);
      }
    }
    work_close(&e.run);
    clscan_plan_destroy(e.plan);
  }
}

struct selected {
  clscan_plan *plan;
  clscan_select_args args;
};

static clscan_status select_(void *user) {
  const struct selected *s = user;
  return clscan_select_enqueue(s->plan, h.queue, &s->args, 0, NULL, NULL);
}

/* Rows and bits, which no line of the table has. */
TEST(test_rows_and_bits) {
  static const clscan_select_desc descs[] = {
      {.type = CLSCAN_UINT32, .flags = CLSCAN_ROWS},
      {.type = CLSCAN_UINT32, .flags = CLSCAN_FLAG_BITS, .flag_type = CLSCAN_UINT32}};
  for (size_t d = 0; d < HARNESS_COUNT(descs); d++) {
    struct selected s = {.plan = NULL};
    cl_mem mems[4];
    for (unsigned k = 0; k < 4; k++) {
      mems[k] = arrays_random(&h, N, 1, NULL);
    }
    s.args = (clscan_select_args){.in = {mems[0], 0},
                                  .out = {mems[1], 0},
                                  .count = {mems[2], 0},
                                  .n = N,
                                  .width = d == 0 ? 10 : 0};
    if (d == 1) {
      s.args.flags.mem = mems[3];
    }
    assert_success(clscan_select_plan_create(ctx, &descs[d], &s.plan));
    check_place(select_, &s, &s.args.in);
    check_place(select_, &s, &s.args.out);
    check_place(select_, &s, &s.args.count);
    if (d == 1) {
      check_place(select_, &s, &s.args.flags);
    }
    clscan_plan_destroy(s.plan);
    for (unsigned k = 0; k < 4; k++) {
      clReleaseMemObject(mems[k]);
    }
  }
}

/* --- scratch ---------------------------------------------------------------------------------- */

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

TEST(test_scratch) {
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

HARNESS_MAIN(open_context, close_context)
