# SPDX-License-Identifier: Apache-2.0
# Has clang parse the programs that `dump` writes, with warnings as errors, and counts what a reader
# of one has to know: the macros and the files of the look-back scan of int32 on NVIDIA.
#
#   DUMP      the program that writes them
#   CLANG     clang
#   ABI       cl/abi.h
#   FOLDER    where to write them; emptied first
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${DUMP} ${FOLDER} ${FOLDER}/index RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the programs could not be written")
endif()

# What a shape or back end does not need is no fault. OpenCL C drivers take the keyword asm; clang needs
# the underscores.
set(options -x cl -Dasm=__asm__ -fsyntax-only -Werror -Wall -Wextra -Wundef -Wno-unused
            -Wno-unused-parameter)
cmake_policy(SET CMP0007 NEW)

file(STRINGS ${FOLDER}/index lines)
set(groups)
foreach(line IN LISTS lines)
  string(REPLACE "\t" ";" fields "${line}")
  list(GET fields 0 file)
  list(REMOVE_AT fields 0)
  string(MD5 group "${fields}")
  list(APPEND groups ${group})
  set(fields_${group} "${fields}")
  list(APPEND files_${group} ${file})
endforeach()
list(REMOVE_DUPLICATES groups)

set(bad 0)
foreach(group IN LISTS groups)
  list(GET fields_${group} 0 target)
  list(GET fields_${group} 1 standard)
  set(flags)
  list(LENGTH fields_${group} length)
  if(length GREATER 2)
    list(GET fields_${group} 2 flags)
    if(flags)
      set(flags -Xclang ${flags})
    endif()
  endif()
  list(LENGTH files_${group} count)
  message(STATUS "${count} programs for ${target}, ${standard} ${flags}")
  # The driver starts a process a file, which takes longer than the file. The one that it would start
  # for the first takes all of them.
  list(POP_FRONT files_${group} first)
  execute_process(
    COMMAND ${CLANG} "-###" ${options} -target ${target} -cl-std=${standard} ${flags} ${first}
    ERROR_VARIABLE commands RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR NOT commands MATCHES "\n *(\"[^\n]*\"-cc1\"[^\n]*)")
    message(FATAL_ERROR "clang does not say how it would parse ${first}: ${commands}")
  endif()
  separate_arguments(command UNIX_COMMAND "${CMAKE_MATCH_1}")
  execute_process(COMMAND ${command} ${files_${group}} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    set(bad 1)
  endif()
endforeach()

# Macros that our text adds, but for guards, the numbers of abi.h and the names that get a prefix.
set(example)
file(GLOB programs ${FOLDER}/nvidia-sm90-*.cl)
foreach(program IN LISTS programs)
  file(READ ${program} text)
  if(text MATCHES "typedef int clscan_in;" AND text MATCHES "typedef int clscan_out;" AND
     text MATCHES "define LOOKBACK_KERNEL lookback_scan\n" AND text MATCHES "define OP_CODE 0\n" AND
     text MATCHES "define LOOKBACK 1\n")
    set(example ${program})
    break()
  endif()
endforeach()
if(NOT example)
  message(FATAL_ERROR "there is no look-back scan of int32 among the programs")
endif()
set(flags -x cl -target nvptx64-nvidia-nvcl -cl-std=CL1.2)
execute_process(COMMAND ${CLANG} ${flags} -E -dM ${example} OUTPUT_VARIABLE macros)
execute_process(COMMAND ${CLANG} ${flags} -E -dM /dev/null OUTPUT_VARIABLE builtin)
file(READ ${ABI} abi)
set(names)
string(REGEX MATCHALL "#define [A-Za-z0-9_]+[^\n]*" defines "${macros}")
foreach(define IN LISTS defines)
  string(REGEX MATCH "#define ([A-Za-z0-9_]+)(.*)" define "${define}")
  set(name ${CMAKE_MATCH_1})
  if(NOT CMAKE_MATCH_2 MATCHES "^ (clscan_k_.*)?$" AND NOT "${abi}${builtin}" MATCHES "#define ${name}[^A-Za-z0-9_]")
    list(APPEND names ${name})
  endif()
endforeach()
list(LENGTH names count)
execute_process(COMMAND ${CLANG} ${flags} -E ${example} OUTPUT_VARIABLE text)
string(REGEX REPLACE "#pragma[^\n]*\n" "" text "${text}")
string(REGEX MATCHALL "\n# [0-9]+ \"[a-z]+/[a-z_/]+\\.cl\"[^\n]*\n+[^#\n]" places "\n${text}")
string(REGEX MATCHALL "[a-z]+/[a-z_/]+\\.cl" files "${places}")
list(REMOVE_DUPLICATES files)
list(LENGTH files num_files)
message(STATUS "the look-back scan of int32: ${count} macros, ${num_files} files")
if(count EQUAL 0 OR count GREATER 50)
  message(SEND_ERROR "1 to 50 macros are fine: ${names}")
endif()
if(num_files EQUAL 0 OR num_files GREATER 11)
  message(SEND_ERROR "1 to 11 files are fine: ${files}")
endif()

if(bad)
  message(FATAL_ERROR "clang has complaints")
endif()
