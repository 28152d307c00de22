/* SPDX-License-Identifier: Apache-2.0 */
#include "support/compaction.h"
#include "support/execution.h"
#include "support/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

size_t compaction_type_size(clscan_type type, const clscan_custom_type *custom) {
  return type == CLSCAN_TYPE_NONE ? 0 : type == CLSCAN_CUSTOM ? custom->size : values_size(type);
}

bool compaction_is_odd(const struct compaction_item *item) {
  return (*(const uint8_t *)item->x & 1) != 0;
}

bool compaction_has_flag(const struct compaction_item *item) { return item->f != 0; }

bool compaction_begins_run(const struct compaction_item *item) {
  return item->before == NULL || memcmp(item->before, item->x, 4) != 0;
}

uint32_t compaction_word(const void *at) {
  uint32_t x;
  memcpy(&x, at, sizeof x);
  return x;
}

void compaction_write_index32(const struct compaction_item *item, void *out) {
  const uint32_t i = (uint32_t)item->i;
  memcpy(out, &i, sizeof i);
}

void compaction_write_index64(const struct compaction_item *item, void *out) {
  const uint64_t i = item->i;
  memcpy(out, &i, sizeof i);
}

void *compaction_alloc(size_t bytes) {
  void *memory = malloc(bytes + 1);
  assert_non_null(memory);
  return memory;
}

uint32_t *compaction_random_words(size_t n, uint64_t seed) {
  uint64_t random = seed + 1;
  uint32_t *words = compaction_alloc(n * sizeof *words);
  for (size_t i = 0; i < n; i++) {
    words[i] = (uint32_t)(harness_random(&random) >> 32);
  }
  return words;
}

uint32_t *compaction_odd_words(size_t n, enum pattern pattern, uint64_t seed) {
  uint8_t *kept = compaction_alloc(n);
  uint32_t *words = compaction_alloc(n * sizeof *words);
  patterns_fill(pattern, n, seed, kept);
  for (size_t i = 0; i < n; i++) {
    words[i] = (uint32_t)i << 1 | kept[i];
  }
  free(kept);
  return words;
}

size_t compaction_lengths(size_t tile, const size_t *tiles, size_t count,
                          size_t lengths[COMPACTION_LENGTHS]) {
  static const size_t fixed[] = {0,    1,    2,     3,     5,     31,    32,    33,
                                 63,   64,   65,    127,   128,   129,   251,   255,
                                 256,  257,  1009,  1023,  1024,  1025,  4093,  4095,
                                 4096, 4097, 10007, 32767, 32768, 32769, 65537, 100003};
  size_t written = HARNESS_COUNT(fixed);
  assert_true(written + 3 * count <= COMPACTION_LENGTHS);
  memcpy(lengths, fixed, sizeof fixed);
  for (size_t k = 0; k < count; k++) {
    for (size_t n = tiles[k] * tile - 1; n <= tiles[k] * tile + 1; n++) {
      lengths[written++] = n;
    }
  }
  return written;
}

void compaction_pack_bits(const uint8_t *flags, size_t n, uint32_t *bits) {
  for (size_t i = 0; i < n; i++) {
    bits[i / 32] |= (uint32_t)(flags[i] != 0) << i % 32;
  }
}

void compaction_print(struct harness *h, clscan_status status) {
  if (status != CLSCAN_SUCCESS) {
    print_error("%s\n", h->log.text != NULL ? h->log.text : "no message");
  }
}

size_t compaction_room(size_t capacity, uint32_t options, size_t n) {
  return capacity == CLSCAN_CAPACITY_BUFFER || (capacity == 0 && options == 0) ? n : capacity;
}

/* --- as the expressions see it --------------------------------------------------------------- */

size_t compaction_covered(const struct compaction_input *input) {
  return input->has_n_device && input->n_device < input->n ? (size_t)input->n_device : input->n;
}

static uint64_t flag(const struct compaction_input *input, size_t i) {
  if (input->flag_bits) {
    uint32_t word;
    memcpy(&word, (const uint8_t *)input->flags + i / 32 * sizeof word, sizeof word);
    return word >> i % 32 & 1u;
  }
  const size_t size = values_size(input->flag_type);
  return values_load(input->flag_type, (const uint8_t *)input->flags + i * size).as.u;
}

struct compaction_item compaction_item(const struct compaction_input *input, size_t i) {
  const uint8_t *x = (const uint8_t *)input->elements + i * input->size;
  const struct compaction_item item = {
      .x = x,
      .before = i > 0 ? x - input->size : NULL,
      .i = i,
      .row = input->width != 0 ? i / input->width : 0,
      .col = input->width != 0 ? i % input->width : i,
      .f = input->flags != NULL ? flag(input, i) : 0,
      .u = input->argument,
  };
  return item;
}

/* --- buffers --------------------------------------------------------------------------------- */

/* The rows one pitch apart, with something between them that is neither zero nor an element. */
static void create_rows(struct harness *h, const struct compaction_input *input,
                        struct guarded *g) {
  const size_t bytes = input->width * input->size;
  const size_t rows = input->n / input->width;
  const size_t pitch = input->row_pitch != 0 ? input->row_pitch : bytes;
  const size_t whole = rows == 0 ? 0 : (rows - 1) * pitch + bytes;
  uint8_t *content = compaction_alloc(whole);
  memset(content, 0xEF, whole + 1);
  for (size_t row = 0; row < rows; row++) {
    memcpy(content + row * pitch, (const uint8_t *)input->elements + row * bytes, bytes);
  }
  guarded_create(h, g, whole, input->shift, content);
  free(content);
}

static size_t flag_bytes(const struct compaction_input *input) {
  return input->flag_bits ? (input->n + 31) / 32 * sizeof(uint32_t)
                          : input->n * values_size(input->flag_type);
}

void compaction_open(struct harness *h, clscan_plan *plan, const struct compaction_input *input,
                     struct compaction_buffers *b) {
  memset(b, 0, sizeof *b);
  if (input->width != 0) {
    create_rows(h, input, &b->in);
  } else {
    guarded_create(h, &b->in, input->n * input->size, input->shift, input->elements);
  }
  if (input->flags != NULL) {
    guarded_create(h, &b->flags, flag_bytes(input), input->flags_shift, input->flags);
  }
  if (input->argument != NULL && input->argument_on_device) {
    guarded_create(h, &b->argument, input->argument_size, 0, input->argument);
  }
  if (input->has_n_device) {
    const uint32_t narrow = (uint32_t)input->n_device;
    guarded_create(h, &b->n_device, input->wide_n_device ? 8 : 4, 0,
                   input->wide_n_device ? (const void *)&input->n_device : (const void *)&narrow);
  }
  if (input->own_scratch) {
    size_t bytes = 0;
    assert_success(clscan_plan_scratch_size(plan, input->n, &bytes));
    guarded_create(h, &b->scratch, bytes, input->scratch_shift, NULL);
    assert_success(clscan_scratch_create(h->ctx, b->scratch.place, bytes, &b->handle));
  }
}

void compaction_close(struct compaction_buffers *b) {
  clscan_scratch_destroy(b->handle);
  guarded_destroy(&b->in);
  guarded_destroy(&b->flags);
  guarded_destroy(&b->argument);
  guarded_destroy(&b->n_device);
  guarded_destroy(&b->scratch);
}

static bool unharmed(struct harness *h, const struct guarded *g, bool written, const char *what) {
  return g->mem == NULL ||
         ((written || guarded_unchanged(h, g, what)) && guarded_intact(h, g, what));
}

bool compaction_unharmed(struct harness *h, const struct compaction_buffers *b) {
  const bool in = unharmed(h, &b->in, false, "in");
  const bool flags = unharmed(h, &b->flags, false, "flags");
  const bool argument = unharmed(h, &b->argument, false, "argument");
  const bool n_device = unharmed(h, &b->n_device, false, "n_device");
  return unharmed(h, &b->scratch, true, "scratch") && in && flags && argument && n_device;
}

bool compaction_wait(clscan_status status, cl_event event, cl_command_queue queue) {
  if (status != CLSCAN_SUCCESS) {
    print_error("the enqueue gave %s\n", clscan_status_name(status));
    return false;
  }
  const cl_int waited = clWaitForEvents(1, &event);
  clReleaseEvent(event);
  if (waited != CL_SUCCESS || clFinish(queue) != CL_SUCCESS) {
    print_error("the execution failed: %d\n", (int)waited);
    return false;
  }
  return true;
}

/* --- results --------------------------------------------------------------------------------- */

bool compaction_compare(struct harness *h, const struct guarded *out, const void *expected,
                        size_t count, size_t size, const char *what) {
  const struct execution e = {.n = count, .out_size = size};
  uint8_t *actual = compaction_alloc(out->bytes);
  guarded_read(h, out, actual);
  bool good = execution_compare(&e, actual, expected, count, what) == count;
  for (size_t k = count * size; k < out->bytes; k++) {
    if (actual[k] != GUARDED_FILL) {
      print_error("%s: byte %zu of element %zu was written, and %zu elements are kept\n", what,
                  k % size, k / size, count);
      good = false;
      break;
    }
  }
  free(actual);
  return guarded_intact(h, out, what) && good;
}

void compaction_number_create(struct harness *h, struct guarded *g, size_t count, bool wide) {
  const size_t bytes = count * (wide ? 8 : 4);
  uint32_t *content = compaction_alloc(bytes);
  for (size_t k = 0; k < bytes / 4; k++) {
    content[k] = 0xDEADBEEFu;
  }
  guarded_create(h, g, bytes, 0, content);
  free(content);
}

bool compaction_numbers(struct harness *h, const struct guarded *g, const uint64_t *expected,
                        size_t count, bool wide, const char *what) {
  uint8_t *actual = compaction_alloc(g->bytes);
  guarded_read(h, g, actual);
  bool good = guarded_intact(h, g, what);
  for (size_t k = 0; k < count; k++) {
    uint64_t number = 0;
    memcpy(&number, actual + k * (wide ? 8 : 4), wide ? 8 : 4);
    if (number != expected[k]) {
      print_error("%s[%zu] is %" PRIu64 " (0x%" PRIx64 ") instead of %" PRIu64 "\n", what, k,
                  number, number, expected[k]);
      good = false;
      break;
    }
  }
  free(actual);
  return good;
}
