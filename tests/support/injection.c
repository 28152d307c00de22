/* SPDX-License-Identifier: Apache-2.0 */
#include "support/injection.h"

#include <string.h>

/* Questions whose answer the library can do without; then the call may succeed all the same. */
static bool can_do_without(const char *function) {
  static const char *const optional[] = {"clGetDeviceInfo",          "clGetPlatformInfo",
                                         "clGetKernelSubGroupInfo",  "clGetProgramBuildInfo",
                                         "clGetKernelWorkGroupInfo", "clGetEventInfo",
                                         "clGetProgramInfo",         "clCreateProgramWithBinary"};
  for (size_t k = 0; k < HARNESS_COUNT(optional); k++) {
    if (strcmp(optional[k], function) == 0) {
      return true;
    }
  }
  return false;
}

bool injection_check(clscan_status status, const char *where) {
  const char *failed = interpose_failed();
  if (status != CLSCAN_SUCCESS && !interpose_logged(status)) {
    fail_msg("%s says nothing about %s", where, failed == NULL ? "its failure" : failed);
  }
  interpose_fail(0);
  if (failed == NULL) {
    assert_success(status);
  } else if (status == CLSCAN_SUCCESS) {
    if (!can_do_without(failed)) {
      fail_msg("%s succeeded although %s failed", where, failed);
    }
  } else if (status != INTERPOSE_ERROR &&
             !(status == CLSCAN_BUILD_FAILED && strcmp(failed, "clBuildProgram") == 0)) {
    fail_msg("%s gave %s (%d) when %s failed", where, clscan_status_name(status), (int)status,
             failed);
  }
  return status == CLSCAN_SUCCESS;
}
