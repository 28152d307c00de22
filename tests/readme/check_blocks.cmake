# SPDX-License-Identifier: Apache-2.0
# Checks that the code in README and in the headers' comments is what the tests compile and run.
#
#   ROOT    the folder of README.md and include/
#   DIR     where the tested files are
#   FILES   their names, separated by commas
#
# A block of C, C++ or OpenCL C has the line <!-- tests/readme/FILE --> right before it and stands
# in that file, as it is or indented by two or four. So has any other block with such a line. In a
# header a block is what stands between @code and @endcode, and the line before it is
# From tests/readme/FILE:. Every file is used.
cmake_minimum_required(VERSION 3.22)

set(tested_languages c cpp opencl)
set(other_languages sh cmake text)
string(REPLACE "," ";" files "${FILES}")
set(unused ${files})
file(GLOB_RECURSE headers RELATIVE ${ROOT} ${ROOT}/include/*.h)

macro(fail text)
  message(SEND_ERROR "${document}:${line}: ${text}")
endmacro()

# Whether the lines of `block` follow each other in the file.
function(find_block file block found)
  file(READ "${DIR}/${file}" source)
  foreach(indent "" "  " "    ")
    string(REGEX REPLACE "\n([^\n])" "\n${indent}\\1" indented "\n${block}")
    string(FIND "\n${source}" "${indented}" at)
    if(NOT at EQUAL -1)
      set(${found} TRUE PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${found} FALSE PARENT_SCOPE)
endfunction()

# Cuts `rest` at the first `mark`: what is before it goes to `before`, which also counts the lines.
macro(cut mark)
  string(FIND "${rest}" "${mark}" at)
  if(NOT at EQUAL -1)
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(LENGTH "${mark}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(REGEX REPLACE "[^\n]+" "" newlines "${before}${mark}")
    string(LENGTH "${newlines}" newlines)
    math(EXPR line "${line} + ${newlines}")
  endif()
endmacro()

foreach(document README.md ${headers})
  set(line 0)
  file(READ "${ROOT}/${document}" rest)
  string(PREPEND rest "\n")
  if(document MATCHES "[.]h$")
    # As it would stand in README.
    string(REGEX REPLACE "\n \\* ?" "\n" rest "${rest}")
    string(REGEX REPLACE "\nFrom (tests/readme/[A-Za-z_.]+):\n@code" "\n<!-- \\1 -->\n```c"
           rest "${rest}")
    string(REGEX REPLACE "\n@code" "\n```c" rest "${rest}")
    string(REPLACE "\n@endcode" "\n```" rest "${rest}")
  endif()
  if(rest MATCHES "\n([ \t>*-]+```|[ \t]*~~~)")
    fail("a block is fenced otherwise than by ``` at the beginning of a line")
  endif()
  while(TRUE)
    cut("\n```")
    if(at EQUAL -1)
      break()
    endif()
    set(file "")
    if(before MATCHES "<!-- tests/readme/([A-Za-z_.]+) -->$")
      set(file ${CMAKE_MATCH_1})
    endif()
    set(begin ${line})
    cut("\n")
    set(language "${before}")
    string(PREPEND rest "\n")
    cut("\n```")
    if(at EQUAL -1)
      fail("the block does not end")
      break()
    endif()
    set(end ${line})
    math(EXPR line "${begin}")

    string(SUBSTRING "${before}\n" 1 -1 block)
    if(NOT language IN_LIST tested_languages AND NOT language IN_LIST other_languages)
      fail("a block of '${language}': known are ${tested_languages};${other_languages}")
    elseif(file STREQUAL "")
      if(language IN_LIST tested_languages)
        fail("the line before this block does not name its file in tests/readme")
      endif()
    elseif(NOT file IN_LIST files)
      fail("tests/readme/${file} is not among the files that are tested")
    else()
      find_block(${file} "${block}" found)
      if(NOT found)
        fail("this block does not stand in tests/readme/${file}:\n${block}")
      endif()
      list(REMOVE_ITEM unused ${file})
    endif()
    math(EXPR line "${end} - 1")
  endwhile()
endforeach()

if(unused)
  message(SEND_ERROR "no block is from ${unused}")
endif()
