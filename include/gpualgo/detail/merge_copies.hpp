// SPDX-License-Identifier: Apache-2.0
/// @file
/// A stable merge of elements whose copies call and throw nothing. While neither range can have
/// ended, no branch depends on a comparison: in random order, every second one would be
/// mispredicted.
#pragma once

#include <cstddef>
#include <vector> // std::construct_at; <memory> compiles 0.1 s longer

namespace gpu::inline v0::detail {

/// Replaces an element, or creates it, by a copy.
template <class T>
void put_copy(T* place, T const& x) {
    std::construct_at(place, x);
}

/// @return one past the last copy
template <class T>
T* put_copies(T const* first, T const* last, T* out) {
    for (; first != last; ++first, (void)++out) detail::put_copy(out, *first);
    return out;
}

/// @return 1 if a condition holds, and 0 if not, as a number that compilers do not branch on
inline std::ptrdiff_t without_branch(bool condition) {
    std::ptrdiff_t number = condition;
    asm("" : "+r"(number));
    return number;
}

/// Two sorted ranges of one array.
template <class T>
struct sorted_pair {
    T *a, *a_end, *b, *b_end;

    [[nodiscard]] std::size_t least_size() const {
        return static_cast<std::size_t>(a_end - a < b_end - b ? a_end - a : b_end - b);
    }
};

/// Merges from the first element on.
template <class T, class C>
void merge_forward(sorted_pair<T> in, T* out, C& before) {
    while (in.a != in.a_end && in.b != in.b_end)
        detail::put_copy(out++, before(*in.b, *in.a) ? *in.b++ : *in.a++);
    detail::put_copies(in.b, in.b_end, detail::put_copies(in.a, in.a_end, out));
}

/// Merges from both ends at once, so that a processor overlaps two chains of comparisons.
/// @param out room for as many elements as both ranges have; must not overlap them
template <class T, class C>
void merge_copies(sorted_pair<T> const& in, T* out, C& before) {
    sorted_pair<T> rest = in;
    T* out_end = out + (in.a_end - in.a) + (in.b_end - in.b);
    T* const out_first = out;
    for (std::size_t i = in.least_size(); i > 0; --i) { // neither range ends before
        auto const front_is_b = detail::without_branch(before(*rest.b, *rest.a));
        detail::put_copy(out++, rest.a[(rest.b - rest.a) * front_is_b]);
        rest.b += front_is_b;
        rest.a += 1 - front_is_b;
        auto const back_is_a = detail::without_branch(before(rest.b_end[-1], rest.a_end[-1]));
        detail::put_copy(--out_end, rest.b_end[(rest.a_end - rest.b_end) * back_is_a - 1]);
        rest.a_end -= back_is_a;
        rest.b_end -= 1 - back_is_a;
    }
    bool const have_met = rest.a > rest.a_end || rest.b > rest.b_end; // if it is not an order
    detail::merge_forward(have_met ? in : rest, have_met ? out_first : out, before);
}

} // namespace gpu::inline v0::detail
