/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of a public struct that a caller fills, as a table: what is checked of every field
 * by itself, and what the keys of the plan cache are made of, comes from it. */
#ifndef CLSCAN_HOST_FIELDS_H
#define CLSCAN_HOST_FIELDS_H

#include "clscan.h"

typedef enum clscan__field_kind {
  CLSCAN__FIELD_NUMBER,     /* an integer or an enumeration, checked where it is used */
  CLSCAN__FIELD_ENUM,       /* one that is up to `range` */
  CLSCAN__FIELD_BITS,       /* bits, of which those in `range` are known */
  CLSCAN__FIELD_FLAGS,      /* the same of a descriptor, where functions share the bits */
  CLSCAN__FIELD_COUNT_TYPE, /* the type of a number of elements: 32 or 64 bits, or not set */
  CLSCAN__FIELD_TRUTH,      /* an int that is zero or not */
  CLSCAN__FIELD_STRING,     /* a NUL-terminated string, or NULL */
  CLSCAN__FIELD_STRUCT,     /* a pointer to one struct of fields `of`, or NULL */
  CLSCAN__FIELD_ARRAY,      /* a pointer to `count` of them, up to `range`, or NULL */
  CLSCAN__FIELD_RESERVED,   /* an array of uintptr_t: zero, in keys too */
  CLSCAN__FIELD_ARGUMENT    /* of a call alone, checked where it is used; never in a key */
} clscan__field_kind;

typedef struct clscan__field {
  const char *name;
  clscan__field_kind kind;
  size_t offset, size;
  uint32_t range;
  const struct clscan__fields *of;
  size_t count; /* the offset of a uint32_t */
} clscan__field;

/* All fields of a struct of `size` bytes. Those of kind ARGUMENT come first, then what is checked,
 * and reserved fields last. */
typedef struct clscan__fields {
  const clscan__field *fields;
  size_t count, size;
} clscan__fields;

/* The first members of a clscan__field: CLSCAN__FIELD_<kind>, <struct>.<name>. */
#define CLSCAN__FIELD(kind_of_it, structure, field)                                                \
  .name = #field, .kind = CLSCAN__FIELD_##kind_of_it, .offset = offsetof(structure, field),        \
  .size = sizeof((structure *)0)->field
/* A clscan__fields of an array. */
#define CLSCAN__FIELDS(array, structure)                                                           \
  { array, sizeof array / sizeof *array, sizeof(structure) }

/* What custom_type and custom_op point to. */
extern const clscan__fields clscan__custom_type_fields, clscan__custom_op_fields;

/* Checks what the table knows of each field, the last one first; what is pointed to is left to
 * those who use it. `what` names the struct in messages. */
clscan_status clscan__fields_check(const struct clscan_context *ctx, const char *what,
                                   const clscan__fields *fields, const void *structure);

#endif
