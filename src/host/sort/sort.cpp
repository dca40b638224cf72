// SPDX-License-Identifier: Apache-2.0
#include "sort.hpp"

#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "descent.hpp"
#include "host/parallel.hpp"
#include "radix_sort.hpp"
#include "sort/steps.hpp"

#include <gpualgo/detail/sort_copies.hpp>

#include <algorithm>
#include <cstddef>
#include <list>

namespace gpu::inline v0::detail {
namespace {

/// The steps of a sort on the host, see sort/steps.hpp.
class host_steps {
    static constexpr std::size_t chunk = 1 << 15; ///< elements that a core takes at once

public:
    explicit host_steps(call_options const& options) : options_(options) {}

    template <class T>
    T* allocate(std::size_t n) {
        return static_cast<T*>(memory_.emplace_back(host_id, n * sizeof(T), options_).data());
    }

    template <class Index>
    void number(Index* out, std::size_t n) const {
        for_each(n, [=](std::size_t i) { out[i] = static_cast<Index>(i); });
    }

    template <class Word, class Index>
    void gather(Word const* in, Word* out, Index const* indices, std::size_t n,
                std::size_t words) const {
        for_each(n, [=](std::size_t i) {
            std::size_t const from = indices == nullptr ? i : indices[i];
            std::copy_n(in + from * words, words, out + i * words);
        });
    }

    template <class Bits, class Value>
    void sort(Bits* keys, Value* values, std::size_t n, kernel::sort_order<Bits> order) {
        constexpr bool has_values = !std::is_same_v<Value, kernel::no_value>;
        if constexpr (!has_values) {
            constexpr std::size_t few = 64 * sizeof(Bits); // are sorted faster by comparisons
            Bits buffer[few];
            if (n <= few) return sort_copies(keys, buffer, n, false, order);
        }
        radix_sort<Bits, Value> sort(n, order);
        Value* other_values = nullptr;
        if constexpr (has_values) other_values = allocate<Value>(n);
        sort.run(keys, allocate<Bits>(n), values, other_values);
    }

    void wait() const {}

private:
    template <class F>
    static void for_each(std::size_t n, F const& f) {
        parallel_for((n - 1) / chunk + 1, [&](std::size_t i) {
            for (std::size_t k = i * chunk; k < std::min((i + 1) * chunk, n); ++k) f(k);
        });
    }

    call_options const& options_;
    std::list<device_buffer> memory_;
};

} // namespace

void sort_on_host(sort_request const& request, instruction_set set) {
    if (!is_question(request)) {
        host_steps steps(request);
        return run_sort(steps, request);
    }
    using function = std::size_t (*)(sort_request const&, instruction_set);
    static constexpr auto table = tabulate(
        []<class Bits>(type_list<Bits>) -> function {
            return [](sort_request const& r, instruction_set s) {
                return descent_on_host(static_cast<std::byte const*>(r.first), r.n,
                                       order_of_keys<Bits>(r), s);
            };
        },
        bits_of_keys());
    *request.position = table[index_of_key_size(request)](request, set);
}

} // namespace gpu::inline v0::detail
