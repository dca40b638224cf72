// SPDX-License-Identifier: Apache-2.0
/// inclusive_scan_into and exclusive_scan_into, on every device: the bits of scans that wait.
#include "support/random_values.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/device_resource.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/stream.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

using Catch::Contains;

namespace {

template <class T>
bool are_same(gpu::device_vector<T> const& a, gpu::device_vector<T> const& b) {
    auto const x = a.to_host(), y = b.to_host();
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), test::same_bits<T>);
}

} // namespace

TEMPLATE_TEST_CASE("scans in stream order have the bits of scans that wait", "", std::int32_t,
                   std::uint8_t, float, double, gpu::half) {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::stream const stream(where);
    auto const policy = gpu::automatic.on(stream);
    for (std::size_t const n : {0U, 1U, 33U, 5000U, 40000U}) {
        gpu::device_vector<TestType> const x(test::random_values<TestType>(n, 1), where);
        gpu::device_vector<TestType> found(n, where), right(n, where);
        gpu::inclusive_scan_into(policy, x.begin(), x.end(), found.begin());
        stream.synchronize();
        gpu::inclusive_scan(x, right);
        CHECK(are_same(found, right));
        gpu::inclusive_scan_into(policy, x.begin(), x.end(), found.begin(), gpu::plus<>(),
                                 TestType(3));
        gpu::exclusive_scan_into(policy, found.begin(), found.end(), found.begin(), TestType(2));
        stream.synchronize();
        gpu::inclusive_scan(x, right, gpu::plus<>(), TestType(3));
        gpu::exclusive_scan(right, right, TestType(2));
        CHECK(are_same(found, right));
    }
}

TEST_CASE("scans of ranges in stream order") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::stream const stream(where);
    auto const policy = gpu::automatic.on(stream);
    gpu::device_vector<int> const x(std::vector{1, 2, 3}, where);
    gpu::device_vector<int> found(3, where), few(2, where);
    auto const is = [&](std::vector<int> const& right) {
        stream.synchronize();
        return found.to_host() == right;
    };
    gpu::inclusive_scan_into(policy, x, found);
    CHECK(is({1, 3, 6}));
    gpu::inclusive_scan_into(policy, x, found.begin(), gpu::multiplies<>());
    CHECK(is({1, 2, 6}));
    gpu::inclusive_scan_into(policy, x, found, gpu::plus<>(), 4);
    CHECK(is({5, 7, 10}));
    gpu::exclusive_scan_into(policy, x, found);
    CHECK(is({0, 1, 3}));
    gpu::exclusive_scan_into(policy, x, found, 2, gpu::multiplies<>());
    CHECK(is({2, 2, 4}));
    CHECK_THROWS_WITH(gpu::inclusive_scan_into(policy, x, few),
                      Contains("gpu::inclusive_scan_into: the output has 2 elements"));
    CHECK_THROWS_WITH(gpu::exclusive_scan_into(policy, x, few),
                      Contains("gpu::exclusive_scan_into: the output has 2 elements"));
    CHECK(is({2, 2, 4}));
}

TEST_CASE("strategies in stream order, and their reports") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::device_vector<float> const x(test::random_values<float>(9000, 2), where);
    gpu::device_vector<float> found(x.size(), where), right(x.size(), where);
    gpu::report report;
    gpu::inclusive_scan_into(gpu::blelloch.report_to(report), x.begin(), x.end(), found.begin(),
                             gpu::maximum<>());
    gpu::inclusive_scan(gpu::blelloch, x, right, gpu::maximum<>());
    CHECK(are_same(found, right));
    CHECK(report.device == where);
    CHECK(report.bytes == 9000 * sizeof(float));
}

TEST_CASE("scans in stream order name themselves in errors, and take no resource") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::device_vector<float> x(100, 1.F, where);
    CHECK_THROWS_WITH(gpu::inclusive_scan_into(gpu::automatic, x.begin(), x.end(), x.begin() + 1),
                      Contains("gpu::inclusive_scan_into") && Contains("overlaps the range"));
    CHECK_THROWS_WITH(gpu::exclusive_scan_into(gpu::automatic.on(gpu::device::cuda(77)), x.begin(),
                                               x.end(), x.begin()),
                      Contains("cuda:77"));
    gpu::device_resource memory(where);
    CHECK_THROWS_WITH(
        gpu::exclusive_scan_into(gpu::automatic.with(memory), x.begin(), x.end(), x.begin()),
        Contains("gpu::exclusive_scan_into has the workspace of its stream"));
}
