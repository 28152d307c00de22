/* SPDX-License-Identifier: Apache-2.0 */
#include "api/plan_key.h"

#include <string.h>

/* Reserved fields are part of a key: the plan of a descriptor that has some set is never made. */
#define KEY_RESERVED(key, desc) clscan__text_append(key, (desc)->reserved, sizeof(desc)->reserved)

/* A string, so that NULL, "" and two adjacent strings are told apart. */
static void key_string(clscan__text *key, const char *string) {
  const size_t size = string ? strlen(string) + 1 : 0;
  clscan__text_append(key, &size, sizeof size);
  clscan__text_append(key, string, size);
}

static void key_type(clscan__text *key, const clscan_custom_type *type) {
  const size_t numbers[2] = {type ? type->size : 0, type ? type->alignment : 0};
  key_string(key, type ? type->name : NULL);
  key_string(key, type ? type->definition : NULL);
  clscan__text_append(key, numbers, sizeof numbers);
  if (type) {
    KEY_RESERVED(key, type);
  }
}

static void key_op(clscan__text *key, const clscan_custom_op *op) {
  const long exact = op ? op->exact != 0 : 0;
  key_string(key, op ? op->expression : NULL);
  key_string(key, op ? op->definition : NULL);
  key_string(key, op ? op->identity : NULL);
  clscan__text_append(key, &exact, sizeof exact);
  if (op) {
    KEY_RESERVED(key, op);
  }
}

void clscan__key_scan(clscan__text *key, const void *descriptor) {
  const clscan_scan_desc *desc = descriptor;
  const long numbers[] = {(long)desc->type,  (long)desc->acc_type,     (long)desc->out_type,
                          (long)desc->op,    (long)desc->kind,         (long)desc->algorithm,
                          (long)desc->flags, (long)desc->n_device_type};
  clscan__text_append(key, numbers, sizeof numbers);
  key_type(key, desc->custom_type);
  key_type(key, desc->custom_acc);
  key_type(key, desc->custom_out);
  key_op(key, desc->custom_op);
  key_string(key, desc->load);
  key_string(key, desc->store);
  KEY_RESERVED(key, desc);
}

void clscan__key_reduce(clscan__text *key, const void *descriptor) {
  const clscan_reduce_desc *desc = descriptor;
  const long numbers[] = {(long)desc->type, (long)desc->acc_type, (long)desc->out_type,
                          (long)desc->op,   (long)desc->flags,    (long)desc->n_device_type};
  clscan__text_append(key, numbers, sizeof numbers);
  key_type(key, desc->custom_type);
  key_type(key, desc->custom_acc);
  key_type(key, desc->custom_out);
  key_op(key, desc->custom_op);
  key_string(key, desc->load);
  key_string(key, desc->store);
  KEY_RESERVED(key, desc);
}

void clscan__key_select(clscan__text *key, const void *descriptor) {
  const clscan_select_desc *desc = descriptor;
  const long numbers[] = {(long)desc->type,       (long)desc->out_type,
                          (long)desc->flag_type,  (long)desc->argument_type,
                          (long)desc->count_type, (long)desc->n_device_type,
                          (long)desc->algorithm,  (long)desc->flags,
                          (long)desc->num_more,   desc->more != NULL};
  clscan__text_append(key, numbers, sizeof numbers);
  key_type(key, desc->custom_type);
  key_type(key, desc->custom_out);
  key_type(key, desc->custom_argument);
  key_string(key, desc->definition);
  key_string(key, desc->predicate);
  key_string(key, desc->equal);
  key_string(key, desc->output);
  /* A larger number is refused when the plan is made. */
  for (uint32_t i = 0; desc->more && i < desc->num_more && i < CLSCAN_MAX_OUTPUTS; i++) {
    const clscan_select_output *more = &desc->more[i];
    const long type = (long)more->type;
    clscan__text_append(key, &type, sizeof type);
    key_type(key, more->custom_type);
    key_string(key, more->expression);
    KEY_RESERVED(key, more);
  }
  KEY_RESERVED(key, desc);
}

void clscan__key_partition(clscan__text *key, const void *descriptor) {
  const clscan_partition_desc *desc = descriptor;
  const long numbers[] = {(long)desc->type,          (long)desc->flag_type,
                          (long)desc->argument_type, (long)desc->count_type,
                          (long)desc->n_device_type, (long)desc->algorithm,
                          (long)desc->flags,         (long)desc->num_buckets};
  clscan__text_append(key, numbers, sizeof numbers);
  key_type(key, desc->custom_type);
  key_type(key, desc->custom_argument);
  key_string(key, desc->definition);
  key_string(key, desc->bucket);
  key_string(key, desc->predicate);
  KEY_RESERVED(key, desc);
}
