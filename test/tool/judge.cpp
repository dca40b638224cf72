// SPDX-License-Identifier: Apache-2.0
/// Right results of strategies: those of some order of the elements; in the canonical order, the
/// host's to the bit.
#include "tool/judge.hpp"

#include <gpualgo/detail/call.hpp>
#include <gpualgo/reduce.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <memory>
#include <vector>

namespace {

namespace detail = gpu::detail;

std::vector<float> const tenths(5000, 0.1F);

tool::reduction sum() {
    constexpr auto type = detail::number_of<float, detail::types>;
    return {{type, {std::shared_ptr<void>(), tenths.data()}, tenths.size()},
            detail::number_of<gpu::kernel::plus, detail::operators>,
            type};
}

tool::experiment on(gpu::device device, bool is_canonical, std::size_t n = tenths.size()) {
    return {"some", device, n, is_canonical, {}};
}

gpu::report report_of(char const* strategy) {
    return {.device = gpu::device::simulated(),
            .strategy = strategy,
            .kernel = {},
            .grid = 10,
            .block = 64,
            .bytes = 0,
            .fallback = {}};
}

} // namespace

TEST_CASE("judge: the canonical order has the same bits on every device") {
    auto const what = sum();
    tool::judge judge(what);
    judge.prepare(tenths.size());
    float const right = gpu::reduce(tenths);
    auto const near = tool::number(std::nextafter(right, 0.F));
    auto const ran = report_of("automatic");
    CHECK(judge.agrees(on(gpu::device::simulated(), true), tool::number(right), ran));
    CHECK_FALSE(judge.agrees(on(gpu::device::simulated(), true), near, ran));
    CHECK(judge.agrees(on(gpu::device::simulated(), false), near, report_of("interleaved")));
    CHECK_FALSE(judge.agrees(on(gpu::device::simulated(), false), tool::number(right * 1.01F),
                             report_of("interleaved")));
}

TEST_CASE("judge: where the host has run, its bits count, if they are right") {
    auto const what = sum();
    tool::judge judge(what);
    judge.prepare(tenths.size());
    auto const near = tool::number(std::nextafter(gpu::reduce(tenths), 0.F));
    CHECK(judge.agrees(on(gpu::device::host(), true), near, report_of("automatic")));
    CHECK(judge.agrees(on(gpu::device::simulated(), true), near, report_of("automatic")));
    CHECK_FALSE(
        judge.agrees(on(gpu::device::host(), true), tool::number(7.F), report_of("automatic")));
}

TEST_CASE("judge: fewer elements have a sum of their own") {
    auto const what = sum();
    tool::judge judge(what);
    judge.prepare(tenths.size());
    judge.prepare(10);
    CHECK(judge.agrees(on(gpu::device::simulated(), false, 10), tool::number(1.F),
                       report_of("interleaved")));
    CHECK_FALSE(judge.agrees(on(gpu::device::simulated(), false), tool::number(1.F),
                             report_of("interleaved")));
}
