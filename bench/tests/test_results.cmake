# SPDX-License-Identifier: Apache-2.0
# What the tests of clscan-bench and of its peers share: running a command, and reading
# results.json. Needs WORK_DIR, which it empties.
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})

# Runs a command; sets code, out and err, without the lines that pocl's compiler writes itself.
macro(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR}
                  RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  string(REGEX REPLACE "[0-9]+ warnings? generated\\.\n" "" err "${err}")
endmacro()

function(fail text)
  message(FATAL_ERROR "${text}\nexit status ${code}\n${out}\n${err}")
endfunction()

# BENCH with these arguments must end with status 2 and that text on standard error.
function(bench_refuses text)
  run(${BENCH} ${ARGN})
  string(FIND "${err}" "${text}" place)
  if(NOT code EQUAL 2 OR place EQUAL -1)
    fail("clscan-bench ${ARGN} should have been refused with '${text}'")
  endif()
endfunction()

# The lines of `out` must have up to 100 characters.
macro(lines_fit)
  string(REPLACE ";" "," lines "${out}")
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(LENGTH "${line}" length)
    if(length GREATER 100)
      fail("a line has ${length} characters: ${line}")
    endif()
  endforeach()
endmacro()

# The command must succeed, without a word on standard error, in lines of up to 100 characters.
macro(run_ok)
  run(${ARGN})
  if(NOT code EQUAL 0 OR NOT err STREQUAL "")
    fail("${ARGN} did not succeed")
  endif()
  lines_fit()
endmacro()

# Every result of results.json must be timed and checked; with MAY_SKIP, if it was not skipped. Sets
# `json`, `count`, `last` (count - 1) and `peers`, whose the results are.
macro(read_json)
  file(READ ${WORK_DIR}/results.json json)
  string(JSON schema GET "${json}" schema)
  string(JSON device GET "${json}" device name)
  string(JSON count LENGTH "${json}" results)
  if(NOT schema EQUAL 1 OR device STREQUAL "" OR count EQUAL 0)
    fail("results.json has another schema, no device or no results")
  endif()
  math(EXPR last "${count} - 1")
  set(peers)
  foreach(i RANGE ${last})
    string(JSON peer ERROR_VARIABLE none GET "${json}" results ${i} peer)
    if(none)
      set(peer clscan)
    endif()
    list(APPEND peers ${peer})
    foreach(name benchmark samples call_us launches noise bytes gb_per_s x_copy checked)
      string(JSON ${name} GET "${json}" results ${i} ${name})
    endforeach()
    string(JSON skipped ERROR_VARIABLE none GET "${json}" results ${i} skipped)
    set(may_skip ${ARGN})
    if(NOT none AND may_skip STREQUAL MAY_SKIP)
      continue()
    endif()
    if(NOT checked OR NOT call_us GREATER 0 OR NOT samples GREATER 0 OR NOT bytes GREATER 0 OR
       NOT gb_per_s GREATER 0 OR NOT x_copy GREATER 0 OR
       (peer STREQUAL clscan AND NOT launches GREATER 0))
      fail("result ${i} is not complete")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES peers)
endmacro()
