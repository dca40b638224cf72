// SPDX-License-Identifier: Apache-2.0
/// @file
/// One line of results.
#pragma once

#include "timing.hpp"

#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tool {

/// What one strategy did, whatever it did it with.
struct row {
    std::string policy;     ///< the strategy, or what it is compared with
    gpu::device device;     ///< where it ran
    std::string kernel;     ///< what was launched; empty where nothing of ours was
    std::uint64_t grid = 0; ///< blocks, or segments on the host
    unsigned block = 0;     ///< threads a block; 0 on the host
    /// of whole calls; nothing if the device is simulated
    std::optional<timing> time;
    /// with the reference, exactly or within the bound of rounding
    bool agrees = false;
    std::string fallback; ///< why it is not what was asked for; empty where it is
};

/// One reduction.
struct reduce_row : row {
    std::size_t n;      ///< elements
    std::size_t bytes;  ///< of the elements
    std::string result; ///< as a number in text

    /// @return 10^9 bytes of input a second, if it was timed
    [[nodiscard]] std::optional<double> gigabytes_per_second() const {
        if (!time) return std::nullopt;
        return static_cast<double>(bytes) / (time->milliseconds * 1e6);
    }
};

/// What the reductions of one command have in common, and their rows.
struct reduce_results {
    gpu::device device;            ///< the one asked for, or preferred
    std::size_t n;                 ///< elements asked for, or in the file
    std::string type;              ///< of elements
    std::string accumulator;       ///< of the result
    std::string op;                ///< the operator
    std::vector<reduce_row> rows;  ///< in the order to print them
    std::set<std::string> skipped; ///< why strategies are missing
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
    product_shape shape; ///< what was multiplied
    std::size_t bytes;   ///< of A, B and C
    /// relative, against double: 0 for integers; nothing where there are no elements, or no finite
    /// ones
    std::optional<double> error;
    std::size_t checked; ///< elements of C that were compared with double

    /// @return 10^9 multiplications and additions a second, if it was timed
    [[nodiscard]] std::optional<double> gigaflops() const {
        if (!time) return std::nullopt;
        return 2 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
               static_cast<double>(shape.k) / (time->milliseconds * 1e6);
    }

    /// @return 10^9 bytes of matrices a second, each counted once, if it was timed
    [[nodiscard]] std::optional<double> gigabytes_per_second() const {
        if (!time) return std::nullopt;
        return static_cast<double>(bytes) / (time->milliseconds * 1e6);
    }
};

/// What the products of one command have in common, and their rows.
struct matmul_results {
    gpu::device device;            ///< the one asked for, or preferred
    product_shape shape;           ///< asked for, or that of the files
    std::string type;              ///< of the elements of A and B
    std::vector<matmul_row> rows;  ///< in the order to print them
    std::set<std::string> skipped; ///< why strategies are missing
};

} // namespace tool
