# SPDX-License-Identifier: Apache-2.0
# Runs a peer, a comparison or the plots on small arrays and looks at what they write. Needs WORK_DIR,
# CASE and, of the case, PEER, COMPARE and FOLDER, or JQ, GNUPLOT and PLOTS.
cmake_minimum_required(VERSION 3.22)

include(${CMAKE_CURRENT_LIST_DIR}/../tests/test_results.cmake)

if(CASE STREQUAL peer)
  set(usual -a n=2,70001 -a op=add,max --min-time 0.001 --json results.json)
  run_ok(${PEER} -b copy -b scan -b reduce -a type=int8,uint16,int64,float32,float64
         -a kind=exclusive,inclusive ${usual})
  read_json(MAY_SKIP)
  if(NOT count EQUAL 62)
    fail("there are ${count} results and not 62")
  endif()
  run_ok(${PEER} -b select -b unique -b partition -a type=uint8,int16,int32,uint64,float32
         -a kept=0,50,100 -a form=predicate,flags -a layout=one,separate -a first=0,50,100
         -a n=2,70001 --min-time 0.001 --json results.json)
  read_json(MAY_SKIP)
  # What only clscan has is skipped, and no failure.
  run_ok(${PEER} -b where -a n=1000 --min-time 0.001 --json results.json)
  string(FIND "${out}" "skipped: for clscan alone" place)
  if(place EQUAL -1)
    fail("'where' should have been skipped")
  endif()
elseif(CASE STREQUAL compare)
  run_ok(${COMPARE} ${FOLDER} -b scan -b select -a n=70001,2^17 -a kept=10,90 --min-time 0.001
         --json results.json)
  read_json(MAY_SKIP)
  list(GET peers 0 first)
  list(GET peers -1 last)
  set(serial "serial C")
  if(out MATCHES "serial: left out: the device is no CPU")
    set(serial "${last}")
  endif()
  if(NOT first STREQUAL "clscan" OR NOT last STREQUAL serial)
    fail("the results are those of: ${peers}")
  endif()
  # Six states, each run by everyone who takes part.
  list(LENGTH peers parties)
  math(EXPR expected "6 * ${parties}")
  if(NOT count EQUAL expected)
    fail("there are ${count} results and not ${expected}")
  endif()
  if(serial STREQUAL "serial C" AND
     NOT out MATCHES "n +clscan.* serial +ratio +copy +x copy +noise")
    fail("the table lacks its heading")
  endif()
  file(GLOB files RELATIVE ${WORK_DIR} ${WORK_DIR}/*)
  if(NOT files STREQUAL "results.json")
    fail("there are files left: ${files}")
  endif()
elseif(CASE STREQUAL plot)
  # Numbers that were never measured, in the shape of a comparison.
  set(rows)
  foreach(n 65536 1048576)
    foreach(who "" "\"peer\": \"other 1.0\",")
      string(APPEND rows
        "{${who} \"benchmark\": \"scan\", \"axes\": {\"type\": \"int32\", \"n\": ${n}},"
        "\"call_us\": 10.5, \"gb_per_s\": 100.5, \"x_copy\": 1.5},")
    endforeach()
  endforeach()
  foreach(kept 10 50 90)
    string(APPEND rows
      "{\"benchmark\": \"select\", \"axes\": {\"type\": \"int32\", \"n\": 1000, \"kept\": ${kept}},"
      "\"call_us\": 1${kept}, \"gb_per_s\": 100, \"x_copy\": 1.5},")
  endforeach()
  string(REGEX REPLACE ",$" "" rows "${rows}")
  file(WRITE ${WORK_DIR}/in.json
    "{\"schema\": 1, \"device\": {\"name\": \"some_device\"}, \"results\": [${rows}]}")
  set(series ${JQ} -rs --arg folder . -f ${PLOTS}/series.jq)
  run_ok(${series} in.json COMMAND ${GNUPLOT} ${PLOTS}/style.gp -)
  file(GLOB files RELATIVE ${WORK_DIR} ${WORK_DIR}/*.svg)
  if(NOT files STREQUAL "scan-int32.svg;select-int32-kept.svg")
    fail("there are these pictures: ${files}")
  endif()
  file(READ ${WORK_DIR}/scan-int32.svg picture)
  foreach(text "clscan" "other 1.0" "copy" "elements, n" "some_device")
    string(FIND "${picture}" ">${text}<" place)
    if(place EQUAL -1)
      fail("the picture lacks '${text}'")
    endif()
  endforeach()
  file(WRITE ${WORK_DIR}/other.json "{\"schema\": 2}")
  run(${series} other.json)
  if(code EQUAL 0 OR NOT err MATCHES "of another schema")
    fail("another schema should have been refused")
  endif()
else()
  message(FATAL_ERROR "there is no case '${CASE}'")
endif()
