// The one file of the program that includes them all, for their version numbers.
#include "libraries.hpp"

#include <Spectra/Util/Version.h>
#include <fmt/format.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/version.h>
#include <zlib.h>
#include <zstd.h>

#include <Eigen/Core>
#include <boost/version.hpp>
#include <cxxopts.hpp>
#include <nlohmann/json.hpp>

namespace edgewise::cli {
namespace {

std::string dotted(int major, int minor, int patch) { return fmt::format("{}.{}.{}", major, minor, patch); }

}  // namespace

std::vector<Library> libraries() {
  return {{"Boost", dotted(BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
          {"cxxopts", dotted(CXXOPTS__VERSION_MAJOR, CXXOPTS__VERSION_MINOR, CXXOPTS__VERSION_PATCH)},
          {"Eigen", dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"fmt", dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
          {"nlohmann-json", dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
          {"oneTBB", TBB_runtime_version()},
          {"Spectra", dotted(SPECTRA_MAJOR_VERSION, SPECTRA_MINOR_VERSION, SPECTRA_PATCH_VERSION)},
          {"zlib", zlibVersion()},
          {"zstd", ZSTD_versionString()}};
}

std::string compiler() {
#if defined(__clang__)
  return "Clang " + dotted(__clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return "GCC " + dotted(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

std::size_t machine_threads() { return static_cast<std::size_t>(oneapi::tbb::info::default_concurrency()); }

}  // namespace edgewise::cli
