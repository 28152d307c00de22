# SPDX-License-Identifier: Apache-2.0
# What clscan uses of OpenCL, for its own build and for the users of the installed package.
#
#   CLSCAN_OPENCL_INCLUDE_DIR  the folder of OpenCL's headers, before any other; found if not set
#
# The Khronos headers and loader come with packages of their own; CMake's FindOpenCL knows ocl-icd
# and the vendors' loaders.

# clscan_find_opencl(LINK) makes clscan::opencl of the headers and, with LINK, the loader. There is
# no such target if they were not found.
function(clscan_find_opencl link)
  if(TARGET clscan::opencl)
    return()
  endif()
  if(CLSCAN_OPENCL_INCLUDE_DIR)
    set(OpenCL_INCLUDE_DIR ${CLSCAN_OPENCL_INCLUDE_DIR})
  elseif(NOT TARGET OpenCL::Headers)
    find_package(OpenCLHeaders CONFIG QUIET)
  endif()

  set(libraries)
  if(link)
    if(NOT TARGET OpenCL::OpenCL)
      find_package(OpenCLICDLoader CONFIG QUIET)
    endif()
    if(NOT TARGET OpenCL::OpenCL)
      find_package(OpenCL QUIET)
    endif()
    set(libraries OpenCL::OpenCL)
    if(NOT TARGET OpenCL::OpenCL)
      return()
    endif()
  elseif(TARGET OpenCL::Headers AND NOT CLSCAN_OPENCL_INCLUDE_DIR)
    set(libraries OpenCL::Headers)
  else()
    find_path(CLSCAN_OPENCL_INCLUDE_DIR NAMES CL/cl.h OpenCL/cl.h)
    mark_as_advanced(CLSCAN_OPENCL_INCLUDE_DIR)
    if(NOT CLSCAN_OPENCL_INCLUDE_DIR)
      return()
    endif()
  endif()

  add_library(clscan::opencl INTERFACE IMPORTED)
  set_target_properties(clscan::opencl PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
  if(CLSCAN_OPENCL_INCLUDE_DIR)
    set_target_properties(clscan::opencl PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${CLSCAN_OPENCL_INCLUDE_DIR}")
  endif()
endfunction()
