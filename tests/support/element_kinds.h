/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of elements that compaction is tried with: built-in types, vectors and structs from 1
 * to 128 bytes, each with a predicate told in OpenCL C and in C. */
#ifndef TESTS_ELEMENT_KINDS_H
#define TESTS_ELEMENT_KINDS_H

#include "support/harness.h"

#define ELEMENT_MAX_SIZE 128

struct element_kind {
  const char *name;
  clscan_type type;
  const clscan_custom_type *custom; /* NULL: a built-in type */
  size_t size;
  size_t alignment;
  const char *predicate; /* in x: whether the element is kept */
  const char *equal;     /* in a and b: whether they are the same, first word by first word */
};

enum {
  ELEMENT_KINDS = 16,
  ELEMENT_INT32 = 4, /* some that tests name */
  ELEMENT_BYTES_3 = 12,
  ELEMENT_BYTES_12,
  ELEMENT_VECTOR,
  ELEMENT_BYTES_128
};

/* The twelve built-in types in their order, then the caller's. */
extern const struct element_kind element_kinds[ELEMENT_KINDS];

/* Whether the device can compute with the kind. */
bool elements_fit(const struct harness *h, const struct element_kind *kind);
/* The predicate, of one element. */
bool elements_kept(const struct element_kind *kind, const void *x);
/* Makes n random elements of which those with kept[i] satisfy the predicate. */
void elements_fill(const struct element_kind *kind, const uint8_t *kept, size_t n, uint64_t seed,
                   void *elements);

#endif
