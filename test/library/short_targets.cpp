// SPDX-License-Identifier: Apache-2.0
/// Targets that are ranges which are too short. For ranges that can be read only once, nothing is
/// written after the end. Selections write as many elements as fit.
#include <gpualgo/binary_search.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/transform_scan.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using numbers = std::vector<int>;

/// Numbers of a text.
struct read_once {
    std::istringstream* text;
    [[nodiscard]] auto begin() const { return std::istream_iterator<int>(*text); }
    [[nodiscard]] static auto end() { return std::istream_iterator<int>(); }
};

/// Calls f(range, target) with a range of 1 2 3 4, and with targets that have 0 to 5 elements.
/// @param expected what it writes
template <class F>
void check(numbers const& expected, F f) {
    for (std::size_t room = 0; room <= expected.size() + 1; ++room) {
        CAPTURE(room);
        std::istringstream text("1 2 3 4");
        numbers out(expected.size() + 2, -1);
        auto const target = std::span(out).first(room);
        if (room >= expected.size()) {
            CHECK(f(read_once{&text}, target) - target.begin() == std::ssize(expected));
            CHECK(std::equal(expected.begin(), expected.end(), out.begin()));
        } else {
            CHECK_THROWS_MATCHES(f(read_once{&text}, target), std::invalid_argument,
                                 Catch::Message("gpu::" + std::string(f.name) +
                                                ": the target has " + std::to_string(room) +
                                                " elements, fewer than are to be written"));
            CHECK(out[room] == -1);
        }
    }
}

/// A function with its name.
template <class F>
struct named {
    char const* name;
    F f;
    auto operator()(read_once range, std::span<int> target) const { return f(range, target); }
};
template <class F>
named(char const*, F) -> named<F>;

constexpr auto add = [](int a, int b) { return a + b; };

} // namespace

TEST_CASE("short targets of scans") {
    auto const check_all = [](auto... policy) {
        check({1, 3, 6, 10}, named{"inclusive_scan", [=](auto x, auto y) {
                                       return gpu::inclusive_scan(policy..., x, y);
                                   }});
        check({1, 3, 6, 10}, named{"inclusive_scan", [=](auto x, auto y) {
                                       return gpu::inclusive_scan(policy..., x, y, add);
                                   }});
        check({5, 6, 8, 11}, named{"exclusive_scan", [=](auto x, auto y) {
                                       return gpu::exclusive_scan(policy..., x, y, 5);
                                   }});
        check({-1, -3, -6, -10},
              named{"transform_inclusive_scan", [=](auto x, auto y) {
                        return gpu::transform_inclusive_scan(policy..., x, y, add, std::negate<>());
                    }});
    };
    check_all();
    check_all(gpu::automatic);
}

TEST_CASE("short targets of merges and searches") {
    auto const check_all = [](auto... policy) {
        numbers const sorted{2, 3};
        check({1, 2, 2, 3, 3, 4},
              named{"merge", [=](auto x, auto y) { return gpu::merge(policy..., x, sorted, y); }});
        check({1, 2, 2, 3, 3, 4},
              named{"merge", [=](auto x, auto y) { return gpu::merge(policy..., sorted, x, y); }});
        check({0, 0, 1, 2}, named{"lower_bound", [=](auto x, auto y) {
                                      return gpu::lower_bound(policy..., sorted, x, y);
                                  }});
        check({0, 1, 2, 2}, named{"upper_bound", [=](auto x, auto y) {
                                      return gpu::upper_bound(policy..., sorted, x, y);
                                  }});
    };
    check_all();
    check_all(gpu::automatic);
}

TEST_CASE("short targets of selections, wherever elements lie") {
    numbers const x{1, 2, 3, 4, 5, 6, 7};
    std::deque<int> const apart(x.begin(), x.end());
    auto const check_all = [](auto const& policy, auto const& range) {
        for (std::size_t odd_room = 0; odd_room <= 4; ++odd_room)
            for (std::size_t even_room = 0; even_room <= 3; ++even_room) {
                if (odd_room == 4 && even_room == 3) continue;
                CAPTURE(odd_room, even_room);
                numbers odd(odd_room), even(even_room);
                CHECK_THROWS_AS(gpu::partition_copy(policy, range, odd, even, gpu::is_odd),
                                std::invalid_argument);
                for (std::size_t i = 0; i < odd_room; ++i) CHECK(odd[i] == int(2 * i + 1));
                for (std::size_t i = 0; i < even_room; ++i) CHECK(even[i] == int(2 * i + 2));
            }
        numbers odd(3), even(2);
        CHECK_THROWS_WITH(gpu::copy_if(policy, range, odd, gpu::is_odd),
                          Catch::EndsWith("a target has 3 elements, fewer than the 4 to be "
                                          "written"));
        CHECK(odd == numbers{1, 3, 5});
        CHECK_THROWS_AS(gpu::remove_copy_if(policy, range, even, gpu::is_odd),
                        std::invalid_argument);
        CHECK(even == numbers{2, 4});
    };
    auto const on_simulated = gpu::automatic.on(gpu::device::simulated());
    check_all(gpu::automatic, x);
    check_all(gpu::automatic, apart);
    check_all(on_simulated, x);
    check_all(on_simulated, apart);
    check_all(on_simulated, gpu::device_vector<int>(x, gpu::device::simulated()));
}
