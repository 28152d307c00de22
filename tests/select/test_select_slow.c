/* SPDX-License-Identifier: Apache-2.0 */
/* Select and partition of more than 2^31 bytes, and of more than 2^32 elements with counts of 64
 * bits, as far as the device's memory goes. */
#include "support/harness.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct harness h;

#define CHUNK ((size_t)1 << 24) /* elements that the host handles at a time */

/* Byte i of the input. */
static uint8_t byte_at(size_t i) {
  uint64_t x = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
  x ^= x >> 29;
  return (uint8_t)(x * UINT64_C(0xbf58476d1ce4e5b9) >> 56);
}

static cl_mem create(size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(h.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
      error == CL_OUT_OF_HOST_MEMORY) {
    harness_skip("%zu bytes in one buffer could not be had", bytes);
  }
  assert_int_equal(error, CL_SUCCESS);
  return mem;
}

static void need(size_t largest, size_t together) {
  if (largest > h.max_allocation || together > h.global_bytes / 10 * 9) {
    harness_skip("buffers of %zu bytes, %zu together, are more than the device has", largest,
                 together);
  }
}

/* So many elements; 2^32 where one buffer holds no more, which a count of 32 bits does not hold
 * either. */
static size_t elements_that_fit(size_t n) { return n > h.max_allocation ? (size_t)1 << 32 : n; }

static cl_mem upload(size_t n, uint8_t *chunk) {
  cl_mem mem = create(n);
  for (size_t begin = 0; begin < n; begin += CHUNK) {
    const size_t count = n - begin < CHUNK ? n - begin : CHUNK;
    for (size_t k = 0; k < count; k++) {
      chunk[k] = byte_at(begin + k);
    }
    assert_int_equal(
        clEnqueueWriteBuffer(h.queue, mem, CL_TRUE, begin, count, chunk, 0, NULL, NULL),
        CL_SUCCESS);
  }
  return mem;
}

static uint8_t *make_chunk(void) {
  uint8_t *chunk = malloc(CHUNK);
  assert_non_null(chunk);
  return chunk;
}

static uint64_t read_number(cl_mem mem, size_t index) {
  uint64_t number = 0;
  assert_int_equal(clEnqueueReadBuffer(h.queue, mem, CL_TRUE, index * 8, 8, &number, 0, NULL, NULL),
                   CL_SUCCESS);
  return number;
}

/* An output that is read in pieces, as its elements are asked for one after the other. */
struct reader {
  cl_mem mem;
  size_t bytes, at; /* of the whole output, and read so far */
  uint8_t *chunk;
};

static uint8_t next_byte(struct reader *r) {
  const size_t within = r->at % CHUNK;
  if (within == 0) {
    const size_t count = r->bytes - r->at < CHUNK ? r->bytes - r->at : CHUNK;
    assert_true(count > 0);
    assert_int_equal(
        clEnqueueReadBuffer(h.queue, r->mem, CL_TRUE, r->at, count, r->chunk, 0, NULL, NULL),
        CL_SUCCESS);
  }
  r->at++;
  return r->chunk[within];
}

static const clscan_select_algorithm algorithms[] = {
    CLSCAN_SELECT_LOOKBACK, CLSCAN_SELECT_REDUCE_THEN_SCAN, CLSCAN_SELECT_THREE_PASS};

/* Most bytes are kept, so that places are over 2^32 too; the count is fed back as a length. */
static void check_bytes(size_t n, clscan_select_algorithm algorithm) {
  const clscan_select_desc desc = {.type = CLSCAN_UINT8,
                                   .count_type = CLSCAN_UINT64,
                                   .n_device_type = CLSCAN_UINT64,
                                   .algorithm = algorithm,
                                   .predicate = "x % 64"};
  clscan_plan *plan = NULL;
  uint8_t *chunk = make_chunk();
  const clscan_status status = clscan_select_plan_create(h.ctx, &desc, &plan);
  if (status == CLSCAN_UNSUPPORTED_ALGORITHM && algorithm == CLSCAN_SELECT_LOOKBACK) {
    free(chunk);
    return;
  }
  assert_success(status);
  /* The three-pass select needs several times the input's memory. */
  size_t scratch = 0;
  assert_success(clscan_plan_scratch_size(plan, n, &scratch));
  if (scratch > h.max_allocation || scratch > h.global_bytes / 10 * 9 - 2 * n) {
    printf("algorithm %d left out: it needs %zu bytes besides\n", (int)algorithm, scratch);
    clscan_plan_destroy(plan);
    free(chunk);
    return;
  }
  cl_mem in = upload(n, chunk);
  cl_mem out = create(n);
  cl_mem counts = create(16);
  clscan_select_args args = {.in = {in, 0}, .out = {out, 0}, .count = {counts, 0}, .n = n};
  assert_success(clscan_select_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  struct reader r = {.mem = out, .bytes = n, .chunk = chunk};
  for (size_t i = 0; i < n; i++) {
    const uint8_t x = byte_at(i);
    if (x % 64 != 0 && next_byte(&r) != x) {
      fail_msg("element %zu, from %zu of %zu, is wrong", r.at - 1, i, n);
    }
  }
  assert_true(read_number(counts, 0) == r.at);
  /* What is left has nothing more to drop. */
  args =
      (clscan_select_args){.in = {out, 0}, .count = {counts, 8}, .n = n, .n_device = {counts, 0}};
  assert_success(clscan_select_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_true(read_number(counts, 1) == r.at);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(counts);
  clscan_plan_destroy(plan);
  free(chunk);
}

static void test_over_2_31_bytes(void **state) {
  (void)state;
  const size_t n = ((size_t)1 << 31) + 77;
  need(n, 2 * n);
  for (size_t a = 0; a < HARNESS_COUNT(algorithms); a++) {
    check_bytes(n, algorithms[a]);
  }
}

static void test_over_2_32_bytes(void **state) {
  (void)state;
  const size_t n = elements_that_fit(((size_t)1 << 32) + ((size_t)1 << 27) + 5);
  need(n, 2 * n);
  for (size_t a = 0; a < HARNESS_COUNT(algorithms); a++) {
    check_bytes(n, algorithms[a]);
  }
}

/* Indices of 64 bits: few are kept, some of them past 2^32. And all are counted. */
static void test_where_over_2_32(void **state) {
  (void)state;
  const size_t n = elements_that_fit(((size_t)1 << 32) + 100003);
  const size_t capacity = 1000;
  need(n, n);
  const clscan_select_desc desc = {.type = CLSCAN_UINT8,
                                   .out_type = CLSCAN_UINT64,
                                   .count_type = CLSCAN_UINT64,
                                   .predicate =
                                       "i % 4294967 == 4294966 || i > 4294967298 && x > 250",
                                   .output = "i"};
  clscan_plan *plan = NULL;
  uint8_t *chunk = make_chunk();
  assert_success(clscan_select_plan_create(h.ctx, &desc, &plan));
  cl_mem in = upload(n, chunk);
  cl_mem out = create(capacity * 8);
  cl_mem count = create(8);
  const clscan_select_args args = {
      .in = {in, 0}, .out = {out, 0}, .count = {count, 0}, .n = n, .capacity = capacity};
  assert_success(clscan_select_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  uint64_t *indices = malloc(capacity * 8);
  assert_non_null(indices);
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, out, CL_TRUE, 0, capacity * 8, indices, 0, NULL, NULL),
      CL_SUCCESS);
  uint64_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    if (i % 4294967 == 4294966 || (i > 4294967298 && byte_at(i) > 250)) {
      if (kept < capacity && indices[kept] != i) {
        fail_msg("index %zu is wrong", (size_t)kept);
      }
      kept++;
    }
  }
  assert_true(read_number(count, 0) == kept);
  free(indices);
  clscan_plan_destroy(plan);
  /* All of them: a number that 32 bits do not hold. */
  const clscan_select_desc all = {
      .type = CLSCAN_UINT8, .count_type = CLSCAN_UINT64, .predicate = "1"};
  const clscan_select_args count_alone = {.in = {in, 0}, .count = {count, 0}, .n = n};
  assert_success(clscan_select_plan_create(h.ctx, &all, &plan));
  assert_success(clscan_select_enqueue(plan, h.queue, &count_alone, 0, NULL, NULL));
  assert_true(read_number(count, 0) == n);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(count);
  clscan_plan_destroy(plan);
  free(chunk);
}

/* Three buckets, the last of which begins past 2^32. */
static void test_partition_over_2_32(void **state) {
  (void)state;
  const size_t n = elements_that_fit(((size_t)1 << 32) + ((size_t)1 << 27) + 5);
  need(n, 2 * n);
  const clscan_partition_desc desc = {.type = CLSCAN_UINT8,
                                      .count_type = CLSCAN_UINT64,
                                      .num_buckets = 3,
                                      .bucket = "x < 2 ? 2 : x & 1"};
  clscan_plan *plan = NULL;
  uint8_t *chunk = make_chunk();
  assert_success(clscan_partition_plan_create(h.ctx, &desc, &plan));
  cl_mem in = upload(n, chunk);
  cl_mem out = create(n);
  cl_mem offsets = create(32);
  const clscan_partition_args args = {
      .in = {in, 0}, .out = {out, 0}, .offsets = {offsets, 0}, .n = n};
  assert_success(clscan_partition_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  struct reader r = {.mem = out, .bytes = n, .chunk = chunk};
  for (unsigned bucket = 0; bucket < 3; bucket++) {
    assert_true(read_number(offsets, bucket) == r.at);
    for (size_t i = 0; i < n; i++) {
      const uint8_t x = byte_at(i);
      if ((x < 2 ? 2u : x & 1u) == bucket && next_byte(&r) != x) {
        fail_msg("element %zu, from %zu of %zu, is wrong", r.at - 1, i, n);
      }
    }
  }
  assert_true(read_number(offsets, 3) == n);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseMemObject(offsets);
  clscan_plan_destroy(plan);
  free(chunk);
}

int main(int argc, char **argv) {
  const struct CMUnitTest bytes_31[] = {cmocka_unit_test(test_over_2_31_bytes)};
  const struct CMUnitTest bytes_32[] = {cmocka_unit_test(test_over_2_32_bytes)};
  const struct CMUnitTest where[] = {cmocka_unit_test(test_where_over_2_32)};
  const struct CMUnitTest partition[] = {cmocka_unit_test(test_partition_over_2_32)};
  const char *which = argc > 1 ? argv[1] : "bytes_2_31";
  int failed = 0;
  harness_open(&h);
  if (strcmp(which, "bytes_2_31") == 0) {
    failed = cmocka_run_group_tests(bytes_31, NULL, NULL);
  } else if (strcmp(which, "bytes_2_32") == 0) {
    failed = cmocka_run_group_tests(bytes_32, NULL, NULL);
  } else if (strcmp(which, "where") == 0) {
    failed = cmocka_run_group_tests(where, NULL, NULL);
  } else {
    failed = cmocka_run_group_tests(partition, NULL, NULL);
  }
  harness_close(&h);
  return harness_exit(failed);
}
