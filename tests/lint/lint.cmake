# SPDX-License-Identifier: Apache-2.0
# Has clang parse the programs that `dump` writes, with warnings as errors.
#
#   DUMP      the program that writes them
#   CLANG     clang
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
if(bad)
  message(FATAL_ERROR "clang has complaints")
endif()
