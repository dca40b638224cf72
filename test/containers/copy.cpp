// SPDX-License-Identifier: Apache-2.0
/// Copies between any two memories, pinned memory, and vectors constructed from ranges.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <list>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace {

using host_vector = std::vector<std::int32_t>;

template <class I, class O>
concept can_copy = requires(I first, O out) {
    gpu::copy(first, first, out);
};
static_assert(can_copy<int*, int*> && can_copy<int const*, gpu::device_iterator<int>> &&
              can_copy<gpu::device_iterator<int const>, int*>);
// not writable
static_assert(!can_copy<int*, int const*> && !can_copy<int*, gpu::device_iterator<int const>>);
// converted by the host
static_assert(can_copy<int*, float*> && can_copy<gpu::device_iterator<int>, double*>);
static_assert(can_copy<std::list<int>::iterator, int*>);
// neither bitwise nor converted
static_assert(!can_copy<std::string*, std::string*> && !can_copy<std::string*, int*>);
static_assert(!can_copy<int*, float const*>);

host_vector const numbers = [] {
    host_vector v(10'000);
    std::iota(v.begin(), v.end(), 1);
    return v;
}();

} // namespace

TEST_CASE("elements of other types, and lists, are converted by the host") {
    std::vector<float> const given{1, -2.5F, 3};
    for (auto const device : gpu::devices()) {
        CAPTURE(to_string(device));
        gpu::device_vector<double> wide(4, 7.0, device);
        auto const end = gpu::copy(given, wide);
        CHECK(end == wide.end() - 1);
        CHECK(wide.to_host() == std::vector<double>{1, -2.5, 3, 7});
        CHECK(gpu::copy(given.begin(), given.begin() + 1, wide.begin() + 3) == wide.end());
        CHECK(wide.back() == 1);

        std::vector<float> back(4);
        CHECK(gpu::copy(wide, back.begin()) == back.end());
        CHECK(back == std::vector<float>{1, -2.5F, 3, 1});
        gpu::device_vector<std::int32_t> rounded(4, device);
        gpu::copy(wide, rounded);
        CHECK(rounded.to_host() == std::vector<std::int32_t>{1, -2, 3, 1});

        std::list<std::int32_t> const list{4, 5};
        gpu::copy(list, rounded);
        gpu::copy(list.begin(), list.end(), rounded.begin() + 2);
        CHECK(rounded.to_host() == std::vector<std::int32_t>{4, 5, 4, 5});

        gpu::device_vector<double> few(2, 7.0, device);
        CHECK_THROWS_AS(gpu::copy(given, few), std::invalid_argument);
        CHECK(few.to_host() == std::vector<double>{7, 7});
    }
}

TEST_CASE("copies between the memories of all devices, pinned memory and the host's") {
    for (auto const from : gpu::devices())
        for (auto const to : gpu::devices()) {
            CAPTURE(to_string(from), to_string(to));
            gpu::device_vector<std::int32_t> const source(numbers, from);
            gpu::device_vector<std::int32_t> target(numbers.size(), to);
            auto const end = gpu::copy(source.begin() + 1, source.end() - 1, target.begin() + 2);
            CHECK(end == target.end());
            auto expected = numbers;
            std::copy(numbers.begin(), numbers.end() - 1, expected.begin() + 1);
            expected[0] = expected[1] = 0;
            CHECK(target.to_host() == expected);

            gpu::pinned_vector<std::int32_t> pinned(numbers.size());
            CHECK(gpu::copy(source, pinned.begin()) == pinned.end());
            CHECK(host_vector(pinned.begin(), pinned.end()) == numbers);
            gpu::copy(pinned, target.begin());
            CHECK(target.to_host() == numbers);

            std::array<std::int32_t, 3> few{};
            CHECK(gpu::copy(source.begin() + 5, source.begin() + 8, few.data()) == few.data() + 3);
            CHECK(few == std::array<std::int32_t, 3>{6, 7, 8});
        }
    host_vector copied(numbers.size());
    CHECK(gpu::copy(numbers.begin(), numbers.end(), copied.begin()) == copied.end());
    CHECK(copied == numbers);
    gpu::copy(std::span(numbers).last(2), copied.data());
    CHECK(copied[0] == 9999);
    CHECK(copied[2] == 3);
}

TEST_CASE("overlapping copies are refused before anything is copied") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::device_vector<std::int32_t> v(numbers, where);
    CHECK_THROWS_AS(gpu::copy(v.begin(), v.end() - 1, v.begin() + 1), std::invalid_argument);
    CHECK_THROWS_AS(gpu::copy(v.begin() + 1, v.end(), v.begin()), std::invalid_argument);
    CHECK_THROWS_AS(gpu::copy(v, v.begin()), std::invalid_argument);
    CHECK_THROWS_WITH(gpu::copy(v.begin(), v.begin() + 11, v.begin() + 10),
                      Catch::Contains("gpu::copy of 44 bytes: source and target overlap"));
    CHECK(v.to_host() == numbers);
    gpu::copy(v.begin(), v.begin() + 10, v.begin() + 10); // adjacent
    CHECK(v[10] == 1);
    CHECK(v[20] == 21);
}

TEST_CASE("null pointers are refused if there are elements") {
    host_vector v(4, 7);
    std::int32_t* const null = nullptr;
    gpu::device_iterator<std::int32_t> const nowhere;
    CHECK_THROWS_WITH(gpu::copy(null, null + 1, v.data()),
                      Catch::Contains("the source is a null pointer"));
    CHECK_THROWS_AS(gpu::copy(v.begin(), v.end(), null), std::invalid_argument);
    CHECK_THROWS_WITH(gpu::copy(v.begin(), v.end(), nowhere),
                      Catch::Contains("the target is a null pointer"));
    CHECK(v == host_vector(4, 7));
    CHECK(gpu::copy(null, null, v.data()) == v.data());
    CHECK(gpu::copy(v.begin(), v.begin(), null) == null);
    CHECK_THROWS_AS(gpu::reduce(null, null + 3), std::invalid_argument);
    CHECK_THROWS_AS(gpu::reduce(gpu::interleaved.on(gpu::device::simulated()), null, null + 3),
                    std::invalid_argument);
}

TEST_CASE("to_device makes a vector of any range") {
    auto const where = GENERATE(from_range(gpu::devices()));
    std::list<short> const shorts{1, 2, 3};
    auto const v = gpu::to_device(shorts, where);
    static_assert(std::same_as<decltype(v), gpu::device_vector<short> const>);
    CHECK(v.device() == where);
    CHECK(v.to_host() == std::vector<short>{1, 2, 3});
    CHECK(gpu::to_device(v, gpu::device::simulated()).to_host() == std::vector<short>{1, 2, 3});
    CHECK(gpu::to_device(numbers).device() == gpu::device::preferred());
}

TEST_CASE("pinned vectors are vectors of the host") {
    static_assert(std::is_nothrow_move_constructible_v<gpu::pinned_vector<double>> &&
                  std::contiguous_iterator<gpu::pinned_vector<double>::iterator>);
    gpu::pinned_vector<std::int32_t> v(numbers.begin(), numbers.end());
    CHECK(reinterpret_cast<std::uintptr_t>(v.data()) % 256 == 0);
    v.push_back(1);
    auto other = v;
    CHECK(other == v);
    CHECK(gpu::reduce(v) == 50'005'001);
    CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::simulated()), v) == 50'005'001);
    CHECK_THROWS_AS(v.resize(std::numeric_limits<std::size_t>::max() / 4), std::length_error);
    CHECK_THROWS_AS(v.reserve(std::size_t{1} << 50), gpu::out_of_memory);
    CHECK(other == v);
    gpu::pinned_allocator<std::int32_t> allocator;
    CHECK_THROWS_AS(allocator.allocate(std::numeric_limits<std::size_t>::max() / 2),
                    std::bad_array_new_length);
}

TEST_CASE("a range is copied to the front of another one") {
    auto const where = GENERATE(from_range(gpu::devices()));
    CAPTURE(to_string(where));
    gpu::device_vector<std::int32_t> v({1, 2, 3}, where);
    host_vector h(5, 9);
    CHECK(gpu::copy(v, h) == h.begin() + 3);
    CHECK(h == host_vector{1, 2, 3, 9, 9});
    CHECK(gpu::copy(std::span(h).last(2), v) == v.begin() + 2);
    CHECK(v.to_host() == host_vector{9, 9, 3});
    std::int32_t array[3] = {};
    gpu::copy(v, array);
    CHECK(array[1] == 9);
    CHECK_THROWS_WITH(gpu::copy(h, v), Catch::Contains("the target has 3 elements, fewer than the "
                                                       "5 of the source"));
    CHECK_THROWS_AS(gpu::copy(h, array), std::invalid_argument);
    CHECK(v.to_host() == host_vector{9, 9, 3});
    CHECK_THROWS_AS(gpu::copy(v, v), std::invalid_argument); // overlap
}

TEST_CASE("copies to iterators that only take values") {
    for (auto const& device : {gpu::device::host(), gpu::device::simulated()}) {
        gpu::device_vector<std::int32_t> const v(numbers, device);
        host_vector out;
        gpu::copy(v, std::back_inserter(out));
        CHECK(out == numbers);
        std::ostringstream text;
        gpu::copy(v.begin() + 3, v.begin() + 5, std::ostream_iterator<std::int32_t>(text, " "));
        CHECK(text.str() == "4 5 ");
    }
    host_vector out;
    gpu::copy(numbers, std::back_inserter(out));
    CHECK(out == numbers);
}
