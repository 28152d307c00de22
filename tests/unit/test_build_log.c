/* SPDX-License-Identifier: Apache-2.0 */
/* Places in a build log that count the whole text's lines become the caller's. */
#include "program/build_log.h"

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

/* Of a build that succeeded: what is about the caller's texts, in the forms of clang and of pocl.
 */
static void test_users(void **state) {
  (void)state;
  static const struct {
    const char *log, *expected;
  } cases[] = {
      {"", NULL},
      {"(): Warning: no place\n", NULL},
      {"prelude:3:1: warning: a\n  int a;\ncore/half.cl:2:2: note: b\n", NULL},
      {"load:3:1: warning: a\n  int a;\n  ^\nprelude:1:1: note: b\ncustom_type:2:1: c\n\nd\n",
       "load:3:1: warning: a\n  int a;\n  ^\ncustom_type:2:1: c\n"},
      {"warning: definition:2:8: a\nwarning: unload:2:8: b\n", "warning: definition:2:8: a\n"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    clscan__text users = {0};
    clscan__build_log_users(&users, cases[k].log);
    if (cases[k].expected) {
      assert_non_null(users.data);
      assert_string_equal(users.data, cases[k].expected);
    } else {
      assert_null(users.data);
    }
    clscan__text_free(&users);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_users),
      cmocka_unit_test(test_other_text_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
