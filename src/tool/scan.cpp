// SPDX-License-Identifier: Apache-2.0
#include "scan.hpp"

#include "arguments.hpp"
#include "choices.hpp"
#include "number.hpp"
#include "option_adder.hpp"
#include "scan/names.hpp"
#include "scan_comparisons.hpp"
#include "scan_reference.hpp"

#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/policy.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// The strategies of scans, each of which has one memory space.
constexpr auto strategies_of_scans = [] {
    auto all = detail::known_scan_strategies;
    for (auto& strategy : all) {
        strategy.spaces = {};
        strategy.spaces[static_cast<std::size_t>(strategy.default_space)] = true;
    }
    return all;
}();

/// @return a bound of the operations between an element and a result
std::size_t longest_chain_of_scan(gpu::report const& ran, std::size_t n) {
    // by the canonical order, at most one per level on the way up, and one on the way down
    if (ran.device == gpu::device::host() && !ran.strategy.empty()) return 128;
    return ran.strategy == gpu::policy::automatic::name ? 128 : n + 1;
}

/// `gpualgo scan`
class scan final : public array_algorithm {
public:
    [[nodiscard]] std::string name() const override { return "scan"; }
    [[nodiscard]] std::string description() const override {
        return "write the sums of all prefixes of numbers, or compare strategies";
    }
    [[nodiscard]] std::span<detail::strategy_facts const> strategies() const override {
        return strategies_of_scans;
    }
    void add_options(option_adder& options) override {
        options.word("--op", op_, operator_choices(), "operator");
        options.flag("--exclusive", is_exclusive_,
                     "leave out each result's own element, and begin with the identity element");
    }

    void check(std::uint32_t type) const override {
        if (detail::known_scans[operation()][type]) return;
        std::string allowed;
        for (std::uint32_t i = 0; i < detail::known_operators.size(); ++i)
            if (detail::known_scans[i][type])
                (allowed += allowed.empty() ? "" : ", ") += detail::known_operators[i];
        throw usage_error(fmt::format("--op: {} does not take {}; {} are allowed", op_,
                                      detail::known_types[type].name, allowed));
    }
    [[nodiscard]] std::string title() const override {
        return fmt::format("{} scan by {}", kind(), op_);
    }
    [[nodiscard]] std::vector<json_member> options() const override {
        return {{"op", op_}, {"kind", kind()}};
    }

    void call(detail::range_request const& common, void* out, gpu::report& report) const override {
        auto const init = identity_element(operation(), common.value);
        detail::scan_request request;
        static_cast<detail::range_request&>(request) = common;
        request.kind = static_cast<std::uint32_t>(is_exclusive_ ? detail::scan_kind::exclusive
                                                                : detail::scan_kind::inclusive);
        request.operation = operation();
        if (is_exclusive_) request.init = init.data();
        request.out = out;
        request.out_memory = common.memory;
        detail::call_result ran;
        gpualgo_v0_scan(&request, &ran);
        detail::raise(ran);
        detail::fill_report(report, ran, detail::known_scan_strategies[request.strategy].name);
    }
    [[nodiscard]] std::vector<array_comparison> comparisons(numbers const& elements,
                                                            void* out) const override {
        return scan_comparisons(elements, operation(), is_exclusive_, out);
    }
    [[nodiscard]] bool agrees(numbers const& elements, numbers const& result,
                              gpu::report const& ran) const override {
        return is_right_scan(elements, result, operation(), is_exclusive_,
                             longest_chain_of_scan(ran, elements.count));
    }

private:
    [[nodiscard]] std::uint32_t operation() const { return operator_number(op_); }
    [[nodiscard]] std::string kind() const { return is_exclusive_ ? "exclusive" : "inclusive"; }

    std::string op_ = "plus";
    bool is_exclusive_ = false;
};

} // namespace

std::unique_ptr<array_algorithm> make_scan() { return std::make_unique<scan>(); }

} // namespace tool
