/* SPDX-License-Identifier: Apache-2.0 */
/* What a select or a partition reads: elements in rows or not, flags, the argument `u`, a length on
 * the device, scratch. With guard bands, and as the expressions see it. */
#ifndef TESTS_COMPACTION_H
#define TESTS_COMPACTION_H

#include "support/guarded.h"
#include "support/patterns.h"

/* select_case_run() and partition_case_run() have sizes and types from the descriptor. */
struct compaction_input {
  const void *elements; /* n of them, without what a pitch puts between rows */
  size_t size;          /* bytes of an element */
  size_t n;
  size_t shift; /* bytes of the first element past a 256-byte boundary */
  size_t width; /* 0: no rows */
  size_t row_pitch;
  clscan_type flag_type; /* 0: no flags */
  bool flag_bits;
  const void *flags; /* as they lie on the device */
  size_t flags_shift;
  const void *argument; /* NULL: none */
  size_t argument_size;
  bool argument_on_device;
  bool has_n_device;
  uint64_t n_device;
  bool wide_n_device; /* 64 bits */
  bool own_scratch;   /* of exactly the size asked for, at scratch_shift bytes past a boundary */
  size_t scratch_shift;
};

/* One element as the expressions see it. */
struct compaction_item {
  const void *x;
  const void *before; /* the element before; NULL: there is none */
  size_t i, row, col;
  uint64_t f; /* extended to 64 bits by its type */
  const void *u;
};

/* Bytes of a type; 0: there is none. */
size_t compaction_type_size(clscan_type type, const clscan_custom_type *custom);

/* What predicates and outputs are made of in C. */
bool compaction_is_odd(const struct compaction_item *item); /* the element's first byte */
bool compaction_has_flag(const struct compaction_item *item);
/* Whether the element begins a run of equal 32-bit words. */
bool compaction_begins_run(const struct compaction_item *item);
uint32_t compaction_word(const void *at);
void compaction_write_index32(const struct compaction_item *item, void *out);
void compaction_write_index64(const struct compaction_item *item, void *out);

/* Inputs, which the caller frees. */
void *compaction_alloc(size_t bytes);
uint32_t *compaction_random_words(size_t n, uint64_t seed);
/* Words that differ from each other, and are odd where the pattern keeps. */
uint32_t *compaction_odd_words(size_t n, enum pattern pattern, uint64_t seed);
/* Writes lengths around work-groups and powers of two, and around as many tiles as are given;
 * returns how many. */
#define COMPACTION_LENGTHS 64
size_t compaction_lengths(size_t tile, const size_t *tiles, size_t count,
                          size_t lengths[COMPACTION_LENGTHS]);
/* Sets bit i of `bits`, which are zero, where flags[i] is not 0. */
void compaction_pack_bits(const uint8_t *flags, size_t n, uint32_t *bits);

/* Prints the log, unless the status is success. */
void compaction_print(struct harness *h, clscan_status status);
/* How many elements an output has room for. */
size_t compaction_room(size_t capacity, uint32_t options, size_t n);
/* Elements that count: min(n_device, n). */
size_t compaction_covered(const struct compaction_input *input);
struct compaction_item compaction_item(const struct compaction_input *input, size_t i);

/* The input on the device; absent parts are all zero. */
struct compaction_buffers {
  struct guarded in, flags, argument, n_device, scratch;
  clscan_scratch *handle;
};
void compaction_open(struct harness *h, clscan_plan *plan, const struct compaction_input *input,
                     struct compaction_buffers *b);
void compaction_close(struct compaction_buffers *b);
/* Whether all of it, and the bands around the scratch, is as it was. */
bool compaction_unharmed(struct harness *h, const struct compaction_buffers *b);

/* Waits for an execution that was enqueued with this status and event; says what went wrong. */
bool compaction_wait(clscan_status status, cl_event event, cl_command_queue queue);

/* What of an output was written: the first `count` elements of `size` bytes are as expected, and
 * all behind them is untouched. Prints the first wrong index with both values. */
bool compaction_compare(struct harness *h, const struct guarded *out, const void *expected,
                        size_t count, size_t size, const char *what);

/* A place for a number of 32 or 64 bits that holds 0xDEADBEEF. */
void compaction_number_create(struct harness *h, struct guarded *g, size_t count, bool wide);
/* Whether the numbers are these; prints the first that is not. */
bool compaction_numbers(struct harness *h, const struct guarded *g, const uint64_t *expected,
                        size_t count, bool wide, const char *what);

#endif
