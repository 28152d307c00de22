/* SPDX-License-Identifier: Apache-2.0 */
/* Select and partition of more than 2^31 bytes, and of more than 2^32 elements with counts of 64
 * bits, as far as the device's memory goes. */
#include "support/partition_case.h"
#include "support/select_case.h"

#include <stdio.h>
#include <stdlib.h>

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

/* For a plan over n bytes: the input, an output of so many bytes, and four numbers. */
struct buffers {
  cl_mem in, out, numbers;
  uint8_t *chunk;
};

static struct buffers open_buffers(size_t n, size_t out_bytes) {
  struct buffers b = {.chunk = malloc(CHUNK)};
  assert_non_null(b.chunk);
  b.in = upload(n, b.chunk);
  b.out = create(out_bytes);
  b.numbers = create(32);
  return b;
}

static void close_buffers(struct buffers *b) {
  clReleaseMemObject(b->in);
  clReleaseMemObject(b->out);
  clReleaseMemObject(b->numbers);
  free(b->chunk);
}

/* Runs it and waits. */
static void select_bytes(clscan_plan *plan, const clscan_select_args *args) {
  assert_success(clscan_select_enqueue(plan, h.queue, args, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
}

/* Most bytes are kept, so that places are over 2^32 too; the count is fed back as a length. */
static void check_bytes(size_t n, clscan_select_algorithm algorithm) {
  const clscan_select_desc desc = {.type = CLSCAN_UINT8,
                                   .count_type = CLSCAN_UINT64,
                                   .n_device_type = CLSCAN_UINT64,
                                   .algorithm = algorithm,
                                   .predicate = "x % 64"};
  clscan_plan *plan = NULL;
  const clscan_status status = clscan_select_plan_create(h.ctx, &desc, &plan);
  if (status == CLSCAN_UNSUPPORTED_ALGORITHM && algorithm == CLSCAN_SELECT_LOOKBACK) {
    return;
  }
  assert_success(status);
  /* The three-pass select needs several times the input's memory. */
  size_t scratch = 0;
  assert_success(clscan_plan_scratch_size(plan, n, &scratch));
  if (scratch > h.max_allocation || scratch > h.global_bytes / 10 * 9 - 2 * n) {
    printf("algorithm %d left out: it needs %zu bytes besides\n", (int)algorithm, scratch);
    clscan_plan_destroy(plan);
    return;
  }
  struct buffers b = open_buffers(n, n);
  clscan_select_args args = {.in = {b.in, 0}, .out = {b.out, 0}, .count = {b.numbers, 0}, .n = n};
  select_bytes(plan, &args);
  struct reader r = {.mem = b.out, .bytes = n, .chunk = b.chunk};
  for (size_t i = 0; i < n; i++) {
    const uint8_t x = byte_at(i);
    if (x % 64 != 0 && next_byte(&r) != x) {
      fail_msg("element %zu, from %zu of %zu, is wrong", r.at - 1, i, n);
    }
  }
  assert_true(read_number(b.numbers, 0) == r.at);
  /* What is left has nothing more to drop. */
  args = (clscan_select_args){
      .in = {b.out, 0}, .count = {b.numbers, 8}, .n = n, .n_device = {b.numbers, 0}};
  select_bytes(plan, &args);
  assert_true(read_number(b.numbers, 1) == r.at);
  close_buffers(&b);
  clscan_plan_destroy(plan);
}

static void check_algorithms(size_t n) {
  need(n, 2 * n);
  for (size_t a = 0; a < SELECT_CASE_ALGORITHMS; a++) {
    check_bytes(n, select_case_algorithms[a]);
  }
}

/* The tests' names are the arguments of their runs. */
TEST(bytes_2_31) { check_algorithms(((size_t)1 << 31) + 77); }

TEST(bytes_2_32) { check_algorithms(elements_that_fit(((size_t)1 << 32) + ((size_t)1 << 27) + 5)); }

/* Indices of 64 bits: few are kept, some of them past 2^32. And all are counted. */
TEST(where) {
  const size_t n = elements_that_fit(((size_t)1 << 32) + 100003);
  enum { CAPACITY = 1000 };
  need(n, n);
  const clscan_select_desc desc = {.type = CLSCAN_UINT8,
                                   .out_type = CLSCAN_UINT64,
                                   .count_type = CLSCAN_UINT64,
                                   .predicate =
                                       "i % 4294967 == 4294966 || i > 4294967298 && x > 250",
                                   .output = "i"};
  /* All of them: a number that 32 bits do not hold. */
  const clscan_select_desc all = {
      .type = CLSCAN_UINT8, .count_type = CLSCAN_UINT64, .predicate = "1"};
  uint64_t indices[CAPACITY], kept = 0;
  clscan_plan *plan = select_case_plan(&h, &desc), *count_all = select_case_plan(&h, &all);
  struct buffers b = open_buffers(n, sizeof indices);
  clscan_select_args args = {
      .in = {b.in, 0}, .out = {b.out, 0}, .count = {b.numbers, 0}, .n = n, .capacity = CAPACITY};
  select_bytes(plan, &args);
  assert_int_equal(
      clEnqueueReadBuffer(h.queue, b.out, CL_TRUE, 0, sizeof indices, indices, 0, NULL, NULL),
      CL_SUCCESS);
  for (size_t i = 0; i < n; i++) {
    if (i % 4294967 == 4294966 || (i > 4294967298 && byte_at(i) > 250)) {
      if (kept < CAPACITY && indices[kept] != i) {
        fail_msg("index %zu is wrong", (size_t)kept);
      }
      kept++;
    }
  }
  assert_true(read_number(b.numbers, 0) == kept);
  args = (clscan_select_args){.in = {b.in, 0}, .count = {b.numbers, 0}, .n = n};
  select_bytes(count_all, &args);
  assert_true(read_number(b.numbers, 0) == n);
  close_buffers(&b);
  clscan_plan_destroy(plan);
  clscan_plan_destroy(count_all);
}

/* Three buckets, the last of which begins past 2^32. */
TEST(partition) {
  const size_t n = elements_that_fit(((size_t)1 << 32) + ((size_t)1 << 27) + 5);
  need(n, 2 * n);
  const clscan_partition_desc desc = {.type = CLSCAN_UINT8,
                                      .count_type = CLSCAN_UINT64,
                                      .num_buckets = 3,
                                      .bucket = "x < 2 ? 2 : x & 1"};
  clscan_plan *plan = partition_case_plan(&h, &desc);
  struct buffers b = open_buffers(n, n);
  const clscan_partition_args args = {
      .in = {b.in, 0}, .out = {b.out, 0}, .offsets = {b.numbers, 0}, .n = n};
  assert_success(clscan_partition_enqueue(plan, h.queue, &args, 0, NULL, NULL));
  assert_int_equal(clFinish(h.queue), CL_SUCCESS);
  struct reader r = {.mem = b.out, .bytes = n, .chunk = b.chunk};
  for (unsigned bucket = 0; bucket < 3; bucket++) {
    assert_true(read_number(b.numbers, bucket) == r.at);
    for (size_t i = 0; i < n; i++) {
      const uint8_t x = byte_at(i);
      if ((x < 2 ? 2u : x & 1u) == bucket && next_byte(&r) != x) {
        fail_msg("element %zu, from %zu of %zu, is wrong", r.at - 1, i, n);
      }
    }
  }
  assert_true(read_number(b.numbers, 3) == n);
  close_buffers(&b);
  clscan_plan_destroy(plan);
}

HARNESS_MAIN(NULL, NULL)
