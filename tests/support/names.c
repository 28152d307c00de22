/* SPDX-License-Identifier: Apache-2.0 */
#include "support/names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What separates the caller's part from the library's. */
static const char *library_part(const char *program) {
  static const char mark[] = "#pragma OPENCL FP_CONTRACT OFF\n";
  const char *part = program;
  for (const char *p = program; (p = strstr(p, mark)) != NULL; p += sizeof mark - 1) {
    part = p + sizeof mark - 1;
  }
  return part;
}

static bool is_name_character(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Words that a caller may not define: the documented ones, those by which OpenCL C has functions
 * that the library does not call, and what begins with an underscore, clscan_ or cl_. */
static bool is_reserved(const char *word) {
  static const char *const words[] = {"x", "i",       "row",  "col",  "f",   "u",   "a",
                                      "b", "defined", "step", "sign", "any", "all", "length"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    if (strcmp(word, words[k]) == 0) {
      return true;
    }
  }
  return word[0] == '_' || strncmp(word, "clscan_", 7) == 0 || strncmp(word, "cl_", 3) == 0 ||
         strncmp(word, "CLSCAN_TEST_", 12) == 0;
}

/* OpenCL C's own, which the program saves. */
static bool is_opencl(const char *program, const char *word) {
  char line[160];
  snprintf(line, sizeof line, "#pragma push_macro(\"%s\")\n", word);
  return strstr(program, line) != NULL;
}

struct writer {
  char *text;
  size_t size, capacity;
};

static bool append(struct writer *w, const char *text) {
  const size_t size = strlen(text);
  if (w->size + size + 1 > w->capacity) {
    const size_t capacity = 2 * (w->size + size + 1);
    char *grown = realloc(w->text, capacity);
    if (grown == NULL) {
      return false;
    }
    w->text = grown;
    w->capacity = capacity;
  }
  memcpy(w->text + w->size, text, size + 1);
  w->size += size;
  return true;
}

/* Whether the name has been written already. */
static bool is_written(const struct writer *seen, const char *word) {
  char key[160];
  snprintf(key, sizeof key, " %s ", word);
  return seen->text != NULL && strstr(seen->text, key) != NULL;
}

static bool write_name(struct writer *w, const char *word, unsigned kind) {
  static const char *const before[] = {"#define ", "typedef struct { int q; } ",
                                       "static inline int ", "__constant int "};
  static const char *const after[] = {" ) no such text (\n", ";\n", "(int q) { return q; }\n",
                                      " = 1;\n"};
  return append(w, before[kind]) && append(w, word) && append(w, after[kind]);
}

char *names_hostile(const char *program, unsigned turn) {
  struct writer text = {0}, seen = {0};
  bool right = append(&seen, " ");
  unsigned count = 0;
  for (const char *p = library_part(program); *p != '\0' && right;) {
    if (p[0] == '/' && p[1] == '/') {
      p += strcspn(p, "\n");
    } else if (p[0] == '"') {
      p += 1 + strcspn(p + 1, "\"\n");
      p += *p == '"';
    } else if (!is_name_character(*p)) {
      p++;
    } else {
      char word[80];
      size_t size = 0;
      while (is_name_character(p[size])) {
        size++;
      }
      snprintf(word, sizeof word, "%.*s", (int)size, p);
      p += size;
      if (isdigit((unsigned char)word[0]) || is_reserved(word) || is_written(&seen, word) ||
          is_opencl(program, word)) {
        continue;
      }
      right = append(&seen, word) && append(&seen, "  ") &&
              write_name(&text, word, (count++ + turn) % 4);
    }
  }
  free(seen.text);
  if (!right) {
    free(text.text);
    return NULL;
  }
  return text.text;
}
