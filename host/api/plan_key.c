/* SPDX-License-Identifier: Apache-2.0 */
#include "api/plan_key.h"

#include <string.h>

static void key_number(clscan__text *key, uint64_t number) {
  clscan__text_append(key, &number, sizeof number);
}

/* A string, so that NULL, "" and two adjacent strings are told apart. */
static void key_string(clscan__text *key, const char *string) {
  const size_t size = string ? strlen(string) + 1 : 0;
  key_number(key, size);
  clscan__text_append(key, string, size);
}

/* `count` structs, or that there are none. */
static void key_structs(clscan__text *key, const clscan__fields *fields, const char *structs,
                        size_t count) {
  key_number(key, structs != NULL);
  for (size_t i = 0; structs && i < count; i++) {
    clscan__plan_key(key, fields, structs + i * fields->size);
  }
}

void clscan__plan_key(clscan__text *key, const clscan__fields *fields, const void *desc) {
  for (size_t i = 0; i < fields->count; i++) {
    const clscan__field *f = &fields->fields[i];
    const char *place = (const char *)desc + f->offset;
    const char *pointer = NULL;
    uint32_t number = 0;
    switch (f->kind) {
    case CLSCAN__FIELD_TRUTH:
      memcpy(&number, place, sizeof number);
      key_number(key, number != 0);
      break;
    case CLSCAN__FIELD_STRING:
      memcpy(&pointer, place, sizeof pointer);
      key_string(key, pointer);
      break;
    case CLSCAN__FIELD_STRUCT:
      memcpy(&pointer, place, sizeof pointer);
      key_structs(key, f->of, pointer, 1);
      break;
    case CLSCAN__FIELD_ARRAY: /* a larger number is refused when the plan is made */
      memcpy(&pointer, place, sizeof pointer);
      memcpy(&number, (const char *)desc + f->count, sizeof number);
      key_structs(key, f->of, pointer, number < f->range ? number : f->range);
      break;
    case CLSCAN__FIELD_ARGUMENT:
      break;
    default: /* the plan of a descriptor that has reserved fields set is never made */
      clscan__text_append(key, place, f->size);
    }
  }
}
