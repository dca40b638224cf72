// SPDX-License-Identifier: Apache-2.0
/// @file
/// The algebra of partial reductions: totals of aligned subtrees of the canonical order, and the
/// elements of the segments that are cut at both ends. Merging is associative bit for bit.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/detail/partial_interval.hpp>
#include <gpualgo/detail/rounded.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// A complete subtree: the segments [index << level, (index + 1) << level) of the whole range.
template <class Total>
struct subtree {
    std::uint64_t level;
    std::uint64_t index;
    Total total;
};

/// Elements of one range, or of two side by side.
template <class Value, std::size_t Ranges>
struct cut_segment {
    std::array<std::vector<Value>, Ranges> values;

    [[nodiscard]] std::size_t size() const { return values[0].size(); }
    void reserve(std::size_t n) {
        for (auto& range : values) range.reserve(n);
    }
    /// Appends an element to each range.
    template <class... Vs>
    void push_back(Vs... next) {
        std::size_t r = 0;
        (values[r++].push_back(next), ...);
    }
    void append(cut_segment const& next) {
        for (std::size_t r = 0; r < Ranges; ++r)
            values[r].insert(values[r].end(), next.values[r].begin(), next.values[r].end());
    }
    void clear() {
        for (auto& range : values) range.clear();
    }
};

/// The operator and the transform of a partial reduction. They are numbers, not types: states of
/// all operators share their code, which would take long to compile for each of them.
struct partial_operation {
    std::uint32_t operation; ///< index in `operators`
    std::uint32_t transform; ///< index in `transforms`
};

/// The reduction of the elements [begin, end) of a larger range.
/// @tparam Value the elements' type in lists
/// @tparam Total the type that totals are computed in
/// @tparam Ranges the number of ranges that the transform takes elements of
template <class Value, class Total, std::size_t Ranges>
class partial_state {
public:
    using value = Value;
    using total_type = Total;
    static constexpr std::size_t ranges = Ranges;
    /// Elements of a segment: a power of two.
    static constexpr std::uint64_t segment = kernel::segmentation(sizeof(Value)).size();
    /// Subtrees of an interval: at most two of each size.
    static constexpr std::size_t max_subtrees = 128;

    using elements = cut_segment<Value, ranges>;
    using node = subtree<Total>;

    explicit partial_state(partial_operation listed, std::uint64_t position = 0)
        : operation(listed), begin(position), end(position) {}

    /// Appends the interval that begins where this one ends. Strong guarantee.
    ///
    /// Throws std::invalid_argument if there is a gap or an overlap between them.
    void merge(partial_state const& next) {
        check_follows({next.begin, next.end}, {begin, end});
        if (next.begin == next.end) return;
        if (begin == end) {
            partial_state copy = next;
            *this = std::move(copy);
            return;
        }
        // all that may throw comes first
        elements next_tail = next.tail;
        nodes.reserve(nodes.size() + next.nodes.size() + 1);
        head.reserve(head.size() + next.head.size());
        tail.reserve(tail.size() + next.head.size());
        std::uint64_t const cut = end / segment; // the segment that both may have parts of
        bool const is_cut = end % segment != 0;
        end = next.end;
        if (is_cut) {
            auto& open = begin > cut * segment ? head : tail;
            open.append(next.head);
            if (end / segment == cut) return; // (cut + 1) * segment may be 2^64
            if (&open == &tail) close_tail(cut);
        }
        for (auto const& n : next.nodes) push(n);
        tail = std::move(next_tail);
    }

    /// Appends a subtree, and folds those that are siblings.
    void push(node next) {
        while (!nodes.empty() && next.index % 2 == 1 && nodes.back().level == next.level &&
               nodes.back().index + 1 == next.index) {
            next = {next.level + 1, next.index / 2, fold(nodes.back().total, next.total)};
            nodes.pop_back();
        }
        nodes.push_back(next);
    }

    /// The total of an interval that begins at 0 and is not empty.
    [[nodiscard]] Total total() const {
        std::size_t i = nodes.size();
        Total result = tail.size() != 0 ? total_of(tail) : nodes[--i].total;
        while (i > 0) result = fold(nodes[--i].total, result);
        return result;
    }

    /// The total of init and the elements.
    ///
    /// Throws std::invalid_argument if the interval does not begin at 0.
    /// @tparam Init the type of init and total in lists
    template <class Init>
    [[nodiscard]] Init total(Init init) const {
        check_begins_at_0({begin, end});
        if (begin == end) return init;
        return detail::rounded<Init>(fold(static_cast<Total>(init), total()));
    }

    /// Sets the types, the operator and the transform of a request for elements of the range.
    void describe(reduce_request& request) const {
        // means of 64-bit integers convert as a transform: they lose digits
        constexpr bool converts = is_lossy_pair<Value, Total, kernel::identity>;
        request.value = number_of<Value, types>;
        request.accumulator = number_of<Total, types>;
        request.operation = operation.operation;
        if (converts || operation.transform != number_of<kernel::identity, transforms>)
            request.transform = operation.transform;
    }

    /// The elements before the first boundary of segments, if the interval does not begin at one.
    [[nodiscard]] static std::uint64_t head_size(std::uint64_t begin, std::uint64_t end) {
        std::uint64_t const until_boundary = (segment - begin % segment) % segment;
        return until_boundary < end - begin ? until_boundary : end - begin;
    }
    /// The elements after the last boundary of segments, but for those of the head.
    [[nodiscard]] static std::uint64_t tail_size(std::uint64_t begin, std::uint64_t end) {
        std::uint64_t const after_head = end - begin - head_size(begin, end);
        return after_head % segment;
    }
    /// Calls f(level, index) for the largest aligned subtrees of an interval, in order.
    template <class F2>
    static void for_each_subtree(std::uint64_t begin, std::uint64_t end, F2 f) {
        std::uint64_t i = (begin + head_size(begin, end)) / segment;
        std::uint64_t const last = (end - tail_size(begin, end)) / segment;
        if (begin + head_size(begin, end) == end) return; // no boundary inside
        while (i < last) {
            unsigned level = 0;
            while ((i >> level) % 2 == 0 && level < 63 && last - i >= std::uint64_t{2} << level)
                ++level;
            f(std::uint64_t{level}, i >> level);
            i += std::uint64_t{1} << level;
        }
    }

    partial_operation operation;
    std::uint64_t begin;
    std::uint64_t end;
    elements head; ///< of the segment that the interval begins inside of
    std::vector<node> nodes;
    elements tail; ///< of the segment that the interval ends inside of

private:
    /// The total of two totals, by the library: the program's flags do not show.
    [[nodiscard]] Total fold(Total const& a, Total const& b) const {
        Total result;
        reduce_request request;
        request.value = number_of<Total, types>;
        request.accumulator = number_of<Total, types>;
        request.operation = operation.operation;
        request.first = &b;
        request.n = 1;
        request.init = &a;
        request.result = &result;
        gpualgo_v0_fold(&request);
        return result;
    }

    /// The total of a segment, by the library.
    [[nodiscard]] Total total_of(elements const& x) const {
        Total result;
        reduce_request request;
        describe(request);
        request.first = x.values[0].data();
        request.n = x.size();
        request.result = &result;
        if constexpr (Ranges == 2) request.second = x.values[1].data();
        gpualgo_v0_fold(&request);
        return result;
    }

    void close_tail(std::uint64_t index) {
        push({0, index, total_of(tail)});
        tail.clear();
    }
};

} // namespace gpu::inline v0::detail
