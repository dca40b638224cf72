// SPDX-License-Identifier: Apache-2.0
#include "top_k.hpp"

#include "host/by_instruction_set.hpp"
#include "host/extrema/key_search.hpp"
#include "host/find/loops.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"
#include "top_k/table.hpp"

#include <gpualgo/detail/top_indices.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace gpu::inline v0::detail {
namespace {

/// @return the index of the first of n elements whose key precedes a key, or n
template <class Bits, class Order>
[[gnu::always_inline]] inline std::size_t first_before(std::byte const* x, std::size_t n,
                                                       typename Order::key_type key, Order order) {
    return index_of_match<Bits>(
        n, [=](std::size_t i)
               __attribute__((always_inline)) { return order.key(bits_at<Bits>(x, i)) < key; });
}

template <class Bits, class Order>
void run_top_k(top_k_request const& request, Order order, instruction_set set) {
    auto const* const x = static_cast<std::byte const*>(request.first);
    auto* const out = static_cast<std::byte*>(request.out);
    auto const n = static_cast<std::size_t>(request.n), k = written(request);
    auto const before = [=](std::size_t i, std::size_t j) {
        auto const a = order.key(bits_at<Bits>(x, i)), b = order.key(bits_at<Bits>(x, j));
        return a < b || (a == b && i < j);
    };
    // later elements with an equal key do not precede the limit
    auto* const loop = by_instruction_set<first_before<Bits, Order>>::choose(set);
    auto const next = [=](std::size_t i, std::size_t end, std::size_t limit) {
        return i + loop(x + i * sizeof(Bits), end - i, order.key(bits_at<Bits>(x, limit)), order);
    };
    // a task finds k elements, too
    auto const most = static_cast<std::size_t>(concurrency());
    std::size_t const tasks = std::clamp<std::size_t>(n / (4 * k + one_core_bytes), 1, most);
    auto const indices = find_top_indices(n, k, before, next, tasks);
    for (std::size_t i = 0; i < k; ++i)
        std::memcpy(out + i * sizeof(Bits), x + indices[i] * sizeof(Bits), sizeof(Bits));
}

} // namespace

void find_top_k_on_host(top_k_request const& request, instruction_set set) {
    using function = void (*)(top_k_request const& request, instruction_set set);
    static constexpr auto table = tabulate(
        []<class T>(type_list<T>) -> function {
            if constexpr (in_list<T, real_types>)
                return [](top_k_request const& r, instruction_set s) {
                    run_top_k<key_bits<T>>(r, order_for<T>(r.is_descending != 0), s);
                };
            else return nullptr;
        },
        types());
    table[request.value](request, set);
}

} // namespace gpu::inline v0::detail
