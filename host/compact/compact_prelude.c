/* SPDX-License-Identifier: Apache-2.0 */
#include "compact/compact.h"

#include <stdio.h>

#include "base/context.h"
#include "program/prelude.h"

static void write_source(clscan__prelude *prelude, const clscan__compact *c,
                         const clscan__compact_desc *desc) {
  clscan__text *user = &prelude->user, *text = &prelude->macros;
  clscan__input_prelude(prelude, &c->input, c->base.shape.vec, desc->definition);
  clscan__text_printf(text,
                      "#define USER_CALL2(function, a, b, i, row, col, flag, argument) "
                      "function(a, b, i, row, col%s%s)\n#define UNIQUE %d\n",
                      c->input.has_flags ? ", flag" : "", c->input.has_argument ? ", argument" : "",
                      (c->flags & CLSCAN_UNIQUE) != 0);
  const uint32_t buckets = c->num_buckets ? c->num_buckets : 2;
  if (c->flags & CLSCAN_UNIQUE) {
    clscan__input_function(user, &c->input, true, "uint", "clscan_user_equal",
                           "clscan_x a, clscan_x b", "equal", desc->equal ? desc->equal : "a == b");
  } else if (buckets > 2) {
    clscan__input_function(user, &c->input, false, "uint", "clscan_user_bucket", "clscan_x x",
                           "bucket", desc->bucket);
  } else if (desc->bucket) {
    clscan__input_function(user, &c->input, false, "uint", "clscan_user_rejects", "clscan_x x",
                           "bucket", desc->bucket);
  } else {
    clscan__input_function(user, &c->input, true, "uint", "clscan_user_keep", "clscan_x x",
                           "predicate",
                           desc->predicate      ? desc->predicate
                           : c->input.has_flags ? "f != 0"
                                                : "x != 0");
  }
  clscan__text_printf(text, "#define KEEP_REJECTS %d\n", buckets == 2 && desc->bucket);
  uint32_t bits_needed = 1;
  while ((1u << bits_needed) < buckets) {
    bits_needed++;
  }
  clscan__text_printf(text, "#define NUM_BUCKETS %uu\n#define BUCKET_BITS %u\n", buckets,
                      bits_needed);
}

/* A macro that has `head` and, for the place of each further output or its source, its name. */
static void write_places(clscan__text *text, const clscan__compact *c, const char *head,
                         const char *before, const char *middle, const char *after) {
  clscan__text_string(text, head);
  for (uint32_t k = 0; k < c->num_more; k++) {
    for (int in = c->more_copies[k]; in >= 0; --in) {
      const char *name = in ? "more_in" : "more_out";
      clscan__text_printf(text, "%s%s%u", before, name, k);
      if (middle) {
        clscan__text_printf(text, "%s%s%u", middle, name, k);
      }
      clscan__text_string(text, after);
    }
  }
  clscan__text_string(text, "\n");
}

/* Further output k: its kernel parameters, then how it is stored. */
static void write_more(clscan__prelude *prelude, const clscan__compact *c,
                       const clscan__compact_desc *desc) {
  clscan__text *user = &prelude->user, *text = &prelude->macros;
  for (uint32_t k = 0; k < c->num_more; k++) {
    char stored[40], value[40], name[40];
    snprintf(stored, sizeof stored, "clscan_more%u", k);
    snprintf(value, sizeof value, "clscan_more%u_value", k);
    snprintf(name, sizeof name, "clscan_user_more%u", k);
    clscan__prelude_type(user, stored, c->more[k].stored, c->more[k].size, c->more[k].alignment);
    clscan__text_printf(user, "typedef %s %s;\n", c->more[k].value, value);
    if (!c->more_copies[k]) {
      clscan__input_function(user, &c->input, false, value, name, "clscan_x x", "more",
                             desc->more[k].expression);
    }
  }
  write_places(text, c, "#define MORE_PARAMS", " PLACE(", NULL, "),");
  write_places(text, c, "#define MORE_FIELDS", " place ", NULL, ";");
  write_places(text, c, "#define MORE_READ(k)", " (k).", " = GIVEN(", ");");
  clscan__text_string(text, "#define MORE_STORE(k, to, x, p, flag, argument)");
  for (uint32_t k = 0; k < c->num_more; k++) {
    if (c->more_copies[k]) {
      clscan__text_printf(text,
                          " AT(clscan_more%u, (k)->more_out%u)[to] = "
                          "AT(const clscan_more%u, (k)->more_in%u)[(p).i];",
                          k, k, k, k);
      continue;
    }
    const char *convert = c->more[k].format == CLSCAN__HALF     ? "float_to_half"
                          : c->more[k].format == CLSCAN__BFLOAT ? "float_to_bfloat"
                                                                : "";
    clscan__text_printf(text,
                        " AT(clscan_more%u, (k)->more_out%u)[to] = "
                        "%s(USER_CALL(clscan_user_more%u, x, (p).i, (p).row, (p).col, flag, "
                        "argument));",
                        k, k, convert, k);
  }
  clscan__text_string(text, "\n");
}

/* The buffers of a partition. */
static void write_outs(clscan__text *text, const clscan__compact *c) {
  const bool separate = (c->flags & CLSCAN_SEPARATE) != 0;
  const uint32_t count = separate ? c->num_buckets : 1;
  clscan__text_printf(text, "#define SEPARATE %d\n#define NUM_OUTS %u\n#define OUTS_PARAMS",
                      separate, count);
  for (uint32_t b = 0; b < count; b++) {
    clscan__text_printf(text, " PLACE(out%u),", b);
  }
  clscan__text_string(text, "\n#define OUTS_READ(k)");
  for (uint32_t b = 0; b < count; b++) {
    clscan__text_printf(text, " (k).out[%u] = GIVEN(out%u);", b, b);
  }
  clscan__text_string(text, "\n#define OUTS_PICK(k, b) (");
  for (uint32_t b = 0; b + 1 < count; b++) {
    clscan__text_printf(text, "(b) == %u ? AT(clscan_out, (k)->out[%u]) : ", b, b);
  }
  clscan__text_printf(text, "AT(clscan_out, (k)->out[%u]))\n", count - 1);
}

static void write_outputs(clscan__prelude *prelude, const clscan__compact *c,
                          const clscan__compact_desc *desc) {
  clscan__text *user = &prelude->user, *text = &prelude->macros;
  const clscan__element *out = &c->out;
  const bool copy = !desc->output && clscan__element_same(&c->input.in, out);
  clscan__prelude_type(user, "clscan_out", out->stored, out->size, out->alignment);
  clscan__text_printf(user, "typedef %s clscan_y;\n", out->value);
  clscan__text_printf(text, "#define OUT_FORMAT %d\n#define OUTPUT_COPY %d\n", (int)out->format,
                      copy);
  if (!copy) {
    clscan__input_function(user, &c->input, false, "clscan_y", "clscan_user_output", "clscan_x x",
                           "output", desc->output ? desc->output : "x");
  }
  write_more(prelude, c, desc);
  clscan__text_printf(text, "#define STAGE_VALUES %d\n#define SPLIT_BOTH %d\n", c->stage_values,
                      c->num_buckets == 2);
  write_outs(text, c);
}

void clscan__compact_prelude(clscan__prelude *prelude, const clscan__compact *c,
                             const clscan__compact_desc *desc, const clscan__element *acc,
                             const clscan__operator *op) {
  clscan__element declared[CLSCAN__COMPACT_ELEMENTS];
  const size_t count = clscan__compact_elements(c, declared);
  const clscan__shape *shape = &c->base.shape;
  clscan__text *user = &prelude->user, *text = &prelude->macros;
  clscan__prelude_types(user, declared, count);
  write_source(prelude, c, desc);
  write_outputs(prelude, c, desc);
  clscan__text_printf(text, "#define COUNT_T %s\n#define COUNT_64 %d\n",
                      c->count_64 ? "ulong" : "uint", c->count_64);
  clscan__text_printf(text, "#define ATOMIC_LEVEL %d\n",
                      shape->algorithm == CLSCAN_SELECT_ATOMIC_WORKGROUP  ? ATOMIC_TILE
                      : shape->algorithm == CLSCAN_SELECT_ATOMIC_SUBGROUP ? ATOMIC_SUBGROUP
                                                                          : ATOMIC_ELEMENT);
  clscan__text_printf(user, "typedef ulong clscan_acc;\ntypedef %s clscan_acc_stored;\n",
                      c->count_64 ? "ulong" : "uint");
  clscan__text_printf(text, "#define ACC_SIZE %zu\n", acc->acc_size);
  clscan__prelude_operator(prelude, "clscan", acc, op);
  clscan__prelude_backend(text, acc, op, shape->backend, shape->method);
  clscan__prelude_shape(text, shape);
  if (shape->storage == CLSCAN_STORAGE_REREAD) {
    clscan__text_printf(text, "#define STAGE_LENGTH %zu\n",
                        shape->reread_tile ? (size_t)shape->reread_tile : shape->reread_longest);
  }
}
