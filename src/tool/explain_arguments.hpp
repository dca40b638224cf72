// SPDX-License-Identifier: Apache-2.0
/// @file
/// The options of `gpualgo explain`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tool {

/// The algorithms that can be explained, in the order of gpu::detail::explained_algorithm.
inline constexpr std::array<std::string_view, 12> explained_names{
    "reduce",  "transform_reduce", "min_element",    "matmul",         "transform", "count_if",
    "copy_if", "partition_copy",   "inclusive_scan", "exclusive_scan", "sort",      "merge"};

/// `gpualgo explain`
struct explain_arguments {
    /// The sizes of a problem, those of a request.
    struct extents {
        std::uint64_t n = std::uint64_t{1} << 24;
        std::uint64_t m = 1;
        std::uint64_t k = 1;
    };
    /// Threads per block; 0 if they are not given.
    struct threads {
        std::uint32_t x = 0;
        std::uint32_t y = 1;
    };

    std::string algorithm;              ///< one of `explained_names`
    std::vector<std::string> policies;  ///< strategies, with or without a memory space
    extents sizes;                      ///< of the problem
    threads block;                      ///< of all strategies that take a number
    std::uint64_t offset = 0;           ///< elements between an aligned address and the first one
    std::optional<std::string> type;    ///< int32 if it is not given, for matmul float
    std::uint64_t stride = 1;           ///< of transform: distance of adjacent elements
    std::optional<std::string> picture; ///< the SVG file to write
    bool lines = false;                 ///< print source lines with their counts
    bool json = false;                  ///< print one object
};

/// The options of the command while they are text.
class explain_options {
public:
    /// Declares the options.
    explicit explain_options(CLI::App* of);

    /// @return whether the command is on the command line
    [[nodiscard]] bool is_given() const;
    /// @return what the options ask for
    /// @throws usage_error
    [[nodiscard]] explain_arguments finish() const;

private:
    CLI::App* command_;
    explain_arguments arguments_;
    std::string policy_ = "automatic";
    std::vector<std::string> compared_;
    std::string n_ = "2^24";
    std::string shape_;
    std::string block_;
};

} // namespace tool
