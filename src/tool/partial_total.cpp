// SPDX-License-Identifier: Apache-2.0
#include "partial_total.hpp"

#include "by_number.hpp"
#include "call/names.hpp"

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/abi/partial_request.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/detail/rounded.hpp>
#include <gpualgo/kernel/reduce/canonical_shape.hpp>
#include <gpualgo/partial.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace tool {

namespace {

namespace detail = gpu::detail;

constexpr std::size_t most_subtrees = 128; ///< of any interval: two of each size

std::size_t size_of(std::uint32_t type) { return detail::known_types[type].size; }

/// The number of the type that totals are computed in.
std::uint32_t computed_in(reduction_kind kind) {
    return detail::known_types[kind.accumulator].computed_in;
}

/// Calls f with the operator and the type that totals are computed in.
template <class F>
number with_computation(reduction_kind kind, F f) {
    return with_type(computed_in(kind), [&]<class T>(std::type_identity<T> type) {
        return with_operator(kind.op, [&]<class Op>(std::type_identity<Op> op) {
            if constexpr (detail::accepts<Op, T>) return f(type, op);
            else return number(T());
        });
    });
}

detail::reduce_request request_of(reduction_kind kind, std::uint32_t type, void const* first,
                                  std::uint64_t n, number const* init, number& total) {
    detail::reduce_request request;
    request.value = type;
    request.accumulator = computed_in(kind);
    request.operation = kind.op;
    request.first = first;
    request.n = n;
    request.init = init == nullptr ? nullptr : init->data();
    request.result = total.data();
    return request;
}

template <class T>
void write(std::vector<std::byte>& to, T const& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    auto const* const bytes = reinterpret_cast<std::byte const*>(&value);
    to.insert(to.end(), bytes, bytes + sizeof value);
}

template <class T>
T read(std::span<std::byte const>& from) {
    if (from.size() < sizeof(T))
        throw std::invalid_argument("bytes of a partial total are missing");
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), from.data(), sizeof bytes);
    from = from.subspan(sizeof bytes);
    return std::bit_cast<T>(bytes);
}

} // namespace

bool has_parts(reduction_kind kind) {
    return with_type(kind.accumulator, [&]<class T>(std::type_identity<T>) {
        return with_operator(kind.op, []<class Op>(std::type_identity<Op>) {
            return detail::accepts<Op, T> &&
                   (!gpu::kernel::is_complex<T> || std::is_same_v<Op, gpu::kernel::plus>);
        });
    });
}

partial_total::partial_total(reduction_kind kind, std::uint64_t begin)
    : kind_(kind), begin_(begin), end_(begin) {}

std::uint64_t partial_total::segment_of(std::uint32_t value) {
    return gpu::kernel::segmentation(size_of(value)).size();
}

void partial_total::append(void const* elements, std::size_t n, gpu::device device,
                           gpu::report& report) {
    auto const segment = segment_of(kind_.value);
    auto const size = size_of(kind_.value);
    auto const* first = static_cast<std::byte const*>(elements);
    auto const until_boundary = std::min<std::uint64_t>(n, (segment - end_ % segment) % segment);
    auto const keep = [&](std::uint64_t count) {
        tail_.insert(tail_.end(), first, first + count * size);
        first += count * size;
        end_ += count;
    };
    keep(until_boundary);
    if (end_ % segment == 0 && !tail_.empty()) {
        push({0, end_ / segment - 1, fold(nullptr, kind_.value, tail_.data(), segment)});
        tail_.clear();
    }
    std::uint64_t const rest = n - until_boundary;
    append_segments(first, (end_ + rest) / segment, device, report);
    auto const complete = rest - rest % segment;
    first += complete * size;
    end_ += complete;
    keep(rest - complete);
}

/// Appends segments up to another one, by the largest subtrees that are aligned.
void partial_total::append_segments(std::byte const* first, std::uint64_t last_segment,
                                    gpu::device device, gpu::report& report) {
    auto const segment = segment_of(kind_.value);
    std::uint64_t const first_segment = end_ / segment;
    if (first_segment == last_segment) return;
    auto total = number::zero_of(computed_in(kind_));
    std::size_t const size = size_of(computed_in(kind_));
    std::vector<std::byte> totals(most_subtrees * size);
    detail::partial_request request;
    static_cast<detail::reduce_request&>(request) = request_of(
        kind_, kind_.value, first, (last_segment - first_segment) * segment, nullptr, total);
    request.target = device.id();
    request.begin = first_segment * segment;
    request.totals = totals.data();
    detail::call_result ran;
    gpualgo_v0_reduce_partial(&request, &ran);
    detail::raise(ran);
    detail::fill_report(report, ran, gpu::policy::automatic::name);
    auto const* next = totals.data();
    for (std::uint64_t i = first_segment; i < last_segment; next += size) {
        unsigned level = 0;
        while ((i >> level) % 2 == 0 && last_segment - i >= std::uint64_t{2} << level) ++level;
        std::memcpy(total.data(), next, size);
        push({level, i >> level, total});
        i += std::uint64_t{1} << level;
    }
}

void partial_total::push(node next) {
    while (!nodes_.empty() && next.index % 2 == 1 && nodes_.back().level == next.level &&
           nodes_.back().index + 1 == next.index) {
        next = {next.level + 1, next.index / 2, fold(nodes_.back().total, next.total)};
        nodes_.pop_back();
    }
    nodes_.push_back(next);
}

void partial_total::merge(partial_total const& next) {
    if (next.kind_ != kind_)
        throw std::invalid_argument("parts of different reductions cannot be merged");
    if (next.begin_ != end_ || (!tail_.empty() && next.begin_ != next.end_))
        throw std::invalid_argument(fmt::format("the part [{}, {}) does not continue [{}, {})",
                                                next.begin_, next.end_, begin_, end_));
    for (auto const& subtree : next.nodes_) push(subtree);
    tail_.insert(tail_.end(), next.tail_.begin(), next.tail_.end());
    end_ = next.end_;
}

number partial_total::total(std::optional<number> init) const {
    number result = init ? with_type(kind_.accumulator,
                                     [&]<class T>(std::type_identity<T>) {
                                         return number(static_cast<detail::computed_as<T>>(
                                             init->template as<T>()));
                                     })
                         : with_computation(kind_, []<class T, class Op>(std::type_identity<T>,
                                                                         std::type_identity<Op>) {
                               return number(Op::template identity_element<T>());
                           });
    if (begin_ != end_) result = fold(result, total_of_elements());
    return with_type(kind_.accumulator, [&]<class T>(std::type_identity<T>) {
        return number(detail::rounded<T>(result.template as<detail::computed_as<T>>()));
    });
}

number partial_total::total_of_elements() const {
    std::size_t i = nodes_.size();
    number result = tail_.empty() ? nodes_[--i].total
                                  : fold(nullptr, kind_.value, tail_.data(),
                                         tail_.size() / size_of(kind_.value));
    while (i > 0) result = fold(nodes_[--i].total, result);
    return result;
}

number partial_total::fold(number const* init, std::uint32_t type, void const* first,
                           std::size_t n) const {
    auto total = number::zero_of(computed_in(kind_));
    auto const request = request_of(kind_, type, first, n, init, total);
    gpualgo_v0_fold(&request);
    return total;
}

number partial_total::fold(number const& a, number const& b) const {
    return fold(&a, computed_in(kind_), b.data(), 1);
}

std::vector<std::byte> partial_total::serialize() const {
    std::vector<std::byte> bytes;
    write(bytes, kind_);
    write(bytes, begin_);
    write(bytes, end_);
    write(bytes, nodes_.size());
    for (auto const& subtree : nodes_) write(bytes, subtree);
    bytes.insert(bytes.end(), tail_.begin(), tail_.end());
    return bytes;
}

partial_total partial_total::deserialize(std::span<std::byte const> written) {
    auto const kind = read<reduction_kind>(written);
    partial_total part(kind, read<std::uint64_t>(written));
    part.end_ = read<std::uint64_t>(written);
    auto const count = read<std::size_t>(written);
    for (std::size_t i = 0; i < count; ++i) part.nodes_.push_back(read<node>(written));
    part.tail_.assign(written.begin(), written.end());
    return part;
}

} // namespace tool
