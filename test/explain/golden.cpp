// SPDX-License-Identifier: Apache-2.0
/// Golden counters of every shipped kernel: they change only if a kernel changes, and must then be
/// stored again. GPUALGO_STORE_GOLDEN=1 writes the file instead of comparing; see
/// renew.sh.
#include "golden_line.hpp"

#include <gpualgo/explain.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

using gpu::problem;

namespace {

/// The numbers of a launch in one line.
std::string line_of(std::string const& problem, gpu::explanation const& explained, std::size_t i) {
    auto const& launch = explained.launches[i];
    auto const c = explained.total(i);
    std::string text = problem + ", " + explained.policy + ", " + launch.kernel + ":";
    append_numbers(text, {launch.grid.x, launch.block.x, launch.warps, launch.divergent_warps,
                          launch.idle_warps});
    append_counters(text, c);
    return text + "\n";
}

template <class Policy>
std::string lines_of(std::string const& name, Policy const& policy, problem const& p) {
    auto const explained = gpu::explain(policy, p);
    std::string text;
    for (std::size_t i = 0; i < explained.launches.size(); ++i) text += line_of(name, explained, i);
    return text;
}

/// A problem by all policies of a list that the simulated device can run, in all their spaces.
template <class... Policies>
std::string all_of(std::string const& name, problem const& p, gpu::detail::type_list<Policies...>) {
    std::string text;
    auto const add = [&]<class Policy>(Policy policy) {
        if constexpr (!std::is_same_v<Policy, gpu::policy::vendor> &&
                      !std::is_same_v<Policy, gpu::policy::tensor_core>)
            for (auto const space : Policy::spaces) text += lines_of(name, policy.in(space), p);
    };
    (add(Policies()), ...);
    return text;
}

/// A scan by all policies that have kernels for it.
template <class... Policies>
std::string scans(std::string const& name, problem const& p, gpu::detail::type_list<Policies...>) {
    std::string text;
    auto const add = [&]<class Policy>(Policy policy) {
        if constexpr (!std::is_same_v<Policy, gpu::policy::vendor>)
            text += lines_of(name, policy, p);
    };
    (add(Policies()), ...);
    return text;
}

/// Selections by both policies.
std::string selections(std::string const& name, problem const& p) {
    return lines_of(name, gpu::automatic, p) + lines_of(name, gpu::warp_shuffle, p);
}

std::string streams() {
    using gpu::detail::scan_strategies;
    return selections("count_if float 1000000", problem::count_if<float>(1000000)) +
           selections("count_if int8 2^30", problem::count_if<std::int8_t>(1 << 30)) +
           selections("copy_if float 100000", problem::copy_if<float>(100000)) +
           selections("copy_if double 2^30", problem::copy_if<double>(1 << 30)) +
           selections("partition_copy int16 100001, offset 1",
                      problem::partition_copy<std::int16_t>(100001).offset(1)) +
           scans("inclusive_scan float 100000", problem::inclusive_scan<float>(100000),
                 scan_strategies()) +
           scans("exclusive_scan double 12345", problem::exclusive_scan<double>(12345),
                 scan_strategies()) +
           scans("inclusive_scan int32 2^30", problem::inclusive_scan<int>(1 << 30),
                 scan_strategies()) +
           lines_of("exclusive_scan int8 100000, offset 1", gpu::automatic,
                    problem::exclusive_scan<std::int8_t>(100000).offset(1));
}

std::string merges() {
    return lines_of("sort int32 1000", gpu::automatic, problem::sort<int>(1000)) +
           lines_of("sort float 100000", gpu::automatic, problem::sort<float>(100000)) +
           lines_of("sort double 123456, offset 1", gpu::automatic,
                    problem::sort<double>(123456).offset(1)) +
           lines_of("merge int32 1000+2000", gpu::automatic, problem::merge<int>(1000, 2000)) +
           lines_of("merge float 2^20+2^20", gpu::automatic,
                    problem::merge<float>(1 << 20, 1 << 20)) +
           lines_of("merge uint64 100000+3000000, offset 3", gpu::automatic,
                    problem::merge<std::uint64_t>(100000, 3000000).offset(3));
}

std::string counted() {
    using gpu::detail::matmul_strategies;
    using gpu::detail::strategies;
    return all_of("reduce float 100000", problem::reduce<float>(100000), strategies()) +
           all_of("reduce int8 9999", problem::reduce<std::int8_t>(9999), strategies()) +
           all_of("reduce double 2^30", problem::reduce<double>(1 << 30), strategies()) +
           all_of("transform_reduce float 100000", problem::transform_reduce<float>(100000),
                  strategies()) +
           lines_of("min_element float 1000000", gpu::automatic,
                    problem::min_element<float>(1000000)) +
           lines_of("min_element int64 1001, offset 1", gpu::automatic,
                    problem::min_element<std::int64_t>(1001).offset(1)) +
           lines_of("transform float 76x62", gpu::automatic, problem::transform<float>(76, 62)) +
           all_of("matmul float 70x130x50", problem::matmul<float>(70, 130, 50),
                  matmul_strategies()) +
           all_of("matmul half 512x512x512", problem::matmul<gpu::half>(512, 512, 512),
                  matmul_strategies()) +
           streams() + merges();
}

} // namespace

TEST_CASE("counters of every shipped kernel are the stored ones") {
    std::string const path = GOLDEN_COUNTERS;
    auto const text = counted();
    if (std::getenv("GPUALGO_STORE_GOLDEN") != nullptr) {
        std::ofstream(path) << text;
        return;
    }
    std::ifstream file(path);
    std::string const stored{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(stored == text);
}
