// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical order of scans: the one expression per element that `gpu::automatic` evaluates on
/// every device. Slow on purpose: it is read, and it is what tests compare with.
///
/// The prefix that ends at element i is x[0] ... x[i] folded in adjacent pairs, (0,1) (2,3) ...,
/// and again, until one is left. An odd last one moves up. It depends on neither n, the type, a
/// tile nor a lane. In other words:
/// - By recursion: an aligned group of 2^k elements has two halves, which are scanned separately.
///   Then the total of the first half precedes every result of the second (Sklansky's network).
/// - By digits: the binary digits of i name aligned groups before x[i], and these precede it, the
///   smallest one first: A16 + (A4 + (A1 + x[21])).
/// - As a binary counter, see `prefix_groups`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace gpu::inline v0::kernel {

/// The totals of the aligned groups that the binary digits of a number of elements name.
/// Totals are read by `value()`: a unary `*` would look up operators in the classes that T names,
/// which may be incomplete.
/// @tparam T can be moved
template <class T>
class prefix_groups {
public:
    /// Adds the next element.
    /// @param x the element
    /// @param op an associative operator
    /// @param use called once with the prefix that ends at the element, as `T&`
    template <class Op, class Use>
    constexpr void append(T x, Op& op, Use use) {
        std::size_t b = 0;
        for (; (count_ >> b & 1) != 0; ++b)
            x = op(total_[b].value(), x); // completes a group of 2^(b+1)
        total_[b].emplace(std::move(x));
        T* prefix =
            __builtin_addressof(total_[b].value()); // not const: operators may take references
        std::optional<T> folded;
        for (std::size_t c = b + 1; (count_ >> c) != 0; ++c) {
            if ((count_ >> c & 1) == 0) continue;
            T next = op(total_[c].value(), *prefix);
            folded.emplace(std::move(next));
            prefix = __builtin_addressof(folded.value());
        }
        ++count_;
        use(*prefix);
    }

private:
    std::array<std::optional<T>, 64> total_{};
    std::size_t count_ = 0;
};

/// The definition.
/// @param x n elements: an input iterator
/// @param n their number
/// @param op an associative operator
/// @param use called as use(prefix) for the prefixes that end at x[0], x[1] ...
template <class T, class Input, class Op, class Use>
constexpr void canonical_prefixes(Input x, std::size_t n, Op op, Use use) {
    prefix_groups<T> groups;
    for (std::size_t i = 0; i < n; ++i, (void)++x) groups.append(static_cast<T>(*x), op, use);
}

} // namespace gpu::inline v0::kernel
