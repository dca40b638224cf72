// SPDX-License-Identifier: Apache-2.0
/// @file
/// The last launch of a product whose k is split between blocks. It adds the sums of the parts in a
/// fixed order, so that the bits do not depend on which block finished first.
#pragma once

#include <gpualgo/kernel/matmul/epilogue.hpp>
#include <gpualgo/kernel/matmul/matmul.hpp>

#include <concepts>
#include <cstddef>

namespace gpu::inline v0::kernel {

/// The arguments of `matmul_add_parts`.
template <class Value, class Result>
struct add_parts_arguments {
    matmul_problem<Value, Result> product;
    std::size_t splits; ///< the number of parts
    /// `splits` matrices of m * n sums, row-major
    detail::matmul_accumulator<Value> const* partial;
    /// the steps of an epilogue; not used for sums of integers
    epilogue_list<epilogue_type<detail::matmul_accumulator<Value>>> then{};
    unsigned sharers = 1; ///< warps that share the parts of an element: a power of two up to 8
};

/// C = alpha * (sum of the parts) + beta * C
struct matmul_add_parts {
    static constexpr unsigned threads = 256; ///< per block

    /// @return the number of warps that share the parts of an element, if there are `splits`
    [[nodiscard]] static constexpr unsigned sharers(std::size_t splits) {
        return splits >= 128 ? 8 : splits >= 32 ? 4 : 1;
    }

    /// Grid-stride loop: each lane of a warp has an element, and the warps that share it add a part
    /// in turn. The first of them adds their sums.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   add_parts_arguments<Value, Result> arguments, Op op) {
        using accumulator = detail::matmul_accumulator<Value>;
        auto const& product = arguments.product;
        auto const partial = context.global(arguments.partial);
        auto const sums = context.template shared<accumulator>();
        unsigned const rank = context.block().thread_rank(), sharers = arguments.sharers;
        unsigned const member = rank / 32 % sharers,
                       in_block = rank / 32 / sharers * 32 + rank % 32;
        std::size_t const elements = product.m * product.n, at_once = threads / sharers;
        for (std::size_t first = context.block_rank() * at_once; first < elements;
             first += context.num_blocks() * at_once) {
            std::size_t const i = first + in_block;
            accumulator sum{};
            if (i < elements) {
                sum = partial.get(member * elements + i);
                for (std::size_t split = member + sharers; split < arguments.splits;
                     split += sharers)
                    sum = op(sum, partial.get(split * elements + i));
            }
            if (sharers > 1) {
                sums.put(rank, sum);
                context.block().sync();
                for (unsigned other = 1; member == 0 && other < sharers; ++other)
                    sum = op(sum, sums.get(rank + other * 32));
            }
            if (member == 0 && i < elements) write(context, arguments, i, sum);
            if (sharers > 1) context.block().sync();
        }
    }

private:
    /// Writes element i of C, in row-major order.
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void write(Context const& context,
                                     add_parts_arguments<Value, Result> const& arguments,
                                     std::size_t i, T sum) {
        auto const& product = arguments.product;
        auto const c = context.global(product.c.data);
        if constexpr (std::floating_point<T>)
            write_element(context, c, product, arguments.then, i / product.n, i % product.n, sum);
        else write_element(c, product, i / product.n, i % product.n, sum);
    }
};

} // namespace gpu::inline v0::kernel
