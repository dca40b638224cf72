// SPDX-License-Identifier: Apache-2.0
#include "transform_reduce.hpp"

#include "call/names.hpp"
#include "reduce.hpp"
#include "transform_load.hpp"
#include "transform_subtree.hpp"

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {
namespace {

/// @param init precedes the total; null if there is none
/// @return quieted(op(init, kernel::canonical(...))) of n transformed elements
template <class T, class Op>
T total_of(transformed const& in, std::size_t n, std::size_t value_size, T const* init,
           instruction_set set) {
    [[maybe_unused]] environment_of<T> const standard{};
    constexpr lane_operator<Op> op;
    std::size_t const segment = kernel::segmentation(value_size).size();
    auto const fold = transformed_fold<T, Op>(value_size, set);
    auto const from_memory = [&in, fold, segment](std::size_t begin, std::size_t count) {
        return fold(in, begin, count, segment);
    };
    T const total = n > one_core_bytes / value_size
                        ? total_by_tasks<T>(n, value_size, segment, from_memory, op)
                        : fold(in, 0, n, segment);
    return finish(init, total, op);
}

using reduction = void (*)(reduce_request const& request, instruction_set set);

template <class T, class Op>
void run_reduction(reduce_request const& request, instruction_set set) {
    transformed const in{request.first, request.second,
                         load_to<T>(request.transform, request.value, set)};
    using computed = kernel_type<Op, T>;
    *static_cast<computed*>(request.result) =
        total_of<computed, Op>(in, request.n, known_types[request.value].size,
                               static_cast<computed const*>(request.init), set);
}

} // namespace

void transform_reduce_on_host(reduce_request const& request, instruction_set set) {
    // null for operators that do not reduce transforms, and for types that are computed in another
    static constexpr auto table = tabulate(
        []<class T, class Op>(type_list<T, Op>) -> reduction {
            if constexpr (compiled_transform<T, T, Op, kernel::square>)
                return &run_reduction<T, Op>;
            else return nullptr;
        },
        types(), operators());
    table[request.accumulator][request.operation](request, set);
}

} // namespace gpu::inline v0::detail
