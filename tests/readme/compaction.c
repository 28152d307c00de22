/* SPDX-License-Identifier: Apache-2.0 */
/* Select, where, unique by key, partition, reduce and adjacent difference in one call each. */
#include "readme.h"

#define N ((size_t)10000)

struct buffers {
  cl_mem in, keys, values, out, indices, out_keys, out_values, count, offsets, sum, steps;
};

static void run(clscan_context *ctx, cl_command_queue queue, const struct buffers *b, size_t n) {
  // The elements that are greater than `limit`, in order, and how many there are.
  int limit = 500;
  clscan_select_desc select = {
      .type = CLSCAN_INT32, .predicate = "x > u", .argument_type = CLSCAN_INT32};
  clscan_select_args select_args = {.in = {.mem = b->in},
                                    .out = {.mem = b->out},
                                    .count = {.mem = b->count},
                                    .argument = &limit,
                                    .n = n};
  clscan_select(ctx, queue, &select, &select_args, 0, NULL, NULL);

  // Where the elements are that are not zero.
  clscan_select_desc where = {
      .type = CLSCAN_INT32, .predicate = "x != 0", .output = "i", .out_type = CLSCAN_UINT32};
  clscan_select_args where_args = {
      .in = {.mem = b->in}, .out = {.mem = b->indices}, .count = {b->count, 4}, .n = n};
  clscan_select(ctx, queue, &where, &where_args, 0, NULL, NULL);

  // The first key of each run of equal keys, and the value beside it.
  clscan_select_output value = {.type = CLSCAN_FLOAT32};
  clscan_select_arrays arrays = {.in = {.mem = b->values}, .out = {.mem = b->out_values}};
  clscan_select_desc unique = {
      .type = CLSCAN_UINT32, .flags = CLSCAN_UNIQUE, .more = &value, .num_more = 1};
  clscan_select_args unique_args = {.in = {.mem = b->keys},
                                    .out = {.mem = b->out_keys},
                                    .count = {b->count, 8},
                                    .more = &arrays,
                                    .n = n};
  clscan_select(ctx, queue, &unique, &unique_args, 0, NULL, NULL);

  // Seven buckets one after the other, each in the input's order, and where they begin.
  clscan_partition_desc partition = {.type = CLSCAN_INT32, .bucket = "x % 7", .num_buckets = 7};
  clscan_partition_args partition_args = {
      .in = {.mem = b->in}, .out = {.mem = b->out}, .offsets = {.mem = b->offsets}, .n = n};
  clscan_partition(ctx, queue, &partition, &partition_args, 0, NULL, NULL);

  // A sum in 64 bits.
  clscan_reduce_desc reduce = {.type = CLSCAN_INT32, .out_type = CLSCAN_INT64};
  clscan_reduce_args reduce_args = {.in = {.mem = b->in}, .out = {.mem = b->sum}, .n = n};
  clscan_reduce(ctx, queue, &reduce, &reduce_args, 0, NULL, NULL);

  // What changes from one element to the next.
  clscan_adjacent_difference_desc steps = {.type = CLSCAN_INT32};
  clscan_adjacent_difference_args steps_args = {
      .in = {.mem = b->in}, .out = {.mem = b->steps}, .n = n};
  clscan_adjacent_difference(ctx, queue, &steps, &steps_args, 0, NULL, NULL);
}

static void read_back(struct harness *h, cl_mem mem, size_t offset, size_t size, void *to) {
  REQUIRE(clEnqueueReadBuffer(h->queue, mem, CL_TRUE, offset, size, to, 0, NULL, NULL) ==
          CL_SUCCESS);
}

int main(void) {
  struct harness h;
  static int32_t in[N], out[N], steps[N];
  static uint32_t keys[N], out_keys[N], indices[N];
  static float values[N], out_values[N];
  harness_open(&h);
  for (size_t i = 0; i < N; i++) {
    in[i] = (int32_t)(i * 7919 % 1000);
    keys[i] = (uint32_t)(i / 3);
    values[i] = (float)i;
  }
  struct buffers b = {.in = readme_buffer(&h, sizeof in, in),
                      .keys = readme_buffer(&h, sizeof keys, keys),
                      .values = readme_buffer(&h, sizeof values, values),
                      .out = readme_buffer(&h, sizeof out, NULL),
                      .indices = readme_buffer(&h, sizeof indices, NULL),
                      .out_keys = readme_buffer(&h, sizeof out_keys, NULL),
                      .out_values = readme_buffer(&h, sizeof out_values, NULL),
                      .count = readme_buffer(&h, 12, NULL),
                      .offsets = readme_buffer(&h, 32, NULL),
                      .sum = readme_buffer(&h, 8, NULL),
                      .steps = readme_buffer(&h, sizeof steps, NULL)};
  run(h.ctx, h.queue, &b, N);

  uint32_t counts[3], offsets[8];
  int64_t sum;
  read_back(&h, b.count, 0, sizeof counts, counts);
  read_back(&h, b.offsets, 0, sizeof offsets, offsets);
  read_back(&h, b.sum, 0, sizeof sum, &sum);
  read_back(&h, b.out, 0, sizeof out, out);
  read_back(&h, b.steps, 0, sizeof steps, steps);
  read_back(&h, b.indices, 0, sizeof indices, indices);
  read_back(&h, b.out_keys, 0, sizeof out_keys, out_keys);
  read_back(&h, b.out_values, 0, sizeof out_values, out_values);
  uint32_t greater = 0, where = 0, unique = 0, place = 0;
  int64_t expected_sum = 0;
  for (size_t i = 0; i < N; i++) {
    greater += in[i] > 500;
    expected_sum += in[i];
    REQUIRE(steps[i] == (i > 0 ? in[i] - in[i - 1] : in[i]));
    if (in[i] != 0) {
      REQUIRE(indices[where++] == i);
    }
    if (i == 0 || keys[i] != keys[i - 1]) {
      REQUIRE(out_keys[unique] == keys[i] && out_values[unique] == values[i]);
      unique++;
    }
  }
  REQUIRE(counts[0] == greater && counts[1] == where && counts[2] == unique);
  REQUIRE(sum == expected_sum);
  for (int bucket = 0; bucket < 7; bucket++) {
    REQUIRE(offsets[bucket] == place);
    for (size_t i = 0; i < N; i++) {
      if (in[i] % 7 == bucket) {
        REQUIRE(out[place++] == in[i]);
      }
    }
  }
  REQUIRE(offsets[7] == N);
  cl_mem all[] = {b.in,         b.keys,  b.values,  b.out, b.indices, b.out_keys,
                  b.out_values, b.count, b.offsets, b.sum, b.steps};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    clReleaseMemObject(all[k]);
  }
  harness_close(&h);
  return 0;
}
