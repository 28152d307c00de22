# SPDX-License-Identifier: Apache-2.0
# What clscan links of OpenCL, for its own build and for the users of the installed package.
#
# In:  CLSCAN_LINK_OPENCL  whether the loader is linked, or its headers alone are used
# Out: clscan_opencl       the target's name; there is no such target if nothing was found
#
# The Khronos headers and loader come with packages of their own; CMake's FindOpenCL knows ocl-icd
# and the vendors' loaders.
if(NOT TARGET OpenCL::Headers)
  find_package(OpenCLHeaders CONFIG QUIET)
endif()

if(CLSCAN_LINK_OPENCL)
  set(clscan_opencl OpenCL::OpenCL)
  if(NOT TARGET OpenCL::OpenCL)
    find_package(OpenCLICDLoader CONFIG QUIET)
  endif()
  if(NOT TARGET OpenCL::OpenCL)
    find_package(OpenCL QUIET)
  endif()
else()
  set(clscan_opencl OpenCL::Headers)
  if(NOT TARGET OpenCL::Headers)
    find_path(CLSCAN_OPENCL_INCLUDE_DIR NAMES CL/cl.h OpenCL/cl.h)
    mark_as_advanced(CLSCAN_OPENCL_INCLUDE_DIR)
    if(CLSCAN_OPENCL_INCLUDE_DIR)
      add_library(OpenCL::Headers INTERFACE IMPORTED)
      set_target_properties(OpenCL::Headers PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES ${CLSCAN_OPENCL_INCLUDE_DIR})
    endif()
  endif()
endif()
