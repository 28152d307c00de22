# SPDX-License-Identifier: Apache-2.0
# Installs the library, static and shared, and builds and runs the programs of tests/consumer with
# it in every way in which a user can get at it.
find_program(CLSCAN_CXX NAMES c++ g++ clang++ REQUIRED)
mark_as_advanced(CLSCAN_CXX)

function(clscan_add_install_step name step kind)
  add_test(NAME install.${name}
    COMMAND ${CMAKE_COMMAND}
      -D STEP=${step}
      -D KIND=${kind}
      -D SOURCE_DIR=${PROJECT_SOURCE_DIR}
      -D WORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/install
      -D GENERATOR=${CMAKE_GENERATOR}
      -D CC=${CMAKE_C_COMPILER}
      -D CXX=${CLSCAN_CXX}
      -D NM=${CMAKE_NM}
      -P ${CMAKE_CURRENT_SOURCE_DIR}/consumer/install_step.cmake)
  set_tests_properties(install.${name} PROPERTIES LABELS install TIMEOUT 600 ${ARGN})
endfunction()

foreach(kind static static_unlinked)
  clscan_add_install_step(${kind}.headers headers ${kind})
endforeach()
if(CLSCAN_BUILD_BENCH AND CLSCAN_LINK_OPENCL)
  clscan_add_install_step(static.unity unity static)
endif()
foreach(kind static shared static_unlinked shared_unlinked)
  clscan_add_install_step(${kind} install ${kind} FIXTURES_SETUP installed_${kind})
  foreach(step find_package pkg_config)
    clscan_add_install_step(${kind}.${step} ${step} ${kind} FIXTURES_REQUIRED installed_${kind})
  endforeach()
endforeach()
clscan_add_install_step(static.add_subdirectory add_subdirectory static)
clscan_add_install_step(shared.fetch_content fetch_content shared)
