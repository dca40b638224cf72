// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of one shape in one launch. The blocks of the grid are divided into as many equal
/// ranges as there are products. Each range runs the kernel body of a single product.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The arguments of `matmul_batch`.
/// @tparam Arguments those of a single product
template <class Arguments>
struct batch_arguments {
    Arguments first;               ///< the first product
    std::size_t blocks_of_product; ///< blocks of each
    /// elements from a matrix of A, of B and of C to the next; possibly negative or 0
    std::ptrdiff_t a_stride, b_stride, c_stride;

    /// @param i index of a product
    /// @return its arguments
    [[nodiscard]] GPUALGO_FUNCTION constexpr Arguments at(std::size_t i) const {
        Arguments one = first;
        auto const n = static_cast<std::ptrdiff_t>(i);
        one.product.a.data += n * a_stride;
        one.product.b.data += n * b_stride;
        one.product.c.data += n * c_stride;
        return one;
    }
};

/// The context of a block as if its product were alone in the grid.
template <class Context>
class product_context : public Context {
public:
    /// @param whole the context of the block in the whole grid
    /// @param blocks of each product
    GPUALGO_DEVICE product_context(Context const& whole, std::size_t blocks)
        : Context(whole), blocks_(blocks) {}
    /// @return the block's place among those of its product
    [[nodiscard]] GPUALGO_DEVICE std::size_t block_rank() const {
        return Context::block_rank() % blocks_;
    }
    /// @return blocks of a product
    [[nodiscard]] GPUALGO_DEVICE std::size_t num_blocks() const { return blocks_; }

private:
    std::size_t blocks_;
};

/// A batch.
/// @tparam Body that of a single product
template <class Body>
struct matmul_batch {
    static constexpr unsigned threads = Body::threads; ///< per block

    /// Each block computes its part of one product.
    template <class Context, class Arguments, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   batch_arguments<Arguments> const& arguments, Op op) {
        std::size_t const blocks = arguments.blocks_of_product;
        Body::run(product_context<Context>(context, blocks),
                  arguments.at(context.block_rank() / blocks), op);
    }
};

} // namespace gpu::inline v0::kernel
