// SPDX-License-Identifier: Apache-2.0
/// @file
/// Arrays in shared and global memory for kernels. Every access is checked.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/abi/simulated_thread.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::simulated {

/// Elements in memory, type-erased: the base of all arrays, so that checks are compiled once.
class elements {
public:
    /// @param self the thread that accesses them
    /// @param memory that contains them
    /// @param size bytes per element
    elements(detail::simulated_thread& self, detail::checked_memory const& memory, std::size_t size)
        : elements(self, memory.region, memory.first, size, memory.bytes / size) {}

    /// Reads elements i to i + count - 1 as one access.
    void load(std::size_t i, std::size_t count, void* values, code_location const& site) const {
        check(i, count, "a read", site);
        detail::unless_stopped(self_->functions->load(*self_, region_, first_ + i * size_, values,
                                                      count * size_, site));
    }
    /// Writes elements i to i + count - 1 as one access.
    void store(std::size_t i, std::size_t count, void const* values,
               code_location const& site) const {
        check(i, count, "a write", site);
        detail::unless_stopped(self_->functions->store(*self_, region_, first_ + i * size_, values,
                                                       count * size_, site));
    }
    /// Accesses element i atomically.
    void access_atomically(std::size_t i, detail::atomic_access const& access,
                           code_location const& site) const {
        check(i, 1, "an atomic access", site);
        detail::unless_stopped(self_->functions->access_atomically(
            *self_, region_, first_ + i * size_, size_, access, site));
    }
    /// Reads element i atomically until it is ready.
    void await(std::size_t i, detail::atomic_access const& read, code_location const& site) const {
        check(i, 1, "a read", site);
        detail::unless_stopped(
            self_->functions->await(*self_, region_, first_ + i * size_, size_, read, site));
    }
    /// @return the number of elements
    [[nodiscard]] std::size_t size() const { return count_; }
    /// @return whether the address of the first element is a multiple of `bytes`
    [[nodiscard]] bool is_aligned(std::size_t bytes) const { return bytes_before(bytes) == 0; }
    /// @return bytes from the first element to the next address that is a multiple of `boundary`
    [[nodiscard]] std::size_t bytes_before(std::size_t boundary) const {
        auto const address = reinterpret_cast<std::uintptr_t>(first_);
        return (boundary - address % boundary) % boundary;
    }
    /// @return the elements from an offset on
    [[nodiscard]] elements from(std::size_t offset, code_location const& site) const {
        check(offset, 0, "an array", site);
        return {*self_, region_, first_ + offset * size_, size_, count_ - offset};
    }

private:
    elements(detail::simulated_thread& self, void* region, std::byte* first, std::size_t size,
             std::size_t count)
        : self_(&self), region_(region), first_(first), size_(size), count_(count) {}

    void check(std::size_t i, std::size_t count, char const* access,
               code_location const& site) const {
        if (count > count_ || i > count_ - count) [[unlikely]]
            detail::unless_stopped(
                self_->functions->fail_bounds(*self_, region_, access, i, count, count_, site));
    }

    detail::simulated_thread* self_;
    void* region_;
    std::byte* first_;
    std::size_t size_;
    std::size_t count_;
};

template <class T>
class array;

/// A place in an array. It may go beyond the array, if it comes back before an access.
template <class T>
class array_cursor {
public:
    /// @param whole the array
    /// @param i index of the element
    array_cursor(array<T> const& whole, std::size_t i) : whole_(whole), i_(i) {}
    /// @return the place `step` elements further; steps back wrap around
    [[nodiscard]] array_cursor from(std::size_t step) const { return {whole_, i_ + step}; }
    /// @return element k from here on
    [[nodiscard]] auto get(std::size_t k, code_location site) const {
        return whole_.get(i_ + k, site);
    }
    /// @return whether the V elements from there on can be loaded as one access
    template <std::size_t V>
    [[nodiscard]] bool is_aligned(std::size_t k) const {
        return whole_.from(i_ + k).template is_aligned<V>();
    }
    /// @return these elements
    template <std::size_t V>
    [[nodiscard]] auto vector(std::size_t k, code_location site) const {
        return whole_.template vector<V>(i_ + k, site);
    }

private:
    array<T> whole_;
    std::size_t i_;
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
    [[nodiscard]] value_type get(std::size_t i,
                                 code_location site = code_location::current()) const {
        value_type element;
        elements_.load(i, 1, &element, site);
        return element;
    }

    /// Writes element i.
    void put(std::size_t i, value_type const& element,
             code_location site = code_location::current()) const requires(!std::is_const_v<T>) {
        elements_.store(i, 1, &element, site);
    }

    /// Writes the V elements from i on, which must be aligned: one access of a thread.
    template <std::size_t V>
    void put_vector(std::size_t i, T const (&values)[V],
                    code_location site = code_location::current()) const
        requires(!std::is_const_v<T>) {
        elements_.store(i, V, values, site);
    }

    /// @return the number of elements
    [[nodiscard]] std::size_t size() const { return elements_.size(); }

    /// @name Atomic updates of element i
    /// They order no other accesses. Each returns the element from before the update.
    /// @{
    value_type fetch_add(std::size_t i, value_type value,
                         code_location site = code_location::current()) const {
        return update(
            i, [=](value_type old) { return static_cast<value_type>(old + value); }, site);
    }
    value_type fetch_min(std::size_t i, value_type value,
                         code_location site = code_location::current()) const {
        return update(
            i, [=](value_type old) { return value < old ? value : old; }, site);
    }
    value_type fetch_max(std::size_t i, value_type value,
                         code_location site = code_location::current()) const {
        return update(
            i, [=](value_type old) { return old < value ? value : old; }, site);
    }
    value_type fetch_and(std::size_t i, value_type value,
                         code_location site = code_location::current()) const {
        return update(
            i, [=](value_type old) { return static_cast<value_type>(old & value); }, site);
    }
    value_type fetch_or(std::size_t i, value_type value,
                        code_location site = code_location::current()) const {
        return update(
            i, [=](value_type old) { return static_cast<value_type>(old | value); }, site);
    }
    value_type exchange(std::size_t i, value_type value,
                        code_location site = code_location::current()) const {
        return update(
            i, [=](value_type) { return value; }, site);
    }
    /// Writes `value` if the element equals `expected`.
    value_type compare_exchange(std::size_t i, value_type expected, value_type value,
                                code_location site = code_location::current()) const {
        return update(
            i, [=](value_type old) { return old == expected ? value : old; }, site);
    }
    /// @}

    /// Writes element i atomically. Orders no other memory.
    void publish(std::size_t i, value_type value,
                 code_location site = code_location::current()) const {
        auto write = [=](value_type& element) { return element = value, true; };
        elements_.access_atomically(i, access(detail::atomic_kind::write, write), site);
    }
    /// Reads element i atomically until `is_ready(value)`. Another block publishes it; that block
    /// must already run, or must have ended.
    /// @return the value
    template <class Ready>
    [[nodiscard]] value_type await(std::size_t i, Ready is_ready,
                                   code_location site = code_location::current()) const {
        value_type value{};
        auto read = [&](value_type const& element) {
            value = element;
            return static_cast<bool>(is_ready(value));
        };
        elements_.await(i, access(detail::atomic_kind::read, read), site);
        return value;
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
    aligned_vector(std::size_t i, code_location site = code_location::current()) const {
        return vector<V>(i, site);
    }

    /// @return the V elements from i on, at any alignment
    template <std::size_t V>
    [[nodiscard]] std::array<value_type, V>
    shifted_vector(std::size_t i, code_location site = code_location::current()) const {
        return vector<V>(i, site);
    }

    /// @return the V elements from i on: one access of a thread
    template <std::size_t V>
    [[nodiscard]] std::array<value_type, V>
    vector(std::size_t i, code_location site = code_location::current()) const {
        std::array<value_type, V> loaded;
        elements_.load(i, V, loaded.data(), site);
        return loaded;
    }

    /// @return the array of the elements from an offset on
    [[nodiscard]] array from(std::size_t offset,
                             code_location site = code_location::current()) const {
        return array(elements_.from(offset, site));
    }

    /// @return a place in the array, for `from`, `copy_element` and `copy_vector`
    [[nodiscard]] array_cursor<T> cursor(std::size_t i) const { return {*this, i}; }

private:
    /// @param f lives until the access is done
    template <class F>
    static detail::atomic_access access(detail::atomic_kind kind, F& f) {
        static_assert(!std::is_const_v<T> && std::is_arithmetic_v<T> && sizeof(T) >= 4,
                      "atomic accesses are to numbers of 4 or 8 bytes");
        auto const apply = [](void* context, void* element) {
            return (*static_cast<F*>(context))(*static_cast<value_type*>(element));
        };
        return {kind, apply, &f};
    }
    template <class F>
    value_type update(std::size_t i, F next, code_location const& site) const {
        value_type old{};
        auto change = [&](value_type& element) {
            old = element;
            element = next(old);
            return element != old;
        };
        elements_.access_atomically(i, access(detail::atomic_kind::change, change), site);
        return old;
    }

    simulated::elements elements_;
};

} // namespace gpu::inline v0::simulated
