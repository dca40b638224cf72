// SPDX-License-Identifier: Apache-2.0
/// @file
/// An array that grows: the part of `std::vector` that reductions need.
///
/// It works in constant expressions, also if the program defines _GLIBCXX_DEBUG, whose
/// `std::vector` does not. Its elements are objects of any type, bools among them.
#pragma once

#include <cstddef>
#include <utility>
#include <vector> // std::allocator and std::construct_at: <memory> takes a tenth of a second longer

namespace gpu::inline v0::kernel {

/// Elements side by side, added at the end.
/// @tparam T the element's type, which can be moved
template <class T>
class growing_array {
public:
    constexpr growing_array() = default; ///< no elements, and no memory
    /// @param capacity elements that it can take without taking other memory
    constexpr explicit growing_array(std::size_t capacity)
        : first_(capacity == 0 ? nullptr : std::allocator<T>().allocate(capacity)),
          capacity_(capacity) {}
    /// @param other left without elements
    constexpr growing_array(growing_array&& other) noexcept
        : first_(std::exchange(other.first_, nullptr)), size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    constexpr growing_array& operator=(growing_array&&) = delete;
    constexpr ~growing_array() {
        for (std::size_t i = size_; i > 0; --i) std::destroy_at(first_ + (i - 1));
        if (first_ != nullptr) std::allocator<T>().deallocate(first_, capacity_);
    }

    /// Adds an element. The others stay if that fails.
    /// @param arguments of the element's constructor
    template <class... Arguments>
    constexpr void emplace_back(Arguments&&... arguments) {
        if (size_ == capacity_) grow();
        std::construct_at(first_ + size_, std::forward<Arguments>(arguments)...);
        ++size_;
    }

    /// @return how many elements there are
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    /// @return the first element
    [[nodiscard]] constexpr T* begin() { return first_; }
    /// @return behind the last element
    [[nodiscard]] constexpr T* end() { return first_ + size_; }
    /// @param i less than `size()`
    /// @return the element at this place
    [[nodiscard]] constexpr T& operator[](std::size_t i) { return first_[i]; }

private:
    constexpr void grow() {
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
