// SPDX-License-Identifier: Apache-2.0
/// @file
/// The reductions of one command: every strategy that is asked for, and what it is compared with.
#pragma once

#include "arguments.hpp"
#include "choices.hpp"

#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <cstddef>
#include <execution>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tool {

/// One way to reduce the numbers, ready to be called any number of times.
template <class T>
struct experiment {
    std::string name;                          ///< the strategy, or what it is compared with
    gpu::device device;                        ///< where it runs
    std::span<T const> numbers;                ///< what it reduces, as the host sees it
    std::function<T(gpu::report& report)> run; ///< fills the report where it is ours

    /// @return whether times mean something: not those of the simulated device
    [[nodiscard]] bool is_timed() const { return device.kind() != gpu::device_kind::simulated; }
};

/// Collects the experiments of a command.
template <class T, class Op>
class experiments {
public:
    /// @param arguments the command
    /// @param init where reductions start
    experiments(reduce_arguments const& arguments, T init) : arguments_(arguments), init_(init) {}

    /// Adds the strategies asked for, with all of their memory spaces, over a copy of the numbers on the device. On the
    /// host they all compute the canonical order: there, one is enough.
    void add_strategies(gpu::device device, std::span<T const> numbers) {
        auto const copy = std::make_shared<gpu::device_vector<T> const>(numbers.begin(), numbers.end(), device);
        bool const on_host = device == gpu::device::host();
        for_each(gpu::detail::strategies{}, [&]<class Policy>(std::type_identity<Policy>) {
            if (on_host && arguments_.policy == "all" && Policy::name != gpu::policy::automatic::name) return;
            for (gpu::memory_space const space : Policy::spaces) {
                if (!is_wanted<Policy>(space)) continue;
                add(on_host ? std::string(Policy::name) : policy_name<Policy>(space), numbers, with_options(Policy{}, space), copy);
                if (on_host) return;
            }
        });
    }

    /// Adds what strategies on the host are compared with.
    void add_comparisons(std::span<T const> numbers) {
        all_.push_back({"std::reduce(par_unseq)", gpu::device::host(), numbers,
                        [numbers, init = init_](gpu::report&) { return std::reduce(std::execution::par_unseq, numbers.begin(), numbers.end(), init, Op{}); }});
        all_.push_back({"plain loop", gpu::device::host(), numbers, [numbers, init = init_](gpu::report&) {
                            T total = init;
                            for (T const number : numbers) total = Op{}(total, number);
                            return total;
                        }});
    }

    /// @return what was added
    [[nodiscard]] std::vector<experiment<T>> const& all() const { return all_; }

private:
    template <class Policy>
    [[nodiscard]] bool is_wanted(gpu::memory_space space) const {
        return arguments_.policy == "all" || arguments_.policy == Policy::name || arguments_.policy == policy_name<Policy>(space);
    }

    /// A strategy that takes no block size is given it only where it alone was asked for: then the library objects.
    template <class Policy>
    [[nodiscard]] Policy with_options(Policy policy, gpu::memory_space space) const {
        if (Policy::spaces.size() > 1) policy = policy.in(space);
        if (arguments_.block && (Policy::takes_block_size || arguments_.policy != "all")) policy = policy.block_size(*arguments_.block);
        return policy;
    }

    template <class Policy>
    void add(std::string name, std::span<T const> numbers, Policy policy, std::shared_ptr<gpu::device_vector<T> const> copy) {
        auto const device = copy->device();
        all_.push_back({std::move(name), device, numbers, [policy, copy = std::move(copy), init = init_](gpu::report& report) {
                            return gpu::reduce(policy.report_to(report), copy->begin(), copy->end(), init, Op{});
                        }});
    }

    reduce_arguments const& arguments_;
    T init_;
    std::vector<experiment<T>> all_;
};

} // namespace tool
