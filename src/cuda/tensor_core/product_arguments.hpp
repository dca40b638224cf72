// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments that all kernels have.
#pragma once

#include <gpualgo/abi/epilogue_step.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/matmul/epilogue.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// The function of a step of an epilogue; the first two have a vector.
enum class operation : int { add, multiply, relu, gelu, silu };

/// A step of an epilogue.
template <class Number>
struct product_step {
    operation function;
    bool by_rows;         ///< whether the vector has an element per row of C, otherwise per column
    Number const* vector; ///< null if there is none
};

/// The steps of an epilogue, as run-time values: one kernel serves all epilogues.
template <class Number>
struct product_steps {
    static constexpr int most = detail::epilogue_steps::most;
    int count;
    product_step<Number> step[most];
};

/// The type of C's elements: that of sums, float, or the one of 16 bits to which they are rounded.
enum class conversion : int { none, to_float, to_small };

/// Kernel arguments besides the tensor maps of A, B and C.
/// @tparam Sum the type of sums
/// @tparam Small the type of 16 bits to which they may be rounded, or void
template <class Sum, class Small = void>
struct product_arguments {
    Sum* c;                         ///< elements may have another type, see `converts`
    std::int64_t leading_dimension; ///< elements from one row of C to the next
    int m, n, k;
    Sum alpha, beta;
    int band;            ///< see tile_order; 0 if the kernel has no bands, or its order has them
    bool is_aligned;     ///< whether rows of C begin at multiples of 16 bytes
    bool has_pairs;      ///< whether they begin at multiples of two elements
    bool fits_boxes;     ///< whether they also end there: the copy engine writes units of 16 bytes
    conversion converts; ///< after the multiplication by alpha
    product_steps<kernel::epilogue_type<Sum>> then;

    /// Whether C has elements of type Small.
    [[nodiscard]] GPUALGO_FUNCTION bool is_small() const {
        return !std::is_void_v<Small> && converts == conversion::to_small;
    }
};

/// Products of one shape. The arguments are those of the first one, and tensor maps are of all
/// matrices.
struct batch_of_products {
    int count = 1;
    /// 1, or 0 if all products have the same matrix: a product's index in the tensor map is its own
    /// times this
    int a_step = 0, b_step = 0;
    std::int64_t c_bytes = 0;      ///< from a matrix of C to the next
    std::uint32_t* pace = nullptr; ///< see pacer

    /// @param p the arguments of the first product
    /// @return those of another one
    template <class Sum, class Small>
    [[nodiscard]] GPUALGO_FUNCTION product_arguments<Sum, Small>
    of_product(product_arguments<Sum, Small> p, int product) const {
        p.c = reinterpret_cast<Sum*>(reinterpret_cast<char*>(p.c) + product * c_bytes);
        return p;
    }
};

/// The part of k that each block computes. If k is divided, the grid has a row of blocks per part,
/// and another kernel adds their sums, see parts_of_k.hpp.
struct division_of_k {
    int steps;                   ///< of a block, each of 128 bytes along k
    int part_distance;           ///< from the first step of a part to that of the next one
    int step_distance;           ///< from a step of a part to its next one
    std::int64_t c_elements = 0; ///< from the sums of a part to those of the next one

    /// Divides k. Parts of many steps take them in turn, so that blocks read neighbouring memory at
    /// the same time. On an H200, `half` took 4 percent less time at 64x64x2^20.
    /// @param parts_of_cluster blocks of a cluster among which each part is divided again
    /// @param steps per block
    static constexpr division_of_k into(int parts, int parts_of_cluster, int steps) {
        constexpr int many = 100;
        if (parts == 1 || steps < many) return {steps, steps, 1};
        return {steps, 1, parts * parts_of_cluster};
    }

    /// @param p the arguments of the first part
    /// @param part index of the part
    /// @return those of another one
    template <class Sum, class Small>
    [[nodiscard]] GPUALGO_FUNCTION product_arguments<Sum, Small>
    of_part(product_arguments<Sum, Small> p, int part) const {
        p.c += part * c_elements;
        return p;
    }
};

} // namespace gpu::inline v0::sm90
