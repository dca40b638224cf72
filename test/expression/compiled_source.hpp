// SPDX-License-Identifier: Apache-2.0
/// @file
/// Functions in CUDA C++, compiled by g++ and loaded.
#pragma once

#include "tool/temporary_directory.hpp"

#include <catch2/catch.hpp>

#include <dlfcn.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

namespace test {

/// A library of functions as `function_by_address` writes them.
class compiled_source {
public:
    using function = void (*)(void*, void const*, void const*, unsigned char const*);

    /// @param source with stand-ins for CUDA's functions
    explicit compiled_source(std::string const& source) {
        temporary_directory const folder;
        std::string const path = (folder / "source").native();
        std::ofstream(path + ".cpp") << source;
        std::string const command =
            std::string(HOST_COMPILER) +
            " -std=gnu++17 -O1 -w -fwrapv -ffp-contract=off -frounding-math -fPIC -shared " + path +
            ".cpp -o " + path + ".so";
        REQUIRE(std::system(command.c_str()) == 0);
        library_.reset(dlopen((path + ".so").c_str(), RTLD_NOW));
        REQUIRE(library_ != nullptr);
    }
    [[nodiscard]] function find(std::string const& name) const {
        return reinterpret_cast<function>(dlsym(library_.get(), name.c_str()));
    }

private:
    std::unique_ptr<void, int (*)(void*)> library_{nullptr, &dlclose};
};

} // namespace test
