// SPDX-License-Identifier: Apache-2.0
/// reduce of every kind of range and iterator.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <numeric>
#include <ranges>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <valarray>
#include <vector>

namespace {

constexpr int count = 3000;
constexpr int total = count * (count + 1) / 2;

std::vector<int> first_integers() {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 1);
    return numbers;
}

/// An input iterator in C++20 style: cannot be copied, counts down, ends at a sentinel of another
/// type.
class countdown {
public:
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    explicit countdown(int from) : left_(std::make_unique<int>(from)) {}
    int operator*() const { return *left_; }
    countdown& operator++() {
        --*left_;
        return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(countdown const& i, std::default_sentinel_t) { return *i.left_ == 0; }

private:
    std::unique_ptr<int> left_;
};
static_assert(std::input_iterator<countdown> && !std::copyable<countdown>);

struct countdown_range {
    int from;
    [[nodiscard]] countdown begin() const { return countdown(from); }
    [[nodiscard]] static std::default_sentinel_t end() { return std::default_sentinel; }
};

/// A foreign range whose begin and end are found by argument-dependent look-up.
struct wrapped {
    std::vector<int> numbers;
};
auto begin(wrapped& w) { return w.numbers.begin(); }
auto end(wrapped& w) { return w.numbers.end(); }

/// Checks totals with and without a policy, on the host and on the simulated device, with listed
/// operators and others.
template <class Range>
void check_total(Range&& range) {
    CHECK(gpu::reduce(range, 5) == total + 5);
    CHECK(gpu::reduce(gpu::automatic, range, 5) == total + 5);
    CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::simulated()), range, 5) == total + 5);
    CHECK(gpu::reduce(range, 5.5) == total + 5.5);
    CHECK(gpu::reduce(range, 5, [](int a, int b) { return a + b; }) == total + 5);
    CHECK(gpu::reduce(gpu::automatic, range, 5, [](int a, int b) { return a + b; }) == total + 5);
}

} // namespace

TEST_CASE("contiguous ranges") {
    auto numbers = first_integers();
    auto const& constant = numbers;
    check_total(numbers);
    check_total(constant);
    check_total(std::span(numbers));
    check_total(std::span<int const, count>(numbers));
    std::array<int, count> array{};
    std::copy(numbers.begin(), numbers.end(), array.begin());
    check_total(array);
    std::valarray<int> valarray(numbers.data(), numbers.size());
    check_total(valarray); // begin and end are free functions
    wrapped mine{numbers};
    check_total(mine);
    CHECK(gpu::reduce(first_integers()) == total); // a temporary lives until the call returns
    CHECK(gpu::reduce(numbers.data(), numbers.data() + count) == total);
    CHECK(gpu::reduce(array.cbegin(), array.cend(), 1L) == total + 1);
}

TEST_CASE("ranges that are not contiguous, sized or not") {
    auto numbers = first_integers();
    check_total(std::list<int>(numbers.begin(), numbers.end()));
    check_total(std::forward_list<int>(numbers.begin(), numbers.end()));
    check_total(std::deque<int>(numbers.begin(), numbers.end()));
    check_total(std::set<int>(numbers.begin(), numbers.end()));
    std::vector<int> volatile_source = numbers;
    int const volatile* const first = volatile_source.data();
    CHECK(gpu::reduce(first, first + count) == total);
}

TEST_CASE("views: elements generated on access, sentinels of another type, non-const begin") {
    auto numbers = first_integers();
    check_total(std::views::iota(1, count + 1));
    check_total(std::views::iota(1) | std::views::take_while([](int i) { return i <= count; }));
    check_total(numbers | std::views::transform([](int i) { return i; }));
    check_total(numbers | std::views::reverse);
    check_total(std::views::iota(-count, count + 1) |
                std::views::filter([](int i) { return i > 0; }));
    auto const even = numbers | std::views::transform([](int i) { return i % 2 == 0; });
    CHECK(gpu::reduce(even, 0) == count / 2); // bool is not listed, but converts
}

TEST_CASE("single-pass ranges") {
    auto const text = [] {
        std::ostringstream out;
        for (int const i : first_integers()) out << i << ' ';
        return out.str();
    }();
    using input = std::istream_iterator<int>;
    std::istringstream without(text);
    std::istringstream automatic(text);
    std::istringstream named(text);
    std::istringstream callable(text);
    CHECK(gpu::reduce(input(without), input()) == total);
    CHECK(gpu::reduce(gpu::automatic, input(automatic), input(), 1) == total + 1);
    CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::simulated()), input(named), input(), 1) ==
          total + 1);
    CHECK(gpu::reduce(gpu::automatic, input(callable), input(), 1, std::bit_or<>()) == 4095);
    check_total(countdown_range{count});
}

TEST_CASE("packed bits") {
    std::vector<bool> bits(1000);
    CHECK_FALSE(gpu::reduce(bits, false, std::logical_or<>()));
    bits[777] = true;
    CHECK(gpu::reduce(bits, false, std::logical_or<>()));
    CHECK(gpu::reduce(gpu::automatic, bits, false, std::logical_or<>()));
    CHECK(gpu::reduce(bits, 41) == 42);
}

TEST_CASE("every element is read exactly once, at its position") {
    auto numbers = first_integers();
    int reads = 0;
    auto const counted = numbers | std::views::transform([&](int i) { return ++reads, i; });
    CHECK(gpu::reduce(counted, 0) == total);
    CHECK(reads == count);
    reads = 0;
    CHECK(gpu::reduce(counted, 0, [](int a, int b) { return a + b; }) == total);
    CHECK(reads == count);
}

TEMPLATE_TEST_CASE("integer types of a listed size are treated as that listed type", "", int, long,
                   long long, wchar_t, std::int64_t) {
    std::vector<TestType> const x{1, 2, static_cast<TestType>(-5)};
    for (auto const device : gpu::devices()) {
        gpu::device_vector<TestType> const v(x, device); // compiles only for listed types
        CHECK(gpu::reduce(v, TestType{7}) == 5);
        CHECK(gpu::reduce(v, TestType{7}, gpu::minimum<TestType>()) == -5);
        if constexpr (sizeof(TestType) == 4) CHECK(gpu::reduce(v, 7LL) == 5);
    }
}

TEMPLATE_TEST_CASE("integer types that are not listed are supported, too", "", char, short,
                   unsigned, unsigned long long) {
    std::vector<TestType> const x{1, 2, 5};
    CHECK(gpu::reduce(x, TestType{7}) == 15);
    CHECK(gpu::reduce(gpu::automatic, x, 7LL) == 15);
}

TEST_CASE("an empty range returns init unchanged, and calls no operator") {
    auto const never = [](int, int) -> int { throw std::logic_error("called"); };
    std::vector<int> const none;
    CHECK(gpu::reduce(none) == 0);
    CHECK(gpu::reduce(none, 42, never) == 42);
    CHECK(gpu::reduce(gpu::automatic, none, 42, never) == 42);
    CHECK(gpu::reduce(std::list<int>(), 42) == 42);
    CHECK(gpu::reduce(std::istream_iterator<int>(), std::istream_iterator<int>(), 42) == 42);
    CHECK(gpu::reduce(std::vector<std::string>(), std::string("init")) == "init");
    for (auto const device : gpu::devices()) {
        CHECK(gpu::reduce(gpu::automatic.on(device), none, 42) == 42);
        CHECK(gpu::reduce(gpu::warp_shuffle.on(device), none.begin(), none.end(), 42,
                          gpu::maximum<>()) == 42);
        CHECK(gpu::reduce(gpu::device_vector<int>(device), 42) == 42);
    }
}
