# SPDX-License-Identifier: Apache-2.0
# Looks for the few words of cl/ on which the order of memory accesses hangs. A run shows only by
# luck that one of them is missing: groups may be few, caches may hold nothing old, the hardware may
# order more than it is asked to.
#
#   CL_DIR    cl
cmake_minimum_required(VERSION 3.22)

# The text of a function of CL_DIR/file, from its name to the brace that ends it, in ${result}.
function(read_function file name result)
  file(READ ${CL_DIR}/${file} text)
  string(REPLACE ";" "," text "${text}")
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(REGEX MATCH "\nINLINE [a-z]+ ${name}\\(.*" text "${text}")
  string(FIND "${text}" "\n}\n" end)
  if(end EQUAL -1)
    message(FATAL_ERROR "${file} has no function ${name}")
  endif()
  string(SUBSTRING "${text}" 0 ${end} text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# demand(file function reason pattern...): the patterns are in the function in this order.
function(demand file name reason)
  read_function(${file} ${name} text)
  foreach(pattern IN LISTS ARGN)
    if(NOT text MATCHES "${pattern}(.*)$")
      message(SEND_ERROR "${file}: ${name} has no ${pattern}, or not where it must be: ${reason}")
      return()
    endif()
    set(text "${CMAKE_MATCH_1}")
  endforeach()
endfunction()

# demand_orders(function opencl3 ptx reason): both back ends of a function of core/order.cl have the
# order, at device scope.
function(demand_orders name opencl3 ptx reason)
  read_function(core/order.cl ${name} text)
  if(opencl3)
    string(REGEX MATCHALL "memory_(order|scope)_[a-z_]+" found "${text}")
    if(NOT found STREQUAL "memory_order_${opencl3};memory_scope_device")
      message(SEND_ERROR "core/order.cl: ${name} is not memory_order_${opencl3} once, at device "
        "scope: ${reason}")
    endif()
  endif()
  if(NOT ptx)
    return()
  endif()
  string(REGEX MATCHALL "(ld|st|atom)\\.[a-z0-9_.]+" found "${text}")
  if(NOT found MATCHES "^${ptx}\\.gpu\\.global\\.[a-z0-9.]+$")
    message(SEND_ERROR "core/order.cl: ${name} is not ${ptx}.gpu.global once: ${reason}")
  endif()
  # Else the compiler moves other accesses across it, or drops it.
  if(NOT text MATCHES "asm volatile\\([^\n]*\".*: \"memory\"\\)")
    message(SEND_ERROR "core/order.cl: ${name} has an asm that is not volatile, or spares memory")
  endif()
endfunction()

demand_orders(load_acquire acquire ld.acquire
  "the payload is read after the flag, not from a cache that got the line before it was written")
demand_orders(store_release release st.release
  "the payload is visible before the flag is")
demand_orders(fetch_add_acq_rel acq_rel atom.acq_rel
  "a partial is visible before its group is counted, and read after the last count")
demand_orders(fetch_add_relaxed relaxed "" "all groups draw from one counter")
demand_orders(store_relaxed relaxed st.relaxed "the word becomes visible as a whole")
demand_orders(load_relaxed relaxed ld.relaxed "polls see what others store, past the caches")
demand_orders(store_relaxed_pair "" st.relaxed "the same, of 128 bits")
demand_orders(load_relaxed_pair "" ld.relaxed "the same, of 128 bits")

demand(lookback/lookback.cl tile_publish
  "the flag says that its slot is there, one of two, as the readers of the first may be slow"
  "slot\\[flag == TILE_PREFIX\\] = value" "store_release")
demand(lookback/lookback.cl tile_observe "the payload is not read before the flag"
  "load_acquire" "flag != TILE_EMPTY" "DESC_SLOT.*\\[flag == TILE_PREFIX\\]")
demand(workgroup/scan.cl group_barrier
  "elements are read before another work-item overwrites them"
  "barrier\\(CLK_LOCAL_MEM_FENCE \\| CLK_GLOBAL_MEM_FENCE\\)")
demand(pass/ranges.cl reduce_arrive
  "the partial is there before it is counted; all work-items see what the first one has acquired"
  "\\[group\\] = " "fetch_add_acq_rel" "CLK_GLOBAL_MEM_FENCE" "return")
demand(pass/lookback.cl lookback_draw "the ticket is drawn before others read it"
  "ticket_draw" "local_barrier" "return memory->tile")
demand(pass/lookback.cl lookback_draw_next
  "all have read the last ticket before the next is drawn, whatever a tile does in between"
  "local_barrier" "lookback_draw")
demand(pass/lookback.cl lookback_end "the prefix is found before others read it"
  "lookback_prefix" "local_barrier" "memory->prefix")
demand(pass/lookback.cl lookback_end_counts "the prefixes are found before others read them"
  "lookback_prefix" "local_barrier")
