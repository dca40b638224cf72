// SPDX-License-Identifier: Apache-2.0
/// @file
/// An algorithm that makes an array of an array, as the part of a command that is its own.
#pragma once

#include "call/names.hpp"
#include "numbers.hpp"
#include "row.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tool {

class option_adder;

/// Another way to compute the result, on the host.
struct array_comparison {
    std::string name;          ///< as it is printed
    std::function<void()> run; ///< may be called any number of times
};

/// One algorithm and its own options. The common options, input, timing and output are those of
/// `run_array`. See array_algorithms.cpp for the list.
class array_algorithm {
public:
    array_algorithm() = default;
    array_algorithm(array_algorithm const&) = delete;
    array_algorithm& operator=(array_algorithm const&) = delete;
    virtual ~array_algorithm() = default;

    /// @return the name of the command
    [[nodiscard]] virtual std::string name() const = 0;
    /// @return its line in the help
    [[nodiscard]] virtual std::string description() const = 0;
    /// @return the strategies, `automatic` first
    [[nodiscard]] virtual std::span<gpu::detail::strategy_facts const> strategies() const = 0;
    /// Adds the algorithm's own options, which this object keeps.
    virtual void add_options(option_adder& options) = 0;

    /// Checks the options.
    /// @param type of the elements
    /// @throws usage_error if they do not fit together
    virtual void check(std::uint32_t type) const = 0;
    /// @return the algorithm and its options, "inclusive scan by plus"
    [[nodiscard]] virtual std::string title() const = 0;
    /// @return the options, for JSON
    [[nodiscard]] virtual std::vector<json_member> options() const = 0;

    /// @param result of the first row, on the host
    /// @return what describes the result beside the options, for JSON
    [[nodiscard]] virtual std::vector<json_member> answers(numbers const& /*result*/) const {
        return {};
    }
    /// @param result of the first row, on the host
    /// @param unicode whether it may be used
    /// @return lines that draw the result, or none
    [[nodiscard]] virtual std::string chart(numbers const& /*result*/, bool /*unicode*/) const {
        return {};
    }

    /// @return memory for the result, in which nothing is written yet: its type and its size. By
    /// default those of the elements
    [[nodiscard]] virtual std::pair<std::uint32_t, std::size_t>
    result_of(numbers const& elements) const {
        return {elements.type, elements.count};
    }
    /// Calls the library.
    /// @param common strategy, device, options and elements; n is 0 to check the options
    /// @param out memory for the result, where the elements are: on a GPU if they are there
    /// @param report is filled
    virtual void call(gpu::detail::range_request const& common, void* out,
                      gpu::report& report) const = 0;
    /// @param out memory for the result
    /// @return competitors on the host, none for types that are not compared
    [[nodiscard]] virtual std::vector<array_comparison> comparisons(numbers const& elements,
                                                                    void* out) const = 0;
    /// Compares a result with one that is computed apart from the library's kernels.
    /// @param ran the report; of strategy "" if the result is a competitor's
    /// @return whether it is right, exactly or within the bound of rounding
    [[nodiscard]] virtual bool agrees(numbers const& elements, numbers const& result,
                                      gpu::report const& ran) const = 0;
};

} // namespace tool
