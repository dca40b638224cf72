// SPDX-License-Identifier: Apache-2.0
/// Vectors in blocks on several devices, and ranges of the host that several devices share.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/sharded_vector.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using gpu::device;
using gpu::device_group;

namespace {

constexpr std::size_t segment = gpu::kernel::segmentation(sizeof(float)).size();

device_group mixed() {
    return {device::simulated(), device::simulated(), device::simulated(), device::host()};
}

template <class T>
bool same_bits(T const& a, T const& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Numbers whose sum shows its order.
template <class T>
std::vector<T> numbers(std::size_t n, unsigned seed) {
    std::mt19937 generator(seed);
    std::vector<T> x(n);
    for (auto& v : x)
        v = static_cast<T>(static_cast<float>(static_cast<int>(generator() % 2000) - 1000) * 0.37F);
    return x;
}

template <class T, class Op>
void compare(std::vector<T> const& x, T init, Op op) {
    INFO("n = " << x.size());
    gpu::sharded_vector const v(x, mixed());
    CHECK(same_bits(gpu::reduce(v, init, op), gpu::reduce(x, init, op)));
    CHECK(
        same_bits(gpu::reduce(gpu::automatic.on(mixed()), x, init, op), gpu::reduce(x, init, op)));
}

} // namespace

TEST_CASE("sharded vectors reduce to the bits of one device", "[sharded]") {
    std::size_t const n =
        GENERATE(as<std::size_t>{}, 0, 1, segment - 1, segment, segment + 1, 4 * segment - 1,
                 4 * segment, 4 * segment + 1, 9 * segment + 77, 150'001);
    auto const x = numbers<float>(n, 3);
    compare(x, 0.5F, std::plus<>());
    compare(x, 2.0F, gpu::minimum<>());
    compare(numbers<double>(n, 5), -0.0, std::plus<>());
    compare(numbers<std::int16_t>(n, 7), std::int16_t{3}, std::bit_xor<>());

    auto const y = numbers<float>(n, 9);
    gpu::sharded_vector const v(x, mixed()), w(y, mixed());
    CHECK(same_bits(gpu::transform_reduce(v, 1.0, std::plus<>(), gpu::square<>()),
                    gpu::transform_reduce(x, 1.0, std::plus<>(), gpu::square<>())));
    CHECK(same_bits(gpu::transform_reduce(v, w, 0.0F),
                    gpu::transform_reduce(x.begin(), x.end(), y.begin(), 0.0F)));
    CHECK(same_bits(gpu::reduce(v), gpu::reduce(x)));
    if (n > 0) CHECK(gpu::mean(v) == gpu::mean(x));
    else CHECK(std::isnan(gpu::mean(v)));
}

TEST_CASE("elements of sharded vectors", "[sharded]") {
    std::size_t const n = GENERATE(as<std::size_t>{}, 0, 1, 3 * segment, 50'001);
    auto const x = numbers<float>(n, 2);
    gpu::sharded_vector<float> v(x, mixed());
    CHECK(v.size() == n);
    CHECK(v.empty() == (n == 0));
    CHECK(v.group() == mixed());
    CHECK(v.to_host() == x);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(v.shards()[i].device() == mixed()[i]);
        CHECK(v.offset(i) == sum);
        CHECK((v.offset(i) % segment == 0 || v.shards()[i].empty()));
        sum += v.shards()[i].size();
    }
    CHECK(sum == n);
    v.fill(2.5F);
    CHECK(v.to_host() == std::vector<float>(n, 2.5F));
    CHECK(gpu::sharded_vector<float>(n, 1.5F, mixed()).to_host() == std::vector<float>(n, 1.5F));

    auto copy = v;
    auto moved = std::move(v);
    copy.fill(1);
    CHECK(moved.to_host() == std::vector<float>(n, 2.5F));
}

TEST_CASE("a sharded vector is empty after it was moved from, and can be used again", "[sharded]") {
    gpu::sharded_vector<float> v(50'001, 2.5F, mixed()), other(3, 1.F, mixed());
    gpu::sharded_vector<float> const moved = std::move(v);
    CHECK(moved.size() == 50'001);
    CHECK(v.size() == 0); // NOLINT(bugprone-use-after-move): documented
    CHECK((v.empty() && v.shards().empty() && v.to_host().empty()));
    gpu::report report;
    CHECK(gpu::reduce(gpu::automatic.report_to(report), v, 3.F) == 3);
    CHECK(gpu::min_element(v) == 0);
    v = other;
    CHECK((v.to_host() == std::vector<float>(3, 1) && v.group() == mixed()));
    v = std::move(v);
    CHECK(v.to_host() == std::vector<float>(3, 1));
    other = moved;
    CHECK(other.to_host() == std::vector<float>(50'001, 2.5F));
}

TEST_CASE("sharded vectors of bool", "[sharded]") {
    std::vector<bool> x(50'001);
    for (std::size_t i = 0; i < x.size(); i += 3) x[i] = true;
    gpu::device_vector<bool> const d(x, device::host());
    CHECK(gpu::sharded_vector<bool>(d, mixed()).to_host() == x);
}

TEST_CASE("blocks of sharded vectors have equal sizes", "[sharded]") {
    auto const offsets = gpu::detail::shard_offsets(10'000'000, 3, sizeof(float));
    REQUIRE(offsets.size() == 4);
    for (std::size_t i = 0; i < 3; ++i) {
        std::size_t const size = offsets[i + 1] - offsets[i];
        CHECK(size > 10'000'000 / 3 - 32 * segment);
        CHECK(size < 10'000'000 / 3 + 32 * segment);
        CHECK(offsets[i] % (32 * segment) == 0); // so that kernels have complete groups
    }
    CHECK(offsets.back() == 10'000'000);
}

TEST_CASE("extrema of sharded vectors", "[sharded]") {
    std::size_t const n = GENERATE(as<std::size_t>{}, 0, 1, 2 * segment + 1, 40'000);
    auto x = numbers<float>(n, 4);
    if (n > 100) x[n / 2] = x[7] = 1000;
    if (n > 100) x[n / 3] = x[9] = -1000;
    gpu::sharded_vector const v(x, mixed());
    auto const index = [&](auto i) { return static_cast<std::size_t>(i - x.begin()); };
    CHECK(gpu::min_element(v) == index(gpu::min_element(x)));
    CHECK(gpu::max_element(v) == index(gpu::max_element(x)));
    CHECK(gpu::min_element(v, std::greater<>()) == index(gpu::max_element(x)));
    auto const [smallest, largest] = gpu::minmax_element(x);
    CHECK(gpu::minmax_element(v) == std::pair(index(smallest), index(largest)));
}

TEST_CASE("algorithms on a group share a range of the host", "[sharded]") {
    device_group const group{device::host(), device::simulated()};
    auto const policy = gpu::automatic.on(group);
    auto const x = numbers<float>(3 * (std::size_t{16} << 20) / sizeof(float) / 8 + 5, 6);
    CHECK(same_bits(gpu::reduce(policy, x.begin(), x.end()), gpu::reduce(x)));
    CHECK(gpu::mean(policy, x.begin(), x.end()) == gpu::mean(x));
    CHECK(same_bits(
        gpu::transform_reduce(policy, x.begin(), x.end(), 1.0, std::plus<>(), gpu::square<>()),
        gpu::transform_reduce(x, 1.0, std::plus<>(), gpu::square<>())));
    CHECK(same_bits(gpu::transform_reduce(policy, x.begin(), x.end(), x.begin(), 1.0),
                    gpu::transform_reduce(x.begin(), x.end(), x.begin(), 1.0)));
    gpu::report report;
    CHECK(gpu::reduce(policy.report_to(report), std::vector<int>{1, 2}) == 3);
    CHECK(report.device == device::host());
}

TEST_CASE("chunks go to all devices of a group, and have the bits of one call", "[sharded]") {
    device_group const group{device::host(), device::host()};
    auto const x = numbers<float>((std::size_t{5} << 22) + 12'345, 8); // five chunks, and a part
    auto const policy = gpu::automatic.on(group);
    float const expected = gpu::reduce(x, 0.25F);
    CHECK(same_bits(gpu::reduce(policy, x, 0.25F), expected));
    gpu::partial_reduction<float> whole(policy, 0, x.begin(), x.begin() + 4'000'001);
    whole.merge({policy, 4'000'001, x.begin() + 4'000'001, x.end()});
    CHECK(same_bits(whole.total(0.25F), expected));
}

TEST_CASE("algorithms on a group take whole ranges", "[sharded]") {
    auto const policy = gpu::automatic.on(mixed());
    auto const x = numbers<float>(50'001, 6), y = numbers<float>(50'001, 7);
    CHECK(gpu::mean(policy, x) == gpu::mean(x));
    CHECK(same_bits(gpu::transform_reduce(policy, x, 1.0, std::plus<>(), gpu::square<>()),
                    gpu::transform_reduce(x, 1.0, std::plus<>(), gpu::square<>())));
    CHECK(same_bits(gpu::transform_reduce(policy, x, y, 1.0),
                    gpu::transform_reduce(x.begin(), x.end(), y.begin(), 1.0)));
    CHECK_THROWS_WITH(gpu::transform_reduce(policy, x, std::vector<float>(3), 0.0),
                      Catch::Contains("the ranges have 50001 and 3 elements"));
    CHECK(std::isnan(gpu::mean(policy, std::vector<float>())));
}

TEST_CASE("a group finds extrema of a range of the host, in several chunks", "[sharded]") {
    device_group const group{device::host(), device::host()};
    auto const policy = gpu::automatic.on(group);
    std::size_t const chunk = (std::size_t{16} << 20) / sizeof(float);
    auto x = numbers<float>(4 * chunk + 77, 9);
    std::size_t const places[] = {chunk - 1, chunk, 3 * chunk + 5, 4 * chunk + 76};
    for (std::size_t const place : places) x[place] = 1000;
    for (std::size_t const place : places) x[place - 2] = -1000;
    CHECK(gpu::min_element(policy, x) - x.begin() == static_cast<std::ptrdiff_t>(chunk - 3));
    CHECK(gpu::max_element(policy, x.begin(), x.end()) - x.begin() ==
          static_cast<std::ptrdiff_t>(chunk - 1));
    CHECK(gpu::min_element(policy, x, std::greater<>()) == gpu::max_element(x));
    CHECK(gpu::minmax_element(policy, x) == gpu::minmax_element(x));
    CHECK(gpu::minmax_element(policy, x).second - x.begin() ==
          static_cast<std::ptrdiff_t>(4 * chunk + 76));
    x[7] = std::numeric_limits<float>::quiet_NaN();
    CHECK(gpu::minmax_element(policy, x, std::greater<>()) ==
          gpu::minmax_element(x, std::greater<>()));
}

TEST_CASE("extrema on groups: short and empty ranges, devices, reports", "[sharded]") {
    gpu::report report;
    auto const policy = gpu::automatic.on(device_group{device::simulated(), device::host()});
    std::vector<int> const x{3, 1, 2, 1, 3}, none;
    CHECK(gpu::min_element(policy.report_to(report), x) - x.begin() == 1);
    CHECK(report.device == device::simulated());
    CHECK(gpu::minmax_element(policy, x).second - x.begin() == 4);
    CHECK(gpu::max_element(policy, none) == none.end());
    gpu::device_vector<int> const v(x, device::simulated());
    CHECK(gpu::min_element(policy, v) - v.begin() == 1);
    device_group const other{device::host()};
    CHECK_THROWS_WITH(gpu::max_element(gpu::automatic.on(other), v),
                      Catch::Contains("gpu::max_element: the range lies on simulated, which is "
                                      "none of the group's devices"));
}

TEST_CASE("algorithms on sharded vectors fill the policy's report", "[sharded]") {
    auto const x = numbers<float>(40'000, 4);
    gpu::sharded_vector const v(x, mixed());
    gpu::report report;
    auto const policy = gpu::automatic.report_to(report);
    auto const check = [&](bool is_right, std::string const& kernel) {
        CHECK(is_right);
        CHECK(report.device == device::simulated());
        CHECK(report.strategy == "automatic");
        CHECK(report.kernel == kernel);
        report = {};
    };
    std::string const canonical = "reduce_canonical";
    check(gpu::reduce(policy, v) == gpu::reduce(v), canonical);
    check(gpu::reduce(policy, v, 2.0) == gpu::reduce(v, 2.0), canonical);
    check(gpu::mean(policy, v) == gpu::mean(v), canonical);
    check(gpu::transform_reduce(policy, v, 0.0, std::plus<>(), gpu::square<>()) ==
              gpu::transform_reduce(v, v, 0.0),
          canonical);
    check(gpu::transform_reduce(policy, v, v, 0.0) == gpu::transform_reduce(v, v, 0.0), canonical);
    check(gpu::min_element(policy, v) == gpu::min_element(v), "extremum");
    check(gpu::max_element(policy, v, std::greater<>()) == gpu::min_element(v), "extremum");
    check(gpu::minmax_element(policy, v) == gpu::minmax_element(v), "extrema");
    report.bytes = 7;
    CHECK(gpu::reduce(policy, gpu::sharded_vector<float>(0, 1, mixed())) == 0);
    CHECK(report.device == device::simulated());
    CHECK(report.bytes == 0);
    CHECK_THROWS_WITH(gpu::reduce(gpu::automatic.on(device::host()), v),
                      Catch::Contains("the policy names a device"));
    CHECK_THROWS_AS(gpu::max_element(gpu::automatic.on(device::host()), v), std::invalid_argument);
}

TEST_CASE("a range on a device of the group is reduced there", "[sharded]") {
    gpu::device_vector<int> const v(std::vector<int>(5000, 3), device::simulated());
    CHECK(gpu::reduce(gpu::automatic.on(mixed()), v, 1) == 15'001);
    device_group const other{device::host()};
    CHECK_THROWS_WITH(gpu::reduce(gpu::automatic.on(other), v, 1),
                      Catch::Contains("lies on simulated, which is none of the group's devices"));
}

TEST_CASE("groups that are wrong", "[sharded]") {
    gpu::device_group group{gpu::device::host()};
    std::vector<float> const x(3000, 1.0f);
    gpu::device_group const taken = std::move(group);
    CHECK(gpu::reduce(gpu::automatic.on(taken), x, 0.0f) == 3000);
    CHECK_THROWS_WITH(gpu::reduce(gpu::automatic.on(group), x, 0.0f),
                      Catch::Contains("moved from"));
    CHECK_THROWS_WITH(gpu::sharded_vector<float>(x, group), Catch::Contains("moved from"));
    CHECK_THROWS_AS(device_group({}), std::invalid_argument);
    CHECK_THROWS_WITH(device_group(std::vector<device>()), Catch::Contains("at least one device"));
    device const first(gpu::detail::device_id{2, 0});
    CHECK_THROWS_WITH(device_group({first, device::host(), first}),
                      Catch::Contains("cuda:0 is named twice"));
    CHECK_NOTHROW(device_group({device::host(), device::host()}));
    gpu::sharded_vector<float> const v(10, 1, mixed()), w(11, 1, mixed()),
        u(10, 1, device_group{device::host()});
    CHECK_THROWS_WITH(gpu::transform_reduce(v, w, 0.0F), Catch::Contains("10 and 11 elements"));
    CHECK_THROWS_WITH(gpu::transform_reduce(v, u, 0.0F), Catch::Contains("different groups"));
}
