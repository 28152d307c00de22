/* SPDX-License-Identifier: Apache-2.0 */
/* The caller's own scratch memory: any byte offset, exactly the size asked for, several plans. */
#include "support/arrays.h"
#include "support/refusal.h"
#include "support/scan_case.h"
#include "support/shapes.h"

#include <stdlib.h>

static struct harness h;

/* Full of ones, of exactly the size asked for, and at any byte. */
static void check_offsets(const struct work *w, const struct shape *shape, size_t step) {
  clscan_context *ctx = work_open_context(&h, harness_options(&h), shape, w);
  clscan_plan *plan = work_plan(ctx, w);
  const size_t many = shapes_many_tiles(plan);
  for (size_t shift = 0; shift < 16; shift += step) {
    struct work_run r;
    struct work_scratch scratch;
    const size_t n = shift % 4 == 3 ? 5 : many;
    work_open(&r, &h, w, n, shift + 1);
    work_scratch_open(&scratch, &h, ctx, plan, n, shift);
    r.args.scratch = scratch.handle;
    for (unsigned run = 0; run < 2; run++) {
      work_spoil(&r);
      assert_success(work_enqueue(&r, plan, h.queue, 0, NULL, NULL));
      assert_true(work_is_clean(&r));
    }
    assert_true(guarded_intact(&h, &scratch.memory, "scratch"));
    work_scratch_close(&scratch);
    work_close(&r);
  }
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
}

TEST(test_any_byte_offset) {
  for (const struct work *w = works; w->name != NULL; w++) {
    check_offsets(w, &shapes[SHAPE_OWN], 5);
    if (shapes_fits(&h, &shapes[SHAPE_64])) {
      check_offsets(w, &shapes[SHAPE_64], 1);
    }
  }
}

/* Payload slots beside a flag need alignment as well: 64-bit values. */
TEST(test_any_byte_offset_of_wide_values) {
  for (size_t s = 0; s < 2; s++) {
    const struct shape *shape = &shapes[s == 0 ? SHAPE_OWN : SHAPE_64];
    if (!shapes_enter(&h, shape)) {
      continue;
    }
    for (unsigned k = 1; k < SHAPES_ALGORITHM_COUNT; k += 2) {
      struct scan_case c = {.desc = {.type = CLSCAN_INT64, .algorithm = shapes_algorithms[k]},
                            .total = true,
                            .own_scratch = true};
      clscan_plan *plan = NULL;
      assert_success(clscan_scan_plan_create(h.ctx, &c.desc, &plan));
      const size_t many = shapes_many_tiles(plan);
      for (c.scratch_shift = 0; c.scratch_shift < 16; c.scratch_shift++) {
        c.seed = c.scratch_shift + 1;
        c.n = c.scratch_shift % 4 == 3 ? 5 : many;
        assert_true(scan_case_run(&h, plan, &c));
      }
      clscan_plan_destroy(plan);
    }
    shapes_leave(&h);
  }
}

TEST(test_bad_scratch) {
  struct refusal f;
  clscan_scratch *scratch = NULL;
  refusal_open(&f, &h, work_named("scan, look-back"));
  const clscan_buffer good = f.good.at[WORK_OUT];
  const size_t whole = f.run.places[WORK_OUT].whole;
  cl_mem read = refusal_buffer(h.context, CL_MEM_READ_ONLY, 256);
  cl_mem written = refusal_buffer(h.context, CL_MEM_WRITE_ONLY, 256);
  const struct {
    clscan_buffer at;
    size_t bytes;
    clscan_status status;
  } rows[] = {{{NULL, 0}, 64, CLSCAN_INVALID_ARGUMENT},
              {{good.mem, whole - 63}, 64, CLSCAN_BUFFER_TOO_SMALL},
              {good, SIZE_MAX - 8, CLSCAN_BUFFER_TOO_SMALL},
              {{read, 0}, 64, CLSCAN_BUFFER_ACCESS},
              {{written, 0}, 64, CLSCAN_BUFFER_ACCESS}};
  for (size_t k = 0; k < HARNESS_COUNT(rows); k++) {
    assert_refused(&f, clscan_scratch_create(f.ctx, rows[k].at, rows[k].bytes, &scratch),
                   rows[k].status);
  }
  assert_status(clscan_scratch_create(NULL, good, 64, &scratch), CLSCAN_INVALID_ARGUMENT);
  assert_status(clscan_scratch_create(f.ctx, good, 64, NULL), CLSCAN_INVALID_ARGUMENT);
  assert_null(scratch);
  clscan_scratch_destroy(NULL);
  clReleaseMemObject(read);
  clReleaseMemObject(written);
  refusal_close(&f);
}

/* One scratch for plans of different layouts and lengths in turn. */
TEST(test_several_plans) {
  clscan_context *ctx = shapes_open(&h, shapes_small_tiles(&h));
  const clscan_scan_desc descs[] = {
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_LOOKBACK},
      {.type = CLSCAN_INT64, .algorithm = CLSCAN_SCAN_LOOKBACK},
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_LOOKBACK_TWO_LEVEL},
      {.type = CLSCAN_INT64, .algorithm = CLSCAN_SCAN_THREE_PASS},
  };
  clscan_plan *plans[HARNESS_COUNT(descs)];
  size_t bytes = 0;
  const size_t n = 30011;
  for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
    size_t needed = 0;
    assert_success(clscan_scan_plan_create(ctx, &descs[k], &plans[k]));
    assert_success(clscan_plan_scratch_size(plans[k], n, &needed));
    bytes = needed > bytes ? needed : bytes;
  }
  struct guarded memory;
  struct guarded in;
  struct guarded out;
  clscan_scratch *scratch = NULL;
  int64_t *input = calloc(n, sizeof *input);
  int64_t *expected = calloc(n, sizeof *expected);
  int64_t *actual = calloc(n, sizeof *actual);
  assert_non_null(input);
  assert_non_null(expected);
  assert_non_null(actual);
  guarded_create(&h, &memory, bytes, 7, NULL);
  assert_success(clscan_scratch_create(ctx, memory.place, bytes, &scratch));
  for (unsigned run = 0; run < 40; run++) {
    const size_t p = (run * run + run / 3) % HARNESS_COUNT(descs);
    const size_t length = n - (run * 977) % n;
    const struct reference r = scan_case_reference(&descs[p]);
    uint8_t total[8];
    data_fill(&r, length, run + 1, input);
    reference_scan(&r, input, length, NULL, expected, total);
    const size_t size = length * values_size(r.in);
    guarded_create(&h, &in, size, 0, input);
    guarded_create(&h, &out, size, 0, NULL);
    const clscan_scan_args args = {
        .in = in.place, .out = out.place, .n = length, .scratch = scratch};
    assert_success(clscan_scan_enqueue(plans[p], h.queue, &args, 0, NULL, NULL));
    guarded_read(&h, &out, actual);
    assert_memory_equal(actual, expected, size);
    guarded_destroy(&in);
    guarded_destroy(&out);
  }
  assert_true(guarded_intact(&h, &memory, "scratch"));
  clscan_scratch_destroy(scratch);
  guarded_destroy(&memory);
  free(input);
  free(expected);
  free(actual);
  for (size_t k = 0; k < HARNESS_COUNT(descs); k++) {
    clscan_plan_destroy(plans[k]);
  }
  clscan_context_destroy(ctx);
}

/* What one plan leaves in scratch may look like another's records: values of 128 bytes whose words
 * are a record's head, with the flag of a prefix and the epoch of the next launch. */
TEST(test_what_others_left) {
  const clscan_custom_type words_type = {.name = "words",
                                         .definition = "typedef struct { uint v[32]; } words;",
                                         .size = 128,
                                         .alignment = 4};
  const clscan_custom_op right = {.expression = "b", .exact = 1};
  const clscan_scan_desc descs[] = {
      {.type = CLSCAN_CUSTOM,
       .custom_type = &words_type,
       .op = CLSCAN_CUSTOM_OP,
       .custom_op = &right,
       .kind = CLSCAN_INCLUSIVE,
       .algorithm = CLSCAN_SCAN_LOOKBACK},
      {.type = CLSCAN_UINT32, .kind = CLSCAN_INCLUSIVE, .algorithm = CLSCAN_SCAN_LOOKBACK}};
  /* Every 8th tile is late, so that its successor looks at what was there before. */
  clscan_context_options options = harness_build_options(&h, "-DCLSCAN_TEST_DELAY=8");
  clscan_context *ctx = NULL;
  options.tuning = &shapes[h.is_cpu ? SHAPE_REREAD : SHAPE_64].tuning;
  options.allow_lookback = 1;
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  clscan_plan *plans[2];
  size_t bytes[2];
  for (unsigned k = 0; k < 2; k++) {
    assert_success(clscan_scan_plan_create(ctx, &descs[k], &plans[k]));
  }
  const size_t n = shapes_tile(plans[1]) * 400;
  for (unsigned k = 0; k < 2; k++) {
    assert_success(clscan_plan_scratch_size(plans[k], n, &bytes[k]));
  }
  const size_t most = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
  uint32_t *words = arrays_host(n * 32);
  uint32_t *expected = arrays_host(n);
  cl_mem memory = arrays_create(&h, most / 4 + 1);
  cl_mem out = arrays_create(&h, n * 32);
  cl_mem in = arrays_random(&h, n, 21, expected);
  arrays_sum(expected, n);
  clscan_scratch *scratch = NULL;
  assert_success(clscan_scratch_create(ctx, (clscan_buffer){memory, 0}, most, &scratch));
  for (uint32_t round = 0; round < 12; round++) {
    /* The epoch that the second scan would have if nothing were cleared between them. */
    const uint32_t epoch = 2 * round + 1;
    for (size_t k = 0; k < n * 32; k++) {
      words[k] = (2u << 30) | epoch;
    }
    cl_int error = CL_SUCCESS;
    cl_mem heads = clCreateBuffer(h.context, CL_MEM_COPY_HOST_PTR, n * 128, words, &error);
    assert_int_equal(error, CL_SUCCESS);
    const clscan_scan_args first = {.in = {heads, 0}, .out = {out, 0}, .n = n, .scratch = scratch};
    const clscan_scan_args second = {.in = {in, 0}, .out = {out, 0}, .n = n, .scratch = scratch};
    assert_success(clscan_scan_enqueue(plans[0], h.queue, &first, 0, NULL, NULL));
    assert_success(clscan_scan_enqueue(plans[1], h.queue, &second, 0, NULL, NULL));
    assert_true(arrays_equal(&h, out, expected, n));
    clReleaseMemObject(heads);
  }
  clscan_scratch_destroy(scratch);
  for (unsigned k = 0; k < 2; k++) {
    clscan_plan_destroy(plans[k]);
  }
  clscan_context_destroy(ctx);
  clReleaseMemObject(memory);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  free(words);
  free(expected);
}

HARNESS_MAIN(NULL, NULL)
