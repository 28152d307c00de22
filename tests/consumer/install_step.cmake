# SPDX-License-Identifier: Apache-2.0
# One step of the installation tests.
#
#   STEP        install, find_package, pkg_config, add_subdirectory or fetch_content;
#               unity: library and bench; headers: CLSCAN_OPENCL_INCLUDE_DIR
#   KIND        static or shared; with _unlinked after it: built with CLSCAN_LINK_OPENCL=OFF
#   SOURCE_DIR  the repository
#   WORK_DIR    where to build
#   GENERATOR, CC, CXX, NM  CMake's generator, the compilers, nm
cmake_minimum_required(VERSION 3.22)

set(build_dir ${WORK_DIR}/${KIND}/${STEP})
set(prefix ${WORK_DIR}/${KIND}/prefix)
set(build_shared OFF)
set(link_opencl ON)
set(consumers consumer_c consumer_cpp)
if(KIND MATCHES "^shared")
  set(build_shared ON)
endif()
if(KIND MATCHES "_unlinked$")
  set(link_opencl OFF)
  set(consumers consumer_unlinked)
endif()

# Runs a command that must succeed, and keeps what it prints in `output`.
function(run)
  list(JOIN ARGV " " line)
  message(STATUS "${line}")
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT result EQUAL 0)
    message("${out}")
    message(FATAL_ERROR "the command ended with: ${result}")
  endif()
  set(output "${out}" PARENT_SCOPE)
endfunction()

function(configure_and_build source)
  run(${CMAKE_COMMAND} -S ${source} -B ${build_dir} -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Release
      -D CMAKE_C_COMPILER=${CC} -D CMAKE_CXX_COMPILER=${CXX} --no-warn-unused-cli ${ARGN})
  run(${CMAKE_COMMAND} --build ${build_dir})
endfunction()

# The consumers say so when they have scanned something and found the result right.
function(run_consumers)
  foreach(consumer IN LISTS consumers)
    run(${build_dir}/${consumer})
    if(NOT output MATCHES "the scan is right")
      message(FATAL_ERROR "${consumer} printed: ${output}")
    endif()
  endforeach()
endfunction()

# The library defines nothing but clscan_ names, a shared one only the public ones, and calls
# OpenCL by name only if it is linked.
function(check_symbols)
  if(build_shared)
    set(library -D ${prefix}/lib/libclscan.so)
    set(name "clscan_[a-z][A-Za-z0-9_]*")
  else()
    set(library ${prefix}/lib/libclscan.a)
    set(name "clscan_[A-Za-z0-9_]*")
  endif()

  run(${NM} --extern-only --defined-only ${library})
  string(REGEX MATCHALL "[0-9a-f]+ [A-Z] [A-Za-z0-9_]+" defined "${output}")
  if(NOT defined MATCHES "clscan_scan_enqueue")
    message(FATAL_ERROR "the library does not define clscan_scan_enqueue")
  endif()
  foreach(symbol IN LISTS defined)
    if(NOT symbol MATCHES " ${name}$")
      message(FATAL_ERROR "the library defines: ${symbol}")
    endif()
  endforeach()

  run(${NM} --undefined-only ${library})
  if(output MATCHES " cl[A-Z][A-Za-z]+" AND NOT link_opencl)
    message(FATAL_ERROR "built without linking OpenCL, the library needs${CMAKE_MATCH_0}")
  endif()
endfunction()

if(EXISTS ${build_dir})
  file(REMOVE_RECURSE ${build_dir})
endif()

if(STEP STREQUAL "install")
  set(first_prefix ${WORK_DIR}/${KIND}/first_prefix)
  file(REMOVE_RECURSE ${prefix} ${first_prefix})
  configure_and_build(${SOURCE_DIR} -D CLSCAN_BUILD_TESTS=OFF -D CLSCAN_BUILD_BENCH=OFF
    -D CMAKE_INSTALL_PREFIX=${first_prefix} -D CMAKE_INSTALL_LIBDIR=lib
    -D BUILD_SHARED_LIBS=${build_shared} -D CLSCAN_LINK_OPENCL=${link_opencl})
  run(${CMAKE_COMMAND} --install ${build_dir})
  # What is installed has to work wherever it is moved, and without the build folder.
  file(RENAME ${first_prefix} ${prefix})
  file(REMOVE_RECURSE ${build_dir})
  file(GLOB headers RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/include/*.h ${SOURCE_DIR}/include/*/*.h)
  foreach(file ${headers} share/doc/clscan/LICENSE)
    if(NOT EXISTS ${prefix}/${file})
      message(FATAL_ERROR "${file} was not installed")
    endif()
  endforeach()
  check_symbols()

elseif(STEP STREQUAL "pkg_config")
  # As a makefile does it.
  find_program(PKG_CONFIG pkg-config REQUIRED)
  set(ENV{PKG_CONFIG_PATH} ${prefix}/lib/pkgconfig:$ENV{PKG_CONFIG_PATH})
  set(ENV{LD_LIBRARY_PATH} ${prefix}/lib:$ENV{LD_LIBRARY_PATH})
  run(${PKG_CONFIG} --cflags --libs clscan)
  separate_arguments(flags UNIX_COMMAND "${output}")
  if(NOT link_opencl)
    list(APPEND flags -ldl)
  endif()
  file(MAKE_DIRECTORY ${build_dir})
  foreach(consumer IN LISTS consumers)
    set(source ${SOURCE_DIR}/tests/consumer/${consumer})
    if(consumer STREQUAL "consumer_cpp")
      run(${CXX} ${source}.cpp -o ${build_dir}/${consumer} ${flags})
    else()
      run(${CC} ${source}.c -o ${build_dir}/${consumer} ${flags})
    endif()
  endforeach()
  run_consumers()

elseif(STEP STREQUAL "unity")
  configure_and_build(${SOURCE_DIR} -D CMAKE_BUILD_TYPE=Debug
    -D CMAKE_UNITY_BUILD=ON -D CMAKE_UNITY_BUILD_BATCH_SIZE=0)

elseif(STEP STREQUAL "headers")
  # Another package's headers, and a compiler that has no folder of its own, as in a cross build.
  set(named ${WORK_DIR}/${KIND}/named)
  set(other ${WORK_DIR}/${KIND}/other)
  file(MAKE_DIRECTORY ${named})
  file(WRITE ${other}/OpenCLHeadersConfig.cmake
    "add_library(OpenCL::Headers INTERFACE IMPORTED)\n"
    "target_include_directories(OpenCL::Headers INTERFACE /usr/include)\n")
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${build_dir} -G ${GENERATOR}
      -D CLSCAN_BUILD_TESTS=OFF -D CLSCAN_BUILD_BENCH=OFF -D CLSCAN_LINK_OPENCL=${link_opencl}
      -D CLSCAN_OPENCL_INCLUDE_DIR=${named} -D OpenCLHeaders_DIR=${other}
      -D CMAKE_C_COMPILER=${CC} -D CMAKE_C_FLAGS=-nostdinc -D CMAKE_HAVE_LIBC_PTHREAD=1
      -D CMAKE_EXPORT_COMPILE_COMMANDS=ON --no-warn-unused-cli)
  file(READ ${build_dir}/compile_commands.json commands)
  string(SUBSTRING "${commands}" 0 1000 first)
  if(NOT commands MATCHES "-isystem ${named}" OR commands MATCHES "/usr/include")
    message(FATAL_ERROR "another folder than CLSCAN_OPENCL_INCLUDE_DIR is used:\n${first}")
  endif()

else()
  configure_and_build(${SOURCE_DIR}/tests/consumer
    -D CONSUMER_STEP=${STEP} -D CLSCAN_DIR=${SOURCE_DIR} -D CMAKE_PREFIX_PATH=${prefix}
    -D BUILD_SHARED_LIBS=${build_shared} -D CLSCAN_LINK_OPENCL=${link_opencl})
  run_consumers()
endif()
