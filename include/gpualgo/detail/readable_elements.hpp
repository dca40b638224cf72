// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elements of a range in one place: in memory of a device if the range lies there, otherwise in
/// memory of the host.
#pragma once

#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/detail/element.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/kernel/conversion.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// Elements of a device, for the host to read. Those of a GPU are copied; others are read in place.
/// T need not have a default constructor.
template <class T>
class readable_elements {
public:
    readable_elements(gpu::device device, T const* elements, std::size_t n)
        : first_(elements), n_(n) {
        if (device.kind() != device_kind::cuda || n == 0) return;
        copy_ = ::operator new(n * sizeof(T), std::align_val_t(alignof(T)));
        first_ = static_cast<T const*>(copy_);
        try {
            detail::copy_bytes(gpu::device::host(), copy_, device, elements, n * sizeof(T));
        } catch (...) {
            release();
            throw;
        }
    }
    readable_elements(readable_elements const&) = delete;
    readable_elements& operator=(readable_elements const&) = delete;
    ~readable_elements() { release(); }

    [[nodiscard]] T const* begin() const noexcept { return first_; }
    [[nodiscard]] T const* end() const noexcept { return first_ + n_; }

private:
    void release() noexcept { ::operator delete(copy_, std::align_val_t(alignof(T))); }

    T const* first_;
    std::size_t n_;
    void* copy_ = nullptr;
};

/// Calls use(device, address, n) with contiguous elements of type T. If the range has no such
/// elements, they are converted to a copy on the host.
template <class T, input_iterator I, sentinel_for<I> S, class Use>
void with_elements(I first, S last, Use use) {
    constexpr bool same = std::same_as<std::iter_value_t<I>, T>;
    if constexpr (reads_device<I>) {
        auto use_stored = [&use](auto begin, auto end) {
            detail::with_elements<T>(begin, end, use);
        };
        use_made(program_kernels(), first, last, use_stored);
    } else if constexpr (is_device_iterator<I>) {
        std::size_t const n = detail::count(first, last);
        if constexpr (same) return use(first.device(), static_cast<T const*>(first.get()), n);
        else {
            readable_elements<std::iter_value_t<I>> const host(first.device(), first.get(), n);
            return detail::with_elements<T>(host.begin(), host.end(), use);
        }
    } else if constexpr (same && contiguous_memory<I>) {
        T const* const elements = detail::address_of(first);
        device_id where;
        ::gpualgo_v0_locate(elements, &where);
        use(gpu::device(where), elements, detail::count(first, last));
    } else {
        if constexpr (contiguous_memory<I> && std::is_trivially_copyable_v<std::iter_value_t<I>>) {
            using value = std::iter_value_t<I>;
            value const* const elements = detail::address_of(first);
            device_id where;
            ::gpualgo_v0_locate(elements, &where);
            if (gpu::device(where).kind() == device_kind::cuda) { // a pointer of the program
                readable_elements<value> const host(gpu::device(where), elements,
                                                    detail::count(first, last));
                return detail::with_elements<T>(host.begin(), host.end(), use);
            }
        }
        std::vector<element<T>> copy;
        for (; first != last; ++first) copy.push_back({kernel::implicitly<T>(*first)});
        T const* const elements = copy.empty() ? nullptr : __builtin_addressof(copy.front().value);
        use(gpu::device::host(), elements, copy.size());
    }
}

/// Calls use(first, last) with the ends of a range that the host reads without a copy per element.
template <input_range R, class Use>
auto with_readable(R& range, Use use) {
    using I = iterator_t<R>;
    using T = range_value_t<R>;
    I const first = detail::begin_of(range);
    if constexpr (is_device_iterator<I>) {
        readable_elements<T> const host(first.device(), first.get(),
                                        detail::count(first, detail::end_of(range)));
        return use(host.begin(), host.end());
    } else {
        return use(first, detail::end_of(range));
    }
}

/// Whether two ranges have the same number of elements, and equal ones in order.
template <class I, class IEnd, class J, class JEnd>
bool are_equal(I a, IEnd a_end, J b, JEnd b_end) {
    for (; a != a_end && b != b_end; ++a, ++b)
        if (!static_cast<bool>(*a == *b)) return false;
    return !(a != a_end) && !(b != b_end);
}

} // namespace gpu::inline v0::detail
