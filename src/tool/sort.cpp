// SPDX-License-Identifier: Apache-2.0
#include "sort.hpp"

#include "arguments.hpp"
#include "option_adder.hpp"
#include "sort_check.hpp"

#include <gpualgo/abi/sort_request.hpp>
#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/policy.hpp>

#include <fmt/format.h>

#include <array>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// The numbers of the strategies of sorts.
constexpr std::array<std::uint32_t, 2> numbers_of_strategies{
    detail::number_of<gpu::policy::automatic, detail::strategies>,
    detail::number_of<gpu::policy::vendor, detail::strategies>};
constexpr std::array strategies_of_sorts{detail::known_strategies[numbers_of_strategies[0]],
                                         detail::known_strategies[numbers_of_strategies[1]]};

/// `gpualgo sort`
class sort final : public array_algorithm {
public:
    [[nodiscard]] std::string name() const override { return "sort"; }
    [[nodiscard]] std::string description() const override {
        return "write numbers in their order, or compare strategies";
    }
    [[nodiscard]] std::span<detail::strategy_facts const> strategies() const override {
        return strategies_of_sorts;
    }
    void add_options(option_adder& options) override {
        options.flag("--descending", is_descending_, "the greatest number first");
    }

    void check(std::uint32_t type) const override {
        auto const name = detail::known_types[type].name;
        if (name.starts_with("complex"))
            throw usage_error(fmt::format("--type: {} has no order", name));
    }
    [[nodiscard]] std::string title() const override { return direction() + " sort"; }
    [[nodiscard]] std::vector<json_member> options() const override {
        return {{"direction", direction()}};
    }

    void call(detail::range_request const& common, void* out, gpu::report& report) const override {
        detail::sort_request request;
        static_cast<detail::range_request&>(request) = common;
        request.strategy = numbers_of_strategies[common.strategy];
        request.wanted = static_cast<std::uint32_t>(detail::sort_kind::sort);
        request.is_descending = is_descending_ ? 1 : 0;
        request.first = out;
        if (common.n > 0) {
            auto const where = common.memory.kind == detail::unspecified
                                   ? gpu::device::host()
                                   : gpu::device(common.memory);
            detail::copy_bytes(where, out, where, common.first,
                               common.n * detail::known_types[common.value].size);
        }
        detail::call_result ran;
        gpualgo_v0_sort(&request, &ran);
        detail::raise(ran);
        detail::fill_report(report, ran, strategies_of_sorts[common.strategy].name);
    }
    [[nodiscard]] std::vector<array_comparison> comparisons(numbers const& elements,
                                                            void* out) const override {
        return sort_comparisons(elements, is_descending_, out);
    }
    [[nodiscard]] bool agrees(numbers const& elements, numbers const& result,
                              gpu::report const&) const override {
        return is_right_sort(elements, result, is_descending_);
    }

private:
    [[nodiscard]] std::string direction() const {
        return is_descending_ ? "descending" : "ascending";
    }

    bool is_descending_ = false;
};

} // namespace

std::unique_ptr<array_algorithm> make_sort() { return std::make_unique<sort>(); }

} // namespace tool
