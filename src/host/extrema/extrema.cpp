// SPDX-License-Identifier: Apache-2.0
#include "extrema.hpp"

#include "call/tabulate.hpp"
#include "extrema/order.hpp"
#include "host/by_instruction_set.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"
#include "key_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gpu::inline v0::detail {
namespace {

/// A range is searched for its best key in chunks. Only the chunk that has it is then searched for
/// the position.
constexpr std::size_t chunk_bytes = 8 << 10;

/// A chunk that contains the best key so far.
template <class Key>
struct leader {
    Key key;
    std::size_t begin;

    /// @tparam Last on equal keys, takes the later chunk
    template <bool Last>
    void take(leader const& later) {
        if (Last ? later.key <= key : later.key < key) *this = later;
    }
};

/// The best chunks of a range, or of a part of it, for both ends.
template <class Key>
struct leaders {
    leader<Key> first, last;
};

/// A search in one order.
template <class Bits, bool Floating>
class search {
    using order = kernel::key_order<Bits, Floating>;
    using key_type = typename order::key_type;
    using best_loop = key_type (*)(std::byte const* x, std::size_t n, order by);
    using place_loop = std::size_t (*)(std::byte const* x, std::size_t n, key_type key, order by);
    static constexpr std::size_t chunk = chunk_bytes / sizeof(Bits);

public:
    search(extrema_request const& request, order by, instruction_set set)
        : x_(static_cast<std::byte const*>(request.first)), n_(request.n),
          both_(is_for_both(request)), order_(by),
          best_(by_instruction_set<best_key<Bits, order>>::choose(set)),
          first_place_(by_instruction_set<index_of_key<false, Bits, key_type, order>>::choose(set)),
          last_place_(by_instruction_set<index_of_key<true, Bits, key_type, order>>::choose(set)) {}

    /// Writes the positions of the elements found.
    void run(std::uint64_t* positions) const {
        auto const found = n_ > one_core_bytes / sizeof(Bits) ? by_tasks() : in(0, n_);
        positions[0] = place(first_place_, found.first, order_);
        if (both_) positions[1] = place(last_place_, found.last, order_.reversed());
    }

private:
    [[nodiscard]] std::byte const* at(std::size_t i) const { return x_ + i * sizeof(Bits); }

    /// @return the leaders of `count` elements, at least one
    [[nodiscard]] leaders<key_type> in(std::size_t begin, std::size_t count) const {
        leaders<key_type> best{{order::worst, begin}, {order::worst, begin}};
        for (std::size_t const end = begin + count; begin < end; begin += chunk) {
            std::size_t const m = std::min(chunk, end - begin);
            best.first.template take<false>({best_(at(begin), m, order_), begin});
            if (both_)
                best.last.template take<true>({best_(at(begin), m, order_.reversed()), begin});
        }
        return best;
    }

    /// The leaders of all elements, computed on all cores.
    [[nodiscard]] leaders<key_type> by_tasks() const {
        std::size_t const least = std::max(task_bytes / sizeof(Bits), n_ / max_tasks + 1);
        std::size_t const task = (least + chunk - 1) / chunk * chunk;
        std::size_t const tasks = (n_ + task - 1) / task;
        std::array<leaders<key_type>, max_tasks> found;
        parallel_for(
            tasks, [&](std::size_t i) { found[i] = in(i * task, std::min(task, n_ - i * task)); });
        leaders<key_type> best = found[0];
        for (std::size_t i = 1; i < tasks; ++i) {
            best.first.template take<false>(found[i].first);
            best.last.template take<true>(found[i].last);
        }
        return best;
    }

    /// @return the index of the key in the leader's chunk
    std::uint64_t place(place_loop find, leader<key_type> const& leader, order by) const {
        return leader.begin +
               find(at(leader.begin), std::min(chunk, n_ - leader.begin), leader.key, by);
    }

    std::byte const* x_;
    std::size_t n_;
    bool both_;
    order order_;
    best_loop best_;
    place_loop first_place_;
    place_loop last_place_;
};

template <class T>
void run_search(extrema_request const& request, instruction_set set) {
    search<key_bits<T>, !std::integral<T>>(request, order_for<T>(is_reversed(request)), set)
        .run(request.positions);
}

} // namespace

void find_extrema_on_host(extrema_request const& request, instruction_set set) {
    using search_function = void (*)(extrema_request const& request, instruction_set set);
    // null for types without an order
    static constexpr auto table = tabulate(
        []<class T>(type_list<T>) -> search_function {
            if constexpr (in_list<T, real_types>) return &run_search<T>;
            else return nullptr;
        },
        types());
    table[request.value](request, set);
}

} // namespace gpu::inline v0::detail
