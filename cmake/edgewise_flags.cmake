# Flags of our own builds.  They reach no one else: targets link edgewise_flags inside BUILD_INTERFACE only.
add_library(edgewise_flags INTERFACE)
target_compile_features(edgewise_flags INTERFACE cxx_std_20)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(edgewise_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror)
  find_program(CCACHE ccache)
  if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  endif()
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endif()
if(EDGEWISE_SANITIZE)
  target_compile_options(edgewise_flags INTERFACE -fsanitize=${EDGEWISE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(edgewise_flags INTERFACE -fsanitize=${EDGEWISE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # instrumented code makes it see what is not there, as GCC's manual warns
    target_compile_options(edgewise_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(EDGEWISE_BUILD_FUZZ)
  target_compile_options(edgewise_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

set(edgewise_map ${CMAKE_CURRENT_LIST_DIR}/edgewise.map)
# edgewise_library(name sources...): one floor of the house.
function(edgewise_library name)
  add_library(edgewise_${name} ${ARGN})
  add_library(edgewise::${name} ALIAS edgewise_${name})
  target_compile_features(edgewise_${name} PUBLIC cxx_std_20)
  target_include_directories(edgewise_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(edgewise_${name} PRIVATE $<BUILD_INTERFACE:edgewise_flags>)
  set_target_properties(edgewise_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON  # graph/api.hpp says what is shown
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH $ORIGIN)  # the floors lie beside each other
  if(BUILD_SHARED_LIBS)
    target_compile_definitions(edgewise_${name} PUBLIC EDGEWISE_SHARED)
    if(NOT APPLE)
      target_link_options(edgewise_${name} PRIVATE LINKER:--version-script=${edgewise_map})
      set_property(TARGET edgewise_${name} PROPERTY LINK_DEPENDS ${edgewise_map})
    endif()
  endif()
endfunction()

# <edgewise/graph/graph.hpp> works in the build tree as it does once installed.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/edgewise)
foreach(part graph core io edgewise.hpp)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${part} ${PROJECT_BINARY_DIR}/include/edgewise/${part} SYMBOLIC)
endforeach()
