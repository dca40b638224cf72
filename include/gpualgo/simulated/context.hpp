// SPDX-License-Identifier: Apache-2.0
/// @file
/// The context of the simulated device: the interface for kernel bodies.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/abi/simulated_thread.hpp>
#include <gpualgo/simulated/array.hpp>
#include <gpualgo/simulated/group.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::simulated {

/// One thread's view of its launch.
class context {
public:
    explicit context(detail::simulated_thread& self) : self_(&self) {}

    /// @return all threads of the block
    [[nodiscard]] thread_block block() const { return thread_block(*self_); }
    /// @return the index of this block in the grid
    [[nodiscard]] std::size_t block_rank() const { return self_->block; }
    /// @return the number of blocks in the grid
    [[nodiscard]] std::size_t num_blocks() const { return self_->grid->volume(); }

    /// @return the tile of N threads of the block that contains this thread
    template <unsigned N>
    [[nodiscard]] thread_block_tile<N> tile() const {
        return tiled_partition<N>(block());
    }
    /// @return the lanes of the thread's warp that call this together
    [[nodiscard]] lane_group
    coalesced_threads(code_location site = code_location::current()) const {
        return simulated::coalesced_threads(*self_, site);
    }

    /// @return the block's dynamic shared memory, uninitialised at the start of the block
    template <class T>
    [[nodiscard]] array<T> shared() const {
        detail::checked_memory memory;
        detail::unless_stopped(self_->functions->shared(*self_, sizeof(T), memory));
        return array<T>({*self_, memory, sizeof(T)});
    }

    /// @return the elements from a pointer to the end of the region that contains it
    template <class T>
    [[nodiscard]] array<T> global(T* first, code_location site = code_location::current()) const {
        detail::checked_memory memory;
        detail::unless_stopped(self_->functions->global(*self_, first, alignof(T), site, memory));
        return array<T>({*self_, memory, sizeof(T)});
    }

    /// Called by all threads of a block after most of their reads. Here launches do not overlap.
    void let_next_start() const {}

    /// Publishes the block's writes to blocks that publish later. Called by all its threads, once
    /// per launch.
    /// @return on all threads: whether the block is the last of the grid to publish, so that it
    /// sees all writes
    [[nodiscard]] bool is_last_block(code_location site = code_location::current()) const {
        bool is_last = false;
        detail::unless_stopped(self_->functions->publish(*self_, site, is_last));
        return is_last;
    }

    /// @name For bodies whose blocks wait for each other
    /// Atomic accesses to words that only these functions access; they order nothing else.
    /// @{

    /// @return the word's value before the sum
    template <class T>
    T fetch_add(T* word, T summand, code_location site = code_location::current()) const {
        T const before = load_relaxed(word, site);
        store_relaxed(word, static_cast<T>(before + summand), site);
        return before;
    }
    template <class T>
    [[nodiscard]] T load_relaxed(T const* word,
                                 code_location site = code_location::current()) const {
        T value;
        detail::unless_stopped(
            self_->functions->load_word(*self_, word, &value, sizeof value, site));
        return value;
    }
    template <class T>
    void store_relaxed(T* word, T const& value,
                       code_location site = code_location::current()) const {
        detail::unless_stopped(
            self_->functions->store_word(*self_, word, &value, sizeof value, site));
    }
    /// Called by all lanes of a warp in a loop that waits for a word of another block.
    void pause(code_location site = code_location::current()) const {
        detail::unless_stopped(self_->functions->pause(*self_, site));
    }
    /// @}

    /// Bodies take the way of GPUs that copy asynchronously.
    static constexpr bool copies_asynchronously = true;
    /// Copies elements from global to shared memory, for `wait_for_copies`. Here at once.
    template <std::size_t V, class T, class From>
    void copy_vector(array<T> const& to, std::size_t i, From const& from, std::size_t k,
                     code_location site = code_location::current()) const {
        auto const loaded = from.template vector<V>(k, site);
        T values[V];
        std::copy(loaded.begin(), loaded.end(), values);
        to.template put_vector<V>(i, values, site);
    }
    template <class T, class From>
    void copy_element(array<T> const& to, std::size_t i, From const& from, std::size_t k,
                      code_location site = code_location::current()) const {
        to.put(i, from.get(k, site), site);
    }
    /// Ends a group of copies of the calling thread.
    void commit_copies() const {}
    /// Waits for the calling thread's copies, except those of the last `Pending` groups.
    template <unsigned Pending>
    void wait_for_copies() const {}

    /// Called by the thread that has written the result. Does nothing, because the host waits for
    /// the launch.
    void finish() const {}

private:
    detail::simulated_thread* self_;
};

} // namespace gpu::inline v0::simulated
