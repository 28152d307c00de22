# SPDX-License-Identifier: Apache-2.0
# Compiles each public header alone, without a warning, then header.c or header.cpp with one
# compiler: alone, and before and after each of OpenCL's headers for each version that callers may
# target.
#
#   COMPILER, STANDARD, FILE  what compiles what
#   INCLUDE                   the folder of clscan.h and clscan/
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

# compile(FILE OPTION...)
function(compile file)
  execute_process(COMMAND ${COMPILER} -std=${STANDARD} ${flags} ${ARGN} -fsyntax-only ${file}
    RESULT_VARIABLE result ERROR_VARIABLE messages)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${COMPILER} -std=${STANDARD} ${ARGN} ${file}:\n${messages}")
  endif()
endfunction()

set(language c)
if(FILE MATCHES "[.]cpp$")
  set(language c++)
endif()
file(GLOB_RECURSE headers ${INCLUDE}/*.h)
foreach(header IN LISTS headers)
  compile(${header} -x ${language})
endforeach()

compile(${FILE})
foreach(place BEFORE AFTER)
  compile(${FILE} "-D${place}=\"loader.h\"")
  compile(${FILE} "-D${place}=<CL/cl.h>")
  foreach(version 120 200 300)
    compile(${FILE} "-D${place}=<CL/cl.h>" -DCL_TARGET_OPENCL_VERSION=${version})
    if(BINDINGS)
      compile(${FILE} "-D${place}=<CL/opencl.hpp>" -DCL_HPP_TARGET_OPENCL_VERSION=${version}
              -DCL_HPP_MINIMUM_OPENCL_VERSION=${version})
    endif()
  endforeach()
endforeach()
