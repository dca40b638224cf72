// SPDX-License-Identifier: Apache-2.0
#include "expression.hpp"

#include "by_program.hpp"
#include "expression/bits.hpp"
#include "expression/program.hpp"
#include "expression/ranges.hpp"

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/positions.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

template <class Value, class T>
void fold_values(queue& queue, fold_request const& r) {
    T init{};
    std::size_t const size = size_of(result_of(r.load));
    std::memcpy(&init, r.init, size);
    auto const total = [&](auto in) {
        return reduce_automatic(queue, in, r.n, init, by_program<T>{&r.fold},
                                by_program<T>{&r.load});
    };
    auto const* const first = static_cast<Value const*>(r.in[0].first);
    auto const* const second = static_cast<Value const*>(r.in[1].first);
    T const result = reads_by_position(r) ? total(folded_elements<Value>{&r})
                     : r.ranges == 0      ? total(kernel::positions<Value>())
                     : r.ranges == 1      ? total(first)
                                          : total(kernel::pairs<Value>{first, second});
    std::memcpy(r.result, &result, size);
}

} // namespace

/// out[i] = f(...) for all elements, in a grid-stride loop.
struct transform_by_expression {
    template <class Context>
    static void run(Context const& context, transform_request const* r, int) {
        by_program<std::uint64_t> const f{&r->f};
        std::size_t const threads = context.block().num_threads();
        for (std::size_t i = context.block_rank() * threads + context.block().thread_rank();
             i < r->n; i += context.num_blocks() * threads) {
            auto const result = f(made_operands(context, *r, i));
            with_bits(size_of(r->out.type), [&]<class Bits>(Bits) {
                auto* const out = static_cast<Bits*>(const_cast<void*>(r->out.first));
                context.global(out).put(i, static_cast<Bits>(result));
            });
        }
    }
};
consteval kernel_name name_of(std::type_identity<transform_by_expression>) {
    return {"transform_by_expression"};
}

void add_ranges(queue& queue, expression_request const& r, void const* replaced) {
    std::vector<std::span<std::byte const>> read;
    for (auto const& range : inputs_of(r))
        if (range.first != replaced)
            read.emplace_back(static_cast<std::byte const*>(range.first), bytes_of(range, r.n));
    queue.add_inputs(std::move(read));
}

void transform(queue& queue, transform_request const& r) {
    std::size_t const size = size_of(r.out.type), n = r.n;
    if (n == 0) return; // the kernel was to be made only
    queue.add_output({const_cast<void*>(r.out.first), n * size}, size);
    add_ranges(queue, r, r.out.first);
    std::size_t const grid = std::min((n + default_block_size - 1) / default_block_size,
                                      queue.resident_blocks(default_block_size));
    queue.launch<transform_by_expression>(launch_config{grid, default_block_size, 0}, &r, 0);
}

void fold(queue& queue, fold_request const& r) {
    if (r.n == 0) return; // the kernel was to be made only
    add_ranges(queue, r, nullptr);
    with_bits(r.element_bytes, [&]<class Value>(Value) {
        if (size_of(result_of(r.load)) <= 4) fold_values<Value, std::uint32_t>(queue, r);
        else fold_values<Value, std::uint64_t>(queue, r);
    });
}

} // namespace gpu::inline v0::simulated
