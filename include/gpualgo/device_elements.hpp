// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_elements: elements in memory of a device, and how they are reached.
#pragma once

#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/detail/element.hpp>
#include <gpualgo/detail/readable_elements.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/device_ptr.hpp>
#include <gpualgo/memory_source.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0 {

/// Elements in memory of a device: the base of `device_vector`, which makes and changes them.
/// Iterators know the device.
///
/// @par Throws
/// `gpu::error` if the device fails while elements are read, and `std::bad_alloc`. With
/// GPUALGO_DEBUG defined, access to an element that does not exist throws `std::out_of_range`.
/// @par Thread safety
/// As `std::vector`: const members may be called from several threads at once.
/// @par Stream behaviour
/// All members have finished on the device when they return.
/// @tparam T the element's type: trivially copyable, since devices copy bytes, and aligned to at
/// most 256 bytes
/// @tparam Bounds not to be given: what iterators know of the elements
template <class T, class Bounds = detail::iterator_bounds>
class device_elements {
    static_assert(std::is_trivially_copyable_v<T> && std::is_same_v<std::remove_cv_t<T>, T> &&
                      !std::is_array_v<T>,
                  "gpu::device_vector<T>: T must be trivially copyable, since devices copy bytes, "
                  "and neither const, volatile nor an array. std::pair and std::tuple are not: "
                  "use a structure of your own, or gpu::soa_vector of gpualgo/soa_vector.hpp");
    static_assert(alignof(T) <= detail::memory_alignment,
                  "gpu::device_vector<T>: T must not be aligned to more than 256 bytes, to which "
                  "devices align their memory");

public:
    using value_type = T;                                     ///< elements
    using size_type = std::size_t;                            ///< their number
    using difference_type = std::ptrdiff_t;                   ///< between iterators
    using reference = device_reference<T>;                    ///< stands for an element
    using const_reference = T;                                ///< an element is read as a copy
    using iterator = device_iterator<T, Bounds>;              ///< carries the device
    using const_iterator = device_iterator<T const, Bounds>;  ///< carries the device
    using pointer = device_ptr<T, Bounds>;                    ///< of `&v[i]`; `data()` is plain
    using const_pointer = device_ptr<T const, Bounds>;        ///< reads only
    using reverse_iterator = std::reverse_iterator<iterator>; ///< for algorithms of the host
    using const_reverse_iterator = std::reverse_iterator<const_iterator>; ///< reads only

    /// @return an iterator at the first element
    [[nodiscard]] iterator begin() noexcept {
        return {device(), data(), Bounds(data(), data() + size_)};
    }
    /// @return the end
    [[nodiscard]] iterator end() noexcept { return begin() + static_cast<difference_type>(size_); }
    /// @return a read-only iterator at the first element
    [[nodiscard]] const_iterator begin() const noexcept {
        return {device(), data(), Bounds(data(), data() + size_)};
    }
    /// @return the end
    [[nodiscard]] const_iterator end() const noexcept {
        return begin() + static_cast<difference_type>(size_);
    }
    /// @return a read-only iterator at the first element
    [[nodiscard]] const_iterator cbegin() const noexcept { return begin(); }
    /// @return the end
    [[nodiscard]] const_iterator cend() const noexcept { return end(); }

    /// Algorithms of this library read reversed ranges element by element.
    /// @return an iterator at the last element, which walks to the first
    [[nodiscard]] reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
    /// @return the end of the elements in reverse
    [[nodiscard]] reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
    /// @return a read-only iterator at the last element, which walks to the first
    [[nodiscard]] const_reverse_iterator rbegin() const noexcept {
        return const_reverse_iterator(end());
    }
    /// @return the end of the elements in reverse
    [[nodiscard]] const_reverse_iterator rend() const noexcept {
        return const_reverse_iterator(begin());
    }
    /// @return a read-only iterator at the last element, which walks to the first
    [[nodiscard]] const_reverse_iterator crbegin() const noexcept { return rbegin(); }
    /// @return the end of the elements in reverse
    [[nodiscard]] const_reverse_iterator crend() const noexcept { return rend(); }

    /// @return the address of the first element on the device, for interoperation; null if there
    /// are none
    [[nodiscard]] T* data() noexcept { return static_cast<T*>(memory_.data()); }
    /// @return the address of the first element on the device, for interoperation; null if there
    /// are none
    [[nodiscard]] T const* data() const noexcept { return static_cast<T const*>(memory_.data()); }
    /// @return the number of elements
    [[nodiscard]] size_type size() const noexcept { return size_; }
    /// @return whether there are none
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    /// @return the number of elements that there is memory for
    [[nodiscard]] size_type capacity() const noexcept { return memory_.bytes() / sizeof(T); }
    /// @return the most elements that the address space could hold
    [[nodiscard]] static constexpr size_type max_size() noexcept {
        return static_cast<size_type>(std::numeric_limits<difference_type>::max()) / sizeof(T);
    }
    /// @return the device that has the elements
    [[nodiscard]] gpu::device device() const noexcept { return memory_.device(); }
    /// @return the origin of the memory: the device or a memory resource
    [[nodiscard]] memory_source source() const noexcept { return memory_.source(); }

    /// @param i less than `size()`
    /// @return a reference to that element
    [[nodiscard]] reference operator[](size_type i) {
        return begin()[static_cast<difference_type>(i)];
    }
    /// @param i less than `size()`
    /// @return a copy of that element
    [[nodiscard]] const_reference operator[](size_type i) const {
        return begin()[static_cast<difference_type>(i)];
    }
    /// @param i the position of an element
    /// @return a reference to it
    /// @throws std::out_of_range if there is no such element
    [[nodiscard]] reference at(size_type i) { return (*this)[checked(i)]; }
    /// @param i the position of an element
    /// @return a copy of it
    /// @throws std::out_of_range if there is no such element
    [[nodiscard]] const_reference at(size_type i) const { return (*this)[checked(i)]; }
    /// @return a reference to the first element; there must be one
    [[nodiscard]] reference front() { return *begin(); }
    /// @return a copy of the first element; there must be one
    [[nodiscard]] const_reference front() const { return *begin(); }
    /// @return a reference to the last element; there must be one
    [[nodiscard]] reference back() { return *(end() - 1); }
    /// @return a copy of the last element; there must be one
    [[nodiscard]] const_reference back() const { return *(end() - 1); }

    /// @return a copy of all elements in the host's memory
    [[nodiscard]] std::vector<T> to_host() const requires std::default_initializable<T> {
        return copied_to_host<std::allocator<T>>();
    }
    /// The way back to the host: `std::vector<T> h = v`, `h = v`. The same as `to_host()`.
    /// @tparam A the allocator of the target, so that a `pinned_vector` may be one
    template <class A>
    [[nodiscard]] operator std::vector<T, A>() const requires std::default_initializable<T> {
        return copied_to_host<A>();
    }

protected:
    /// @cond internal
    /// No elements, or n elements without values.
    explicit device_elements(memory_source where, size_type n = 0)
        : memory_(where, bytes_of(n)), size_(n) {}
    device_elements(device_elements&& other) noexcept
        : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
    device_elements& operator=(device_elements&&) = delete;
    ~device_elements() = default;

    static size_type bytes_of(size_type n) {
        if (n > max_size())
            throw std::length_error("gpu::device_vector: " + std::to_string(n) + " elements of " +
                                    std::to_string(sizeof(T)) + " bytes exceed the address space");
        return n * sizeof(T);
    }

    /// Becomes a copy of n elements at an address of a device.
    void hold(gpu::device from, void const* elements, size_type n) {
        if (bytes_of(n) > memory_.bytes()) {
            detail::device_memory fresh(source(), bytes_of(n));
            detail::copy_bytes(device(), fresh.data(), from, elements, n * sizeof(T));
            memory_ = std::move(fresh);
        } else {
            detail::copy_bytes(device(), data(), from, elements, n * sizeof(T));
        }
        size_ = n;
    }

    /// Return other memory for n elements, which begins with copies of the first `kept` ones.
    [[nodiscard]] detail::device_memory copied(size_type n, size_type kept) const {
        detail::device_memory fresh(source(), bytes_of(n));
        detail::copy_bytes(device(), fresh.data(), device(), data(), kept * sizeof(T));
        return fresh;
    }

    /// Replaces `removed` elements at position `at` by n others, which write(address) puts there.
    /// If others must move, all go to fresh memory, so that nothing has changed if a copy fails.
    template <class Write>
    void replace(size_type at, size_type removed, size_type n, Write write) {
        if (n == 0 && removed == 0) return;
        size_type const tail = size_ - at - removed;
        (void)bytes_of(n); // throws if there are too many, so that the sum does not wrap
        size_type const size = at + n + tail;
        if (tail == 0 && size <= capacity()) {
            if (n > 0) write(data() + at);
        } else {
            auto fresh = copied(size > capacity() ? grown(size) : capacity(), at);
            T* const target = static_cast<T*>(fresh.data()) + at;
            if (n > 0) write(target);
            detail::copy_bytes(device(), target + n, device(), data() + at + removed,
                               tail * sizeof(T));
            memory_ = std::move(fresh);
        }
        size_ = size;
    }

    /// Writes n copies of a value, from element `first` on.
    static void fill(detail::device_memory const& memory, size_type first, size_type n,
                     T const& value) {
        detail::fill_elements(memory.device(), static_cast<T*>(memory.data()) + first, n,
                              __builtin_addressof(value), sizeof(T));
    }
    /// @endcond

private:
    /// Return the capacity for n elements of a vector that grows step by step.
    size_type grown(size_type n) const noexcept {
        size_type const doubled = capacity() > max_size() / 2 ? max_size() : 2 * capacity();
        return n > doubled ? n : doubled;
    }

    size_type checked(size_type i) const {
        if (i >= size_)
            throw std::out_of_range("gpu::device_vector::at: there is no element " +
                                    std::to_string(i) + " among " + std::to_string(size_));
        return i;
    }

    template <class A>
    [[nodiscard]] std::vector<T, A> copied_to_host() const {
        if constexpr (std::same_as<T, bool>) {
            detail::readable_elements<bool> const host(device(), data(), size_);
            return std::vector<bool, A>(host.begin(), host.end()); // packed
        } else {
            std::vector<T, A> host(size_);
            detail::copy_bytes(gpu::device::host(), host.data(), device(), data(),
                               size_ * sizeof(T));
            return host;
        }
    }

protected:
    /// @cond internal
    detail::device_memory memory_;
    size_type size_ = 0;
    /// @endcond
};

} // namespace gpu::inline v0
