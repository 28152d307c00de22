/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool text_reserve(clscan__text *text, size_t more) {
  if (text->failed) {
    return false;
  }
  if (more < text->capacity - text->size) {
    return true;
  }
  size_t capacity = text->capacity ? text->capacity : 256;
  while (capacity - text->size <= more) {
    capacity *= 2;
  }
  char *data = realloc(text->data, capacity);
  if (!data) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  return true;
}

void clscan__text_append(clscan__text *text, const void *bytes, size_t size) {
  if (!text_reserve(text, size)) {
    return;
  }
  if (size) {
    memcpy(text->data + text->size, bytes, size);
  }
  text->size += size;
  text->data[text->size] = '\0';
}

void clscan__text_string(clscan__text *text, const char *string) {
  clscan__text_append(text, string, strlen(string));
}

void clscan__text_printf(clscan__text *text, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  const int size = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (size < 0) {
    text->failed = true;
  } else if (text_reserve(text, (size_t)size)) {
    vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
    text->size += (size_t)size;
  }
  va_end(again);
}

void clscan__text_free(clscan__text *text) {
  free(text->data);
  *text = (clscan__text){0};
}

char *clscan__string_copy(const char *string) {
  if (!string) {
    return NULL;
  }
  const size_t size = strlen(string) + 1;
  char *copy = malloc(size);
  if (copy) {
    memcpy(copy, string, size);
  }
  return copy;
}
