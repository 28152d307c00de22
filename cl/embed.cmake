# SPDX-License-Identifier: Apache-2.0
# Flattens every program of CL_DIR/device and writes them all into the C file OUTPUT. With
# -D FLAT_DIR=<folder>, each program is written there too, as <name>.cl.
#
#   cmake -D CL_DIR=cl -D OUTPUT=clscan_sources.c [-D FLAT_DIR=flat] -P embed.cmake
#
# A program is one file of CL_DIR/device with its `#include "path"` lines replaced by the files
# themselves. Paths start at CL_DIR. A file is put where it is first asked for, and not again,
# unless that first place was in a branch of an #if that does not hold the later place; so a file
# that is included under an #if needs an include guard. #line directives keep file names and line
# numbers in the compiler's messages.
#
# With each program go its identifiers, so that the host can keep them apart from the caller's text,
# which stands before: those that have file scope, and all others but OpenCL C's own.
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

# OpenCL C's names that the programs and the host's macros use. Some compilers make them macros.
set(opencl_names
  asm break case char const continue default do double double8 else enum float float8 for goto half
  if inline int long return short signed sizeof static struct switch typedef uchar uint uint2 uint4
  ulong union unsigned ushort void volatile while
  as_double as_float as_uint as_ulong atom_add atom_xchg atomic_add atomic_fetch_add_explicit
  atomic_inc atomic_load_explicit atomic_store_explicit atomic_uint atomic_ulong barrier clz
  get_global_id get_global_size get_group_id get_local_id get_local_size get_max_sub_group_size
  get_num_groups max memory_order_acq_rel memory_order_acquire memory_order_relaxed
  memory_order_release memory_scope_device min popcount sub_group_ballot
  sub_group_scan_inclusive_add sub_group_scan_inclusive_max sub_group_scan_inclusive_min
  sub_group_shuffle vload8
  CLK_GLOBAL_MEM_FENCE CLK_LOCAL_MEM_FENCE
  CHAR_MAX CHAR_MIN INFINITY INT_MAX INT_MIN LONG_MAX LONG_MIN SCHAR_MAX SCHAR_MIN SHRT_MAX SHRT_MIN
  UCHAR_MAX UINT_MAX ULONG_MAX USHRT_MAX)

# Sets `file_scope` and `others` to the program's identifiers; see the head.
function(find_identifiers program)
  string(REGEX REPLACE "//[^\n]*" "" text "${program}")
  string(REGEX REPLACE "\"[^\"\n]*\"" "" text "${text}")
  string(REGEX REPLACE "[^A-Za-z0-9_\n]+" " " words "${text}")
  string(REGEX REPLACE "[ \n]+" ";" words "${words}")
  list(REMOVE_DUPLICATES words)
  # Numbers, what the language reserves, and what tests define in the build options.
  list(FILTER words EXCLUDE REGEX "^([0-9].*|_[A-Z_].*|cl_.*|defined|CLSCAN_TEST_.*|)$")
  list(REMOVE_ITEM words ${opencl_names})

  string(REGEX MATCHALL "\nenum {[^}]*}" enums "${text}")
  string(REGEX MATCHALL "[A-Za-z0-9_]+ = " names "${enums}")
  string(REPLACE " = " "" names "${names}")
  string(REGEX MATCHALL
    "\n(INLINE|KERNEL|__kernel) [^(;{]*\\(|\n(typedef [^;{]*|} [a-z_]*)\;" heads "\n${text}")
  foreach(head IN LISTS heads)
    if(head MATCHES "([A-Za-z0-9_]+)[ ]*(\\(|;)?$")
      list(APPEND names ${CMAKE_MATCH_1})
    endif()
  endforeach()
  # Passes get their names from macros.
  list(FILTER names EXCLUDE REGEX "_KERNEL$")
  string(REGEX MATCHALL "\n#define [A-Z]+_KERNEL [a-z_]+" heads "${text}")
  list(TRANSFORM heads REPLACE ".* " "")
  list(APPEND names ${heads})
  list(REMOVE_DUPLICATES names)
  list(REMOVE_ITEM words ${names})
  foreach(word IN LISTS names)
    if(text MATCHES "#define ${word}[^A-Za-z0-9_]")
      message(FATAL_ERROR "${name}: ${word} is a macro and has file scope, too")
    endif()
  endforeach()
  set(file_scope "${names}" PARENT_SCOPE)
  set(others "${words}" PARENT_SCOPE)
endfunction()

# Appends the names, each with a NUL behind it, as one C string `variable`.
macro(append_names variable names)
  string(REPLACE ";" "\\0\"\n  \"" joined "${names}")
  string(APPEND arrays "static const char ${variable}[] =\n  \"${joined}\\0\";\n\n")
endmacro()

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

  find_identifiers("${program}")
  append_names(file_scope_${name} "${file_scope}")
  append_names(others_${name} "${others}")
  string(HEX "${program}" bytes)
  set(hex8 "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]")
  string(REGEX REPLACE "(${hex8}${hex8}${hex8}${hex8})" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char text_${name}[] = {\n${bytes}0x00};\n\n")
  string(APPEND rows "    {\"${name}\", (const char *)text_${name}, sizeof text_${name} - 1, "
                     "file_scope_${name}, others_${name}},\n")
endforeach()
append_names(opencl_names "${opencl_names}")

file(WRITE "${OUTPUT}" "/* Made from cl/ by embed.cmake. */
#include \"program/program.h\"

${arrays}const clscan__source clscan__sources[] = {
${rows}};
const char *const clscan__opencl_names = opencl_names;
const size_t clscan__num_sources = sizeof clscan__sources / sizeof clscan__sources[0];
")
