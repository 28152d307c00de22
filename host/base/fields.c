/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fields.h"

#include <string.h>

#include "base/fail.h"

#define TYPE(kind, field)                                                                          \
  { CLSCAN__FIELD(kind, clscan_custom_type, field) }
static const clscan__field custom_type[] = {
    TYPE(STRING, name),      TYPE(STRING, definition), TYPE(NUMBER, size),
    TYPE(NUMBER, alignment), TYPE(RESERVED, reserved),
};
const clscan__fields clscan__custom_type_fields = CLSCAN__FIELDS(custom_type, clscan_custom_type);

#define OP(kind, field)                                                                            \
  { CLSCAN__FIELD(kind, clscan_custom_op, field) }
static const clscan__field custom_op[] = {
    OP(STRING, expression), OP(STRING, definition), OP(STRING, identity),
    OP(TRUTH, exact),       OP(RESERVED, reserved),
};
const clscan__fields clscan__custom_op_fields = CLSCAN__FIELDS(custom_op, clscan_custom_op);

/* A field of 32 bits. */
static uint32_t read_32(const void *place) {
  uint32_t value;
  memcpy(&value, place, sizeof value);
  return value;
}

static clscan_status check_reserved(const clscan_context *ctx, const char *what,
                                    const uintptr_t *reserved, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (reserved[i]) {
      return clscan__fail(ctx, CLSCAN_RESERVED_NOT_ZERO, "%s: reserved[%zu] is not zero", what, i);
    }
  }
  return CLSCAN_SUCCESS;
}

static clscan_status check(const clscan_context *ctx, const char *what, const clscan__field *f,
                           const void *place) {
  switch (f->kind) {
  case CLSCAN__FIELD_RESERVED:
    return check_reserved(ctx, what, place, f->size / sizeof(uintptr_t));
  case CLSCAN__FIELD_ENUM: {
    const uint32_t value = read_32(place);
    return value <= f->range ? CLSCAN_SUCCESS
                             : clscan__fail(ctx, CLSCAN_INVALID_ENUM, "%s has the unknown value %d",
                                            f->name, (int)value);
  }
  case CLSCAN__FIELD_BITS: {
    const uint32_t value = read_32(place);
    return !(value & ~f->range) ? CLSCAN_SUCCESS
                                : clscan__fail(ctx, CLSCAN_INVALID_ENUM,
                                               "%s has unknown bits: 0x%x", f->name, value);
  }
  case CLSCAN__FIELD_FLAGS: {
    const uint32_t value = read_32(place) & ~f->range;
    return !value ? CLSCAN_SUCCESS
                  : clscan__fail(ctx, CLSCAN_INVALID_ENUM,
                                 "%s has bits that do not belong here: 0x%x", f->name, value);
  }
  case CLSCAN__FIELD_COUNT_TYPE: {
    const uint32_t value = read_32(place);
    return value == CLSCAN_TYPE_NONE || value == CLSCAN_UINT32 || value == CLSCAN_UINT64
               ? CLSCAN_SUCCESS
               : clscan__fail(ctx, CLSCAN_INVALID_TYPE,
                              "%s is neither CLSCAN_UINT32 nor CLSCAN_UINT64", f->name);
  }
  default:
    return CLSCAN_SUCCESS;
  }
}

clscan_status clscan__fields_check(const clscan_context *ctx, const char *what,
                                   const clscan__fields *fields, const void *structure) {
  const clscan__field *f = fields->fields + fields->count;
  clscan_status status = CLSCAN_SUCCESS;
  while (f-- != fields->fields && f->kind != CLSCAN__FIELD_ARGUMENT && status == CLSCAN_SUCCESS) {
    status = check(ctx, what, f, (const char *)structure + f->offset);
  }
  return status;
}
