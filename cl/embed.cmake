# SPDX-License-Identifier: Apache-2.0
# Flattens every program of CL_DIR/device and writes them all into the C file OUTPUT. With
# -D FLAT_DIR=<folder>, each program is written there too, as <name>.cl.
#
#   cmake -D CL_DIR=cl -D OUTPUT=clscan_sources.c [-D FLAT_DIR=flat] -P embed.cmake
#
# A program is one file of CL_DIR/device with its `#include "path"` lines replaced by the files
# themselves. Paths start at CL_DIR. A file is put where it is first asked for, and not again, unless
# that first place was in a branch of an #if that does not hold the later place; so a file that is
# included under an #if needs an include guard. #line directives keep file names and line numbers in
# the compiler's messages.
cmake_minimum_required(VERSION 3.22)

# Follows the conditional directives of `text` and keeps the list `branches`: the number of each
# branch that is open, 0 for an include guard.
function(follow_branches text)
  set(word "[A-Za-z0-9_]+")
  string(REGEX MATCHALL
    "\n[ \t]*#[ \t]*(ifndef ${word}\n#define ${word}|if|elif|else|endif)" directives "${text}")
  foreach(directive IN LISTS directives)
    if(directive MATCHES "(elif|else|endif)$")
      list(POP_BACK branches)
    endif()
    if(NOT directive MATCHES "endif$")
      get_property(number GLOBAL PROPERTY branch_number)
      math(EXPR number "${number} + 1")
      set_property(GLOBAL PROPERTY branch_number ${number})
      if(directive MATCHES "ifndef (${word})\n#define (${word})")
        if(CMAKE_MATCH_1 STREQUAL CMAKE_MATCH_2)
          set(number 0)
        endif()
      endif()
      list(APPEND branches ${number})
    endif()
  endforeach()
  set(branches "${branches}" PARENT_SCOPE)
endfunction()

# Appends the file `path` to the variable `program`. `place` names the branches that are open there,
# as ">1>5>"; `from` says who asks. The file's text is never a list nor an unquoted argument, so it
# may hold any character.
function(append_file path place from)
  if(NOT EXISTS "${CL_DIR}/${path}")
    message(FATAL_ERROR "${from}: ${path} does not exist")
  endif()
  file(READ "${CL_DIR}/${path}" rest)
  get_property(earlier_places GLOBAL PROPERTY "places of ${path} in ${name}")
  foreach(earlier IN LISTS earlier_places)
    string(FIND "${place}" "${earlier}" at)
    if(at EQUAL 0)
      return()
    endif()
  endforeach()
  if(earlier_places AND NOT rest MATCHES "#ifndef")
    message(FATAL_ERROR "${from}: ${path} needs an include guard")
  endif()
  set_property(GLOBAL APPEND PROPERTY "places of ${path} in ${name}" "${place}")

  if(NOT rest MATCHES "\n$")
    string(APPEND rest "\n")
  endif()
  string(APPEND program "#line 1 \"${path}\"")
  string(PREPEND rest "\n")
  set(line 0)
  set(branches "")
  while(TRUE)
    string(REGEX MATCH "\n[ \t]*#[ \t]*include[ \t]*\"([^\"\n]*)\"[^\n]*" directive "${rest}")
    if(directive STREQUAL "")
      break()
    endif()
    set(included "${CMAKE_MATCH_1}")
    string(FIND "${rest}" "${directive}" at)
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(LENGTH "${directive}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${rest}" ${at} -1 rest)

    string(REGEX REPLACE "[^\n]+" "" newlines "${before}")
    string(LENGTH "${newlines}" newlines)
    math(EXPR line "${line} + ${newlines} + 1")
    follow_branches("${before}")
    set(inner_place "${place}")
    foreach(branch IN LISTS branches)
      if(NOT branch EQUAL 0)
        string(APPEND inner_place "${branch}>")
      endif()
    endforeach()

    string(APPEND program "${before}\n")
    append_file("${included}" "${inner_place}" "${path}:${line}")
    math(EXPR next "${line} + 1")
    string(APPEND program "#line ${next} \"${path}\"")
  endwhile()
  follow_branches("${rest}")
  if(NOT branches STREQUAL "")
    message(FATAL_ERROR "${path}: an #if without its #endif")
  endif()
  string(APPEND program "${rest}")
  set(program "${program}" PARENT_SCOPE)
endfunction()

get_filename_component(CL_DIR "${CL_DIR}" ABSOLUTE)
file(GLOB paths RELATIVE "${CL_DIR}" "${CL_DIR}/device/*.cl")
if(NOT paths)
  message(FATAL_ERROR "${CL_DIR}/device holds no .cl file")
endif()

set_property(GLOBAL PROPERTY branch_number 0)
set(arrays "")
set(rows "")
foreach(path IN LISTS paths)
  get_filename_component(name "${path}" NAME_WE)
  set(program "")
  append_file("${path}" ">" "${CL_DIR}")
  if(FLAT_DIR)
    file(WRITE "${FLAT_DIR}/${name}.cl" "${program}")
  endif()

  string(HEX "${program}" bytes)
  set(hex8 "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]")
  string(REGEX REPLACE "(${hex8}${hex8}${hex8}${hex8})" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char text_${name}[] = {\n${bytes}0x00};\n\n")
  string(APPEND rows "    {\"${name}\", (const char *)text_${name}, sizeof text_${name} - 1},\n")
endforeach()

file(WRITE "${OUTPUT}" "/* Made from cl/ by embed.cmake. */
#include \"program.h\"

${arrays}const clscan__source clscan__sources[] = {
${rows}};
const size_t clscan__num_sources = sizeof clscan__sources / sizeof clscan__sources[0];
")
