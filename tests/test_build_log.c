/* SPDX-License-Identifier: Apache-2.0 */
/* Places in a build log that count the whole text's lines become the caller's. */
#include "build_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char source[] = "#line 1 \"prelude\"\n"
                             "typedef int acc;\n"
                             "#line 1 \"custom_op\"\n"
                             "int one(int a) { return a; }\n"
                             "int two(int a) { return b; }\n"
                             "#line 40 \"prelude\"\n"
                             "#define X 1\n";

static void check(const char *log, const char *expected) {
  clscan__text mapped = {0};
  clscan__build_log_map(&mapped, log, source);
  assert_string_equal(mapped.data, expected);
  clscan__text_free(&mapped);
}

static void test_places(void **state) {
  (void)state;
  check("<kernel>:5:25: error: b\n<kernel>:7:1: note",
        "custom_op:2:25: error: b\nprelude:40:1: note");
  check("<kernel>:2:1 and <kernel>:4", "prelude:1:1 and custom_op:1");
}

static void test_other_text_is_kept(void **state) {
  (void)state;
  check("", "");
  check("custom_op:2:25: error", "custom_op:2:25: error");
  check("<kernel>: no number", "<kernel>: no number");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_other_text_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
