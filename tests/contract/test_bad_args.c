/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that every function must refuse before anything is enqueued, for every algorithm. What
 * is one function's own is in its folder. */
#include "support/refusal.h"

static struct harness h;
static struct refusal f;

/* A test of each line of the table. */
#define EACH_WORK(test)                                                                            \
  static void test##_of(const struct work *w);                                                     \
  TEST(test) {                                                                                     \
    for (const struct work *w = works; w->name != NULL; w++) {                                     \
      refusal_open(&f, &h, w);                                                                     \
      test##_of(w);                                                                                \
      refusal_close(&f);                                                                           \
    }                                                                                              \
  }                                                                                                \
  static void test##_of(const struct work *w __attribute__((unused)))

static size_t bytes_of(unsigned place) { return f.run.places[place].bytes; }

static bool is_written(unsigned place) { return f.run.results[place].words != NULL; }

static bool is_small(unsigned place) {
  return f.run.work->function->places[place].per_element == 0;
}

/* --- NULL and reserved ------------------------------------------------------------------------ */

EACH_WORK(test_null) {
  const struct work_function *function = w->function;
  struct work_args *args = &f.run.args;
  cl_event none = NULL;
  clscan_plan *made = NULL;
  /* Without a context there is no log. */
  assert_status(work_enqueue(&f.run, NULL, h.queue, 0, NULL, &none), CLSCAN_INVALID_ARGUMENT);
  assert_status(work_call(&f.run, NULL, h.queue, 0, NULL, &none), CLSCAN_INVALID_ARGUMENT);
  assert_status(function->plan(NULL, w, &made), CLSCAN_INVALID_ARGUMENT);
  assert_true(none == NULL && made == NULL);
  assert_refused(&f, work_enqueue(&f.run, f.plan, NULL, 0, NULL, &f.event),
                 CLSCAN_INVALID_ARGUMENT);
  assert_refused(&f, work_call(&f.run, f.ctx, NULL, 0, NULL, &f.event), CLSCAN_INVALID_ARGUMENT);
  assert_refused(&f, function->call(f.ctx, h.queue, NULL, args, 0, NULL, &f.event),
                 CLSCAN_INVALID_ARGUMENT);
  args->is_null = true;
  assert_args_refused(&f, CLSCAN_INVALID_ARGUMENT);
  args->is_null = true;
  assert_refused(&f, work_call(&f.run, f.ctx, h.queue, 0, NULL, &f.event), CLSCAN_INVALID_ARGUMENT);
  assert_refused(&f, function->plan(f.ctx, NULL, &f.none), CLSCAN_INVALID_ARGUMENT);
  assert_refused(&f, function->plan(f.ctx, w, NULL), CLSCAN_INVALID_ARGUMENT);
}

EACH_WORK(test_plan_calls) {
  clscan_plan_info info;
  size_t bytes = 0;
  assert_status(clscan_plan_describe(NULL, &info), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_describe(f.plan, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_scratch_size(NULL, 1, &bytes), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_scratch_size(f.plan, 1, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_reserve(NULL, h.queue, 1), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_plan_reserve(f.plan, NULL, 1), CLSCAN_INVALID_ARGUMENT);
  clscan_plan_destroy(NULL);
}

/* A place that may be absent, and one that may not; a select's first output may not where there are
 * others. */
EACH_WORK(test_absent) {
  const bool has_others = w->function == &work_select && w->extra;
  for (unsigned k = 0; k < w->function->num_places; k++) {
    const enum work_presence presence = w->function->places[k].presence;
    if (!work_has(w, k)) {
      continue;
    }
    f.run.args.at[k].mem = NULL;
    if (presence == WORK_SELDOM || (presence == WORK_USUAL && !has_others)) {
      assert_args_accepted(&f);
    } else {
      assert_args_refused(&f, CLSCAN_INVALID_ARGUMENT);
    }
  }
}

EACH_WORK(test_wait_list) {
  cl_event event = clCreateUserEvent(h.context, NULL);
  assert_success(clSetUserEventStatus(event, CL_COMPLETE));
  assert_refused(&f, work_enqueue(&f.run, f.plan, h.queue, 1, NULL, &f.event),
                 CLSCAN_INVALID_ARGUMENT);
  assert_refused(&f, work_enqueue(&f.run, f.plan, h.queue, 0, &event, &f.event),
                 CLSCAN_INVALID_ARGUMENT);
  clReleaseEvent(event);
}

/* Of arguments and of descriptors. */
EACH_WORK(test_reserved) {
  struct work reserved = *w;
  for (unsigned k = 1; k <= HARNESS_COUNT(((clscan_scan_args *)NULL)->reserved); k++) {
    f.run.args.reserved = k;
    assert_args_refused(&f, CLSCAN_RESERVED_NOT_ZERO);
    reserved.reserved = k;
    assert_refused(&f, w->function->plan(f.ctx, &reserved, &f.none), CLSCAN_RESERVED_NOT_ZERO);
  }
}

/* A plan serves the function that it was made for, and no other. */
EACH_WORK(test_plan_of_another_function) {
  for (const struct work *other = works; other->name != NULL; other++) {
    if (other->function != w->function &&
        (other == works || other->function != (other - 1)->function)) {
      clscan_plan *plan = work_plan(f.ctx, other);
      assert_refused(&f, work_enqueue(&f.run, plan, h.queue, 0, NULL, &f.event),
                     CLSCAN_INVALID_ARGUMENT);
      clscan_plan_destroy(plan);
    }
  }
}

/* --- size, alignment, access, context --------------------------------------------------------- */

static void refuse_place(unsigned place, cl_mem mem, size_t offset, clscan_status status) {
  f.run.args.at[place] = (clscan_buffer){mem, offset};
  assert_args_refused(&f, status);
}

EACH_WORK(test_places) {
  cl_context other = refusal_other_context(&h);
  for (unsigned k = 0; k < w->function->num_places; k++) {
    if (!work_has(w, k)) {
      continue;
    }
    const size_t bytes = bytes_of(k);
    cl_mem mem = refusal_buffer(h.context, CL_MEM_READ_WRITE, bytes + 4);
    cl_mem closed =
        refusal_buffer(h.context, is_written(k) ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY, bytes);
    cl_mem foreign = refusal_buffer(other, CL_MEM_READ_WRITE, bytes);
    clscan_scratch *scratch = NULL;
    refuse_place(k, mem, 8, CLSCAN_BUFFER_TOO_SMALL);
    /* Past the end, and so far past it that a sum wraps around. */
    refuse_place(k, mem, bytes + 8, CLSCAN_BUFFER_TOO_SMALL);
    refuse_place(k, mem, SIZE_MAX - 3, CLSCAN_BUFFER_TOO_SMALL);
    for (size_t shift = 1; shift < 4; shift++) {
      refuse_place(k, mem, shift, CLSCAN_MISALIGNED_OFFSET);
    }
    refuse_place(k, closed, 0, CLSCAN_BUFFER_ACCESS);
    refuse_place(k, foreign, 0, CLSCAN_WRONG_CONTEXT);
    assert_refused(&f, clscan_scratch_create(f.ctx, (clscan_buffer){foreign, 0}, 4, &scratch),
                   CLSCAN_WRONG_CONTEXT);
    assert_null(scratch);
    clReleaseMemObject(mem);
    clReleaseMemObject(closed);
    clReleaseMemObject(foreign);
  }
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(other, h.device, 0, &error);
  assert_int_equal(error, CL_SUCCESS);
  assert_refused(&f, work_enqueue(&f.run, f.plan, queue, 0, NULL, &f.event), CLSCAN_WRONG_CONTEXT);
  clReleaseCommandQueue(queue);
  clReleaseContext(other);
}

/* A view for reading alone of memory that may be written. */
EACH_WORK(test_view_for_reading) {
  const cl_buffer_region region = {0, bytes_of(WORK_OUT)};
  cl_int error = CL_SUCCESS;
  cl_mem view = clCreateSubBuffer(f.run.places[WORK_OUT].mem, CL_MEM_READ_ONLY,
                                  CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  assert_int_equal(error, CL_SUCCESS);
  refuse_place(WORK_OUT, view, 0, CLSCAN_BUFFER_ACCESS);
  clReleaseMemObject(view);
}

EACH_WORK(test_lengths) {
  static const struct {
    size_t n;
    clscan_status status;
  } rows[] = {{2 * REFUSAL_N, CLSCAN_BUFFER_TOO_SMALL},
              {(size_t)1 << 24, CLSCAN_BUFFER_TOO_SMALL},
              /* Bytes that wrap around to a few. */
              {SIZE_MAX / 4 + 2, CLSCAN_N_TOO_LARGE},
              {SIZE_MAX, CLSCAN_N_TOO_LARGE}};
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    f.run.args.n = rows[k].n;
    assert_args_refused(&f, rows[k].status);
  }
  /* Counts of 32 bits do not hold it, whatever the buffers are. */
  if (w->function == &work_select || w->function == &work_partition) {
    f.run.args.n = (size_t)1 << 32;
    assert_args_refused(&f, CLSCAN_N_TOO_LARGE);
  }
}

/* --- overlap ---------------------------------------------------------------------------------- */

#define APART (REFUSAL_N * 8)

/* All places side by side in one buffer, the first at its beginning or at its end; returns it. */
static cl_mem lie_side_by_side(bool backwards) {
  cl_mem mem = refusal_buffer(h.context, CL_MEM_READ_WRITE, (WORK_PLACES + 2) * APART);
  size_t offset = 0;
  for (unsigned j = 0; j < WORK_PLACES; j++) {
    const unsigned k = backwards ? WORK_PLACES - 1 - j : j;
    if (f.run.args.at[k].mem != NULL) {
      f.run.args.at[k] = (clscan_buffer){mem, offset};
      offset += bytes_of(k);
    }
  }
  return mem;
}

/* Whatever is written over whatever else there is, and that over what is written: the same place,
 * an element on, the last element. */
EACH_WORK(test_overlap) {
  cl_mem backwards = lie_side_by_side(true);
  assert_args_accepted(&f);
  cl_mem mem = lie_side_by_side(false);
  assert_args_accepted(&f);
  for (unsigned k = 0; k < WORK_PLACES; k++) {
    f.good.at[k].mem = f.good.at[k].mem != NULL ? mem : NULL;
    f.good.at[k].offset = k * APART;
  }
  f.run.args = f.good;
  assert_args_accepted(&f);
  for (unsigned a = 0; a < w->function->num_places; a++) {
    for (unsigned b = 0; b < w->function->num_places; b++) {
      const bool may = w->function->in_place && a <= WORK_OUT && b <= WORK_OUT;
      if (a == b || !work_has(w, a) || !work_has(w, b) || !(is_written(a) || is_written(b))) {
        continue;
      }
      const size_t shifts[] = {0, 4, bytes_of(b) - 4};
      for (size_t s = may; s < HARNESS_COUNT(shifts); s++) {
        if (shifts[s] < bytes_of(b)) {
          f.run.args.at[a] = refusal_moved(f.good.at[b], shifts[s]);
          assert_args_refused(&f, CLSCAN_OVERLAP);
        }
      }
    }
  }
  /* In place, with another result in it. */
  for (unsigned k = WORK_OUT + 1; k < w->function->num_places && w->function->in_place; k++) {
    if (is_written(k)) {
      f.run.args.at[WORK_OUT] = f.good.at[WORK_IN];
      assert_args_accepted(&f);
      f.run.args.at[WORK_OUT] = f.good.at[WORK_IN];
      f.run.args.at[k] = refusal_moved(f.good.at[WORK_IN], 400);
      assert_args_refused(&f, CLSCAN_OVERLAP);
    }
  }
  clReleaseMemObject(backwards);
  clReleaseMemObject(mem);
}

static void accept_or_refuse(bool accepted, clscan_buffer in, clscan_buffer out) {
  f.run.args.at[WORK_IN] = in;
  f.run.args.at[WORK_OUT] = out;
  if (accepted) {
    assert_args_accepted(&f);
  } else {
    assert_args_refused(&f, CLSCAN_OVERLAP);
  }
}

/* Views of one parent. */
EACH_WORK(test_overlap_of_sub_buffers) {
  cl_int error = CL_SUCCESS;
  cl_uint bits = 0;
  const size_t bytes = bytes_of(WORK_IN);
  clGetDeviceInfo(h.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
  const size_t align = bits / 8;
  const size_t apart = (bytes + align - 1) / align * align;
  cl_mem parent = refusal_buffer(h.context, CL_MEM_READ_WRITE, 3 * apart);
  const cl_buffer_region regions[] = {{0, bytes}, {align, bytes}, {apart, bytes}, {0, bytes}};
  clscan_buffer subs[4];
  for (unsigned k = 0; k < 4; k++) {
    subs[k] = (clscan_buffer){clCreateSubBuffer(parent, CL_MEM_READ_WRITE,
                                                CL_BUFFER_CREATE_TYPE_REGION, &regions[k], &error),
                              0};
    assert_int_equal(error, CL_SUCCESS);
  }
  accept_or_refuse(false, subs[0], subs[1]);
  accept_or_refuse(false, subs[0], (clscan_buffer){parent, 4});
  accept_or_refuse(false, (clscan_buffer){parent, align - 4}, subs[1]);
  for (unsigned k = 2; k < w->function->num_places; k++) {
    if (is_written(k) && !is_small(WORK_OUT)) {
      f.run.args.at[k] = (clscan_buffer){parent, apart + 8};
      accept_or_refuse(false, subs[0], subs[2]);
    }
  }
  /* Side by side, and the same place under two names. */
  accept_or_refuse(true, subs[0], subs[2]);
  accept_or_refuse(w->function->in_place, subs[0], subs[3]);
  accept_or_refuse(w->function->in_place, subs[1], (clscan_buffer){parent, align});
  for (unsigned k = 0; k < 4; k++) {
    clReleaseMemObject(subs[k].mem);
  }
  clReleaseMemObject(parent);
}

/* What is only read may be read in several ways. */
EACH_WORK(test_readers_may_overlap) {
  for (unsigned k = 1; k < w->function->num_places; k++) {
    if (work_has(w, k) && !is_written(k)) {
      f.run.args.at[k] = refusal_moved(f.good.at[WORK_IN], is_small(k) ? 40 : 0);
    }
  }
  assert_args_accepted(&f);
}

/* --- scratch ---------------------------------------------------------------------------------- */

/* A byte too small, of another context, exactly of the size asked for, and over each argument. */
EACH_WORK(test_scratch) {
  struct work_scratch s;
  clscan_scratch *less = NULL;
  work_scratch_open(&s, &h, f.ctx, f.plan, REFUSAL_N, 3);
  if (s.bytes > 0) {
    assert_success(clscan_scratch_create(f.ctx, s.memory.place, s.bytes - 1, &less));
    f.run.args.scratch = less;
    assert_args_refused(&f, CLSCAN_SCRATCH_TOO_SMALL);
    assert_true(guarded_unchanged(&h, &s.memory, "scratch"));
    clscan_scratch_destroy(less);
    assert_success(clscan_scratch_create(h.ctx, s.memory.place, s.bytes, &less));
    f.run.args.scratch = less;
    assert_args_refused(&f, CLSCAN_WRONG_CONTEXT);
    clscan_scratch_destroy(less);
    f.run.args.scratch = s.handle;
    assert_args_accepted(&f);
    assert_true(guarded_intact(&h, &s.memory, "scratch"));
    for (unsigned k = 0; k < w->function->num_places; k++) {
      if (work_has(w, k)) {
        /* Its last byte is the first of the scratch. */
        clscan_scratch *over = NULL;
        cl_mem mem = refusal_buffer(h.context, CL_MEM_READ_WRITE, bytes_of(k) + s.bytes);
        assert_success(
            clscan_scratch_create(f.ctx, (clscan_buffer){mem, bytes_of(k) - 1}, s.bytes, &over));
        f.run.args.scratch = over;
        refuse_place(k, mem, 0, CLSCAN_OVERLAP);
        clscan_scratch_destroy(over);
        clReleaseMemObject(mem);
      }
    }
  }
  work_scratch_close(&s);
}

HARNESS_MAIN(NULL, NULL)
