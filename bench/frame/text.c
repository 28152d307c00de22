/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/text.h"

#include <stdbool.h>
#include <string.h>

void text_print(FILE *file, const char *text, size_t column, size_t indent) {
  bool space = false; /* between the last word and the next */
  text += strspn(text, " ");
  while (*text != '\0') {
    size_t word = strcspn(text, " ");
    if (column + space + word > TEXT_WIDTH && column > indent) {
      fprintf(file, "\n%*s", (int)indent, "");
      column = indent;
      space = false;
    }
    size_t part = word < TEXT_WIDTH - column ? word : TEXT_WIDTH - column;
    fprintf(file, "%s%.*s", space ? " " : "", (int)part, text);
    column += space + part;
    text += part;
    space = part == word;
    text += space ? strspn(text, " ") : 0;
  }
  putc('\n', file);
}
