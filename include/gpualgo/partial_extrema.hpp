// SPDX-License-Identifier: Apache-2.0
/// @file
/// partial_min_element, partial_max_element, partial_last_max_element: searches of a part of a
/// larger range, which merge with their neighbours.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/partial_interval.hpp>
#include <gpualgo/detail/word_checksum.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/policy.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace gpu::inline v0 {

/// The element that a search finds.
enum class found_element {
    first_smallest, ///< the first of the smallest
    first_largest,  ///< the first of the largest
    last_largest    ///< the last of the largest
};

namespace detail {

/// The index of the element in a range that is not empty.
template <found_element Which, class P, class I, class C>
std::uint64_t find_extremum(P const& policy, I first, I last, C compare) {
    auto const position = [first](I i) {
        if constexpr (byte_iterator<I>) return static_cast<std::uint64_t>(i - first);
        else return std::uint64_t{detail::count(first, i)};
    };
    if constexpr (Which == found_element::first_smallest)
        return position(gpu::min_element(policy, first, last, compare));
    else if constexpr (Which == found_element::first_largest)
        return position(gpu::max_element(policy, first, last, compare));
    else return position(gpu::minmax_element(policy, first, last, compare).second);
}

/// An iterator to elements of a type that a search can read more than once.
template <class I, class T>
concept searchable_part = (byte_iterator<I> ||
                           forward_iterator<I>)&&std::same_as<std::iter_value_t<I>, T>;

/// The element at an iterator of any range.
template <class P, class I>
std::iter_value_t<I> element_at(P const& policy, I first) {
    if constexpr (reads_device<I>)
        return detail::with_stored(policy, "gpu::partial_search", first, first + 1,
                                   [](auto begin, auto) { return std::iter_value_t<I>(*begin); });
    else return *first;
}

/// The number of elements of a part.
template <class I>
std::uint64_t length_of_part(I first, I last) {
    if constexpr (byte_iterator<I>) return detail::count_elements(first, last);
    else return detail::count(first, last);
}

/// The index after the last element of a part.
template <class I>
std::uint64_t end_of_part(std::uint64_t begin, I first, I last) {
    std::uint64_t const n = detail::length_of_part(first, last);
    check_indices(begin, n, "gpu::partial_search");
    return begin + n;
}

} // namespace detail

/// A search of the elements [begin, end) of a larger range. Neighbours merge to the result of one
/// search of the whole range.
/// @tparam T a precompiled type with an order
/// @tparam Compare `std::less<>` or `std::greater<>`
/// @tparam Which the element that is searched for
template <class T, class Compare, found_element Which>
class partial_search {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    /// The number of bytes that `serialize` returns.
    static constexpr std::size_t max_serialized_size = 48 + sizeof(T);
    /// @cond internal
    static constexpr std::uint64_t type_code =
        std::uint64_t{0x5ea1} << 48 | static_cast<std::uint64_t>(Which) << 40 |
        std::uint64_t{detail::is_greater<Compare, T>} << 32 |
        detail::index_of<detail::as_listed<T>, detail::types>;
    /// @endcond

    /// The search of no elements.
    /// @param position the index that it begins and ends at
    explicit partial_search(std::uint64_t position = 0)
        : begin_(position), end_(position), index_(position) {}

    /// Searches a range by the kernels of the device that it lies on. On the host, iterators of any
    /// category that can be read twice will do.
    ///
    /// Throws what `gpu::min_element` throws; `std::invalid_argument` if indices do not fit 64
    /// bits.
    /// @param policy `gpu::automatic` with its options
    /// @param begin the index of the first element in the larger range
    /// @param first the first element
    /// @param last the end
    template <detail::searchable_part<T> I>
    partial_search(policy::automatic const& policy, std::uint64_t begin, I first, I last)
        : begin_(begin), end_(detail::end_of_part(begin, first, last)), index_(end_) {
        if (begin_ == end_) return;
        std::uint64_t const found = detail::find_extremum<Which>(policy, first, last, Compare());
        index_ = begin + found;
        if constexpr (detail::byte_iterator<I>) {
            auto const i = first + static_cast<std::iter_difference_t<I>>(found);
            gpu::copy(i, i + 1, &value_);
        } else {
            detail::advance_by(first, static_cast<std::size_t>(found));
            value_ = detail::element_at(policy, first);
        }
    }

    /// The same without options.
    /// @param begin the index of the first element in the larger range
    /// @param first the first element
    /// @param last the end
    template <detail::searchable_part<T> I>
    partial_search(std::uint64_t begin, I first, I last)
        : partial_search(automatic, begin, first, last) {}

    /// Appends a search that begins where this one ends.
    ///
    /// Throws `std::invalid_argument` if there is a gap or an overlap between them.
    /// @return this object
    /// @param next begins where this one ends
    partial_search& merge(partial_search const& next) {
        if (next.begin_ != end_)
            throw std::invalid_argument(
                "a partial search of the elements from " + std::to_string(next.begin_) +
                " on does not follow one of those up to " + std::to_string(end_));
        if (next.begin_ != next.end_ && (begin_ == end_ || is_better(next.value_))) {
            index_ = next.index_;
            value_ = next.value_;
        } else if (begin_ == end_) {
            index_ = next.end_;
        }
        end_ = next.end_;
        return *this;
    }

    /// @return the index of the element in the larger range; `end()` if there are no
    /// elements
    [[nodiscard]] std::uint64_t index() const noexcept { return index_; }
    /// @return the element; T() if there are no elements
    [[nodiscard]] T const& value() const noexcept { return value_; }
    /// @return the index of the first element
    [[nodiscard]] std::uint64_t begin() const noexcept { return begin_; }
    /// @return the index after the last element
    [[nodiscard]] std::uint64_t end() const noexcept { return end_; }

    /// @return bytes for another process or a file, in a versioned layout: see doc/distributed.md
    [[nodiscard]] std::vector<std::byte> serialize() const {
        std::uint64_t const numbers[6] = {version, type_code, begin_, end_, index_, checksum()};
        std::vector<std::byte> bytes(max_serialized_size);
        std::memcpy(bytes.data(), numbers, sizeof numbers);
        std::memcpy(bytes.data() + sizeof numbers, &value_, sizeof value_);
        return bytes;
    }

    /// The search that `serialize` has written.
    ///
    /// Throws `std::invalid_argument`, saying which, if bytes are missing or changed, or are of a
    /// search of another type or version.
    /// @return the search
    /// @param written bytes that `serialize` has returned
    [[nodiscard]] static partial_search deserialize(std::span<std::byte const> written) {
        std::uint64_t numbers[6] = {};
        if (written.size() < sizeof numbers) fail("there are too few");
        std::memcpy(numbers, written.data(), sizeof numbers);
        if (numbers[0] != version)
            fail("they have version " + std::to_string(numbers[0]) + ", not " +
                 std::to_string(version));
        if (numbers[1] != type_code) fail("they are of a search of another type");
        if (written.size() != max_serialized_size)
            fail("there are " + std::to_string(written.size()) + ", not " +
                 std::to_string(max_serialized_size));
        partial_search read(numbers[2]);
        read.end_ = numbers[3];
        read.index_ = numbers[4];
        std::memcpy(&read.value_, written.data() + sizeof numbers, sizeof read.value_);
        if (numbers[5] != read.checksum() || read.begin_ > read.index_ || read.index_ > read.end_)
            fail("some have changed");
        return read;
    }

private:
    static constexpr std::uint64_t version = 2;

    [[noreturn]] static void fail(std::string const& reason) {
        throw std::invalid_argument("these bytes are no partial search of this type: " + reason);
    }

    /// The checksum of all other bytes.
    [[nodiscard]] std::uint64_t checksum() const {
        std::uint64_t const numbers[6] = {version, type_code, begin_, end_, index_, 0};
        std::byte bytes[sizeof numbers + sizeof value_];
        std::memcpy(bytes, numbers, sizeof numbers);
        std::memcpy(bytes + sizeof numbers, &value_, sizeof value_);
        detail::word_checksum sum;
        sum.add(bytes, sizeof bytes);
        return sum.value();
    }

    /// Whether a later element is found rather than this one, by the library's comparison.
    [[nodiscard]] bool is_better(T const& later) const {
        T const both[2] = {value_, later};
        return detail::find_extremum<Which>(automatic, both + 0, both + 2, Compare()) == 1;
    }

    std::uint64_t begin_;
    std::uint64_t end_;
    std::uint64_t index_;
    T value_{};
};

/// The first of the smallest elements of a part of a range: the index is that of the whole range.
/// Neighbours merge to the result of `gpu::min_element` of the whole range.
/// @tparam T a precompiled type with an order
/// @tparam Compare `std::less<>` or `std::greater<>`
template <class T, class Compare = std::less<>>
using partial_min_element = partial_search<T, Compare, found_element::first_smallest>;

/// The first of the largest elements of a part of a range.
template <class T, class Compare = std::less<>>
using partial_max_element = partial_search<T, Compare, found_element::first_largest>;

/// The last of the largest elements of a part of a range: the second result of `minmax_element`.
template <class T, class Compare = std::less<>>
using partial_last_max_element = partial_search<T, Compare, found_element::last_largest>;

} // namespace gpu::inline v0
