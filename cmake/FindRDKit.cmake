# RDKit as Debian packs it: without a CMake package of its own.  Gives RDKit::RDKit, its headers as system headers.
#   RDKit_FOUND, RDKit_INCLUDE_DIR, RDKit_<component>_LIBRARY
set(_rdkit_parts RDGeneral DataStructs RDGeometryLib GraphMol SmilesParse SubstructMatch FileParsers Fingerprints Descriptors PartialCharges
    ChemTransforms MolStandardize MolDraw2D)
find_path(RDKit_INCLUDE_DIR GraphMol/ROMol.h PATH_SUFFIXES rdkit)
set(_rdkit_wanted RDKit_INCLUDE_DIR)
foreach(part ${_rdkit_parts})
  find_library(RDKit_${part}_LIBRARY RDKit${part})
  list(APPEND _rdkit_wanted RDKit_${part}_LIBRARY)
endforeach()
find_path(RDKit_BOOST_INCLUDE_DIR boost/iostreams/filtering_stream.hpp)  # RDKit's headers need it, its package does not bring it
mark_as_advanced(${_rdkit_wanted} RDKit_BOOST_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RDKit REQUIRED_VARS ${_rdkit_wanted} RDKit_BOOST_INCLUDE_DIR
                                  REASON_FAILURE_MESSAGE "on Debian: apt-get install librdkit-dev libboost-dev")

if(RDKit_FOUND AND NOT TARGET RDKit::RDKit)
  find_package(Threads REQUIRED)
  add_library(RDKit::RDKit INTERFACE IMPORTED)
  set_target_properties(RDKit::RDKit PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${RDKit_INCLUDE_DIR}")
  foreach(part ${_rdkit_parts})
    set_property(TARGET RDKit::RDKit APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${RDKit_${part}_LIBRARY})
  endforeach()
  set_property(TARGET RDKit::RDKit APPEND PROPERTY INTERFACE_LINK_LIBRARIES Boost::headers Threads::Threads)
endif()
