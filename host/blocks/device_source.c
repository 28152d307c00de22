/* SPDX-License-Identifier: Apache-2.0 */
/* The building blocks as text: every name gets the caller's prefix, every macro is as before at the
 * end, so several of these texts and the caller's code share a program without clashes. */
#include <ctype.h>
#include <string.h>

#include "base/context.h"
#include "base/fail.h"
#include "base/text.h"
#include "blocks/blocks.h"
#include "device/caps.h"
#include "program/prelude.h"
#include "program/program.h"

static bool is_identifier(const char *name) {
  if (!name[0] || isdigit((unsigned char)name[0])) {
    return false;
  }
  for (const char *p = name; *p; p++) {
    if (!clscan__is_name_character(*p)) {
      return false;
    }
  }
  return true;
}

static clscan_status check_desc(clscan_context *ctx, const clscan_device_source_desc *desc,
                                const char *prefix) {
  const clscan_status status =
      clscan__fields_check(ctx, "desc", &clscan__device_source_desc_fields, desc);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (!is_identifier(prefix)) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "the prefix \"%s\" is not a C identifier",
                        prefix);
  }
  if (desc->max_group_size > ctx->caps->max_group_size) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "max_group_size is %u; %s allows %zu",
                        desc->max_group_size, ctx->caps->name, ctx->caps->max_group_size);
  }
  return CLSCAN_SUCCESS;
}

static void write_text(clscan__text *text, const char *prefix, const clscan__element *element,
                       const clscan__operator *op, clscan_backend backend,
                       clscan_workgroup_method method, size_t max_group) {
  clscan__prelude prelude = {0};
  clscan__text last = {0};
  clscan__prelude_types(&prelude.user, element, 1);
  /* Under names of ours: the caller's may be macros, which our text does not see. */
  clscan__text_printf(&prelude.user, "typedef %s %s_acc;\ntypedef %s %s_acc_stored;\n",
                      element->value, prefix, element->stored, prefix);
  clscan__prelude_operator(&prelude, prefix, element, op);
  clscan__prelude_backend(&prelude.macros, element, op, backend, method);
  clscan__text_printf(
      &prelude.macros,
      "#define clscan_user_op %s_user_op\n#define ACC_SIZE %zu\n#define GROUP_SIZE %zu\n", prefix,
      element->format == CLSCAN__PLAIN ? element->size : element->acc_size, max_group);
  clscan__text_printf(&last, "enum { %s_LOCAL_ITEMS = WG_ITEMS };\n#undef clscan_user_op\n",
                      prefix);
  if (last.failed) {
    text->failed = true;
  } else {
    clscan__program_write_part(text, &prelude, clscan__source_find("building_blocks"), prefix,
                               last.data);
  }
  clscan__text_free(&last);
  clscan__prelude_free(&prelude);
}

clscan_status clscan_device_source(clscan_context *ctx, const clscan_device_source_desc *desc,
                                   size_t capacity, char *text, size_t *size,
                                   const char **build_options) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!desc) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc is NULL");
  }
  if ((capacity == 0) != (text == NULL)) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "capacity is %zu but text is %s", capacity,
                        text ? "not NULL" : "NULL");
  }
  const char *prefix = desc->prefix ? desc->prefix : "clscan";
  clscan__element element;
  clscan__operator op;
  clscan_backend backend;
  clscan_status status = check_desc(ctx, desc, prefix);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__element_resolve(ctx, "type", desc->type, desc->custom_type, &element);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan__operator_resolve(ctx, desc->op, desc->custom_op, &element, &op);
  }
  if (status == CLSCAN_SUCCESS) {
    status = clscan__backend_choose(ctx, desc->backend, &backend);
  }
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  clscan_workgroup_method method = desc->method;
  if (method == CLSCAN_WORKGROUP_AUTO) {
    method = backend == CLSCAN_BACKEND_LOCAL ? CLSCAN_WORKGROUP_HILLIS_STEELE
                                             : CLSCAN_WORKGROUP_SUBGROUP;
  }
  if (method == CLSCAN_WORKGROUP_SUBGROUP && backend == CLSCAN_BACKEND_LOCAL) {
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_BACKEND,
                        "a work-group scan through sub-groups needs sub-groups");
  }

  clscan__text out = {0};
  write_text(&out, prefix, &element, &op, backend, method,
             desc->max_group_size ? desc->max_group_size : ctx->caps->max_group_size);
  if (out.failed) {
    status = clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory for the text");
  } else {
    const char *language = clscan__language(ctx, backend, CLSCAN_ATOMICS_AUTO);
    if (build_options) {
      *build_options = strcmp(language, "CL1.2") == 0   ? "-cl-std=CL1.2"
                       : strcmp(language, "CL2.0") == 0 ? "-cl-std=CL2.0"
                                                        : "-cl-std=CL3.0";
    }
    if (size) {
      *size = out.size + 1;
    }
    if (text && capacity < out.size + 1) {
      status = clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT,
                            "text has room for %zu bytes, %zu are needed", capacity, out.size + 1);
    } else if (text) {
      memcpy(text, out.data, out.size + 1);
    }
  }
  clscan__text_free(&out);
  return status;
}
