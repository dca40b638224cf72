// SPDX-License-Identifier: Apache-2.0
/// Every pair of choices of strategy, types, operator, device, size, block size and memory of
/// reduce occurs in a case.
#include "support/pairwise.hpp"
#include "support/random_values.hpp"
#include "support/reduce_reference.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace {

using gpu::detail::type_list;
using strategies = gpu::detail::strategies;
using operators = std::tuple<std::plus<>, gpu::minimum<>, gpu::maximum<>>;
template <class Value, class T>
struct pair {};
using pairs = type_list<pair<std::int32_t, std::int32_t>, pair<std::int64_t, std::int64_t>,
                        pair<float, float>, pair<double, double>, pair<std::int32_t, std::int64_t>,
                        pair<std::int32_t, double>, pair<float, double>>;

// 0: not set
constexpr std::array<unsigned, 8> blocks{0, 1, 7, 32, 48, 96, 512, 1024};
constexpr std::array<std::size_t, 13> sizes{0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 4099};
constexpr std::size_t sizes_about_block = 3; // the block size, one less, and one more

enum class place : std::size_t { host, misaligned_host, device, count };

/// Parameters of one case, except the types.
struct arguments {
    gpu::device device;
    unsigned block;
    bool other_space;
    std::size_t n;
    place memory;
    std::uint32_t seed;
};

/// Properties of a strategy that checks need.
struct facts {
    std::string name;
    std::string space; ///< chosen by the options of the case
    bool is_automatic;
    bool is_vendor;
    bool takes_block_size;
};

template <class Policy>
inline constexpr bool is_vendor = std::same_as<Policy, gpu::policy::vendor>;

template <class Policy>
facts facts_of(arguments const& c) {
    constexpr std::array spaces{"shared", "global", "registers"};
    auto const space = c.other_space ? Policy::spaces.back() : Policy::spaces.front();
    return {std::string(Policy::name), spaces[static_cast<std::size_t>(space)],
            std::same_as<Policy, gpu::policy::automatic>, is_vendor<Policy>,
            Policy::takes_block_size};
}

/// Only the call: it is compiled for every strategy.
template <class Policy, class Value, class T, class Op>
T total(arguments const& c, std::span<Value const> x, T init, gpu::report& report) {
    Policy policy = Policy().on(c.device).report_to(report);
    if (c.block != 0 && Policy::takes_block_size) policy = policy.block_size(c.block);
    if (c.other_space) policy = policy.in(Policy::spaces.back());
    if (c.memory != place::device) return gpu::reduce(policy, x, init, Op());
    gpu::device_vector<Value> const v(x, c.device);
    return gpu::reduce(policy, v.begin(), v.end(), init, Op());
}

/// Checks that the report names the kernel and the shape of its launch.
void check_launch(gpu::report const& report, facts const& strategy, bool converted,
                  arguments const& c) {
    std::string const named = strategy.is_vendor
                                  ? "cub::DeviceReduce::Reduce"
                                  : "reduce<" + strategy.name + ", " + strategy.space + ">";
    CHECK(report.kernel ==
          (strategy.is_automatic ? "reduce_canonical" : (converted ? "convert + " : "") + named));
    CHECK(report.fallback.empty());
    if (strategy.is_vendor) return; // CUB does not report its grid
    CHECK(report.grid >= 1);
    CHECK(report.block >= 1);
    if (!strategy.is_automatic && !converted && c.block != 0) CHECK(report.block == c.block);
}

void check_report(gpu::report const& report, facts const& strategy, std::size_t value_bytes,
                  bool converted, arguments const& c) {
    CHECK(report.device == c.device);
    CHECK(report.strategy == strategy.name);
    CHECK(report.bytes == c.n * value_bytes);
    if (c.n > 0 && c.device != gpu::device::host()) check_launch(report, strategy, converted, c);
}

/// The operator follows from strategy and pair. Every two of the three occur together, but only a
/// third of all combinations is compiled.
constexpr std::size_t index_of_operator(std::size_t strategy, std::size_t pair) {
    return (strategy + pair) % std::tuple_size_v<operators>;
}
template <class Policy, class Pair>
using operator_of =
    std::tuple_element_t<index_of_operator(gpu::detail::index_of<Policy, strategies>,
                                           gpu::detail::index_of<Pair, pairs>),
                         operators>;

template <class Value, class T, class... Policies>
void run(arguments const& c, std::size_t strategy, type_list<Policies...>) {
    // see vendor.cpp
    if (c.device == gpu::device::simulated() && std::array{is_vendor<Policies>...}[strategy])
        return;
    using this_pair = pair<Value, T>;
    auto const all = test::random_values<Value>(c.n + 1, c.seed);
    // misaligned for 16-byte loads
    auto const x = std::span(all).subspan(c.memory == place::misaligned_host ? 1 : 0, c.n);
    std::vector<Value> const values(x.begin(), x.end());
    T const init = test::random_values<T>(1, c.seed + 1)[0];
    gpu::report report;
    T const result =
        std::array{&total<Policies, Value, T, operator_of<Policies, this_pair>>...}[strategy](
            c, x, init, report);

    facts const known = std::array{&facts_of<Policies>...}[strategy](c);
    CAPTURE(known.name, to_string(c.device), c.n, c.block, c.other_space,
            static_cast<std::size_t>(c.memory), sizeof(Value), sizeof(T), result, init);
    CHECK(std::array{&test::is_total<operator_of<Policies, this_pair>, T, Value>...}[strategy](
        result, values, init));
    check_report(report, known, sizeof(Value), !std::same_as<Value, T>, c);
}

/// The instantiations of `run`, indexed by the pair.
using function = void (*)(arguments const&, std::size_t strategy, strategies);
template <class... Values, class... Ts>
std::vector<function> functions_of(type_list<pair<Values, Ts>...>) {
    return {&run<Values, Ts>...};
}

} // namespace

TEST_CASE("reduce: strategies, types, operators, devices, sizes, blocks and memories, pairwise") {
    auto const functions = functions_of(pairs());
    auto const devices = gpu::devices();
    auto const rows = test::pairwise({strategies::size, pairs::size, devices.size(),
                                      sizes.size() + sizes_about_block, blocks.size(), 2,
                                      static_cast<std::size_t>(place::count)});
    std::uint32_t seed = 0;
    for (auto const& row : rows) {
        unsigned const block = blocks[row[4]];
        std::size_t const n = row[3] < sizes.size() ? sizes[row[3]]
                                                    : std::max(block, 256U * (block == 0)) +
                                                          row[3] - sizes.size() - 1;
        functions[row[1]](
            {devices[row[2]], block, row[5] == 1, n, static_cast<place>(row[6]), ++seed}, row[0],
            strategies());
    }
}

TEST_CASE("reduce: a million elements by every strategy") {
    auto const functions = functions_of(pairs());
    auto const devices = gpu::devices();
    std::uint32_t seed = 1000;
    for (std::size_t strategy = 0; strategy < strategies::size; ++strategy)
        for (auto const device : devices) {
            std::size_t const pair = ++seed % pairs::size;
            functions[pair]({device, 0, false, 1'000'003, place::host, seed}, strategy,
                            strategies());
        }
}
