// SPDX-License-Identifier: Apache-2.0
#include "top_k.hpp"

#include "host/extrema/key_search.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"
#include "top_k/table.hpp"

#include <gpualgo/detail/top_indices.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace gpu::inline v0::detail {
namespace {

template <class Bits, class Order>
void run_top_k(top_k_request const& request, Order order) {
    auto const* const x = static_cast<std::byte const*>(request.first);
    auto* const out = static_cast<std::byte*>(request.out);
    auto const n = static_cast<std::size_t>(request.n), k = written(request);
    auto const before = [=](std::size_t i, std::size_t j) {
        auto const a = order.key(bits_at<Bits>(x, i)), b = order.key(bits_at<Bits>(x, j));
        return a < b || (a == b && i < j);
    };
    // a task finds k elements, too
    auto const most = static_cast<std::size_t>(concurrency());
    std::size_t const tasks = std::clamp<std::size_t>(n / (4 * k + one_core_bytes), 1, most);
    auto const indices = find_top_indices(n, k, before, tasks);
    for (std::size_t i = 0; i < k; ++i)
        std::memcpy(out + i * sizeof(Bits), x + indices[i] * sizeof(Bits), sizeof(Bits));
}

} // namespace

void find_top_k_on_host(top_k_request const& request) {
    using function = void (*)(top_k_request const& request);
    static constexpr auto table = tabulate(
        []<class T>(type_list<T>) -> function {
            if constexpr (in_list<T, real_types>)
                return [](top_k_request const& r) {
                    run_top_k<key_bits<T>>(r, order_for<T>(r.is_descending != 0));
                };
            else return nullptr;
        },
        types());
    table[request.value](request);
}

} // namespace gpu::inline v0::detail
