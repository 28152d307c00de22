/* SPDX-License-Identifier: Apache-2.0 */
#include "program/program_entry.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

/* A number in an entry: 64 bits, the lowest byte first. */
enum { NUMBER = 8 };

static void encode_number(clscan__text *out, uint64_t value) {
  unsigned char bytes[NUMBER];
  for (int i = 0; i < NUMBER; i++) {
    bytes[i] = (unsigned char)(value >> (8 * i));
  }
  clscan__text_append(out, bytes, sizeof bytes);
}

static uint64_t decode_number(const char *bytes) {
  uint64_t value = 0;
  for (int i = 0; i < NUMBER; i++) {
    value |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
  }
  return value;
}

/* FNV-1a: two runs of bytes that differ in one byte never have the same hash. */
static uint64_t hash(const char *bytes, size_t size) {
  uint64_t value = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < size; i++) {
    value = (value ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
  }
  return value;
}

void clscan__entry_field(clscan__text *out, const void *bytes, size_t size) {
  encode_number(out, size);
  clscan__text_append(out, bytes, size);
}

void clscan__entry_key(clscan__text *key, const char *name, const clscan__identity *identity) {
  const clscan__text *text = &identity->text;
  clscan__text_printf(key, "%s-%016" PRIx64, name,
                      hash(text->data + identity->asked, text->size - identity->asked));
}

void clscan__entry_write(clscan__text *out, const clscan__identity *identity,
                         const clscan__text *log, const void *binary, size_t size) {
  clscan__text_append(out, identity->text.data, identity->text.size);
  clscan__entry_field(out, log->data, log->size);
  clscan__entry_field(out, binary, size);
  if (!out->failed) {
    encode_number(out, hash(out->data, out->size));
  }
}

/* Takes a field off the front of `*size` bytes; NULL if it is not all there. */
static const char *take_field(const char **bytes, size_t *size, size_t *field_size) {
  if (*size < NUMBER) {
    return NULL;
  }
  const uint64_t wanted = decode_number(*bytes);
  if (wanted > *size - NUMBER) {
    return NULL;
  }
  const char *field = *bytes + NUMBER;
  *field_size = (size_t)wanted;
  *bytes = field + *field_size;
  *size -= NUMBER + *field_size;
  return field;
}

bool clscan__entry_read(const char *bytes, size_t size, const clscan__identity *identity,
                        clscan__entry *entry) {
  const clscan__text *text = &identity->text;
  if (size < text->size + NUMBER || memcmp(bytes, text->data, text->size) != 0) {
    return false;
  }
  size -= NUMBER;
  if (decode_number(bytes + size) != hash(bytes, size)) {
    return false;
  }
  bytes += text->size;
  size -= text->size;
  entry->log = take_field(&bytes, &size, &entry->log_size);
  entry->binary = entry->log ? take_field(&bytes, &size, &entry->binary_size) : NULL;
  return entry->binary && size == 0;
}
