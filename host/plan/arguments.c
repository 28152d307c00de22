/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/arguments.h"

#include <string.h>

#include "base/context.h"
#include "base/fail.h"
#include "plan/scratch.h"

void clscan__arguments_begin(clscan__arguments *arguments, clscan_context *ctx) {
  arguments->ctx = ctx;
  arguments->status = CLSCAN_SUCCESS;
  arguments->count = 0;
}

void clscan__arguments_add(clscan__arguments *arguments, const char *name, clscan_buffer buffer,
                           size_t count, size_t size, size_t alignment, bool written) {
  if (arguments->status == CLSCAN_SUCCESS) {
    arguments->status = clscan__buffer_check(arguments->ctx, name, buffer, count, size, alignment,
                                             written, &arguments->ranges[arguments->count++]);
  }
}

void clscan__arguments_add_both(clscan__arguments *arguments, const char *name,
                                clscan_buffer buffer, size_t count, size_t size, size_t alignment) {
  clscan__arguments_add(arguments, name, buffer, count, size, alignment, false);
  if (arguments->status == CLSCAN_SUCCESS) {
    arguments->count--; /* the next one is the same range */
  }
  clscan__arguments_add(arguments, name, buffer, count, size, alignment, true);
}

void clscan__arguments_add_n_device(clscan__arguments *arguments, clscan_buffer n_device,
                                    bool is_64, size_t n) {
  const size_t size = is_64 ? 8 : 4;
  if (!n_device.mem) {
    return;
  }
  clscan__arguments_add(arguments, "n_device", n_device, 1, size, size, false);
  if (arguments->status == CLSCAN_SUCCESS && !is_64 && n > UINT32_MAX) {
    arguments->status = clscan__fail(arguments->ctx, CLSCAN_N_TOO_LARGE,
                                     "n is %zu, which a 32-bit n_device cannot hold", n);
  }
}

void clscan__arguments_add_scratch(clscan__arguments *arguments, const clscan_scratch *scratch) {
  if (!scratch || arguments->status != CLSCAN_SUCCESS) {
    return;
  }
  if (scratch->ctx != arguments->ctx) {
    arguments->status =
        clscan__fail(arguments->ctx, CLSCAN_WRONG_CONTEXT, "scratch was made for another context");
  }
  clscan__arguments_add(arguments, "scratch", scratch->buffer, scratch->bytes, 1, 1, true);
}

clscan_status clscan__arguments_check(const clscan__arguments *arguments, int in_place,
                                      bool same_size) {
  if (arguments->status != CLSCAN_SUCCESS) {
    return arguments->status;
  }
  return clscan__ranges_check(arguments->ctx, arguments->ranges, arguments->count, in_place,
                              same_size);
}

cl_uint clscan__n_device_flag(clscan_buffer n_device, bool is_64) {
  if (!n_device.mem) {
    return 0;
  }
  return is_64 ? FLAG_N64 : FLAG_N32;
}

cl_uint clscan__init_flag(const void *init, clscan_buffer init_device) {
  if (init) {
    return FLAG_INIT;
  }
  return init_device.mem ? FLAG_INIT_DEVICE : 0;
}

void clscan__batch_length(clscan__batch *batch, size_t n, size_t unit, clscan_buffer n_device) {
  clscan__batch_ulong(batch, "n_max", n);
  clscan__batch_ulong(batch, "unit", unit);
  clscan__batch_place(batch, "n_device", n_device);
}

void clscan__batch_value(clscan__batch *batch, const char *name, const void *host,
                         clscan_buffer device, size_t size) {
  cl_ulong words[16] = {0};
  if (host) {
    memcpy(words, host, size);
  }
  clscan__batch_place(batch, name, device);
  clscan__batch_words(batch, name, words, (size + 7) / 8);
}
