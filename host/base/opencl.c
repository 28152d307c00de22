/* SPDX-License-Identifier: Apache-2.0 */
#include "base/opencl.h"

#ifndef CLSCAN_LINK_OPENCL
#define CLSCAN_LINK_OPENCL 1
#endif

/* A loader older than the function must not keep the program from linking. */
#if CLSCAN_LINK_OPENCL && defined(__GNUC__) && defined(__ELF__)
#pragma weak clGetKernelSubGroupInfo
#endif

clscan_status clscan__opencl_load(clscan__opencl *cl, clscan_get_proc get_proc, void *user,
                                  const char **missing) {
  *cl = (clscan__opencl){0};
  if (get_proc) {
#define LOAD(type, name, parameters)                                                               \
  cl->name = (type(CL_API_CALL *) parameters)get_proc(user, #name);
    CLSCAN__OPENCL_LIST(LOAD)
    CLSCAN__OPENCL_OPTIONAL_LIST(LOAD)
#undef LOAD
  } else {
#if CLSCAN_LINK_OPENCL
#define LOAD(type, name, parameters) cl->name = name;
    CLSCAN__OPENCL_LIST(LOAD)
#if defined(__GNUC__) && defined(__ELF__)
    CLSCAN__OPENCL_OPTIONAL_LIST(LOAD)
#endif
#undef LOAD
#endif
  }
#define CHECK(type, name, parameters)                                                              \
  if (!cl->name) {                                                                                 \
    *missing = #name;                                                                              \
    return CLSCAN_NO_OPENCL;                                                                       \
  }
  CLSCAN__OPENCL_LIST(CHECK)
#undef CHECK
  return CLSCAN_SUCCESS;
}
