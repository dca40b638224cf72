// SPDX-License-Identifier: Apache-2.0
/// gpu::source and gpu::prepare on every device.
#include "expression/able_devices.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/prepare.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/source.hpp>
#include <gpualgo/transform_scan.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

using Catch::Contains;
using namespace gpu::placeholders;

namespace {

constexpr char const* halved_text = "[](float x) { return x / 2; } // a comment";
float halved(float x) { return x / 2; }
constexpr auto with_host = gpu::source<float(float)>(halved_text, &halved);
constexpr auto on_gpus_only = gpu::source<float(float)>(halved_text);

bool is_gpu(gpu::device const& d) { return d.kind() == gpu::device_kind::cuda; }

} // namespace

TEST_CASE("gpu::source with a function of the host runs on every device") {
    auto const x = test::numbers<float>(3000, 1);
    auto const mixed =
        gpu::source<double(int, float)>("[](int n, float y) { return n * (double)y; }",
                                        [](int n, float y) { return n * static_cast<double>(y); });
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        gpu::device_vector<float> const on_x(x, d);
        gpu::device_vector<float> out(x.size(), d);
        std::vector<float> expected(x.size());
        gpu::transform(on_x, out, with_host);
        gpu::transform(x, expected, &halved);
        CHECK(test::same(out.to_host(), expected));
        // in an expression: two texts, scalars and converted arguments
        auto const f = with_host(_1 + 1) - mixed(2.9, with_host(_1)) * 3;
        gpu::transform(on_x, out, f);
        for (std::size_t i = 0; i < x.size(); ++i)
            expected[i] =
                static_cast<float>(halved(x[i] + 1) - 2 * static_cast<double>(halved(x[i])) * 3);
        CHECK(test::same(out.to_host(), expected));
        CHECK(gpu::transform_reduce(on_x.begin(), on_x.begin() + 2, 0.0, gpu::plus<>(),
                                    with_host) == (x[0] + x[1]) / 2);
        auto const is_small = gpu::source<bool(float)>("[](float x) { return x < 0.5f; }",
                                                       [](float v) { return v < 0.5f; });
        CHECK(gpu::count_if(on_x, is_small) == gpu::count_if(x, is_small));
    }
}

TEST_CASE("gpu::source without a function of the host is refused elsewhere, before anything runs") {
    std::vector<float> x{1, 2, 3}, same_x = x;
    CHECK_THROWS_AS(on_gpus_only(1.f), gpu::unsupported_operator);
    CHECK_THROWS_WITH(gpu::transform(x, x, on_gpus_only), Contains("runs on GPUs only"));
    CHECK(x == same_x);
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        gpu::device_vector<float> on_x(x, d);
        if (is_gpu(d)) {
            gpu::transform(on_x, on_x, on_gpus_only);
            CHECK(on_x.to_host() == std::vector<float>{0.5f, 1, 1.5f});
            continue;
        }
        auto const refused = [&](auto const& call) {
            CHECK_THROWS_WITH(call(), Contains("runs on GPUs only, not on " + gpu::to_string(d)) &&
                                          Contains("a function of the host"));
        };
        refused([&] { gpu::transform(on_x, on_x, on_gpus_only(_1) + 1); });
        refused([&] { gpu::generate(on_x, on_gpus_only); });
        refused([&] { (void)gpu::count_if(on_x, on_gpus_only); });
        refused([&] { (void)gpu::any_of(on_x, on_gpus_only); });
        refused([&] { gpu::replace_if(on_x, on_gpus_only(_1) > 0, 2.f); });
        refused([&] { gpu::inclusive_scan(on_x, on_x, on_gpus_only(_1) + _2); });
        refused([&] { gpu::transform_inclusive_scan(on_x, on_x, gpu::plus<>(), on_gpus_only); });
        refused([&] { (void)gpu::min_element(on_x, std::less<>(), on_gpus_only); });
        refused([&] { (void)gpu::transform_reduce(on_x, 0.f, gpu::plus<>(), on_gpus_only); });
        CHECK(on_x.to_host() == same_x);
    }
}

TEST_CASE("errors in a text are shown with the compiler's log") {
    for (auto const d : test::able_devices()) {
        if (!is_gpu(d)) continue;
        gpu::device_vector<float> x(10, 1.f, d);
        auto const wrong = gpu::source<float(float)>("[](float x) {\n  return nothing + x; }");
        CHECK_THROWS_AS(gpu::transform(x, x, wrong), gpu::error);
        CHECK_THROWS_WITH(gpu::transform(x, x, wrong),
                          Contains("gpu::source(2)") && Contains("\"nothing\" is undefined"));
        CHECK(x.to_host() == std::vector<float>(10, 1.f));
    }
}

TEST_CASE("gpu::prepare makes kernels, and does nothing else") {
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        gpu::device_vector<float> x(1000, 1.f, d), y(1000, 2.f, d);
        gpu::device_vector<float> none(0, d);
        float const a = 3;
        auto const calls = [&](auto& in, auto& out) {
            gpu::transform(in, out, out, a * _1 + _2);
            gpu::generate(out, _1 * 5);
            gpu::for_each(out, _1 += 1);
            (void)gpu::copy_if(in, out, _1 > 0);
            gpu::inclusive_scan(out, out, gpu::max(_1, _2));
            gpu::replace_if(out, _1 > 1, 0.f);
            return std::vector<double>{
                gpu::reduce(in, 4.f, _1 + _2), static_cast<double>(gpu::count_if(in, _1 > 0)),
                static_cast<double>(gpu::max_element(in, std::less<>(), -_1) - in.begin()),
                static_cast<double>(gpu::find_if(in, _1 > 1) - in.begin())};
        };
        std::vector<double> results;
        gpu::prepare([&] { results = calls(x, y); }, d);
        CHECK(results == std::vector<double>{4, 0, 0, 1000});
        CHECK(y.to_host() == std::vector<float>(1000, 2.f));
        gpu::prepare([&] { results = calls(none, none); }, d);
        CHECK(calls(x, y) == std::vector<double>{1004, 1000, 0, 1000});
        CHECK(y.to_host() == std::vector<float>(1000, 1.f));
        // an exception ends it
        CHECK_THROWS_WITH(gpu::prepare([] { throw std::runtime_error("mine"); }, d), "mine");
        CHECK(gpu::reduce(x, 0.f, _1 + _2) == 1000);
    }
    gpu::prepare(
        [] {
            gpu::device_vector<int> x(10, 1, gpu::device::simulated());
            CHECK(gpu::reduce(x, 0, _1 + _2) == 10); // another device
        },
        gpu::device::host());
}
