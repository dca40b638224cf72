// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches for the extrema of a range of the host by all devices of a group, chunk after chunk.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/detail/extrema_range.hpp>
#include <gpualgo/stream.hpp>

#include <cstddef>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// A comparator that is precompiled for elements of type T.
template <class C, class T>
concept listed_comparator = listed_order<T, C>;

/// Bytes that a device searches at once.
inline constexpr std::size_t search_chunk_bytes = std::size_t{16} << 20;

/// A search of contiguous elements of the host. Devices take chunks in their order. A GPU has two
/// at a time, on streams of their own: one is copied while the other is searched.
template <extremum Wanted, std::contiguous_iterator I, class C>
class group_search {
    using difference = std::iter_difference_t<I>;
    static constexpr std::size_t chunk = search_chunk_bytes / sizeof(std::iter_value_t<I>);
    static constexpr bool both = Wanted == extremum::both;

public:
    /// @param n at least one
    group_search(I first, std::size_t n, C& before) : first_(first), n_(n), before_(before) {}

    /// Searches. The report of `local` is of the first chunk.
    positions run(policy::automatic const& local, std::span<device_id const> devices) {
        found_.resize((n_ - 1) / chunk + 1);
        std::vector<device> workers;
        for (int turn = 0; turn < 2; ++turn)
            for (device_id const id : devices)
                if (turn == 0 || device(id).kind() == device_kind::cuda) workers.emplace_back(id);
        if (found_.size() < workers.size()) workers.resize(found_.size(), device::host());
        at_once(workers.size(), [&](std::size_t w) {
            if (workers.size() == 1) return search_chunks(local.on(workers[w]), local);
            stream const own(workers[w]);
            search_chunks(automatic.on(own), local);
        });
        return merged();
    }

private:
    void search_chunks(policy::automatic const& policy, policy::automatic const& local) {
        for (;;) {
            std::size_t const i = __atomic_fetch_add(&next_, 1, __ATOMIC_RELAXED);
            if (i >= found_.size()) return;
            std::size_t const begin = i * chunk, size = n_ - begin < chunk ? n_ - begin : chunk;
            auto const first = first_ + static_cast<difference>(begin);
            auto const place = [&](I element) {
                return static_cast<std::uint64_t>(element - first_);
            };
            bool const is_reported = i == 0 && local.sink() != nullptr;
            auto const result = detail::extrema_of<Wanted>(
                is_reported ? policy.report_to(*local.sink()) : policy, first,
                first + static_cast<difference>(size), before_, std::identity());
            if constexpr (both) found_[i] = {place(result.first), place(result.second)};
            else found_[i] = {place(result)};
        }
    }

    /// Compares the elements that chunks have found, in the order of the chunks.
    [[nodiscard]] positions merged() const {
        using first_end =
            std::conditional_t<Wanted == extremum::largest, first_largest, first_smallest>;
        auto const at = [&](std::uint64_t i) { return first_ + static_cast<difference>(i); };
        positions best = found_[0];
        for (positions const& next : found_) {
            if (detail::supersedes<first_end>(at(next[0]), at(best[0]), before_)) best[0] = next[0];
            if constexpr (both)
                if (detail::supersedes<last_largest>(at(next[1]), at(best[1]), before_))
                    best[1] = next[1];
        }
        return best;
    }

    I first_;
    std::size_t n_;
    C& before_;
    std::vector<positions> found_; ///< by chunks
    std::size_t next_ = 0;         ///< the next chunk; accessed atomically
};

/// Throws std::invalid_argument if a device is none of a group's.
inline void check_in_group(device_id where, std::span<device_id const> devices,
                           char const* function) {
    for (device_id const id : devices)
        if (id == where) return;
    throw std::invalid_argument(std::string(function) + ": the range lies on " +
                                to_string(device(where)) +
                                ", which is none of the group's devices");
}

/// Every overload on a group ends here.
/// @param policy of a group
template <extremum Wanted, class P, byte_iterator I, class C>
extrema_result<Wanted, I> search_by_group(P const& policy, I first, I last, C before) {
    char const* const function = names_of_extrema[static_cast<std::size_t>(Wanted)];
    std::size_t const n = detail::count_elements(first, last);
    device_id where = n == 0 ? device::host().id() : detail::memory_of(first);
    if (where.kind == unspecified) ::gpualgo_v0_locate(detail::pointer_of(first), &where);
    if (is_device_iterator<I> || where != device::host().id())
        check_in_group(where, policy.devices(), function);
    if constexpr (contiguous_memory<I>) {
        if (n > 0 && where == device::host().id())
            return detail::at_positions<Wanted>(
                first,
                group_search<Wanted, I, C>(first, n, before).run(policy.local(), policy.devices()));
    }
    return detail::extrema_of<Wanted>(policy.local(), first, last, before, std::identity());
}

} // namespace gpu::inline v0::detail
