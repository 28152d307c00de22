# SPDX-License-Identifier: Apache-2.0
# Who may include whom. A file includes files of lower ranks, and of its own rank those of its own
# folder; no file includes itself by way of others, where a .c and its header are one.
#
#   ROOT    the repository
cmake_minimum_required(VERSION 3.22)

# The folders, from the bottom up; a comma stands between those of one rank, and . is the folder above
# them itself.
set(host base device types tuning program plan scan reduce compact blocks api)
set(bench frame data benchmarks tune .,peers,plots,tests)

# Known exceptions, which are to go: `folder/file includes folder/file`.
set(exceptions
  "base/context.h includes device/caps.h"
  "base/context.h includes tuning/tuning_rows.h"
  "device/drivers.c includes tuning/tuning.h"
  "plan/scratch.c includes plan/plan.h")

# The rank of a file, ${result}, and the folder that it belongs to, ${result}_folder.
function(find_rank layer file result)
  string(REGEX MATCH "^[^/]+/" folder "${file}")
  string(REGEX REPLACE "/$" "" folder "${folder}")
  if(NOT folder)
    set(folder .)
  endif()
  set(rank 0)
  foreach(folders IN LISTS ${layer})
    string(REPLACE "," ";" folders "${folders}")
    if(folder IN_LIST folders)
      set(${result} ${rank} PARENT_SCOPE)
      set(${result}_folder ${folder} PARENT_SCOPE)
      return()
    endif()
    math(EXPR rank "${rank} + 1")
  endforeach()
  message(FATAL_ERROR "${layer}/${file}: its folder has no rank in tests/lint/layers.cmake")
endfunction()

# The file that `file` means by `name`, in ${result}; empty for the public header.
function(find_file_of layer file name result)
  get_filename_component(folder ${file} DIRECTORY)
  foreach(found ${name} ${folder}/${name})
    if(EXISTS ${ROOT}/${layer}/${found})
      set(${result} ${found} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  if(NOT EXISTS ${ROOT}/include/${name})
    message(SEND_ERROR "${layer}/${file} includes ${name}, which is nowhere")
  endif()
  set(${result} "" PARENT_SCOPE)
endfunction()

function(check layer)
  file(GLOB_RECURSE files RELATIVE ${ROOT}/${layer} ${ROOT}/${layer}/*.[ch] ${ROOT}/${layer}/*.cpp
       ${ROOT}/${layer}/*.hpp ${ROOT}/${layer}/*.cu ${ROOT}/${layer}/*.cuh)
  set(modules)
  foreach(file IN LISTS files)
    find_rank(${layer} ${file} rank)
    string(REGEX REPLACE "\\.[a-z]+$" "" module ${file})
    list(APPEND modules ${module})
    file(STRINGS ${ROOT}/${layer}/${file} lines REGEX "^ *# *include *\"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" name "${line}")
      find_file_of(${layer} ${file} ${name} other)
      if(NOT other OR "${file} includes ${other}" IN_LIST exceptions)
        continue()
      endif()
      find_rank(${layer} ${other} other_rank)
      if(other_rank GREATER rank)
        message(SEND_ERROR "${layer}/${file} includes ${other}, which is above it")
      elseif(other_rank EQUAL rank AND NOT other_rank_folder STREQUAL rank_folder)
        message(SEND_ERROR "${layer}/${file} includes ${other}, which is beside it")
      endif()
      string(REGEX REPLACE "\\.[a-z]+$" "" other ${other})
      if(NOT other STREQUAL module)
        list(APPEND needs_${module} ${other})
      endif()
    endforeach()
  endforeach()

  # A file that needs none of those left, or that none of them needs, is in no circle.
  list(REMOVE_DUPLICATES modules)
  set(before "")
  while(NOT "${modules}" STREQUAL "${before}")
    set(before ${modules})
    set(needed)
    foreach(module IN LISTS before)
      list(APPEND needed ${needs_${module}})
    endforeach()
    foreach(module IN LISTS before)
      set(needs_some FALSE)
      foreach(other IN LISTS needs_${module})
        if(other IN_LIST modules)
          set(needs_some TRUE)
        endif()
      endforeach()
      if(NOT needs_some OR NOT module IN_LIST needed)
        list(REMOVE_ITEM modules ${module})
      endif()
    endforeach()
  endwhile()
  if(modules)
    message(SEND_ERROR "${layer}: files include each other in a circle: ${modules}")
  endif()
  list(LENGTH files count)
  message(STATUS "${layer}: ${count} files")
endfunction()

check(host)
check(bench)
