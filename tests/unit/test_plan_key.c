/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of cached plans: descriptors that say the same have the same key, wherever their strings
 * lie; any other field gives another one. The tables of fields that they are made from are whole.
 * No device is needed. */
#include "api/options_fields.h"
#include "api/plan_key.h"
#include "blocks/blocks.h"
#include "compact/compact_class.h"
#include "difference/difference_class.h"
#include "reduce/reduce_class.h"
#include "scan/scan_class.h"
#include "tuning/tuning_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MAX_KEYS 64

/* The keys of several descriptors. */
struct keys {
  clscan__text key[MAX_KEYS];
  size_t count;
};

static void add(struct keys *keys, const clscan__fields *fields, const void *desc) {
  assert_true(keys->count < MAX_KEYS);
  clscan__text *key = &keys->key[keys->count++];
  *key = (clscan__text){0};
  clscan__plan_key(key, fields, desc);
  assert_false(key->failed);
}

/* All different from each other. */
static void check_and_free(struct keys *keys) {
  for (size_t i = 0; i < keys->count; i++) {
    for (size_t j = i + 1; j < keys->count; j++) {
      const clscan__text *a = &keys->key[i];
      const clscan__text *b = &keys->key[j];
      if (a->size == b->size && memcmp(a->data, b->data, a->size) == 0) {
        fail_msg("descriptors %zu and %zu have the same key", i, j);
      }
    }
  }
  for (size_t i = 0; i < keys->count; i++) {
    clscan__text_free(&keys->key[i]);
  }
}

static const clscan_custom_type pair = {
    .name = "pair", .definition = "typedef int2 pair;", .size = 8, .alignment = 8};
static const clscan_custom_type wide = {
    .name = "pair", .definition = "typedef int2 pair;", .size = 16, .alignment = 8};
static const clscan_custom_type loose = {
    .name = "pair", .definition = "typedef int2 pair;", .size = 8, .alignment = 4};
static const clscan_custom_type vector = {.name = "pair", .size = 8, .alignment = 8};
static const clscan_custom_type odd = {.name = "pair", .size = 8, .alignment = 8, .reserved = {1}};
static const clscan_custom_op sum = {.expression = "a + b"};
static const clscan_custom_op exact_sum = {.expression = "a + b", .exact = 1};
static const clscan_custom_op zero_sum = {.expression = "a + b", .identity = "0"};
static const clscan_custom_op defined_sum = {.expression = "a + b", .definition = "0"};
static const clscan_custom_op odd_sum = {.expression = "a + b", .reserved = {0, 1}};

static void test_scan(void **state) {
  (void)state;
  static const clscan_scan_desc descs[] = {
      {.type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .acc_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .out_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .op = CLSCAN_MIN},
      {.type = CLSCAN_INT32, .kind = CLSCAN_INCLUSIVE},
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SCAN_SMALL},
      {.type = CLSCAN_INT32, .flags = 1},
      {.type = CLSCAN_INT32, .n_device_type = CLSCAN_UINT64},
      {.type = CLSCAN_INT32, .custom_type = &pair},
      {.type = CLSCAN_INT32, .custom_acc = &pair},
      {.type = CLSCAN_INT32, .custom_out = &pair},
      {.type = CLSCAN_INT32, .custom_out = &wide},
      {.type = CLSCAN_INT32, .custom_out = &loose},
      {.type = CLSCAN_INT32, .custom_out = &vector},
      {.type = CLSCAN_INT32, .custom_out = &odd},
      {.type = CLSCAN_INT32, .custom_op = &sum},
      {.type = CLSCAN_INT32, .custom_op = &exact_sum},
      {.type = CLSCAN_INT32, .custom_op = &zero_sum},
      {.type = CLSCAN_INT32, .custom_op = &defined_sum},
      {.type = CLSCAN_INT32, .custom_op = &odd_sum},
      {.type = CLSCAN_INT32, .load = "x"},
      {.type = CLSCAN_INT32, .store = "x"},
      {.type = CLSCAN_INT32, .load = ""},
      {.type = CLSCAN_INT32, .reserved = {0, 0, 0, 1}},
  };
  struct keys keys = {.count = 0};
  for (size_t k = 0; k < COUNT(descs); k++) {
    add(&keys, &clscan__scan_desc_fields, &descs[k]);
  }
  check_and_free(&keys);
}

static void test_reduce(void **state) {
  (void)state;
  static const clscan_reduce_desc descs[] = {
      {.type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .acc_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .out_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .op = CLSCAN_MIN},
      {.type = CLSCAN_INT32, .flags = 1},
      {.type = CLSCAN_INT32, .n_device_type = CLSCAN_UINT64},
      {.type = CLSCAN_INT32, .custom_type = &pair},
      {.type = CLSCAN_INT32, .custom_acc = &pair},
      {.type = CLSCAN_INT32, .custom_out = &pair},
      {.type = CLSCAN_INT32, .custom_op = &sum},
      {.type = CLSCAN_INT32, .load = "x"},
      {.type = CLSCAN_INT32, .store = "x"},
      {.type = CLSCAN_INT32, .reserved = {1}},
  };
  struct keys keys = {.count = 0};
  for (size_t k = 0; k < COUNT(descs); k++) {
    add(&keys, &clscan__reduce_desc_fields, &descs[k]);
  }
  check_and_free(&keys);
}

static void test_select(void **state) {
  (void)state;
  static const clscan_select_output outputs[][2] = {
      {{.type = CLSCAN_INT32}, {.type = CLSCAN_INT32}},
      {{.type = CLSCAN_INT32}, {.type = CLSCAN_INT32, .expression = "x"}},
      {{.type = CLSCAN_INT32, .expression = "x"}, {.type = CLSCAN_INT32}},
      {{.type = CLSCAN_INT32, .custom_type = &pair}, {.type = CLSCAN_INT32}},
      {{.type = CLSCAN_INT64}, {.type = CLSCAN_INT32}},
      {{.type = CLSCAN_INT32, .reserved = {1}}, {.type = CLSCAN_INT32}},
  };
  static const clscan_select_desc descs[] = {
      {.type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .out_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .flag_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .argument_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .count_type = CLSCAN_UINT64},
      {.type = CLSCAN_INT32, .n_device_type = CLSCAN_UINT64},
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_SELECT_LOOKBACK},
      {.type = CLSCAN_INT32, .flags = CLSCAN_UNIQUE},
      {.type = CLSCAN_INT32, .custom_type = &pair},
      {.type = CLSCAN_INT32, .custom_out = &pair},
      {.type = CLSCAN_INT32, .custom_argument = &pair},
      {.type = CLSCAN_INT32, .definition = "x"},
      {.type = CLSCAN_INT32, .predicate = "x"},
      {.type = CLSCAN_INT32, .equal = "x"},
      {.type = CLSCAN_INT32, .output = "x"},
      {.type = CLSCAN_INT32, .num_more = 1},
      {.type = CLSCAN_INT32, .more = outputs[0]},
      {.type = CLSCAN_INT32, .more = outputs[0], .num_more = 1},
      {.type = CLSCAN_INT32, .more = outputs[0], .num_more = 2},
      {.type = CLSCAN_INT32, .more = outputs[1], .num_more = 2},
      {.type = CLSCAN_INT32, .more = outputs[2], .num_more = 2},
      {.type = CLSCAN_INT32, .more = outputs[3], .num_more = 2},
      {.type = CLSCAN_INT32, .more = outputs[4], .num_more = 2},
      {.type = CLSCAN_INT32, .more = outputs[5], .num_more = 2},
      {.type = CLSCAN_INT32, .reserved = {0, 1}},
  };
  struct keys keys = {.count = 0};
  for (size_t k = 0; k < COUNT(descs); k++) {
    add(&keys, &clscan__select_desc_fields, &descs[k]);
  }
  check_and_free(&keys);
}

static void test_partition(void **state) {
  (void)state;
  static const clscan_partition_desc descs[] = {
      {.type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .flag_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .argument_type = CLSCAN_INT32},
      {.type = CLSCAN_INT32, .count_type = CLSCAN_UINT64},
      {.type = CLSCAN_INT32, .n_device_type = CLSCAN_UINT64},
      {.type = CLSCAN_INT32, .algorithm = CLSCAN_PARTITION_LOOKBACK},
      {.type = CLSCAN_INT32, .flags = CLSCAN_SEPARATE},
      {.type = CLSCAN_INT32, .num_buckets = 3},
      {.type = CLSCAN_INT32, .custom_type = &pair},
      {.type = CLSCAN_INT32, .custom_argument = &pair},
      {.type = CLSCAN_INT32, .definition = "x"},
      {.type = CLSCAN_INT32, .bucket = "x"},
      {.type = CLSCAN_INT32, .predicate = "x"},
      {.type = CLSCAN_INT32, .reserved = {0, 0, 1}},
  };
  struct keys keys = {.count = 0};
  for (size_t k = 0; k < COUNT(descs); k++) {
    add(&keys, &clscan__partition_desc_fields, &descs[k]);
  }
  check_and_free(&keys);
}

/* The strings count, not where they lie. */
static void test_deep(void **state) {
  (void)state;
  char strings[2][4][16];
  clscan__text keys[2] = {{0}, {0}};
  for (unsigned k = 0; k < 2; k++) {
    memcpy(strings[k], (const char[4][16]){"pair", "a + b", "x > 0", "(uint)i"}, sizeof strings[k]);
    const clscan_custom_type type = {.name = strings[k][0], .size = 8, .alignment = 8};
    const clscan_select_output more = {.type = CLSCAN_UINT32, .expression = strings[k][3]};
    const clscan_custom_op op = {.expression = strings[k][1]};
    const clscan_select_desc select = {.type = CLSCAN_CUSTOM,
                                       .custom_type = &type,
                                       .predicate = strings[k][2],
                                       .more = &more,
                                       .num_more = 1};
    const clscan_reduce_desc reduce = {
        .type = CLSCAN_CUSTOM, .custom_type = &type, .custom_op = &op};
    clscan__plan_key(&keys[k], &clscan__select_desc_fields, &select);
    clscan__plan_key(&keys[k], &clscan__reduce_desc_fields, &reduce);
  }
  assert_int_equal(keys[0].size, keys[1].size);
  assert_memory_equal(keys[0].data, keys[1].data, keys[0].size);
  clscan__text_free(&keys[0]);
  clscan__text_free(&keys[1]);
}

/* The bytes that no field of a struct has, where pointers have 8 bytes. */
static const struct structure {
  const char *name;
  const clscan__fields *fields;
  size_t padding;
} structures[] = {
    {"custom_type", &clscan__custom_type_fields, 0},
    {"custom_op", &clscan__custom_op_fields, 4}, /* behind exact */
    {"scan_desc", &clscan__scan_desc_fields, 0},
    {"scan_args", &clscan__scan_args_fields, 0},
    {"reduce_desc", &clscan__reduce_desc_fields, 0},
    {"reduce_args", &clscan__reduce_args_fields, 0},
    {"select_output", &clscan__select_output_fields, 4}, /* behind type */
    {"select_desc", &clscan__select_desc_fields, 4},     /* behind num_more */
    {"select_args", &clscan__select_args_fields, 4},     /* behind options */
    {"partition_desc", &clscan__partition_desc_fields, 0},
    {"partition_args", &clscan__partition_args_fields, 4},                     /* behind options */
    {"adjacent_difference_desc", &clscan__adjacent_difference_desc_fields, 4}, /* behind flags */
    {"adjacent_difference_args", &clscan__adjacent_difference_args_fields, 0},
    {"device_source_desc", &clscan__device_source_desc_fields, 4}, /* behind max_group_size */
    {"context_options", &clscan__options_fields, 0},
    {"tuning", &clscan__tuning_fields, 0},
};

/* Each byte of a struct is a field's in the table, or padding that is listed: a field that the
 * table lacks would be in no key. */
static void test_tables(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(structures); k++) {
    const clscan__fields *fields = structures[k].fields;
    char *taken = calloc(fields->size, 1);
    size_t left = fields->size;
    assert_non_null(taken);
    for (size_t i = 0; i < fields->count; i++) {
      const clscan__field *f = &fields->fields[i];
      for (size_t byte = f->offset; byte < f->offset + f->size; byte++) {
        if (byte >= fields->size || taken[byte]++) {
          fail_msg("%s: byte %zu of %s is another field's too", structures[k].name, byte, f->name);
        }
        left--;
      }
      /* What is checked ends where the arguments begin. */
      assert_true(f->kind != CLSCAN__FIELD_ARGUMENT || i == 0 || f[-1].kind == f->kind);
    }
    assert_int_equal(fields->fields[fields->count - 1].kind, CLSCAN__FIELD_RESERVED);
    if (sizeof(void *) == 8 && left != structures[k].padding) {
      fail_msg("%s: %zu bytes are in no field, not %zu", structures[k].name, left,
               structures[k].padding);
    }
    free(taken);
  }
}

/* Padding is in no key. */
static void test_padding(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(structures); k++) {
    const clscan__fields *fields = structures[k].fields;
    char *structure = calloc(2, fields->size);
    clscan__text keys[2] = {{0}, {0}};
    assert_non_null(structure);
    memset(structure + fields->size, 0xa5, fields->size);
    for (size_t i = 0; i < fields->count; i++) {
      memset(structure + fields->size + fields->fields[i].offset, 0, fields->fields[i].size);
    }
    for (unsigned i = 0; i < 2; i++) {
      clscan__plan_key(&keys[i], fields, structure + i * fields->size);
    }
    assert_int_equal(keys[0].size, keys[1].size);
    assert_memory_equal(keys[0].data, keys[1].data, keys[0].size);
    clscan__text_free(&keys[0]);
    clscan__text_free(&keys[1]);
    free(structure);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scan),    cmocka_unit_test(test_reduce),
      cmocka_unit_test(test_select),  cmocka_unit_test(test_partition),
      cmocka_unit_test(test_deep),    cmocka_unit_test(test_tables),
      cmocka_unit_test(test_padding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
