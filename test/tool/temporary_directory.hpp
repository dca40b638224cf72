// SPDX-License-Identifier: Apache-2.0
/// @file
/// A place for files that a test makes.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace test {

/// A path as messages have it.
inline std::string quoted(std::filesystem::path const& path) { return "'" + path.native() + "'"; }

/// A directory of its own for each test; gone with all that is in it at the test's end.
class temporary_directory {
public:
    temporary_directory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "gpualgo-XXXXXX").native();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
        path_ = pattern;
    }
    ~temporary_directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    temporary_directory(temporary_directory const&) = delete;
    temporary_directory& operator=(temporary_directory const&) = delete;

    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

    /// @return the path of a new file with these bytes
    std::filesystem::path file(std::string_view name, std::string_view bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

} // namespace test
