// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products whose k is divided between blocks, because C has few tiles. Each part of k has sums of
/// its own, in memory of the GPU, which another kernel adds in a fixed order. Thus the bits do not
/// depend on which block came first.
#pragma once

#include "element_types.hpp"
#include "loading.hpp"
#include "product_arguments.hpp"
#include "product_kinds.hpp"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The sums of the parts: row-major matrices of C's shape, one after another.
template <class Sum>
struct sums_of_parts {
    Sum* first; ///< of the first part
    int parts;
    int row_elements; ///< from one row to the next: a multiple of 4, as so many are added at once

    /// The number of sums of a part.
    [[nodiscard]] GPUALGO_FUNCTION std::int64_t elements(int rows) const {
        return std::int64_t{rows} * row_elements;
    }
};

/// Allocates memory for the sums of a product's parts.
/// @param p the arguments of the product
template <class Sum, class Small>
sums_of_parts<Sum> allocate_sums(product_call const& call, product_arguments<Sum, Small> const& p,
                                 int parts) {
    sums_of_parts<Sum> sums{nullptr, parts, (p.n + 3) / 4 * 4};
    sums.first = call.queue.allocate<Sum>(static_cast<std::size_t>(parts) *
                                          static_cast<std::size_t>(sums.elements(p.m)));
    return sums;
}

/// The arguments of the first part's kernel, which stores sums as they are.
template <class Sum, class Small>
product_arguments<Sum, Small> arguments_of_parts(product_arguments<Sum, Small> p,
                                                 sums_of_parts<Sum> const& sums) {
    p.c = sums.first;
    p.leading_dimension = sums.row_elements;
    p.alpha = Sum{1};
    p.beta = Sum{};
    p.is_aligned = p.has_pairs = true;
    p.fits_boxes = false;
    p.converts = conversion::none;
    p.then.count = 0;
    return p;
}

/// Launches the addition, with alpha, beta and the epilogue of the product.
template <class Value>
void add_sums(product_call const& call, arguments_of<Value> p, sums_of_parts<sum_of<Value>> sums);

/// A product whose k may be divided.
template <class Value>
struct divided_product {
    arguments_of<Value> product;   ///< of the whole product
    arguments_of<Value> arguments; ///< of its kernel
    division_of_k division;
    sums_of_parts<sum_of<Value>> sums{};

    /// Allocates memory for sums if there are several parts.
    /// @param parts_of_cluster blocks of a cluster that each compute a part of these
    /// @param steps of k per block
    divided_product(product_call const& call, arguments_of<Value> const& of_product, int parts,
                    int parts_of_cluster, int steps)
        : product(of_product), arguments(of_product),
          division(division_of_k::into(parts, parts_of_cluster, steps)) {
        if (parts == 1) return;
        sums = allocate_sums(call, product, parts);
        arguments = arguments_of_parts(product, sums);
        division.c_elements = sums.elements(product.m);
    }

    /// Whether the kernel may start early.
    /// @param blocks for each part
    [[nodiscard]] bool starts_early(int blocks, int multiprocessors) const {
        return sums.parts <= 1 ||
               sm90::starts_early(blocks * sums.parts, division.steps, multiprocessors);
    }

    /// To be called after the launch of the kernel.
    void add(product_call const& call) const {
        if (sums.parts > 1) add_sums<Value>(call, product, sums);
    }
};

} // namespace gpu::inline v0::sm90
