# SPDX-License-Identifier: Apache-2.0
# Has clscan-bench search tuning rows and run with them. Needs BENCH and WORK_DIR.
cmake_minimum_required(VERSION 3.22)

include(${CMAKE_CURRENT_LIST_DIR}/test_results.cmake)

# Runs it with the arguments, which must end with that status.
macro(bench status)
  run(${BENCH} ${ARGN})
  if(NOT code EQUAL ${status})
    fail("clscan-bench ${ARGN} did not end with ${status}")
  endif()
endmacro()

# The launches of a call of int32 with the rows of the file.
function(launches_with file result)
  bench(0 -b scan -a n=70001 --min-time 0.001 --tuning ${file} --json results.json)
  file(READ ${WORK_DIR}/results.json json)
  string(JSON checked GET "${json}" results 0 checked)
  string(JSON launches GET "${json}" results 0 launches)
  if(NOT checked OR NOT json MATCHES "--tuning")
    message(FATAL_ERROR "a run with ${file} is not checked, or does not name it:\n${json}")
  endif()
  set(${result} ${launches} PARENT_SCOPE)
endfunction()

# What is found is a file of rows, and nothing else.
bench(0 --tune -a type=int32,float32,uint32 -a n=2^14 --min-time 0.001)
file(WRITE ${WORK_DIR}/rows.txt "${out}")
set(row "scan size=4 [^\n]*\nscan-two-level size=4 [^\n]*\ncompaction above=2 size=4 [^\n]*\n")
if(NOT out MATCHES "^# clscan [^\n]*\n${row}$" OR NOT err MATCHES "to begin with")
  message(FATAL_ERROR "these are not the rows of 32 bits:\n${out}\n${err}")
endif()
bench(0 -b scan -b select -a n=70001 -a type=int32,float32 --min-time 0.001
      --tuning rows.txt)

# Rows take effect.
file(WRITE ${WORK_DIR}/three.txt "# one of them\nscan auto=three-pass small=1\n")
file(WRITE ${WORK_DIR}/small.txt "scan auto=three-pass small=100000\n")
launches_with(three.txt three)
launches_with(small.txt small)
if(NOT three EQUAL 3 OR NOT small EQUAL 1)
  message(FATAL_ERROR "three-pass and small are ${three} and ${small} launches")
endif()

file(WRITE ${WORK_DIR}/bad.txt "scan size=4\nscan siz=4\n")
bench_refuses("tuning_rows, line 2: there is no key 'siz'" -b scan --tuning bad.txt)
bench_refuses("tuning_rows, line 2: there is no key 'siz'" --tune --tuning bad.txt)
bench_refuses("cannot read 'missing.txt'" -b scan --tuning missing.txt)
bench_refuses("'--tuning' needs a value" --tuning)
bench_refuses("--tune goes with -b scan and -b select, not with 'copy'" --tune -b copy)
bench_refuses("--tune does not go with --full, --json and --csv" --tune --json results.json)
bench_refuses("has no value 'int31'" --tune -a type=int31)
