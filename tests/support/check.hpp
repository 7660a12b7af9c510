#pragma once
/// The one include of the test framework, and the checks that tests share.
#include <catch2/catch.hpp>
