// SPDX-License-Identifier: Apache-2.0
/// Outputs of which elements share words, such as std::vector<bool>: only one thread writes them.
/// So it is with a policy, and by iterators that adapt theirs.
#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/binary_search.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using bits = std::vector<bool>;
using numbers = std::vector<int>;

template <class R>
inline constexpr bool is_divisible =
    gpu::detail::divisible_iterator<decltype(std::declval<R&>().begin())>;
static_assert(is_divisible<numbers> && !is_divisible<bits>);
static_assert(!gpu::detail::divisible_iterator<bits::reverse_iterator>);
template <class... Rs>
using zipped = decltype(gpu::views::zip(std::declval<Rs&>()...));
static_assert(is_divisible<zipped<numbers, numbers>> && !is_divisible<zipped<numbers, bits>>);
static_assert(!is_divisible<zipped<numbers, zipped<numbers, bits>>>);
static_assert(!is_divisible<decltype(gpu::views::strided(std::declval<bits&>(), 2))>);

constexpr std::size_t n = 100'000;

/// Notes whether functions are called by another thread than the one that made it.
class one_thread {
public:
    /// @return f, whose calls are noted
    template <class F>
    auto noted(F f) {
        return [this, f](auto&&... x) {
            if (std::this_thread::get_id() != id_) is_left_ = true;
            return f(static_cast<decltype(x)>(x)...);
        };
    }
    [[nodiscard]] bool is_left() const { return is_left_; }

private:
    std::thread::id id_ = std::this_thread::get_id();
    std::atomic<bool> is_left_ = false;
};

bool is_third(int x) { return x % 3 == 0; }

/// Numbers in no order.
numbers mixed() {
    numbers x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<int>(i * 7919 % 1009);
    return x;
}
bits mixed_bits() {
    bits x(n);
    auto const from = mixed();
    std::transform(from.begin(), from.end(), x.begin(), is_third);
    return x;
}

} // namespace

TEST_CASE("bits: transform, generate, for_each and adjacent_difference") {
    one_thread here;
    auto const x = mixed();
    bits const expected = mixed_bits();
    bits y(n);
    gpu::transform(gpu::automatic, x, y, here.noted(is_third));
    CHECK(y == expected);
    bits reversed(n);
    gpu::transform(gpu::automatic, x.begin(), x.end(), reversed.rbegin(), here.noted(is_third));
    CHECK(std::equal(y.begin(), y.end(), reversed.rbegin()));
    bits made(n);
    gpu::generate(gpu::automatic, made, here.noted([&x](std::size_t i) { return is_third(x[i]); }));
    CHECK(made == expected);
    gpu::for_each(gpu::automatic, made, here.noted([](auto&& bit) { bit = !bit; }));
    made.flip();
    CHECK(made == expected);
    numbers beside(n);
    auto both = gpu::views::zip(beside, made);
    gpu::for_each(gpu::automatic, both,
                  here.noted([](auto&& element) { std::get<1>(element) = !std::get<1>(element); }));
    made.flip();
    CHECK(made == expected);
    bits changes(n), all_changes(n);
    std::adjacent_difference(y.begin(), y.end(), all_changes.begin(), std::not_equal_to<>());
    gpu::adjacent_difference(gpu::automatic, y, changes, here.noted(std::not_equal_to<>()));
    CHECK(changes == all_changes);
    CHECK_FALSE(here.is_left());
}

TEST_CASE("bits: selections") {
    one_thread here;
    bits const x = mixed_bits();
    auto const is_set = [](bool bit) { return bit; };
    bits selected(n), others(n);
    auto const ends = gpu::partition_copy(gpu::automatic, x, selected, others, here.noted(is_set));
    auto const count = std::count(x.begin(), x.end(), true);
    CHECK(ends.first - selected.begin() == count);
    CHECK(std::count(selected.begin(), selected.end(), true) == count);
    CHECK(std::count(others.begin(), others.end(), true) == 0);
    bits all(n);
    gpu::copy_if(gpu::automatic, x, all, here.noted([](bool) { return true; }));
    CHECK(all == x);
    CHECK_FALSE(here.is_left());
}

TEST_CASE("bits: sorts and merges") {
    one_thread here;
    bits x = mixed_bits(), expected = x;
    std::sort(expected.begin(), expected.end());
    gpu::sort(gpu::automatic, x, here.noted(std::less<>()));
    CHECK(x == expected);
    bits merged(2 * n), all(2 * n);
    std::merge(x.begin(), x.end(), x.begin(), x.end(), all.begin());
    auto const end = gpu::merge(gpu::automatic, x, x, merged, here.noted(std::less<>()));
    CHECK(end == merged.end());
    CHECK(merged == all);
    numbers const one{5}, values(n, 6);
    bits positions(n);
    gpu::lower_bound(gpu::automatic, one, values, positions, here.noted(std::less<>()));
    CHECK(std::count(positions.begin(), positions.end(), true) == n);
    CHECK_FALSE(here.is_left());
}

TEST_CASE("bits: reductions by key") {
    one_thread here;
    numbers keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<int>(i / 3);
    bits const values = mixed_bits();
    std::size_t const runs = (n + 2) / 3;
    numbers keys_out(runs);
    bits totals(runs), expected(runs);
    gpu::reduce_by_key(keys, values, keys_out, expected, std::equal_to<>(), std::logical_or<>());
    gpu::reduce_by_key(gpu::automatic, keys, values, keys_out, totals,
                       here.noted(std::equal_to<>()), here.noted(std::logical_or<>()));
    CHECK(totals == expected);
    CHECK_FALSE(here.is_left());
}
