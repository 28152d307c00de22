# SPDX-License-Identifier: Apache-2.0
# Compiles header.c or header.cpp with one compiler, without a warning: alone, and before and after
# each of OpenCL's headers for each version that callers may target.
#
#   COMPILER, STANDARD, FILE  what compiles what
#   INCLUDE                   clscan.h's folder
#   FOLDERS, OWN_FOLDERS      those of OpenCL and of the compiler, separated by commas
#   BINDINGS                  whether CL/opencl.hpp is there
cmake_minimum_required(VERSION 3.22)
set(flags -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -I${INCLUDE})
string(REPLACE "," ";" folders "${FOLDERS}")
string(REPLACE "," ";" own_folders "${OWN_FOLDERS}")
foreach(folder IN LISTS folders)
  # The compiler's own come in its own order.
  if(NOT folder IN_LIST own_folders)
    list(APPEND flags -isystem ${folder})
  endif()
endforeach()

function(compile)
  execute_process(COMMAND ${COMPILER} -std=${STANDARD} ${flags} ${ARGN} -fsyntax-only ${FILE}
    RESULT_VARIABLE result ERROR_VARIABLE messages)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${COMPILER} -std=${STANDARD} ${ARGN}:\n${messages}")
  endif()
endfunction()

compile()
foreach(place BEFORE AFTER)
  compile("-D${place}=\"loader.h\"")
  compile("-D${place}=<CL/cl.h>")
  foreach(version 120 200 300)
    compile("-D${place}=<CL/cl.h>" -DCL_TARGET_OPENCL_VERSION=${version})
    if(BINDINGS)
      compile("-D${place}=<CL/opencl.hpp>" -DCL_HPP_TARGET_OPENCL_VERSION=${version}
              -DCL_HPP_MINIMUM_OPENCL_VERSION=${version})
    endif()
  endforeach()
endforeach()
