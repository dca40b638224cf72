// SPDX-License-Identifier: Apache-2.0
#include "expression.hpp"

#include "by_program.hpp"
#include "expression/bits.hpp"
#include "expression/program.hpp"

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/positions.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

/// Elements that lie apart, of one range or of two: the input of a reduction.
template <class Value>
struct strided_elements {
    using value_type = Value;
    fold_request const* request;
};

/// Such elements as an array of a context. The elements of a single range are the first ones of
/// pairs.
template <class Context, class Value>
struct strided_array {
    using value_type = kernel::element_pair<Value>;
    Context const* context;
    fold_request const* request;
    std::size_t begin = 0;

    value_type get(std::size_t i) const {
        return {element(0, i), request->ranges == 2 ? element(1, i) : Value{}};
    }
    strided_array from(std::size_t i) const { return {context, request, begin + i}; }
    template <std::size_t>
    bool is_aligned() const {
        return false;
    }
    template <std::size_t V>
    auto aligned_vector(std::size_t) const {
        return kernel::vector_pair<Value, std::array<Value, V>>{};
    }

private:
    Value element(std::size_t range, std::size_t i) const {
        auto const& in = request->in[range];
        return context->global(static_cast<Value const*>(in.first)).get((begin + i) * in.step);
    }
};

template <class Context, class Value>
auto array_of(Context const& context, strided_elements<Value> in) {
    return strided_array<Context, Value>{&context, in.request};
}

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
    T const result = reads_by_position(r) ? total(strided_elements<Value>{&r})
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
        std::size_t const threads = context.block().num_threads();
        for (std::size_t i = context.block_rank() * threads + context.block().thread_rank();
             i < r->n; i += context.num_blocks() * threads) {
            std::uint64_t operand[2] = {i, 0}, result = 0;
            for (std::size_t k = 0; k < r->ranges; ++k) read(context, r->in[k], i, operand[k]);
            void const* const operands[] = {&operand[0], &operand[1]};
            r->f.evaluate(r->f.object, &result, operands);
            with_bits(size_of(r->out.type), [&]<class Bits>(Bits) {
                auto* const out = static_cast<Bits*>(const_cast<void*>(r->out.first));
                context.global(out).put(i, static_cast<Bits>(result));
            });
        }
    }

private:
    /// Reads element i into the first bytes of a word.
    template <class Context>
    static void read(Context const& context, number_range const& range, std::size_t i,
                     std::uint64_t& word) {
        with_bits(size_of(range.type), [&]<class Bits>(Bits) {
            word = context.global(static_cast<Bits const*>(range.first)).get(i * range.step);
        });
    }
};
consteval kernel_name name_of(std::type_identity<transform_by_expression>) {
    return {"transform_by_expression"};
}

void add_ranges(queue& queue, expression_request const& r, void const* replaced) {
    auto const bytes = [&](number_range const& range) {
        return ((r.n - 1) * range.step + 1) * size_of(range.type);
    };
    auto const is_read = [&](std::size_t i) { return i < r.ranges && r.in[i].first != replaced; };
    auto const& [first, second] = r.in;
    if (is_read(0) && is_read(1))
        queue.add_inputs(first.first, bytes(first), second.first, bytes(second));
    else if (is_read(0)) queue.add_input(first.first, bytes(first));
    else if (is_read(1)) queue.add_input(second.first, bytes(second));
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
    with_bits(size_of(r.in[0].type), [&]<class Value>(Value) {
        if (size_of(result_of(r.load)) <= 4) fold_values<Value, std::uint32_t>(queue, r);
        else fold_values<Value, std::uint64_t>(queue, r);
    });
}

} // namespace gpu::inline v0::simulated
