// SPDX-License-Identifier: Apache-2.0
/// Overload resolution of reduce, and types of its results. Most of these tests run at compile
/// time.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <deque>
#include <execution>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// Type of a call of reduce with arguments of these types.
template <class... Arguments>
using result = decltype(gpu::reduce(std::declval<Arguments>()...));

template <class... Arguments>
concept reducible = requires(Arguments&&... arguments) {
    gpu::reduce(static_cast<Arguments&&>(arguments)...);
};

using vector = std::vector<float>;
using iterator = vector::iterator;
using on_device = gpu::device_vector<float>;
using policy = gpu::policy::interleaved;

struct multiply {
    constexpr double operator()(double a, double b) const { return a * b; }
};

// The eight forms: with and without policy, init and operator; and ranges. The result has the type
// of init.
static_assert(std::same_as<result<iterator, iterator>, float>);
static_assert(std::same_as<result<iterator, iterator, double>, double>);
static_assert(std::same_as<result<iterator, iterator, double, multiply>, double>);
static_assert(std::same_as<result<vector>, float>);
static_assert(std::same_as<result<vector&, double>, double>);
static_assert(std::same_as<result<vector const&, double const&, multiply>, double>);
static_assert(std::same_as<result<policy, iterator, iterator>, float>);
static_assert(std::same_as<result<policy const&, iterator, iterator, double>, double>);
static_assert(std::same_as<result<policy&, iterator, iterator, double, multiply>, double>);
static_assert(std::same_as<result<policy, vector>, float>);
static_assert(std::same_as<result<policy, vector&, double>, double>);
static_assert(std::same_as<result<policy, vector const&, double, multiply>, double>);

// On devices.
static_assert(std::same_as<result<on_device::iterator, on_device::iterator>, float>);
static_assert(
    std::same_as<result<on_device::const_iterator, on_device::const_iterator, double>, double>);
static_assert(std::same_as<result<on_device const&>, float>);
static_assert(std::same_as<result<on_device&, double, gpu::maximum<>>, double>);
static_assert(std::same_as<result<policy, on_device, double>, double>);

// An array and a pointer into it are two iterators, not a range and an init.
static_assert(std::same_as<result<int (&)[4], int*>, int>);
static_assert(std::same_as<result<int const (&)[4], int const*, double>, double>);
static_assert(std::same_as<result<policy, int (&)[4], int*>, int>);
static_assert(!reducible<int (&)[4], int const*>); // of two types: neither
static_assert(!reducible<policy, int (&)[4], int const*>);
static_assert(std::same_as<result<int (&)[4]>, int>);
static_assert(std::same_as<result<int (&)[4], long>, long>);

// Two arguments that are both range and iterator are two iterators.
using directory = std::filesystem::directory_iterator;
static_assert(
    std::same_as<result<directory, directory, int, int (*)(int, std::filesystem::directory_entry)>,
                 int>);
static_assert(
    std::same_as<result<directory, int, int (*)(int, std::filesystem::directory_entry)>, int>);

// Every kind of range and iterator.
static_assert(std::same_as<result<std::span<short const>>, short>);
static_assert(std::same_as<result<std::array<char, 3>, int>, int>);
static_assert(std::same_as<result<std::deque<int>&>, int>);
static_assert(std::same_as<result<std::list<long long> const&>, long long>);
static_assert(std::same_as<result<std::vector<bool>&>, bool>);
static_assert(std::same_as<result<std::istream_iterator<int>, std::istream_iterator<int>>, int>);
static_assert(std::same_as<result<std::vector<std::string>&, std::string>, std::string>);

// Both iterators have one type, as for std::reduce; policies come first; nothing converts to a
// range.
static_assert(!reducible<iterator, vector::const_iterator>);
static_assert(!reducible<on_device::iterator, on_device::const_iterator>);
static_assert(!reducible<policy>);
static_assert(!reducible<vector, policy, float, multiply>);
static_assert(!reducible<int, int>);
static_assert(!reducible<iterator>);

// Names that std has, too, denote the same.
static_assert(std::same_as<gpu::plus<>, std::plus<>>);

/// A sum that shows who computed it: gpu::reduce makes every NaN positive.
float const negative_nan = std::copysign(std::numeric_limits<float>::quiet_NaN(), -1.0F);
bool is_ours(float sum) { return std::isnan(sum) && !std::signbit(sum); }

} // namespace

// With names of other namespaces visible, an unqualified call on our iterators must call the
// library.
namespace beside_std {

using namespace std; // NOLINT(google-build-using-namespace): this is the test

TEST_CASE("unqualified reduce on our iterators is gpu::reduce, even if std's is visible") {
    gpu::device_vector<float> const v(3, negative_nan, gpu::device::host());
    CHECK(is_ours(reduce(v.begin(), v.end())));
    CHECK(is_ours(reduce(v.begin(), v.end(), 0.0F)));
    CHECK(is_ours(reduce(v.begin(), v.end(), 0.0F, std::plus<>())));
    CHECK(is_ours(reduce(v)));
    CHECK(is_ours(reduce(v, 0.0F)));
    CHECK(is_ours(reduce(v, 0.0F, std::plus<>())));
    CHECK(is_ours(reduce(gpu::automatic, v.begin(), v.end())));
    CHECK(is_ours(reduce(gpu::automatic, v.begin(), v.end(), 0.0F)));
    CHECK(is_ours(reduce(gpu::automatic, v.begin(), v.end(), 0.0F, std::plus<>())));
    CHECK(is_ours(reduce(gpu::automatic, v)));
}

TEST_CASE("unqualified reduce on host iterators stays std::reduce") {
    std::vector<float> const v(3, negative_nan);
    CHECK_FALSE(is_ours(reduce(v.begin(), v.end())));
    CHECK_FALSE(is_ours(reduce(v.begin(), v.end(), -0.0F)));
    CHECK_FALSE(is_ours(reduce(std::execution::seq, v.begin(), v.end(), -0.0F)));
}

} // namespace beside_std

namespace beside_both {

using namespace std; // NOLINT(google-build-using-namespace)
using namespace gpu; // NOLINT(google-build-using-namespace)

TEST_CASE("if both namespaces are visible, gpu::reduce wins, as the more constrained") {
    std::vector<float> const v(3, negative_nan);
    CHECK(is_ours(reduce(v.begin(), v.end())));
    CHECK(is_ours(reduce(v.begin(), v.end(), 0.0F)));
    CHECK(is_ours(reduce(v.begin(), v.end(), 0.0F, std::plus<>())));
    CHECK(is_ours(reduce(v)));
}

} // namespace beside_both

namespace {

/// A foreign type that is neither policy nor range, with an overload of reduce.
struct communicator {};
template <class Range>
int reduce(communicator const&, Range const&) {
    return 42;
}

} // namespace

TEST_CASE("a foreign reduce on our vectors is still found") {
    gpu::device_vector<float> v(3, 1.0F, gpu::device::host());
    communicator everybody;
    CHECK(reduce(everybody, v) == 42);
}
