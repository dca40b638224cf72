// SPDX-License-Identifier: Apache-2.0
/// Runs each kernel that the model of gpu::explain is compared with, once, for a profiler:
///
///     counters PLAN.json [--model]
///
/// PLAN.json receives the calls in order, with the launches and counts that the model expects. With
/// `--model`, nothing runs. bench/counters.sh profiles the program, and bench/counters.py joins the
/// profiler's counters with the plan.
#include "results.hpp"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/kernel/block.hpp>
#include <gpualgo/scan.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using bench::json;
using gpu::problem;

constexpr std::uint64_t n = 1 << 20;
constexpr std::int64_t edge = 512;

/// The counters that the profiler has, too.
json counters_of(gpu::warp_counts const& c) {
    return {{"global load requests", c.global_loads.requests},
            {"global load sectors", c.global_loads.sectors},
            {"global store requests", c.global_stores.requests},
            {"global store sectors", c.global_stores.sectors},
            {"shared loads", c.shared_loads.requests},
            {"shared load wavefronts", c.shared_loads.wavefronts},
            {"shared stores", c.shared_stores.requests},
            {"shared store conflicts", c.shared_stores.conflicts()},
            {"divergent branches", c.divergent_steps}};
}

/// The calls, in order: their models, and what runs them.
class calls {
public:
    explicit calls(bool runs) : runs_(runs) {}

    template <class Run>
    void add(std::string_view algorithm, gpu::explanation const& model, std::string_view space,
             Run run) {
        json launches = json::array();
        for (std::size_t i = 0; i < model.launches.size(); ++i) {
            auto const& launch = model.launches[i];
            launches.push_back({{"kernel", launch.kernel},
                                {"grid", launch.grid.x * launch.grid.y},
                                {"block", launch.block.x * launch.block.y},
                                {"model", counters_of(model.total(i))}});
        }
        plan_.push_back({{"algorithm", algorithm},
                         {"policy", model.policy},
                         {"space", space},
                         {"launches", std::move(launches)}});
        if (runs_) run();
    }

    [[nodiscard]] bool runs() const { return runs_; }
    [[nodiscard]] json const& plan() const { return plan_; }

private:
    bool runs_;
    json plan_ = json::array();
};

std::string name_of(gpu::memory_space space) {
    return std::string(gpu::detail::known_spaces[static_cast<std::size_t>(space)]);
}

template <class Policy>
constexpr bool is_own = !std::is_same_v<Policy, gpu::policy::vendor> &&
                        !std::is_same_v<Policy, gpu::policy::tensor_core>;

/// Calls f(policy, space) for all own strategies of a list and their memory spaces.
template <class... Policies, class F>
void for_each_strategy(gpu::detail::type_list<Policies...>, F f) {
    auto const all_spaces = [&]<class Policy>(Policy policy) {
        if constexpr (is_own<Policy>)
            for (auto const space : Policy::spaces) f(policy.in(space), name_of(space));
    };
    (all_spaces(Policies()), ...);
}

/// In blocks of 512 threads, if the strategy takes a number.
template <class Policy>
Policy in_blocks(Policy policy) {
    if constexpr (Policy::takes_block_size) return policy.block_size(512);
    else return policy;
}

void add_reductions(calls& all, gpu::device_vector<int> const& x) {
    for_each_strategy(gpu::detail::strategies(), [&](auto policy, std::string const& space) {
        auto const asked = in_blocks(policy);
        all.add("reduce", gpu::explain(asked, problem::reduce<int>(n)), space,
                [&] { (void)gpu::reduce(asked, x); });
    });
}

void add_products(calls& all, gpu::device where) {
    gpu::matrix<float> const a(edge, edge, where), b(edge, edge, where);
    gpu::matrix<float> c(edge, edge, where);
    for_each_strategy(gpu::detail::matmul_strategies(), [&](auto policy, std::string const& space) {
        using chosen = decltype(policy);
        if constexpr (!std::is_same_v<chosen, gpu::policy::automatic>) // may be cuBLAS
            all.add("matmul", gpu::explain(policy, problem::matmul<float>(edge, edge, edge)), space,
                    [&] { gpu::matmul(policy, a, b, c); });
    });
    struct {
        std::string_view name;
        std::int64_t m, n, k;
    } const vectors[] = {{"matmul 1024x1x4096", 1024, 1, 4096},
                         {"matmul 4x1024x4096", 4, 1024, 4096}};
    for (auto const& [name, m, columns, k] : vectors) {
        gpu::matrix<float> const left(m, k, where), right(k, columns, where);
        gpu::matrix<float> out(m, columns, where);
        auto const asked =
            problem::matmul<float>(std::uint64_t(m), std::uint64_t(columns), std::uint64_t(k));
        all.add(name, gpu::explain(gpu::automatic, asked), "registers",
                [&] { gpu::matmul(gpu::automatic, left, right, out); });
    }
}

void add_selections(calls& all, gpu::device_vector<int> const& x, gpu::device_vector<int>& out,
                    gpu::device_vector<int>& others) {
    auto const add = [&](auto policy) {
        all.add("count_if", gpu::explain(policy, problem::count_if<int>(n)), "registers",
                [&] { (void)gpu::count_if(policy, x, gpu::is_odd); });
        all.add("copy_if", gpu::explain(policy, problem::copy_if<int>(n)), "registers",
                [&] { gpu::copy_if(policy, x, out, gpu::is_odd); });
        all.add("partition_copy", gpu::explain(policy, problem::partition_copy<int>(n)),
                "registers", [&] { gpu::partition_copy(policy, x, out, others, gpu::is_odd); });
    };
    add(gpu::automatic);
    add(gpu::warp_shuffle);
}

void add_scans(calls& all, gpu::device_vector<int> const& x, gpu::device_vector<int>& out) {
    auto const add = [&]<class Policy>(Policy policy) {
        if constexpr (is_own<Policy>)
            all.add("inclusive_scan", gpu::explain(policy, problem::inclusive_scan<int>(n)),
                    name_of(Policy::spaces[0]), [&] { gpu::inclusive_scan(policy, x, out); });
    };
    [&]<class... Policies>(gpu::detail::type_list<Policies...>) {
        (add(Policies()), ...);
    }(gpu::detail::scan_strategies());
}

} // namespace

int main(int count, char** arguments) {
    std::vector<std::string> const given(arguments, arguments + count);
    bool const is_model = given.size() == 3 && given[2] == "--model";
    if (given.size() != 2 && !is_model) {
        std::fputs("usage: counters PLAN.json [--model]\n", stderr);
        return 2;
    }
    auto const where = is_model ? gpu::device::host() : gpu::device::cuda();
    std::vector<int> alternating(n); // of which every other one is selected
    for (std::size_t i = 0; i < n; ++i) alternating[i] = static_cast<int>(i % 2);
    gpu::device_vector<int> const x(alternating, where);
    gpu::device_vector<int> out(n, gpu::uninitialized, where), others(n, gpu::uninitialized, where);

    calls all(!is_model);
    add_reductions(all, x);
    add_products(all, where);
    add_selections(all, x, out, others);
    add_scans(all, x, out);
    bench::write_results(given[1], "counters", where, given, {}, all.plan());
}
