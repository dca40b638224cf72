// SPDX-License-Identifier: Apache-2.0
/// @file
/// One line of results.
#pragma once

#include "number.hpp"
#include "timing.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tool {

/// One strategy's run, of any algorithm.
struct row {
    std::string policy; ///< the strategy, or the competitor
    gpu::device device; ///< that it ran on
    std::string kernel; ///< the kernel of this library; empty if there was none
    /// blocks, or segments on the host; nothing if it is unknown, as for vendors' kernels
    std::optional<std::uint64_t> grid{};
    std::optional<unsigned>
        block{}; ///< threads per block; nothing if it is unknown, or on the host
    /// of whole calls; nothing if the device is simulated, or if there were none
    std::optional<timing> time{};
    /// with a reference for the same input, exactly or within the bound of rounding; nothing if it
    /// was not compared
    std::optional<bool> agrees{};
    std::string fallback{}; ///< why it differs from the request; empty if it does not

    /// Take what a report says: kernel, launch and fallback.
    void take(gpu::report const& ran) {
        kernel = ran.kernel;
        fallback = ran.fallback;
        if (ran.grid != 0) grid = ran.grid;
        if (ran.block != 0) block = ran.block;
    }
};

/// One reduction.
struct reduce_row : row {
    std::size_t n = 0;     ///< elements
    std::size_t bytes = 0; ///< of the elements
    std::string result{};  ///< as a number in text

    /// @return 10^9 bytes of input per second, if it was timed
    [[nodiscard]] std::optional<double> gigabytes_per_second() const {
        if (!time) return std::nullopt;
        return static_cast<double>(bytes) / (time->milliseconds * 1e6);
    }
};

/// The reductions of one command.
struct reduce_results {
    gpu::device device;              ///< the one asked for, or preferred
    std::size_t n;                   ///< elements asked for, or in the files
    std::string type;                ///< of elements
    std::string accumulator;         ///< of the result
    std::string op;                  ///< the operator
    std::vector<reduce_row> rows{};  ///< in the order to print them
    std::set<std::string> skipped{}; ///< why strategies are missing
    bool is_random = false;          ///< whether there is no file
};

/// One run of an algorithm that makes an array of an array. `bytes` are those of both arrays, and
/// `result` is a list of the first elements and the last one.
struct array_row : reduce_row {};

/// A key of a JSON object, and its value: a text, a number, or a list of numbers.
using json_member = std::pair<std::string, std::variant<std::string, number, std::vector<number>>>;

/// The runs of one such command.
struct array_results {
    gpu::device device;                 ///< the one asked for, or preferred
    std::size_t n;                      ///< elements asked for, or in the files
    std::string type;                   ///< of elements
    std::string title;                  ///< the algorithm and its options: "inclusive scan by plus"
    std::vector<json_member> options{}; ///< the algorithm's options, and what describes the result
    std::vector<array_row> rows{};      ///< in the order to print them
    std::set<std::string> skipped{};    ///< why strategies are missing
    bool is_random = false;             ///< whether there is no file
    std::string result{}; ///< of the first row, an element per line, if it is asked for
    std::string chart{};  ///< of the first row's result; empty if there is none
};

/// The sizes of a product: A has m rows and k columns, B has k rows and n columns.
struct product_shape {
    std::int64_t m; ///< rows of A and C
    std::int64_t n; ///< columns of B and C
    std::int64_t k; ///< columns of A, rows of B

    friend bool operator==(product_shape const&, product_shape const&) = default;
};

/// One product.
struct matmul_row : row {
    product_shape shape{}; ///< of this product
    std::size_t bytes = 0; ///< of A, B and C
    /// relative, against double: 0 for integers; nothing without finite elements
    std::optional<double> error{};
    std::size_t checked = 0; ///< elements of C that were compared with double

    /// @return 10^9 multiplications and additions per second, if it was timed
    [[nodiscard]] std::optional<double> gigaflops() const {
        if (!time) return std::nullopt;
        return 2 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
               static_cast<double>(shape.k) / (time->milliseconds * 1e6);
    }

    /// @return 10^9 bytes of matrices per second, each counted once, if it was timed
    [[nodiscard]] std::optional<double> gigabytes_per_second() const {
        if (!time) return std::nullopt;
        return static_cast<double>(bytes) / (time->milliseconds * 1e6);
    }
};

/// The products of one command.
struct matmul_results {
    gpu::device device;              ///< the one asked for, or preferred
    product_shape shape;             ///< asked for, or that of the files
    std::string type;                ///< of the elements of A and B
    std::vector<matmul_row> rows{};  ///< in the order to print them
    std::set<std::string> skipped{}; ///< why strategies are missing
    std::string product{};           ///< of the first row, as text, if it is asked for
};

} // namespace tool
