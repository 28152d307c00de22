# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where: library, headers, CMake package, pkg-config file, licence.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS clscan EXPORT clscan-targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES include/clscan.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/clscan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/clscan)
configure_package_config_file(host/package/clscan-config.cmake.in clscan-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(clscan-config-version.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT clscan-targets NAMESPACE clscan:: DESTINATION ${package_dir})
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/clscan-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/clscan-config-version.cmake
  host/package/clscan-opencl.cmake
  DESTINATION ${package_dir})

# The .pc file follows the installed tree wherever it is moved, unless the library's directory is
# an absolute path.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  set(pc_prefix "\${pcfiledir}/${pc_prefix}")
  string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
endif()
set(pc_libdir "\${prefix}")
cmake_path(APPEND pc_libdir ${CMAKE_INSTALL_LIBDIR})
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
# Callers of clscan call OpenCL themselves, so it is no private matter.
set(pc_requires "")
if(CLSCAN_LINK_OPENCL)
  set(pc_requires OpenCL)
endif()
# Where only the static library is installed, a plain `pkg-config --libs` has to work with it.
set(pc_libs "")
if(NOT BUILD_SHARED_LIBS)
  set(pc_libs ${CMAKE_THREAD_LIBS_INIT})
endif()
configure_file(host/package/clscan.pc.in clscan.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clscan.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
