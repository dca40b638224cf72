// SPDX-License-Identifier: Apache-2.0
/// reduce with operators and types that are not listed: accepts what std::reduce accepts; calling
/// threads and exceptions.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t many = 300'000; // many segments of every type used here

std::vector<int> integers(std::size_t n) {
    std::vector<int> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// Calls `f` without a policy, and with policies.
template <class F>
void with_and_without_policy(F f) {
    f([](auto&&... arguments) {
        return gpu::reduce(std::forward<decltype(arguments)>(arguments)...);
    });
    f([](auto&&... arguments) {
        return gpu::reduce(gpu::automatic, std::forward<decltype(arguments)>(arguments)...);
    });
    f([](auto&&... arguments) {
        return gpu::reduce(gpu::neighbored, std::forward<decltype(arguments)>(arguments)...);
    });
}

/// A move-only accumulator that counts its live objects.
class tally {
public:
    explicit tally(long sum) : sum_(std::make_unique<long>(sum)) { ++alive; }
    tally(tally&& other) noexcept : sum_(std::move(other.sum_)) { ++alive; }
    tally& operator=(tally&&) noexcept = default;
    ~tally() { --alive; }
    [[nodiscard]] long sum() const { return *sum_; }

    static inline std::atomic<long> alive = 0;

private:
    std::unique_ptr<long> sum_;
};

/// All overloads that std::reduce requires if elements are not accumulators: every order of
/// operands.
struct add_to_tally {
    static long value(tally const& t) { return t.sum(); }
    static long value(int i) { return i; }
    template <class A, class B>
    tally operator()(A const& a, B const& b) const {
        return tally(value(a) + value(b));
    }
};

/// Takes numbers and strings, which do not convert to each other.
struct add_lengths {
    static std::size_t length(std::size_t n) { return n; }
    static std::size_t length(std::string const& text) { return text.size(); }
    template <class A, class B>
    std::size_t operator()(A const& a, B const& b) const {
        return length(a) + length(b);
    }
};

/// The result shows the order of operands.
constexpr unsigned long shift_in(unsigned long a, unsigned long b) { return 31 * a + b; }

/// An element that is not an accumulator.
struct digit {
    unsigned long value;
};
struct shift_in_digits {
    static unsigned long value(unsigned long v) { return v; }
    static unsigned long value(digit d) { return d.value; }
    unsigned long operator()(auto a, auto b) const { return shift_in(value(a), value(b)); }
};

/// A string that counts its copies.
struct text : std::string {
    using std::string::string;
    text(std::string&& other) : std::string(std::move(other)) {}
    text(text&&) = default;
    text& operator=(text&&) = default;
    text(text const& other) : std::string(other) { ++copies; }

    static inline std::atomic<long> copies = 0;
};

struct large {
    std::array<int, 1024> digits{};
};

} // namespace

TEST_CASE("without a policy, the operator is called in the calling thread") {
    auto const numbers = integers(many);
    std::set<std::thread::id> threads;
    auto const sum = gpu::reduce(numbers, 0L, [&](long a, long b) {
        return threads.insert(std::this_thread::get_id()), a + b;
    });
    CHECK(sum == static_cast<long>(many * (many - 1) / 2));
    CHECK(threads == std::set{std::this_thread::get_id()});
}

TEST_CASE("with a policy, the operator is called on several cores concurrently") {
    if (std::thread::hardware_concurrency() < 2) return;
    auto const numbers = integers(many);
    std::mutex mutex;
    std::condition_variable joined;
    std::set<std::thread::id> threads;
    std::atomic<bool> met = false;
    auto const add = [&](long a, long b) {
        if (!met) { // the first thread waits for another one
            std::unique_lock lock(mutex);
            threads.insert(std::this_thread::get_id());
            met =
                joined.wait_for(lock, std::chrono::seconds(20), [&] { return threads.size() > 1; });
            joined.notify_all();
        }
        return a + b;
    };
    CHECK(gpu::reduce(gpu::automatic, numbers, 0L, add) ==
          static_cast<long>(many * (many - 1) / 2));
    CHECK(threads.size() > 1);
}

TEST_CASE("the operator is called once per element") {
    with_and_without_policy([](auto reduce) {
        for (std::size_t const n : {0U, 1U, 2U, 100U, 5000U, 300'000U}) {
            std::atomic<std::size_t> calls = 0;
            (void)reduce(integers(n), 0, [&](int a, int b) { return ++calls, std::max(a, b); });
            CHECK(calls == n);
        }
    });
}

TEST_CASE("an exception propagates: that of the first failing elements") {
    auto numbers = integers(many);
    for (std::size_t const i : {std::size_t{40'000}, many / 2, many - 1})
        numbers[i] = -static_cast<int>(i);
    auto const largest = [](int a, int b) {
        if (a < 0 || b < 0) throw std::out_of_range(std::to_string(std::min(a, b)));
        return std::max(a, b);
    };
    with_and_without_policy([&](auto reduce) {
        CHECK_THROWS_WITH(reduce(numbers, 0, largest), "-40000");
        CHECK_THROWS_AS(reduce(std::list<int>(numbers.begin(), numbers.end()), 0, largest),
                        std::out_of_range);
        numbers[0] = -1; // folded with the second row of the first segment
        CHECK_THROWS_WITH(reduce(numbers, 0, largest), "-1");
        numbers[0] = 0;
        // the next call works
        CHECK(reduce(integers(many), 0, largest) == static_cast<int>(many) - 1);
    });
}

TEST_CASE(
    "accumulators need only be movable, and elements need not convert to them; nothing is leaked") {
    auto const numbers = integers(many);
    with_and_without_policy([&](auto reduce) {
        CHECK(reduce(numbers, tally(5), add_to_tally()).sum() ==
              static_cast<long>(many * (many - 1) / 2) + 5);
        CHECK(reduce(std::vector<int>{7}, tally(5), add_to_tally()).sum() == 12);
        CHECK(reduce(std::list<int>{7, 8}, tally(5), add_to_tally()).sum() == 20);
        CHECK(reduce(std::vector<int>(), tally(5), add_to_tally()).sum() == 5);
        std::atomic<std::size_t> calls = 0;
        auto const failing = [&](auto const& a, auto const& b) {
            return ++calls == many / 2 ? throw std::runtime_error("half") : add_to_tally()(a, b);
        };
        CHECK_THROWS_WITH(reduce(numbers, tally(5), failing), "half");
        CHECK(tally::alive == 0);
    });
}

TEST_CASE("elements need not be copyable") {
    std::vector<std::unique_ptr<int>> numbers;
    for (int i = 0; i < 5000; ++i) numbers.push_back(std::make_unique<int>(i));
    auto const largest = [](std::unique_ptr<int> const& a, std::unique_ptr<int> const& b) {
        return std::make_unique<int>(std::max(*a, *b));
    };
    with_and_without_policy([&](auto reduce) {
        CHECK(*reduce(numbers, std::make_unique<int>(-1), largest) == 4999);
        CHECK(*numbers[0] == 0); // nothing was moved out of the range
    });
}

TEST_CASE("elements of the accumulator's type are not copied") {
    std::vector<text> words;
    for (int i = 0; i < 5000; ++i) words.emplace_back("ab");
    text::copies = 0;
    with_and_without_policy([&](auto reduce) {
        CHECK(reduce(words, text("x"), [](text const& a, text const& b) {
                  return text(static_cast<std::string const&>(a) + b);
              }).size() == 10'001);
        CHECK(text::copies == 0);
    });
}

TEST_CASE("operands are in the canonical order") {
    std::vector<unsigned long> numbers(700'001); // more segments than groups that run concurrently
    std::iota(numbers.begin(), numbers.end(), 7UL);
    std::vector<digit> digits;
    for (unsigned long const number : numbers) digits.push_back({number});
    auto const expected =
        shift_in(5, gpu::kernel::canonical<unsigned long>(numbers.begin(), numbers.size(),
                                                          sizeof(unsigned long), shift_in));
    with_and_without_policy([&](auto reduce) {
        CHECK(reduce(numbers, 5UL, shift_in) == expected);
        CHECK(reduce(digits, 5UL, shift_in_digits()) == expected);
    });
}

TEST_CASE("operators need be neither copyable nor const") {
    struct counting {
        std::unique_ptr<int> calls = std::make_unique<int>(0);
        int* seen;
        int operator()(int a, int b) { return ++*seen, ++*calls, a + b; }
    };
    int seen = 0;
    CHECK(gpu::reduce(integers(100), 0, counting{.seen = &seen}) == 4950);
    CHECK(seen == 100);
    int (*const function)(int, int) = [](int a, int b) { return a + b; };
    CHECK(gpu::reduce(gpu::automatic, integers(100), 0, function) == 4950);
    CHECK(gpu::reduce(gpu::automatic, integers(100), 0,
                      std::function<int(int, int)>(std::plus<>())) == 4950);
}

TEST_CASE("types of every kind") {
    with_and_without_policy([](auto reduce) {
        std::vector<std::string> const words(5000, "ab");
        CHECK(reduce(words, std::string(), std::plus<>()).size() == 10'000);
        CHECK(reduce(words, std::size_t{1}, add_lengths()) == 10'001);
        // elements convert to the type of init
        CHECK(reduce(std::vector<char const*>(300, "xyz"), std::string()).size() == 900);

        std::vector<large> numbers(300);
        for (large& number : numbers) number.digits.fill(1);
        auto const add = [](large a, large const& b) {
            for (std::size_t i = 0; i < a.digits.size(); ++i) a.digits[i] += b.digits[i];
            return a;
        };
        CHECK(reduce(numbers, large(), add).digits[1023] == 300);

        CHECK(reduce(std::vector<unsigned char>(1000, 1), 0, std::bit_xor<>()) == 0);
        CHECK(reduce(std::array{true, false}, true, std::logical_and<>()) == false);
        CHECK(reduce(std::vector<long double>(1000, 0.25L), 0.0L) == 250.0L);
        CHECK(std::signbit(reduce(std::vector{0.0L, -0.0L}, 1.0L, gpu::minimum<>())));
        CHECK_FALSE(std::signbit(reduce(std::vector{-0.0L, 0.0L}, -1.0L, gpu::maximum<>())));
    });
}

TEST_CASE("floats with an int init are summed in int, as by std::reduce") {
    with_and_without_policy([](auto reduce) {
        static_assert(std::is_same_v<decltype(reduce(std::vector<float>(), 0)), int>);
        CHECK(reduce(std::vector<float>{1.5F, 2.5F}, 0) == 3);
    });
}

TEST_CASE("the report says that the host ran a callable, and why") {
    auto const numbers = integers(many);
    auto const add = [](int a, int b) { return a ^ b; };
    int const expected = gpu::reduce(numbers, 0, add);
    gpu::report report;
    CHECK(gpu::reduce(gpu::automatic.report_to(report), numbers, 0, add) == expected);
    CHECK(report.device == gpu::device::host());
    CHECK(report.strategy == "automatic");
    CHECK(report.kernel == "canonical order in the program");
    CHECK(report.grid == (many + 2047) / 2048); // segments of 16 rows of 128 elements
    CHECK(report.block == 0);
    CHECK(report.bytes == many * sizeof(int));
    CHECK(report.fallback.empty());

    CHECK(gpu::reduce(gpu::interleaved.report_to(report), numbers, 0, add) == expected);
    CHECK(report.strategy == "interleaved");
    CHECK_THAT(report.fallback,
               Catch::Contains("lambda") &&
                   Catch::Contains("is not precompiled (plus, minimum, maximum, multiplies,") &&
                   Catch::Contains("the host computed the canonical order"));
    CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::host()).report_to(report), numbers, 0.0F,
                      std::plus<>()) > 0);
    CHECK_THAT(
        report.fallback,
        Catch::Contains("elements of type int with an init of type float are not precompiled"));
}
