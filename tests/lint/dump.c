/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the programs of every algorithm, for several types, operators and devices, to a folder. */
#include "compactions.h"
#include "fake_opencl.h"
#include "support/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define NVIDIA_EXTENSIONS                                                                          \
  "cl_khr_fp64 cl_khr_int64_base_atomics cl_khr_int64_extended_atomics "                           \
  "cl_nv_device_attribute_query"

/* clang does not know that these devices have them. */
#define INT64_ATOMICS "-cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics"

static const struct fake_device devices[] = {
    {.name = "nvidia-sm90",
     .platform = "NVIDIA CUDA",
     .vendor = "NVIDIA Corporation",
     .version = "OpenCL 3.0 CUDA",
     .extensions = NVIDIA_EXTENSIONS,
     .type = CL_DEVICE_TYPE_GPU,
     .compute_capability = {9, 0},
     .subgroup_size = 32,
     .target = "nvptx64-nvidia-nvcl",
     .flags = INT64_ATOMICS,
     .tunings = 17},
    {.name = "nvidia-sm60",
     .platform = "NVIDIA CUDA",
     .vendor = "NVIDIA Corporation",
     .version = "OpenCL 1.2 CUDA",
     .extensions = NVIDIA_EXTENSIONS,
     .type = CL_DEVICE_TYPE_GPU,
     .compute_capability = {6, 0},
     .subgroup_size = 32,
     .target = "nvptx64-nvidia-nvcl",
     .flags = INT64_ATOMICS,
     .tunings = 17},
    {.name = "khr-subgroups",
     .platform = "Some platform",
     .vendor = "Some vendor",
     .version = "OpenCL 3.0 something",
     .extensions =
         "cl_khr_fp64 cl_khr_int64_base_atomics cl_khr_int64_extended_atomics cl_khr_subgroups "
         "cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative cl_khr_subgroup_ballot",
     .type = CL_DEVICE_TYPE_GPU,
     .device_scope = true,
     .subgroup_size = 16,
     .target = "spir64",
     .flags = "",
     .tunings = 7},
    {.name = "cpu",
     .platform = "Portable Computing Language",
     .vendor = "Some vendor",
     .version = "OpenCL 3.0 pocl",
     .extensions = "cl_khr_fp64 cl_khr_int64_base_atomics cl_khr_int64_extended_atomics",
     .type = CL_DEVICE_TYPE_CPU,
     .device_scope = true,
     .subgroup_size = 1,
     .target = "spir64",
     .flags = "",
     .tunings = 9},
    /* No double precision either. */
    {.name = "plain-1.2",
     .platform = "Some platform",
     .vendor = "Some vendor",
     .version = "OpenCL 1.2 something",
     .extensions = "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics",
     .type = CL_DEVICE_TYPE_GPU,
     .subgroup_size = 1,
     .target = "spir64",
     .flags = "-cl-ext=-cl_khr_fp64,-cl_khr_fp16",
     .tunings = 3},
};

/* --- what is compiled ------------------------------------------------------------------------ */

static const clscan_custom_type pair = {.name = "pair",
                                        .definition = "typedef struct { int a, b, c; } pair;",
                                        .size = 12,
                                        .alignment = 4};
static const clscan_custom_type float4_type = {.name = "float4", .size = 16, .alignment = 16};
static const clscan_custom_op left = {.expression = "b.a ? b : a", .exact = 1};
static const clscan_custom_op vector_sum = {.expression = "a + b", .identity = "(float4)(0.0f)"};

static const clscan_scan_desc descs[] = {
    {.type = CLSCAN_INT32},
    {.type = CLSCAN_UINT8, .op = CLSCAN_XOR, .kind = CLSCAN_INCLUSIVE},
    {.type = CLSCAN_INT16, .op = CLSCAN_MIN},
    {.type = CLSCAN_UINT64, .op = CLSCAN_MUL, .kind = CLSCAN_INCLUSIVE},
    {.type = CLSCAN_FLOAT16},
    {.type = CLSCAN_BFLOAT16, .acc_type = CLSCAN_BFLOAT16, .kind = CLSCAN_INCLUSIVE},
    {.type = CLSCAN_FLOAT32, .op = CLSCAN_MAX},
    {.type = CLSCAN_FLOAT64, .kind = CLSCAN_INCLUSIVE},
    {.type = CLSCAN_UINT8, .out_type = CLSCAN_UINT32, .load = "x > 3", .store = "a * 2"},
    {.type = CLSCAN_CUSTOM,
     .custom_type = &pair,
     .op = CLSCAN_CUSTOM_OP,
     .custom_op = &left,
     .kind = CLSCAN_INCLUSIVE},
    {.type = CLSCAN_CUSTOM,
     .custom_type = &float4_type,
     .op = CLSCAN_CUSTOM_OP,
     .custom_op = &vector_sum},
};

static const clscan_tuning tunings[] = {
    {.group_size = 0},
    {.backend = CLSCAN_BACKEND_LOCAL,
     .storage = CLSCAN_STORAGE_REGISTERS,
     .group_size = 96,
     .items = 8,
     .method = CLSCAN_WORKGROUP_BLELLOCH},
    {.backend = CLSCAN_BACKEND_LOCAL,
     .storage = CLSCAN_STORAGE_REGISTERS,
     .group_size = 64,
     .items = 4,
     .method = CLSCAN_WORKGROUP_HILLIS_STEELE,
     .atomics = CLSCAN_ATOMICS_OPENCL1},
    {.backend = CLSCAN_BACKEND_LOCAL,
     .storage = CLSCAN_STORAGE_REREAD,
     .atomics = CLSCAN_ATOMICS_OPENCL1},
    {.poll_delay = 300},
};

/* What a device honestly cannot do is no fault. */
static bool is_refusal(clscan_status status) {
  return status == CLSCAN_UNSUPPORTED_ALGORITHM || status == CLSCAN_UNSUPPORTED_TYPE ||
         status == CLSCAN_UNSUPPORTED_BACKEND;
}

static void say(void *user, clscan_status status, const char *message) {
  (void)user;
  if (!is_refusal(status)) {
    fprintf(stderr, "%s: %s\n", clscan_status_name(status), message);
  }
}

static void fail(const char *device, clscan_status status) {
  fprintf(stderr, "%s: %s\n", device, clscan_status_name(status));
  exit(EXIT_FAILURE);
}

static void dump_plans(clscan_context *ctx, const char *device, size_t tuning) {
  for (size_t d = 0; d < COUNT(descs); d++) {
    /* Every third pair of descriptor and algorithm is enough; each of both is there. */
    for (int a = 1 + (int)((d + tuning) % 3); a <= CLSCAN_SCAN_LOOKBACK_TWO_LEVEL; a += 3) {
      clscan_scan_desc desc = descs[d];
      clscan_plan *plan = NULL;
      desc.algorithm = (clscan_scan_algorithm)a;
      const clscan_status status = clscan_scan_plan_create(ctx, &desc, &plan);
      if (status != CLSCAN_SUCCESS && !is_refusal(status)) {
        fail(device, status);
      }
      clscan_plan_destroy(plan);
    }
  }
}

static void dump_reductions(clscan_context *ctx, const char *device) {
  for (size_t d = 0; d < COUNT(descs); d++) {
    const clscan_reduce_desc desc = {.type = descs[d].type,
                                     .acc_type = descs[d].acc_type,
                                     .out_type = descs[d].out_type,
                                     .op = descs[d].op,
                                     .custom_type = descs[d].custom_type,
                                     .custom_op = descs[d].custom_op,
                                     .load = descs[d].load,
                                     .store = descs[d].store};
    clscan_plan *plan = NULL;
    const clscan_status status = clscan_reduce_plan_create(ctx, &desc, &plan);
    if (status != CLSCAN_SUCCESS && !is_refusal(status)) {
      fail(device, status);
    }
    clscan_plan_destroy(plan);
  }
}

static void dump_differences(clscan_context *ctx, const char *device) {
  for (size_t d = 0; d < COUNT(descs); d++) {
    const clscan_adjacent_difference_desc desc = {.type = descs[d].type,
                                                  .out_type = descs[d].out_type,
                                                  .flags = (d % 2 ? CLSCAN_REVERSE : 0u) |
                                                           (d % 3 ? 0u : CLSCAN_ROWS),
                                                  .custom_type = descs[d].custom_type,
                                                  .custom_op = descs[d].custom_op,
                                                  .load = descs[d].load,
                                                  .store = descs[d].store};
    clscan_plan *plan = NULL;
    const clscan_status status = clscan_adjacent_difference_plan_create(ctx, &desc, &plan);
    if (status != CLSCAN_SUCCESS && !is_refusal(status)) {
      fail(device, status);
    }
    clscan_plan_destroy(plan);
  }
}

static void dump_device_source(clscan_context *ctx, const char *device) {
  for (size_t d = 0; d < COUNT(descs); d += 3) {
    for (int method = CLSCAN_WORKGROUP_AUTO; method <= CLSCAN_WORKGROUP_BLELLOCH; method++) {
      const clscan_device_source_desc desc = {.type = descs[d].type,
                                              .custom_type = descs[d].custom_type,
                                              .op = descs[d].op,
                                              .custom_op = descs[d].custom_op,
                                              .method = (clscan_workgroup_method)method};
      const char *options = NULL;
      size_t size = 0;
      clscan_status status = clscan_device_source(ctx, &desc, 0, NULL, &size, &options);
      if (status == CLSCAN_SUCCESS) {
        char *text = malloc(size);
        status = text == NULL ? CL_OUT_OF_HOST_MEMORY
                              : clscan_device_source(ctx, &desc, size, text, NULL, NULL);
        if (status == CLSCAN_SUCCESS) {
          fake_write(text, options);
        }
        free(text);
      }
      if (status != CLSCAN_SUCCESS && !is_refusal(status)) {
        fail(device, status);
      }
    }
  }
}

/* The caller's text with all of the names that the program without it has. */
static char *hostile(const char *device, clscan_plan *plan, unsigned turn) {
  clscan_plan_info info;
  const clscan_status status = clscan_plan_describe(plan, &info);
  char *text = status == CLSCAN_SUCCESS ? names_hostile(info.sources[0], turn) : NULL;
  if (text == NULL) {
    fail(device, status);
  }
  return text;
}

static void dump_hostile_scans(clscan_context *ctx, const char *device) {
  for (int a = CLSCAN_SCAN_SMALL; a <= CLSCAN_SCAN_LOOKBACK_TWO_LEVEL; a++) {
    clscan_custom_op op = {.expression = "a + b", .exact = 1, .identity = "0"};
    clscan_scan_desc desc = {.type = CLSCAN_FLOAT16,
                             .acc_type = CLSCAN_INT32,
                             .out_type = CLSCAN_INT64,
                             .op = CLSCAN_CUSTOM_OP,
                             .custom_op = &op,
                             .algorithm = (clscan_scan_algorithm)a};
    clscan_plan *plain = NULL, *plan = NULL;
    clscan_status status = clscan_scan_plan_create(ctx, &desc, &plain);
    for (unsigned turn = 0; turn < 4 && status == CLSCAN_SUCCESS; turn++) {
      char *text = hostile(device, plain, turn);
      op.definition = text;
      status = clscan_scan_plan_create(ctx, &desc, &plan);
      clscan_plan_destroy(plan);
      plan = NULL;
      free(text);
    }
    if (status != CLSCAN_SUCCESS && !is_refusal(status)) {
      fail(device, status);
    }
    clscan_plan_destroy(plain);
  }
}

static void dump_hostile_compactions(clscan_context *ctx, const char *device) {
  clscan_select_desc select = {.type = CLSCAN_INT32,
                               .flag_type = CLSCAN_UINT8,
                               .argument_type = CLSCAN_FLOAT16,
                               .predicate = "x > u && f",
                               .output = "x + 1",
                               .flags = CLSCAN_ROWS};
  clscan_partition_desc partition = {
      .type = CLSCAN_INT32, .num_buckets = 5, .bucket = "x", .flags = CLSCAN_SEPARATE};
  clscan_plan *plans[2] = {NULL, NULL}, *plan = NULL;
  clscan_status status = clscan_select_plan_create(ctx, &select, &plans[0]);
  if (status == CLSCAN_SUCCESS) {
    status = clscan_partition_plan_create(ctx, &partition, &plans[1]);
  }
  for (unsigned turn = 0; turn < 4 && status == CLSCAN_SUCCESS; turn++) {
    char *text = hostile(device, plans[0], turn), *other = hostile(device, plans[1], turn);
    select.definition = text;
    partition.definition = other;
    status = clscan_select_plan_create(ctx, &select, &plan);
    clscan_plan_destroy(plan);
    plan = NULL;
    if (status == CLSCAN_SUCCESS) {
      status = clscan_partition_plan_create(ctx, &partition, &plan);
    }
    clscan_plan_destroy(plan);
    plan = NULL;
    free(text);
    free(other);
  }
  if (status != CLSCAN_SUCCESS && !is_refusal(status)) {
    fail(device, status);
  }
  clscan_plan_destroy(plans[0]);
  clscan_plan_destroy(plans[1]);
}

static void dump_device(const struct fake_device *device, const char *directory,
                        const char *index) {
  fake_open(device, directory, index);
  for (size_t t = 0; t < COUNT(tunings); t++) {
    if ((device->tunings >> t & 1u) == 0) {
      continue;
    }
    const clscan_context_options options = {
        .log = say, .tuning = &tunings[t], .get_proc = fake_get_proc, .allow_lookback = 1};
    clscan_context *ctx = NULL;
    const clscan_status status =
        clscan_context_create(fake_context(), fake_device_id(), &options, &ctx);
    if (status != CLSCAN_SUCCESS) {
      fail(device->name, status);
    }
    dump_plans(ctx, device->name, t);
    dump_reductions(ctx, device->name);
    dump_differences(ctx, device->name);
    const clscan_status made = compactions_make(ctx, t, is_refusal);
    if (made != CLSCAN_SUCCESS) {
      fail(device->name, made);
    }
    if (t == 0) {
      dump_device_source(ctx, device->name);
      dump_hostile_scans(ctx, device->name);
      dump_hostile_compactions(ctx, device->name);
    }
    clscan_context_destroy(ctx);
  }
  printf("%s: %u programs\n", device->name, fake_programs());
  fake_close();
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s FOLDER INDEX\n", argv[0]);
    return EXIT_FAILURE;
  }
  for (size_t d = 0; d < COUNT(devices); d++) {
    dump_device(&devices[d], argv[1], argv[2]);
  }
  return EXIT_SUCCESS;
}
