/* SPDX-License-Identifier: Apache-2.0 */
#include "program/prelude.h"

#include <string.h>

#include "abi.h"

/* The kernels get these enumerators as they are. */
_Static_assert(OP_ADD == CLSCAN_ADD && OP_MUL == CLSCAN_MUL && OP_MIN == CLSCAN_MIN &&
                   OP_MAX == CLSCAN_MAX && OP_AND == CLSCAN_AND && OP_OR == CLSCAN_OR &&
                   OP_XOR == CLSCAN_XOR && OP_USER == CLSCAN_CUSTOM_OP,
               "OP_CODE");
_Static_assert(BACKEND_LOCAL == CLSCAN_BACKEND_LOCAL && BACKEND_PTX == CLSCAN_BACKEND_PTX &&
                   BACKEND_KHR == CLSCAN_BACKEND_KHR,
               "BACKEND");
_Static_assert(WG_SUBGROUP == CLSCAN_WORKGROUP_SUBGROUP &&
                   WG_HILLIS_STEELE == CLSCAN_WORKGROUP_HILLIS_STEELE &&
                   WG_BLELLOCH == CLSCAN_WORKGROUP_BLELLOCH,
               "WG_METHOD");
_Static_assert(ATOMICS_OPENCL3 == CLSCAN_ATOMICS_OPENCL3 && ATOMICS_PTX == CLSCAN_ATOMICS_PTX &&
                   ATOMICS_OPENCL1 == CLSCAN_ATOMICS_OPENCL1,
               "ATOMICS");

void clscan__prelude_user_text(clscan__text *user, const char *name, const char *text) {
  /* A line of its own, which a backslash at the caller's end may join. */
  clscan__text_printf(user, "#line 1 \"%s\"\n%s\n\n#line 1 \"prelude\"\n", name, text);
}

/* Where a comment or a literal that begins at p ends; p if none does. */
static const char *skip_quoted(const char *p) {
  if (p[0] == '/' && p[1] == '/') {
    return p + strcspn(p, "\n");
  }
  if (p[0] == '/' && p[1] == '*') {
    const char *end = strstr(p + 2, "*/");
    return end ? end + 2 : p + strlen(p);
  }
  if (*p != '"' && *p != '\'') {
    return p;
  }
  const char quote = *p++;
  while (*p && *p != quote) {
    p += p[0] == '\\' && p[1] ? 2 : 1;
  }
  return *p ? p + 1 : p;
}

/* Whether an expression closes a bracket that it does not open, and so would end ours. */
static bool closes_ours(const char *expression) {
  size_t depth = 0;
  for (const char *p = expression; *p;) {
    const char *behind = skip_quoted(p);
    if (behind == p) {
      if (strchr(")]}", *p) && depth-- == 0) {
        return true;
      }
      depth += strchr("([{", *p) != NULL;
      behind++;
    }
    p = behind;
  }
  return false;
}

static void write_function(clscan__text *text, const char *signature, const char *name,
                           const char *expression, const char *rest) {
  clscan__text_printf(text, "static inline %s\n{\n", signature);
  if (closes_ours(expression)) {
    clscan__text_printf(
        text, "#line 1 \"%s\"\n#error \"it closes a bracket that it has not opened\"\n", name);
  }
  clscan__text_printf(text, "#line 1 \"%s\"\n    return (%s\n#line 1 \"prelude\"\n    )%s;\n}\n",
                      name, expression, rest);
}

void clscan__prelude_function(clscan__text *text, const char *signature, const char *name,
                              const char *expression) {
  write_function(text, signature, name, expression, "");
}

void clscan__prelude_condition(clscan__text *text, const char *signature, const char *name,
                               const char *expression) {
  write_function(text, signature, name, expression, " != 0");
}

void clscan__prelude_types(clscan__text *text, const clscan__element *elements, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool repeated = !elements[i].custom || !elements[i].custom->definition;
    for (size_t j = 0; j < i; j++) {
      repeated = repeated || clscan__element_same(&elements[i], &elements[j]);
    }
    if (!repeated) {
      clscan__prelude_user_text(text, "custom_type", elements[i].custom->definition);
    }
  }
}

void clscan__prelude_type(clscan__text *text, const char *name, const char *type, size_t size,
                          size_t alignment) {
  clscan__text_printf(text, "typedef %s %s;\n", type, name);
  clscan__text_printf(text, "typedef char %s_has_the_size_given[sizeof(%s) == %zu ? 1 : -1];\n",
                      name, name, size);
  clscan__text_printf(text,
                      "typedef struct { char clscan_c; %s clscan_v; } %s_aligned;\n"
                      "typedef char %s_has_the_alignment_given"
                      "[sizeof(%s_aligned) - sizeof(%s) == %zu ? 1 : -1];\n",
                      name, name, name, name, name, alignment);
}

void clscan__prelude_operator(clscan__prelude *prelude, const char *prefix,
                              const clscan__element *acc, const clscan__operator *op) {
  clscan__text *user = &prelude->user, *text = &prelude->macros;
  if (op->custom) {
    clscan__text signature = {0};
    if (op->custom->definition) {
      clscan__prelude_user_text(user, "custom_op", op->custom->definition);
    }
    clscan__text_printf(&signature, "%s %s_user_op(%s a, %s b)", acc->value, prefix, acc->value,
                        acc->value);
    if (signature.failed) {
      text->failed = true;
    } else {
      clscan__prelude_function(user, signature.data, "custom_op_expression",
                               op->custom->expression);
    }
    clscan__text_free(&signature);
  }
  clscan__text_printf(text, "#define OP_CODE %d\n", (int)op->op);
  clscan__text_printf(text, "#define EXACT_IDENTITY %d\n#define EXACT_OP %d\n", op->exact_identity,
                      op->exact);
  if (op->custom && op->identity) {
    clscan__text signature = {0};
    clscan__text_printf(&signature, "%s %s_user_identity(void)", acc->value, prefix);
    if (signature.failed) {
      text->failed = true;
    } else {
      clscan__prelude_function(user, signature.data, "custom_op_identity", op->identity);
    }
    clscan__text_free(&signature);
    clscan__text_printf(text, "#define IDENTITY %s_user_identity()\n", prefix);
  } else if (op->identity) {
    clscan__text_printf(text, "#define IDENTITY ((acc)(%s))\n", op->identity);
  }
  const bool narrow = acc->format == CLSCAN__PLAIN && acc->size < acc->acc_size;
  clscan__text_printf(text, "#define ACC_FORMAT %d\n", narrow ? FORMAT_NARROW : (int)acc->format);
  const bool wide = acc->acc_size == 8;
  clscan__text_printf(text, "#define ACC_FLOAT %d\n", acc->is_float);
  if (acc->is_float) {
    clscan__text_printf(text,
                        "#define ACC_AS_UINT as_%s\n#define ACC_FROM_UINT as_%s\n"
                        "#define ACC_NAN_BITS %s\n",
                        wide ? "ulong" : "uint", wide ? "double" : "float",
                        wide ? "0x7ff8000000000000UL" : "0x7fc00000u");
  }
}

void clscan__prelude_backend(clscan__text *text, const clscan__element *acc,
                             const clscan__operator *op, clscan_backend backend,
                             clscan_workgroup_method method) {
  clscan__text_printf(text, "#define BACKEND %d\n#define WG_METHOD %d\n", (int)backend,
                      (int)method);
  const bool wide_integer = !acc->is_float && acc->type != CLSCAN_CUSTOM && acc->size >= 4;
  const char *builtin = op->op == CLSCAN_ADD   ? "add"
                        : op->op == CLSCAN_MIN ? "min"
                        : op->op == CLSCAN_MAX ? "max"
                                               : NULL;
  if (backend == CLSCAN_BACKEND_KHR && wide_integer && builtin) {
    clscan__text_printf(text, "#define SUBGROUP_SCAN sub_group_scan_inclusive_%s\n", builtin);
  }
}

static void write_functions(clscan__text *user, const clscan__prelude_config *c) {
  clscan__prelude_function(user, "clscan_y clscan_user_store(clscan_a a)", "store",
                           c->store         ? c->store
                           : c->out->custom ? "a"
                                            : "(clscan_y)a");
}

void clscan__prelude_words(clscan__text *text, const char *macro, const char *name, size_t size) {
  const size_t words = (size + 7) / 8;
  clscan__text_printf(text, "#define %s_PARAMS PLACE(%s)", macro, name);
  for (size_t i = 0; i < words; i++) {
    clscan__text_printf(text, ", ulong %s_word%zu", name, i);
  }
  clscan__text_printf(text, "\n#define %s_FIELDS", macro);
  for (size_t i = 0; i < words; i++) {
    clscan__text_printf(text, " ulong %s_word%zu;", name, i);
  }
  clscan__text_printf(text, "\n#define %s_COPY(to, from)", macro);
  for (size_t i = 0; i < words; i++) {
    clscan__text_printf(text, " to##%zu = from##%zu;", i, i);
  }
  clscan__text_string(text, "\n");
}

void clscan__prelude_shape(clscan__text *text, const clscan__shape *s) {
  clscan__text_printf(text,
                      "#define GROUP_SIZE %u\n#define STORAGE_REREAD %d\n#define VEC %u\n"
                      "#define STEPS %u\n",
                      s->group_size, s->storage == CLSCAN_STORAGE_REREAD, s->vec, s->steps);
  if (s->packed) {
    clscan__text_string(text, "#define TILE_PACKED 1\n");
  }
  if (s->registers) {
    clscan__text_printf(text, "#define LIMITED_REGISTERS %u\n", s->registers);
  }
  if (s->atomics != CLSCAN_ATOMICS_AUTO) {
    clscan__text_printf(text, "#define ATOMICS %d\n", (int)s->atomics);
  }
  if (s->form == CLSCAN__DESC_NONE) {
    return;
  }
  clscan__text_printf(text,
                      "#define LOOKBACK %d\n#define WINDOW %u\n"
                      "#define DESC_FORM %d\n#define DESC_SPACING %u\n#define DESC_SLOT %u\n",
                      s->algorithm == CLSCAN_SCAN_LOOKBACK_TWO_LEVEL ? LOOKBACK_TWO_LEVEL
                                                                     : LOOKBACK_CLASSIC,
                      s->window, (int)s->form, s->spacing, s->slot);
  if (s->poll_delay) {
    clscan__text_printf(text, "#define POLL_DELAY %uu\n", s->poll_delay);
  }
}

void clscan__prelude_write(clscan__prelude *prelude, const clscan__prelude_config *c) {
  clscan__text *user = &prelude->user, *text = &prelude->macros;
  clscan__prelude_type(user, "clscan_acc_stored", c->acc->stored, c->acc->size, c->acc->alignment);
  clscan__prelude_type(user, "clscan_out", c->out->stored, c->out->size, c->out->alignment);
  clscan__text_printf(user, "typedef %s clscan_a;\ntypedef %s clscan_acc;\ntypedef %s clscan_y;\n",
                      c->acc->value, c->acc->acc, c->out->value);
  clscan__prelude_operator(prelude, "clscan", c->acc, c->op);
  write_functions(user, c);
  clscan__text_printf(text,
                      "#define ACC_SIZE %zu\n"
                      "#define OUT_SIZE %zu\n#define OUT_FORMAT %d\n",
                      c->acc->acc_size, c->out->size, (int)c->out->format);
  const bool narrow_integer = !c->acc->custom && !c->acc->is_float && c->acc->acc_size == 4;
  clscan__text_printf(text, "#define STORE_CONVERTS %d\n",
                      narrow_integer && (c->store || c->out->type != c->acc->type));
  clscan__prelude_words(text, "INIT", "init", c->acc->size);
  clscan__text_printf(text, "#define EXCLUSIVE %d\n", c->exclusive);
  clscan__prelude_backend(text, c->acc, c->op, c->shape->backend, c->shape->method);
  clscan__prelude_shape(text, c->shape);
}
