// SPDX-License-Identifier: Apache-2.0
#include "histogram.hpp"

#include "arguments.hpp"
#include "histogram_bins.hpp"
#include "option_adder.hpp"
#include "option_values.hpp"

#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/policy.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// Histograms have one strategy.
constexpr std::array strategies_of_histograms{detail::known_strategies[0]};

/// `gpualgo histogram`
class histogram final : public array_algorithm {
public:
    [[nodiscard]] std::string name() const override { return "histogram"; }
    [[nodiscard]] std::string description() const override {
        return "count numbers by bins of equal width";
    }
    [[nodiscard]] std::span<detail::strategy_facts const> strategies() const override {
        return strategies_of_histograms;
    }
    void add_options(option_adder& options) override {
        options.count("--bins", bins_, 1, 1048576, "number of bins, 1 to 1048576");
        options.number("--lower", lower_,
                       "lower edge of the first bin; by default the smallest number");
        options.number("--upper", upper_,
                       "upper edge of the last bin, which is in none; by default just above the "
                       "largest number");
    }

    void check(std::uint32_t type) const override {
        if (lower_ && upper_ && !(*lower_ < *upper_))
            throw usage_error(fmt::format("--lower {} is not below --upper {}", *lower_, *upper_));
        if (detail::known_types[type].name.starts_with("complex"))
            throw usage_error("histogram: complex numbers have no order");
    }
    [[nodiscard]] std::string title() const override {
        return fmt::format("histogram in {} bins", bins_);
    }
    [[nodiscard]] std::vector<json_member> options() const override {
        return {{"bins", number(std::uint64_t{bins_})}};
    }
    [[nodiscard]] std::vector<json_member> answers(numbers const& result) const override {
        auto const counts = result.elements<std::uint64_t>();
        return {{"edges", edges_->values()},
                {"counts", std::vector<number>(counts.begin(), counts.end())}};
    }
    [[nodiscard]] std::string chart(numbers const& result, bool unicode) const override {
        constexpr std::size_t most_lines = 128;
        auto const counts = result.elements<std::uint64_t>();
        if (counts.size() > most_lines) return {};
        return chart_of(edges_->values(), {counts.begin(), counts.end()}, unicode);
    }

    // The first call has all elements, others perhaps a part: the edges are the same.
    [[nodiscard]] std::pair<std::uint32_t, std::size_t>
    result_of(numbers const& elements) const override {
        if (!edges_) edges_.emplace(elements, bins_, lower_, upper_);
        return {detail::index_of<std::uint64_t, detail::types>, bins_};
    }
    void call(detail::range_request const& common, void* out, gpu::report& report) const override {
        detail::sorted_request request;
        static_cast<detail::range_request&>(request) = common;
        request.function = static_cast<std::uint32_t>(detail::sorted_function::histogram);
        request.second_n = 1;
        if (out != nullptr) {
            request.even_bins = static_cast<std::uint32_t>(edges_->count() - 1);
            request.second = edges_->bounds();
            request.second_n = 2;
        } else {
            request.second = out = &unused_; // only options are checked
        }
        request.out = out;
        request.out_memory = common.memory;
        request.out_size = sizeof(std::uint64_t);
        detail::call_result ran;
        gpualgo_v0_sorted(&request, &ran);
        detail::raise(ran);
        detail::fill_report(report, ran, detail::known_strategies[request.strategy].name);
    }
    [[nodiscard]] std::vector<array_comparison> comparisons(numbers const&, void*) const override {
        return {};
    }
    [[nodiscard]] bool agrees(numbers const& elements, numbers const& result,
                              gpu::report const&) const override {
        return std::ranges::equal(edges_->counts_of(elements), result.elements<std::uint64_t>());
    }

private:
    std::size_t bins_ = 16;
    std::optional<long double> lower_{}, upper_{}; ///< has the digits of any integer
    mutable std::optional<histogram_bins> edges_{};
    mutable std::uint64_t unused_ = 0;
};

} // namespace

std::unique_ptr<array_algorithm> make_histogram() { return std::make_unique<histogram>(); }

} // namespace tool
