// SPDX-License-Identifier: Apache-2.0
#include "ranges.hpp"

#include "call/backend.hpp"
#include "call/placement.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// Whether an output may be an input: each element is read before it is written.
bool may_be_in_place(elementwise_request const& r) {
    auto const kind = static_cast<elementwise_kind>(r.kind);
    return kind == elementwise_kind::replace || kind == elementwise_kind::transform;
}

bool overlaps(void const* a, std::size_t a_bytes, void const* b, std::size_t b_bytes) {
    auto const* const x = static_cast<std::byte const*>(a);
    auto const* const y = static_cast<std::byte const*>(b);
    std::less<> const before;
    return before(x, y + b_bytes) && before(y, x + a_bytes);
}

/// The largest index, and one more.
template <class Index>
std::uint64_t end_of_indices(element_range const& indices) {
    auto const* const first = static_cast<Index const*>(indices.first);
    Index largest = 0;
    for (std::uint64_t i = 0; i < indices.n; ++i) largest = std::max(largest, first[i]);
    return std::uint64_t{largest} + 1;
}

} // namespace

used_ranges::used_ranges(elementwise_request const& r) {
    using request = elementwise_request;
    auto const kind = static_cast<elementwise_kind>(r.kind);
    bool const is_exchange =
        kind == elementwise_kind::reverse || kind == elementwise_kind::swap_ranges;
    bool const is_permutation =
        kind == elementwise_kind::gather || kind == elementwise_kind::scatter;
    bool const is_generated = kind == elementwise_kind::fill || kind == elementwise_kind::iota;
    // a scatter leaves elements as they are
    add({&request::out, r.size, is_exchange || kind == elementwise_kind::scatter, true});
    if (!is_generated && kind != elementwise_kind::reverse)
        add({&request::in, r.size, true, is_exchange});
    if (r.operands == 2) add({&request::second, r.size, true, false});
    if (is_permutation) add({&request::indices, r.index_size, true, false});
}

void check_ranges(elementwise_request const& r) {
    if (r.n == 0) return;
    used_ranges const ranges(r);
    for (auto const& range : ranges) {
        auto const n = range.of(r).n;
        if (n > std::numeric_limits<std::ptrdiff_t>::max() / range.element_bytes)
            throw std::invalid_argument("the range is larger than the address space");
        if (range.of(r).first == nullptr)
            throw std::invalid_argument("a null pointer was given for a range of " +
                                        std::to_string(n) + " elements");
    }
    for (auto const* written = ranges.begin(); written != ranges.end(); ++written)
        for (auto const* other = ranges.begin(); other != ranges.end(); ++other) {
            auto const* const a = written->of(r).first;
            auto const* const b = other->of(r).first;
            if (!written->is_written || other == written || (a == b && may_be_in_place(r)))
                continue;
            if (overlaps(a, written->bytes(r), b, other->bytes(r)))
                throw std::invalid_argument(may_be_in_place(r)
                                                ? "out overlaps an input, but does not begin "
                                                  "where it does"
                                                : "a range that is written overlaps another one");
        }
}

std::optional<device_id> owner_of_ranges(elementwise_request const& r) {
    std::optional<device_id> owner;
    bool has_plain = false, has_owner = false;
    for (auto const& range : used_ranges(r)) {
        auto const its = owner_of(range.of(r).memory, r.n > 0 ? range.of(r).first : nullptr);
        if (!its) {
            has_plain = true;
            continue;
        }
        if (has_owner && *owner != *its)
            throw std::invalid_argument("the ranges lie on " + name_of(*owner) + " and on " +
                                        name_of(*its) + "; copy them to one device");
        owner = its;
        has_owner = true;
    }
    if (has_plain && has_owner && r.n > 0 && !backend_of(*owner).reads_host_memory())
        throw std::invalid_argument("one range lies on " + name_of(*owner) +
                                    ", and another in memory of the host; copy one to where the "
                                    "other is");
    return owner;
}

void check_alignment(elementwise_request const& r) {
    for (auto const& range : used_ranges(r))
        if (reinterpret_cast<std::uintptr_t>(range.of(r).first) % range.element_bytes != 0)
            throw std::invalid_argument("elements of " + std::to_string(range.element_bytes) +
                                        " bytes are at an address that is not a multiple of that, "
                                        "as devices need it");
}

void find_reach(elementwise_request& r) {
    for (auto const& range : used_ranges(r))
        if (range.of(r).is_size_unknown) {
            range.of(r).n = r.index_size == 4 ? end_of_indices<std::uint32_t>(r.indices)
                                              : end_of_indices<std::uint64_t>(r.indices);
            range.of(r).is_size_unknown = false;
        }
}

staged_ranges::staged_ranges(elementwise_request const& r, device_id device) : staged_(r) {
    auto* buffer = buffers_.data();
    for (auto const& range : used_ranges(r)) {
        auto& copy = buffer++->emplace(device, range.bytes(r), r);
        if (range.is_read) copy.upload(range.of(r).first);
        range.of(staged_).first = copy.data();
    }
}

void staged_ranges::finish(elementwise_request const& given) const {
    auto const* buffer = buffers_.data();
    for (auto const& range : used_ranges(given)) {
        auto const& copy = *buffer++;
        if (range.is_written) copy->download(range.of(given).first);
    }
}

} // namespace gpu::inline v0::detail
