/* SPDX-License-Identifier: Apache-2.0 */
#include "program/program_text.h"

#include <ctype.h>
#include <string.h>

void clscan__prelude_free(clscan__prelude *prelude) {
  clscan__text_free(&prelude->user);
  clscan__text_free(&prelude->macros);
}

/* Before each of the two texts: the caller's may have other ideas. */
static void write_pragmas(clscan__text *text) {
  static const char *const extensions[] = {"cl_khr_fp16", "cl_khr_fp64",
                                           "cl_khr_int64_base_atomics",
                                           "cl_khr_int64_extended_atomics", "cl_khr_subgroups"};
  clscan__text_string(text, "#line 1 \"prelude\"\n");
  for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
    clscan__text_printf(text, "#ifdef %s\n#pragma OPENCL EXTENSION %s : enable\n#endif\n",
                        extensions[i], extensions[i]);
  }
  /* The same expression must give the same bits wherever it is inlined. */
  clscan__text_string(text, "#pragma OPENCL FP_CONTRACT OFF\n");
}

/* Writes a line for each of the names. */
static void write_lines(clscan__text *text, const char *names, const char *before,
                        const char *after) {
  for (const char *name = names; *name; name += strlen(name) + 1) {
    clscan__text_printf(text, "%s%s%s\n", before, name, after);
  }
}

static void write_pragma_lines(clscan__text *text, const char *names, const char *pragma) {
  clscan__text before = {0};
  clscan__text_printf(&before, "#pragma %s(\"", pragma);
  if (before.failed) {
    text->failed = true;
  } else {
    write_lines(text, names, before.data, "\")");
  }
  clscan__text_free(&before);
}

static bool is_listed(const char *names, const char *word, size_t size) {
  for (const char *name = names; *name; name += strlen(name) + 1) {
    if (strncmp(name, word, size) == 0 && !name[size]) {
      return true;
    }
  }
  return false;
}

bool clscan__is_name_character(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The next identifier of the macros' text that the caller could have defined; NULL at the end. */
static const char *next_word(const char *text, size_t *size) {
  static const char ours[] = "clscan_";
  for (const char *p = text; *p; p += *size) {
    *size = 1;
    if (!clscan__is_name_character(*p)) {
      continue;
    }
    while (clscan__is_name_character(p[*size])) {
      ++*size;
    }
    if (!isdigit((unsigned char)*p) && *p != '_' && strncmp(p, ours, sizeof ours - 1) != 0 &&
        !is_listed(clscan__opencl_names, p, *size)) {
      return p;
    }
  }
  return NULL;
}

/* Undefines what the caller's text may have defined by the name of one of our identifiers.
 * Compilers that do not know push_macro and pop_macro are left with the caller's ideas of OpenCL
 * C's own names. */
static void undefine_words(clscan__text *text, const char *macros, const clscan__source *source) {
  size_t size = 0;
  for (const char *word = macros; (word = next_word(word, &size)) != NULL; word += size) {
    clscan__text_printf(text, "#undef %.*s\n", (int)size, word);
  }
  write_lines(text, source->others, "#undef ", "");
  write_lines(text, source->file_scope, "#undef ", "");
}

static void write_ours(clscan__text *text, const clscan__prelude *prelude,
                       const clscan__source *source, const char *prefix) {
  const char *macros = prelude && prelude->macros.data ? prelude->macros.data : "";
  clscan__text_string(text, "#line 1 \"prelude\"\n");
  undefine_words(text, macros, source);
  write_pragma_lines(text, clscan__opencl_names, "pop_macro");
  for (const char *name = source->file_scope; *name; name += strlen(name) + 1) {
    clscan__text_printf(text, "#define %s %s_%s\n", name, prefix, name);
  }
  write_pragmas(text);
  clscan__text_string(text, macros);
  clscan__text_append(text, source->text, source->size);
}

static void write_users(clscan__text *text, const clscan__prelude *prelude) {
  if (prelude && prelude->user.data) {
    clscan__text_append(text, prelude->user.data, prelude->user.size);
  }
  if (prelude && (prelude->user.failed || prelude->macros.failed)) {
    text->failed = true;
  }
}

void clscan__program_write(clscan__text *text, const clscan__prelude *prelude,
                           const clscan__source *source) {
  write_pragmas(text);
  write_pragma_lines(text, clscan__opencl_names, "push_macro");
  write_users(text, prelude);
  write_ours(text, prelude, source, CLSCAN__NAME_PREFIX);
}

void clscan__program_write_part(clscan__text *text, const clscan__prelude *prelude,
                                const clscan__source *source, const char *prefix,
                                const char *last) {
  write_pragmas(text);
  write_pragma_lines(text, source->others, "push_macro");
  write_pragma_lines(text, source->file_scope, "push_macro");
  write_pragma_lines(text, clscan__opencl_names, "push_macro");
  write_users(text, prelude);
  write_ours(text, prelude, source, prefix);
  clscan__text_string(text, last);
  undefine_words(text, prelude->macros.data ? prelude->macros.data : "", source);
  write_pragma_lines(text, source->others, "pop_macro");
  write_pragma_lines(text, source->file_scope, "pop_macro");
}
