# SPDX-License-Identifier: Apache-2.0
# Builds the library for Windows with mingw-w64, as a DLL, so that nothing is missing.
#
#   ROOT        the repository
#   CC          x86_64-w64-mingw32-gcc; what CMake takes for false: there is none
#   HEADERS     a folder with CL/ in it
#   GENERATOR   CMake's
#   FOLDER      where to build; emptied first
cmake_minimum_required(VERSION 3.22)

if(NOT CC)
  message("skipped: there is no x86_64-w64-mingw32-gcc (Debian, Ubuntu: gcc-mingw-w64-x86-64)")
  return()
endif()

# Beside CL/ may lie the headers of this system, which are not Windows'.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/include)
file(CREATE_LINK ${HEADERS}/CL ${FOLDER}/include/CL SYMBOLIC)

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${ROOT} -B ${FOLDER}/build -G ${GENERATOR}
          -D CMAKE_SYSTEM_NAME=Windows -D CMAKE_C_COMPILER=${CC} -D CMAKE_BUILD_TYPE=Debug -D CMAKE_C_FLAGS_DEBUG=
          "-DCMAKE_C_FLAGS=-Wall -Wextra -Wconversion -Wundef -Wformat=2 -Werror"
          -D BUILD_SHARED_LIBS=ON -D CLSCAN_OPENCL_INCLUDE_DIR=${FOLDER}/include
          -D CLSCAN_LINK_OPENCL=OFF -D CLSCAN_BUILD_TESTS=OFF -D CLSCAN_BUILD_BENCH=OFF
          -D CLSCAN_INSTALL=OFF
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/build --parallel 2
  COMMAND_ERROR_IS_FATAL ANY)
