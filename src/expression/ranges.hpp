// SPDX-License-Identifier: Apache-2.0
/// @file
/// The ranges of a call with expressions: where they lie, and copies that a device can read.
#pragma once

#include "call/device_buffer.hpp"

#include <gpualgo/abi/expression_request.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace gpu::inline v0::detail {

/// Throws gpu::unsupported_operator if a request has more ranges than this library knows.
void check_number_of_ranges(expression_request const& request);

/// Bytes from the first element that is read to the end of the last one.
[[nodiscard]] std::size_t bytes_of(number_range const& range, std::uint64_t n);

/// Throws std::invalid_argument if a range of n elements is a null pointer or too large.
void check_memory(std::span<number_range const> ranges, std::uint64_t n);

/// Throws if the ranges of which a search of n elements makes these are wrong.
void check_made(expression_request const& made, std::uint64_t n);

/// The device of all ranges that exist. Throws if they are not on one device.
[[nodiscard]] std::optional<device_id> common_owner(std::span<number_range const> ranges,
                                                    std::uint64_t n);

/// Bytes that a call reads.
[[nodiscard]] std::uint64_t bytes_read(expression_request const& request);

/// Copies of the inputs of a request.
using input_buffers = std::array<std::optional<device_buffer>, most_ranges>;

/// Stages the inputs of a request, for the life of the buffers.
void stage_inputs(expression_request& request, device_id device, input_buffers& buffers);

/// An expression of a search whose elements are made of ranges, with copies of these.
/// @tparam By predicate_expression or key_expression
template <class By>
class staged_expression {
public:
    staged_expression(By const& given, device_id device) : by_(given), ranges_(*given.made) {
        stage_inputs(ranges_, device, buffers_);
        by_.made = &ranges_;
    }
    staged_expression(staged_expression const&) = delete;
    staged_expression& operator=(staged_expression const&) = delete;
    ~staged_expression() = default;

    [[nodiscard]] By const& get() const { return by_; }

private:
    By by_;
    expression_request ranges_;
    input_buffers buffers_;
};

} // namespace gpu::inline v0::detail
