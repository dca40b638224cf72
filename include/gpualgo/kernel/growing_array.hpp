// SPDX-License-Identifier: Apache-2.0
/// @file
/// A growing array: the part of `std::vector` that reductions need.
///
/// Unlike `std::vector`, it works in constant expressions even if the program defines
/// _GLIBCXX_DEBUG, and elements of type bool are objects.
#pragma once

#include <cstddef>
#include <utility>
#include <vector> // std::allocator and std::construct_at; <memory> compiles 0.1 s longer

namespace gpu::inline v0::kernel {

/// Contiguous elements, appended at the end.
/// @tparam T the element type, which must be movable
template <class T>
class growing_array {
public:
    constexpr growing_array() = default; ///< empty, without memory
    /// @param capacity elements that fit without another allocation
    constexpr explicit growing_array(std::size_t capacity)
        : first_(capacity == 0 ? nullptr : std::allocator<T>().allocate(capacity)),
          capacity_(capacity) {}
    /// @param other left empty
    constexpr growing_array(growing_array&& other) noexcept
        : first_(std::exchange(other.first_, nullptr)), size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    constexpr growing_array& operator=(growing_array&&) = delete;
    constexpr ~growing_array() {
        for (std::size_t i = size_; i > 0; --i) std::destroy_at(first_ + (i - 1));
        if (first_ != nullptr) std::allocator<T>().deallocate(first_, capacity_);
    }

    /// Appends an element. If that throws, the others stay.
    /// @param arguments for the element's constructor
    template <class... Arguments>
    constexpr void emplace_back(Arguments&&... arguments) {
        if (size_ == capacity_) grow();
        std::construct_at(first_ + size_, std::forward<Arguments>(arguments)...);
        ++size_;
    }

    /// @return the number of elements
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    /// @return the first element
    [[nodiscard]] constexpr T* begin() { return first_; }
    /// @return one past the last element
    [[nodiscard]] constexpr T* end() { return first_ + size_; }
    /// @param i less than `size()`
    /// @return element i
    [[nodiscard]] constexpr T& operator[](std::size_t i) { return first_[i]; }

private:
    // not inlined: that would take programs time to compile
    [[gnu::noinline, gnu::cold]] constexpr void grow() {
        growing_array larger(size_ == 0 ? 16 : 2 * size_);
        for (T& element : *this) larger.emplace_back(std::move(element));
        std::swap(first_, larger.first_);
        std::swap(size_, larger.size_);
        std::swap(capacity_, larger.capacity_);
    }

    T* first_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace gpu::inline v0::kernel
