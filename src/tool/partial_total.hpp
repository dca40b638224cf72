// SPDX-License-Identifier: Apache-2.0
/// @file
/// A part of a reduction in pieces, of types that are known at run time only.
#pragma once

#include "number.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tool {

/// The types and the operator of a reduction, by their numbers in the lists.
struct reduction_kind {
    std::uint32_t value;       ///< of the elements' type
    std::uint32_t accumulator; ///< of the total's type
    std::uint32_t op;          ///< of the operator

    friend bool operator==(reduction_kind const&, reduction_kind const&) = default;
};

/// Whether a reduction can be computed in parts. Products of complex numbers cannot: no complex
/// number leaves all products as they are.
[[nodiscard]] bool has_parts(reduction_kind kind);

/// The reduction of the elements [begin, end) of a larger array, which begins at a boundary of
/// segments. Elements are appended piece by piece. Neighbours merge. The total has the bits of one
/// reduction of all elements.
///
/// Memory: at most one segment and 64 totals, for any number of elements. This is
/// `gpu::partial_reduction` without a template for each type.
class partial_total {
public:
    /// @param kind the types and the operator; `has_parts(kind)`
    /// @param begin the index of the first element, a multiple of `segment_of(kind.value)`
    explicit partial_total(reduction_kind kind, std::uint64_t begin = 0);

    /// @return elements per segment of the canonical order
    [[nodiscard]] static std::uint64_t segment_of(std::uint32_t value);

    /// Append elements.
    /// @param elements in memory of the host
    /// @param n how many
    /// @param device that reduces them
    /// @param report to fill with what ran
    void append(void const* elements, std::size_t n, gpu::device device, gpu::report& report);

    /// Append the part that begins where this one ends.
    /// @throws std::invalid_argument if the kinds differ, or if the parts are not neighbours
    void merge(partial_total const& next);

    /// @return the index of the first element
    [[nodiscard]] std::uint64_t begin() const { return begin_; }
    /// @return the index after the last element
    [[nodiscard]] std::uint64_t end() const { return end_; }

    /// @param init precedes the elements, of the accumulator's type; by default the operator's
    /// identity element
    /// @return the total; `begin()` is 0
    [[nodiscard]] number total(std::optional<number> init = std::nullopt) const;

    /// The most bytes that `serialize` returns, for any kind.
    static constexpr std::size_t max_serialized_size = 16384;
    /// @return the state, for another process on a machine of this kind
    [[nodiscard]] std::vector<std::byte> serialize() const;
    /// @param written what `serialize` has returned
    /// @throws std::invalid_argument if bytes are missing
    [[nodiscard]] static partial_total deserialize(std::span<std::byte const> written);

private:
    /// The total of the segments [index << level, (index + 1) << level).
    struct node {
        std::uint64_t level;
        std::uint64_t index;
        number total;
    };

    void push(node next);
    void append_segments(std::byte const* first, std::uint64_t last_segment, gpu::device device,
                         gpu::report& report);
    [[nodiscard]] number total_of_elements() const; ///< at least one
    [[nodiscard]] number fold(number const* init, std::uint32_t type, void const* first,
                              std::size_t n) const;
    [[nodiscard]] number fold(number const& a, number const& b) const;

    reduction_kind kind_;
    std::uint64_t begin_, end_;
    std::vector<node> nodes_{};
    std::vector<std::byte> tail_{}; ///< the elements of a segment that is not complete
};

} // namespace tool
