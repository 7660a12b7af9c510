# Installation: libraries, headers, package files for CMake and pkg-config, and Debian packages by CPack.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/edgewise)
set(libraries edgewise_graph edgewise_core edgewise_io edgewise)
if(TARGET edgewise_mol)
  list(APPEND libraries edgewise_mol)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/FindRDKit.cmake DESTINATION ${package_dir} COMPONENT development)
endif()
install(TARGETS ${libraries} EXPORT edgewise-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT edgewise-targets NAMESPACE edgewise:: DESTINATION ${package_dir} COMPONENT development)
foreach(floor graph core io)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${floor} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgewise COMPONENT development
    FILES_MATCHING PATTERN "*.hpp" PATTERN "kernels" EXCLUDE PATTERN "json_reader.hpp" EXCLUDE PATTERN "rdkit*.hpp" EXCLUDE)  # private: others' types stay inside
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/edgewise.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgewise COMPONENT development)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/edgewise-config.cmake.in ${PROJECT_BINARY_DIR}/edgewise-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/edgewise-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/edgewise-config.cmake ${PROJECT_BINARY_DIR}/edgewise-config-version.cmake
  DESTINATION ${package_dir} COMPONENT development)

# pkg-config: an archive does not know what it needs, so with static libraries everything is named.
set(pc_needs "-ltbb -lboost_graph -lz -lzstd")
if(BUILD_SHARED_LIBS)
  set(pc_private "${pc_needs}")
else()
  set(pc_public " ${pc_needs}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/edgewise.pc.in ${PROJECT_BINARY_DIR}/edgewise.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/edgewise.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "edgewise <edgewise@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME edgewise)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libedgewise-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libtbb-dev, libboost-graph-dev, zlib1g-dev, libzstd-dev")
include(CPack)
