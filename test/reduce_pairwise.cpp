// SPDX-License-Identifier: Apache-2.0
/// Every strategy, type, operator, device, size, block and memory of reduce, so that any two of these meet in a case.
#include "pairwise.hpp"
#include "reduce_reference.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using gpu::detail::list;
using strategies = gpu::detail::strategies;
using operators = list<std::plus<>, gpu::minimum<>, gpu::maximum<>>;
template <class Value, class T>
struct pair {};
using pairs = list<pair<std::int32_t, std::int32_t>, pair<std::int64_t, std::int64_t>, pair<float, float>, pair<double, double>,
                   pair<std::int32_t, std::int64_t>, pair<std::int32_t, double>, pair<float, double>>;

constexpr std::array<unsigned, 8> blocks{0, 1, 7, 32, 48, 96, 512, 1024}; // 0: the policy does not say
constexpr std::array<std::size_t, 13> sizes{0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 4099};
constexpr std::size_t sizes_about_block = 3; // and the block's size, one less, one more

enum class place : std::size_t { host, misaligned_host, device, count };

/// One case, but for the types.
struct arguments {
    gpu::device device;
    unsigned block;
    bool other_space;
    std::size_t n;
    place memory;
    std::uint32_t seed;
};

/// The policy with the case's options, as far as the strategy has them.
template <class Policy>
Policy with_options(Policy policy, arguments const& c) {
    policy = policy.on(c.device);
    if (c.block != 0 && Policy::takes_block_size) policy = policy.block_size(c.block);
    if (c.other_space) policy = policy.in(Policy::spaces.back());
    return policy;
}

/// Where kernels ran, the report names them, and the shape of the launch.
template <class Policy, bool Converted>
void check_launch(gpu::report const& report, arguments const& c) {
    constexpr std::array<std::string_view, 3> spaces{"shared", "global", "registers"};
    bool const is_automatic = std::same_as<Policy, gpu::policy::automatic>;
    auto const space = c.other_space ? Policy::spaces.back() : Policy::spaces.front();
    std::string const named =
        (Converted ? "convert + reduce<" : "reduce<") + std::string(Policy::name) + ", " + std::string(spaces[static_cast<std::size_t>(space)]) + ">";
    CHECK(report.kernel == (is_automatic ? "reduce_canonical" : named));
    CHECK(report.grid >= 1);
    CHECK(report.block >= 1);
    if (!is_automatic && !Converted && c.block != 0) CHECK(report.block == c.block);
    CHECK(report.fallback.empty());
}

template <class Policy, class Value, class T, class Op>
void run(arguments const& c) {
    auto const all = test::random_values<Value>(c.n + 1, c.seed);
    std::size_t const skipped = c.memory == place::misaligned_host ? 1 : 0; // 16-byte loads must cope
    std::vector<Value> const x(all.begin() + static_cast<std::ptrdiff_t>(skipped), all.end() - (1 - static_cast<std::ptrdiff_t>(skipped)));
    T const init = test::random_values<T>(1, c.seed + 1)[0];

    gpu::report report;
    auto const policy = with_options(Policy(), c).report_to(report);
    T const result = [&] {
        if (c.memory != place::device) return gpu::reduce(policy, std::span(all).subspan(skipped, c.n), init, Op());
        gpu::device_vector<Value> const v(x, c.device);
        return gpu::reduce(policy, v.begin(), v.end(), init, Op());
    }();

    CAPTURE(Policy::name, to_string(c.device), c.n, c.block, c.other_space, static_cast<std::size_t>(c.memory), sizeof(Value), sizeof(T), result, init);
    CHECK(test::is_total<Op>(result, x, init));
    CHECK(report.device == c.device);
    CHECK(report.strategy == Policy::name);
    CHECK(report.bytes == c.n * sizeof(Value));
    if (c.n > 0 && c.device != gpu::device::host()) check_launch<Policy, !std::same_as<Value, T>>(report, c);
}

/// The instantiations of `run`, by the places of strategy, pair and operator in their lists.
using function = void (*)(arguments const&);
template <class Policy, class... Values, class... Ts, class... Ops>
std::vector<std::vector<function>> functions_of(list<pair<Values, Ts>...>, list<Ops...>) {
    return {[]<class Value, class T>(pair<Value, T>) { return std::vector<function>{&run<Policy, Value, T, Ops>...}; }(pair<Values, Ts>())...};
}
template <class... Policies>
auto all_functions(list<Policies...>) {
    return std::vector{functions_of<Policies>(pairs(), operators())...};
}

} // namespace

TEST_CASE("reduce: strategies, types, operators, devices, sizes, blocks and memories, pairwise") {
    auto const functions = all_functions(strategies());
    auto const devices = gpu::devices();
    auto const rows = test::pairwise({strategies::size, pairs::size, operators::size, devices.size(), sizes.size() + sizes_about_block, blocks.size(), 2,
                                      static_cast<std::size_t>(place::count)});
    std::uint32_t seed = 0;
    for (auto const& row : rows) {
        unsigned const block = blocks[row[5]];
        std::size_t const n = row[4] < sizes.size() ? sizes[row[4]] : std::max(block, 256U * (block == 0)) + row[4] - sizes.size() - 1;
        functions[row[0]][row[1]][row[2]]({devices[row[3]], block, row[6] == 1, n, static_cast<place>(row[7]), ++seed});
    }
}

TEST_CASE("reduce: a million elements by every strategy") {
    auto const functions = all_functions(strategies());
    auto const devices = gpu::devices();
    std::uint32_t seed = 1000;
    for (std::size_t strategy = 0; strategy < strategies::size; ++strategy)
        for (auto const device : devices) {
            std::size_t const pair = ++seed % pairs::size;
            functions[strategy][pair][seed % operators::size]({device, 0, false, 1'000'003, place::host, seed});
        }
}
