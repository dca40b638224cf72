// SPDX-License-Identifier: Apache-2.0
/// Any input describes a sort. On the host and on the simulated device, the result must equal that
/// of std::stable_sort. The first bytes choose type, function, direction, size of values, number
/// and address; the others are the numbers, repeated.
#include "sort/reference.hpp"

#include <gpualgo/device_vector.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/sort.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <type_traits>
#include <vector>

namespace {

struct fuzz_case {
    std::uint8_t type, function, value_size;
    bool is_descending, is_simulated;
    std::size_t n, offset;
};

void require(bool is_right, fuzz_case const& c) {
    if (is_right) return;
    std::fprintf(stderr, "type %u, function %u, %s, values of %u bytes, n = %zu, %s: wrong\n",
                 c.type, c.function, c.is_descending ? "greater" : "less", c.value_size, c.n,
                 c.is_simulated ? "simulated" : "host");
    std::abort();
}

template <class Value, class T, class C>
void check_values(fuzz_case const& c, std::vector<T> keys, C comp,
                  std::vector<std::uint32_t> const& expected) {
    std::vector<Value> values(c.n), wanted;
    for (std::size_t i = 0; i < c.n; ++i)
        std::memset(&values[i], static_cast<int>(i % 251), sizeof(Value));
    for (auto const i : expected) wanted.push_back(values[i]);
    auto const policy =
        gpu::automatic.on(c.is_simulated ? gpu::device::simulated() : gpu::device::host());
    auto const first = keys.begin() + static_cast<std::ptrdiff_t>(c.offset);
    gpu::sort_by_key(policy, first, keys.end(), values.begin(), comp);
    require(test::same_bytes(values, wanted), c);
    require(gpu::is_sorted(policy, first, keys.end(), comp), c);
}

/// The expected results for the elements from the offset on.
template <class T>
struct results {
    std::vector<std::uint32_t> indices;
    std::vector<T> sorted;
    std::ptrdiff_t sorted_until;
};
template <class T>
results<T> by_definition(fuzz_case const& c, std::vector<T> const& keys) {
    auto const offset = static_cast<std::ptrdiff_t>(c.offset);
    auto const before = [&](T const& x, T const& y) {
        return test::comes_before(x, y, c.is_descending);
    };
    results<T> expected{std::vector<std::uint32_t>(c.n), keys,
                        std::is_sorted_until(keys.begin() + offset, keys.end(), before) -
                            keys.begin()};
    std::iota(expected.indices.begin(), expected.indices.end(), 0u);
    std::ranges::stable_sort(expected.indices, [&](std::uint32_t a, std::uint32_t b) {
        return before(keys[c.offset + a], keys[c.offset + b]);
    });
    std::stable_sort(expected.sorted.begin() + offset, expected.sorted.end(), before);
    return expected;
}

template <class T, class C>
void check(fuzz_case const& c, std::vector<T> keys, C comp) {
    auto const policy =
        gpu::automatic.on(c.is_simulated ? gpu::device::simulated() : gpu::device::host());
    auto const first = keys.begin() + static_cast<std::ptrdiff_t>(c.offset);
    auto const expected = by_definition(c, keys);
    switch (c.function % 4) {
    case 0:
        gpu::sort(policy, first, keys.end(), comp);
        return require(test::same_bytes(keys, expected.sorted), c);
    case 1: {
        std::vector<std::uint32_t> indices(c.n);
        gpu::argsort(policy, first, keys.end(), indices.begin(), comp);
        return require(indices == expected.indices, c);
    }
    case 2:
        return require(gpu::is_sorted_until(policy, first, keys.end(), comp) - keys.begin() ==
                           expected.sorted_until,
                       c);
    default:
        switch (c.value_size % 5) {
        case 0: return check_values<std::uint8_t>(c, keys, comp, expected.indices);
        case 1: return check_values<std::uint32_t>(c, keys, comp, expected.indices);
        case 2: return check_values<std::uint64_t>(c, keys, comp, expected.indices);
        case 3: return check_values<std::array<std::uint8_t, 7>>(c, keys, comp, expected.indices);
        default: return check_values<std::array<std::uint64_t, 3>>(c, keys, comp, expected.indices);
        }
    }
}

template <class... Ts>
void run(gpu::detail::type_list<Ts...>, fuzz_case const& c, std::uint8_t const* data,
         std::size_t size) {
    std::uint8_t number = 0;
    auto const run_type = [&]<class T>(std::type_identity<T>) {
        if (number++ != c.type) return;
        std::vector<T> keys(c.n + c.offset);
        auto* const bytes = reinterpret_cast<std::uint8_t*>(keys.data());
        for (std::size_t i = 0; i < keys.size() * sizeof(T); ++i) bytes[i] = data[i % size];
        if (c.is_descending) check(c, keys, std::greater<>());
        else check(c, keys, std::less<>());
    };
    (run_type(std::type_identity<Ts>()), ...);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr std::size_t header = 6;
    if (size <= header) return 0;
    fuzz_case c{};
    c.type = static_cast<std::uint8_t>(data[0] % gpu::detail::real_types::size);
    c.function = data[1];
    c.value_size = data[2];
    c.is_descending = data[3] % 2 != 0;
    c.is_simulated = data[3] / 2 % 8 == 0; // fibers are slow
    c.offset = data[3] / 16;
    c.n = data[4] + 256 * std::size_t{data[5]} / (c.is_simulated ? 16 : 1);
    run(gpu::detail::real_types(), c, data + header, size - header);
    return 0;
}
