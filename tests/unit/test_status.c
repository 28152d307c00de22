/* SPDX-License-Identifier: Apache-2.0 */
/* Status codes: names, sentences, values. Needs no device. */
#include "support/harness.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  clscan_status value;
  const char *text;
} statuses[] = {
#define ROW(name, value, text) {"CLSCAN_" #name, CLSCAN_##name, text},
    CLSCAN_STATUS_LIST(ROW)
#undef ROW
};

static void test_own_codes(void **state) {
  (void)state;
  for (size_t k = 0; k < HARNESS_COUNT(statuses); k++) {
    assert_string_equal(clscan_status_name(statuses[k].value), statuses[k].name);
    assert_string_equal(clscan_status_string(statuses[k].value), statuses[k].text);
    assert_in_range(-statuses[k].value, 9001, 9099);
    for (size_t j = 0; j < k; j++) {
      assert_int_not_equal(statuses[j].value, statuses[k].value);
      assert_string_not_equal(statuses[j].text, statuses[k].text);
    }
  }
}

static void test_opencl_codes(void **state) {
  (void)state;
  assert_int_equal(CLSCAN_SUCCESS, CL_SUCCESS);
  assert_string_equal(clscan_status_name(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
  assert_string_equal(clscan_status_name(CL_MEM_OBJECT_ALLOCATION_FAILURE),
                      "CL_MEM_OBJECT_ALLOCATION_FAILURE");
  assert_string_equal(clscan_status_name(CL_BUILD_PROGRAM_FAILURE), "CL_BUILD_PROGRAM_FAILURE");
  assert_string_equal(clscan_status_name(CL_INVALID_COMMAND_QUEUE), "CL_INVALID_COMMAND_QUEUE");
  /* No code of OpenCL's own range up to the newest lacks a sentence. */
  for (clscan_status status = 0; status >= -72; status--) {
    assert_non_null(clscan_status_name(status));
    assert_true(strlen(clscan_status_string(status)) > 0);
  }
}

static void test_success_and_unknown(void **state) {
  (void)state;
  assert_string_equal(clscan_status_name(CLSCAN_SUCCESS), "CLSCAN_SUCCESS");
  assert_string_equal(clscan_status_name(-9098), "unknown status");
  assert_string_equal(clscan_status_name(-123456), "unknown status");
  assert_string_equal(clscan_status_name(7), "unknown status");
  assert_non_null(clscan_status_string(-123456));
  assert_non_null(clscan_status_string(INT32_MIN));
}

static void test_version(void **state) {
  (void)state;
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", CLSCAN_VERSION_MAJOR, CLSCAN_VERSION_MINOR,
           CLSCAN_VERSION_PATCH);
  assert_string_equal(clscan_version(), version);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own_codes),
      cmocka_unit_test(test_opencl_codes),
      cmocka_unit_test(test_success_and_unknown),
      cmocka_unit_test(test_version),
  };
  return harness_exit(cmocka_run_group_tests(tests, NULL, NULL));
}
