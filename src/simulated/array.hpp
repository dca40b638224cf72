// SPDX-License-Identifier: Apache-2.0
/// @file
/// Arrays in shared and global memory for kernels. Every access is checked.
#pragma once

#include "thread.hpp"

#include <array>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace gpu::inline v0::simulated {

/// Type-erased elements in a region: the base of all arrays, so that checks are compiled once.
class elements {
public:
    /// @param self the thread that accesses them
    /// @param memory the region that contains them
    /// @param first byte offset of the first element
    /// @param size bytes per element
    /// @param count number of elements
    elements(thread& self, region& memory, std::size_t first, std::size_t size, std::size_t count)
        : self_(&self), memory_(&memory), first_(first), size_(size), count_(count) {}

    /// Reads elements i to i + count - 1 as one access.
    void load(std::size_t i, std::size_t count, void* values,
              std::source_location const& site) const;
    /// Writes elements i to i + count - 1 as one access.
    void store(std::size_t i, std::size_t count, void const* values,
               std::source_location const& site) const;
    /// Whether the address of the first element is a multiple of `bytes`.
    [[nodiscard]] bool is_aligned(std::size_t bytes) const { return bytes_before(bytes) == 0; }
    /// Bytes from the first element to the next address that is a multiple of `boundary`.
    [[nodiscard]] std::size_t bytes_before(std::size_t boundary) const;
    /// The elements from an offset on.
    [[nodiscard]] elements from(std::size_t offset, std::source_location const& site) const;

private:
    void check(std::size_t i, std::size_t count, char const* access,
               std::source_location const& site) const;

    thread* self_;
    region* memory_;
    std::size_t first_;
    std::size_t size_;
    std::size_t count_;
};

/// An array of T. Accesses are functions, not operators, so that each can record its source
/// location.
template <class T>
class array {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = std::remove_const_t<T>; ///< the type that `get` returns

    /// @param elements elements of T's size
    explicit array(simulated::elements const& elements) : elements_(elements) {}

    /// @return element i
    [[nodiscard]] value_type
    get(std::size_t i, std::source_location site = std::source_location::current()) const {
        value_type element;
        elements_.load(i, 1, &element, site);
        return element;
    }

    /// Writes element i.
    void put(std::size_t i, value_type const& element,
             std::source_location site = std::source_location::current()) const
        requires(!std::is_const_v<T>) {
        elements_.store(i, 1, &element, site);
    }

    /// Writes the V elements from i on, which must be aligned: one access of a thread.
    template <std::size_t V>
    void put_vector(std::size_t i, T const (&values)[V],
                    std::source_location site = std::source_location::current()) const
        requires(!std::is_const_v<T>) {
        elements_.store(i, V, values, site);
    }

    /// @return whether the first V elements can be loaded as one access
    template <std::size_t V>
    [[nodiscard]] bool is_aligned() const {
        return elements_.is_aligned(V * sizeof(T) < 16 ? V * sizeof(T) : 16);
    }

    /// @return elements before the first address from which V elements can be one access
    template <std::size_t V>
    [[nodiscard]] unsigned before_boundary() const {
        std::size_t const bytes = V * sizeof(T) < 16 ? V * sizeof(T) : 16;
        return static_cast<unsigned>(elements_.bytes_before(bytes) / sizeof(T));
    }

    /// @return the V elements from i on, which must be aligned: one access of a thread
    template <std::size_t V>
    [[nodiscard]] std::array<value_type, V>
    aligned_vector(std::size_t i,
                   std::source_location site = std::source_location::current()) const {
        return vector<V>(i, site);
    }

    /// @return the V elements from i on, at any alignment
    template <std::size_t V>
    [[nodiscard]] std::array<value_type, V>
    shifted_vector(std::size_t i,
                   std::source_location site = std::source_location::current()) const {
        return vector<V>(i, site);
    }

    /// @return the V elements from i on: one access of a thread
    template <std::size_t V>
    [[nodiscard]] std::array<value_type, V>
    vector(std::size_t i, std::source_location site = std::source_location::current()) const {
        std::array<value_type, V> loaded;
        elements_.load(i, V, loaded.data(), site);
        return loaded;
    }

    /// @return the array of the elements from an offset on
    [[nodiscard]] array from(std::size_t offset,
                             std::source_location site = std::source_location::current()) const {
        return array(elements_.from(offset, site));
    }

private:
    simulated::elements elements_;
};

} // namespace gpu::inline v0::simulated
