/* SPDX-License-Identifier: Apache-2.0 */
/* A kept program is used whole and for what it was made, or not at all. */
#include "program/program_entry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char binary[] = "\x7f"
                             "ELF\0\1\2\3";

/* Versions, and what is asked for from the third field on. */
static clscan__identity identity_of(const char *const fields[4]) {
  clscan__identity identity = {{0}, 0};
  for (int k = 0; k < 4; k++) {
    if (k == 2) {
      identity.asked = identity.text.size;
    }
    clscan__entry_field(&identity.text, fields[k], strlen(fields[k]));
  }
  assert_false(identity.text.failed);
  return identity;
}

static const char *const good[4] = {"0.1.0", "driver 7", "-cl-std=CL1.2", "kernel void f() {}"};

static clscan__text entry_of(const clscan__identity *identity, const char *log) {
  clscan__text entry = {0}, text = {0};
  clscan__text_string(&text, log);
  clscan__entry_write(&entry, identity, &text, binary, sizeof binary);
  clscan__text_free(&text);
  assert_false(entry.failed);
  return entry;
}

/* Reads a copy of exactly `size` bytes, so that a sanitizer sees what lies past them. */
static bool reads(const char *bytes, size_t size, const clscan__identity *identity,
                  const char *log) {
  clscan__entry entry;
  char *copy = malloc(size ? size : 1);
  assert_non_null(copy);
  memcpy(copy, bytes, size);
  const bool read = clscan__entry_read(copy, size, identity, &entry);
  if (read) {
    assert_int_equal(entry.log_size, strlen(log));
    assert_memory_equal(entry.log, log, entry.log_size);
    assert_int_equal(entry.binary_size, sizeof binary);
    assert_memory_equal(entry.binary, binary, sizeof binary);
  }
  free(copy);
  return read;
}

static void test_whole(void **state) {
  (void)state;
  static const char *const logs[] = {"", "a warning"};
  clscan__identity identity = identity_of(good);
  for (int k = 0; k < 2; k++) {
    clscan__text entry = entry_of(&identity, logs[k]);
    assert_true(reads(entry.data, entry.size, &identity, logs[k]));
    clscan__text_free(&entry);
  }
  clscan__text_free(&identity.text);
}

static void test_every_bit(void **state) {
  (void)state;
  clscan__identity identity = identity_of(good);
  clscan__text entry = entry_of(&identity, "log");
  for (size_t k = 0; k < 8 * entry.size; k++) {
    entry.data[k / 8] = (char)(entry.data[k / 8] ^ (1 << k % 8));
    assert_false(reads(entry.data, entry.size, &identity, "log"));
    entry.data[k / 8] = (char)(entry.data[k / 8] ^ (1 << k % 8));
  }
  assert_true(reads(entry.data, entry.size, &identity, "log"));
  clscan__text_free(&entry);
  clscan__text_free(&identity.text);
}

static void test_every_length(void **state) {
  (void)state;
  clscan__identity identity = identity_of(good);
  clscan__text entry = entry_of(&identity, "log");
  const size_t size = entry.size;
  for (size_t k = 0; k < size; k++) {
    assert_false(reads(entry.data, k, &identity, "log"));
  }
  for (int k = 0; k < 20; k++) {
    clscan__text_append(&entry, "", 1);
    assert_false(reads(entry.data, entry.size, &identity, "log"));
  }
  clscan__text_free(&entry);
  clscan__text_free(&identity.text);
}

/* Sizes that wrap or lie, and the true one with bytes left over, under a checksum that is right. */
static void test_sizes_that_lie(void **state) {
  (void)state;
  static const uint64_t sizes[] = {
      UINT64_MAX, UINT64_MAX - 7, UINT64_C(1) << 63, 0, 2, 4, UINT64_C(1) << 32, 3};
  clscan__identity identity = identity_of(good);
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    /* What stands before the checksum is taken for the identity to get one. */
    clscan__text entry = entry_of(&identity, "log"), empty = {0}, signed_again = {0};
    for (int i = 0; i < 8; i++) {
      entry.data[identity.text.size + (size_t)i] = (char)(unsigned char)(sizes[k] >> 8 * i);
    }
    clscan__identity lie = {{0}, 0};
    clscan__text_append(&lie.text, entry.data, entry.size - 8);
    clscan__entry_write(&signed_again, &lie, &empty, NULL, 0);
    assert_false(reads(signed_again.data, signed_again.size, &identity, "log"));
    clscan__text_free(&signed_again);
    clscan__text_free(&lie.text);
    clscan__text_free(&entry);
  }
  clscan__text_free(&identity.text);
}

static void test_every_field(void **state) {
  (void)state;
  static const char *const others[4] = {"0.1.1", "driver 8", "-cl-std=CL3.0", "kernel void g() {}"};
  clscan__identity identity = identity_of(good);
  clscan__text entry = entry_of(&identity, ""), key = {0};
  clscan__entry_key(&key, "scan", &identity);
  for (int k = 0; k < 4; k++) {
    const char *fields[4];
    memcpy(fields, good, sizeof fields);
    fields[k] = others[k];
    clscan__identity other = identity_of(fields);
    clscan__text other_key = {0};
    assert_false(reads(entry.data, entry.size, &other, ""));
    /* An entry of another version is replaced, one of something else stays beside it. */
    clscan__entry_key(&other_key, "scan", &other);
    assert_true((strcmp(key.data, other_key.data) == 0) == (k < 2));
    clscan__text_free(&other_key);
    clscan__text_free(&other.text);
  }
  /* The same bytes, cut into fields at another place. */
  static const char *const moved[4] = {"0.1.0d", "river 7", "-cl-std=CL1.2", "kernel void f() {}"};
  clscan__identity other = identity_of(moved);
  assert_false(reads(entry.data, entry.size, &other, ""));
  clscan__text_free(&other.text);
  clscan__text_free(&key);
  clscan__text_free(&entry);
  clscan__text_free(&identity.text);
}

/* A file name everywhere. */
static void test_key(void **state) {
  (void)state;
  clscan__identity identity = identity_of(good);
  clscan__text key = {0};
  clscan__entry_key(&key, "lookback_scan", &identity);
  assert_int_equal(strspn(key.data, "abcdefghijklmnopqrstuvwxyz0123456789_-"), key.size);
  assert_int_equal(key.size, strlen("lookback_scan-0123456789abcdef"));
  clscan__text_free(&key);
  clscan__text_free(&identity.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole),        cmocka_unit_test(test_every_bit),
      cmocka_unit_test(test_every_length), cmocka_unit_test(test_sizes_that_lie),
      cmocka_unit_test(test_every_field),  cmocka_unit_test(test_key),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
