// SPDX-License-Identifier: Apache-2.0
/// @file
/// The sort of sort_copies.hpp on all cores.
#pragma once

#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/detail/merge_split.hpp>
#include <gpualgo/detail/sort_copies.hpp>
#include <gpualgo/kernel/bits.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace gpu::inline v0::detail {

/// Equal parts of n elements, which are sorted and merged on all cores.
class sorted_parts {
public:
    static constexpr std::size_t most = 64;

    explicit sorted_parts(std::size_t n) : n_(n) {
        while (count_ < most && n / count_ > 1024) count_ *= 2;
    }

    [[nodiscard]] std::size_t count() const { return count_; } ///< a power of two
    /// @return the first element of a part
    [[nodiscard]] std::size_t begin(std::size_t part) const {
        std::size_t const larger = n_ % count_; // parts that have one element more
        return n_ / count_ * part + (part < larger ? part : larger);
    }
    [[nodiscard]] std::size_t size(std::size_t part) const { return begin(part + 1) - begin(part); }

    /// Merges pairs of runs, each of which has `width` parts. A task writes a part.
    template <class T, class C>
    void merge_pairs(T* from, T* to, std::size_t width, C& before) const {
        std::array<sorted_pair<T>, most> task{};
        detail::at_once(count_, [&](std::size_t part) {
            task[part] = from_part_on(from, part, width, before);
        });
        for (std::size_t part = 1; part < count_; ++part) {
            if (part % (2 * width) == 0) continue;
            auto& [a, a_end, b, b_end] = task[part - 1];
            auto const n = static_cast<std::ptrdiff_t>(size(part - 1));
            auto n_a = task[part].a - a; // negative or too many, if the comparator is not an order
            n_a = n_a < 0 ? 0 : n_a > n ? n : n_a;
            task[part].a = a_end = a + n_a;
            task[part].b = b_end = b + (n - n_a);
        }
        detail::at_once(count_, [&](std::size_t part) {
            detail::merge_copies(task[part], to + begin(part), before);
        });
    }

private:
    /// @return the elements of a pair of runs that belong to a part of their merge, and all that
    /// come after them
    template <class T, class C>
    [[nodiscard]] sorted_pair<T> from_part_on(T* x, std::size_t part, std::size_t width,
                                              C& before) const {
        std::size_t const first = part / (2 * width) * 2 * width;
        std::size_t const d = begin(part) - begin(first), na = begin(first + width) - begin(first),
                          nb = begin(first + 2 * width) - begin(first + width);
        T* const a = x + begin(first);
        T* const b = a + na;
        std::size_t const of_a = detail::split_of_merge(a, na, b, nb, d, before);
        return {a + of_a, b, b + (d - of_a), b + nb};
    }

    std::size_t n_, count_ = 1;
};

/// Sorts on all cores. The comparator is called by several threads at once. Rethrows an exception
/// of it.
template <class T, class C>
void sort_copies_on_cores(T* x, std::size_t n, C& before) {
    sorted_parts const parts(n);
    if (parts.count() == 1) return detail::sort_copies(x, n, before);
    copy_buffer<T> const buffer(n);
    // if there is an odd number of merges: the last one writes to x
    bool const to_buffer = kernel::bit_width(parts.count()) % 2 == 0;
    detail::at_once(parts.count(), [&](std::size_t part) {
        std::size_t const begin = parts.begin(part);
        detail::sort_copies(x + begin, buffer.begin() + begin, parts.size(part), to_buffer, before);
    });
    T* from = to_buffer ? buffer.begin() : x;
    T* to = to_buffer ? x : buffer.begin();
    for (std::size_t width = 1; width < parts.count(); width *= 2, std::swap(from, to)) {
        auto const merge = [&] { parts.merge_pairs(from, to, width, before); };
        if (to == x) detail::copy_all_or_sorted(from, to, n, merge);
        else merge();
    }
}

} // namespace gpu::inline v0::detail
