// SPDX-License-Identifier: Apache-2.0
/// @file
/// Groups of threads with the interface of CUDA's cooperative groups.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/abi/simulated_thread.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::simulated {

/// All threads of a block.
class thread_block {
public:
    explicit thread_block(detail::simulated_thread& self) : self_(&self) {}

    /// Block barrier: earlier writes are visible to all threads of the block afterwards.
    void sync(code_location site = code_location::current()) const {
        detail::unless_stopped(self_->functions->sync_block(*self_, site));
    }

    [[nodiscard]] unsigned thread_rank() const { return self_->rank; }
    [[nodiscard]] unsigned num_threads() const {
        return static_cast<unsigned>(group_dim().volume());
    }
    [[nodiscard]] unsigned size() const { return num_threads(); }
    [[nodiscard]] extent3 group_dim() const { return *self_->block_shape; }
    [[nodiscard]] extent3 dim_threads() const { return group_dim(); }
    [[nodiscard]] extent3 thread_index() const { return group_dim().index(thread_rank()); }
    [[nodiscard]] extent3 group_index() const { return self_->grid->index(self_->block); }

    /// @return the thread, to create groups within this one
    [[nodiscard]] detail::simulated_thread& self() const { return *self_; }

private:
    detail::simulated_thread* self_;
};

/// Some lanes of a warp. All of them must call each collective.
class lane_group {
public:
    /// @param lanes of the thread's warp, including its own
    /// @param index of this group among the parts of the group that was partitioned
    /// @param count number of these parts
    lane_group(detail::simulated_thread& self, std::uint32_t lanes, unsigned index = 0,
               unsigned count = 1)
        : self_(&self), lanes_(lanes), index_(index), count_(count) {}

    [[nodiscard]] unsigned thread_rank() const { return rank_of(self_->lane()); }
    [[nodiscard]] unsigned num_threads() const {
        return static_cast<unsigned>(std::popcount(lanes_));
    }
    [[nodiscard]] unsigned size() const { return num_threads(); }

    /// @return the index of this group among the parts of the partitioned group
    [[nodiscard]] unsigned meta_group_rank() const { return index_; }
    /// @return the number of these parts
    [[nodiscard]] unsigned meta_group_size() const { return count_; }

    /// Group barrier: earlier writes are visible to all lanes of the group afterwards. Shuffles and
    /// votes also wait, but do not order memory.
    void sync(code_location site = code_location::current()) const {
        join({detail::lane_operation::sync, lanes_, site});
    }

    /// @return the value of the lane with a rank, modulo the size of the group
    template <class T>
    [[nodiscard]] T shfl(T const& value, unsigned rank,
                         code_location site = code_location::current()) const {
        return taken(value, lane_of(rank % num_threads()), site);
    }
    /// @return the value of the lane `offset` ranks above, or the lane's own value past the end
    template <class T>
    [[nodiscard]] T shfl_down(T const& value, unsigned offset,
                              code_location site = code_location::current()) const {
        unsigned const rank = thread_rank();
        return taken(value, lane_of(offset < num_threads() - rank ? rank + offset : rank), site);
    }
    /// @return the value of the lane `offset` ranks below, or the lane's own value before the
    /// beginning
    template <class T>
    [[nodiscard]] T shfl_up(T const& value, unsigned offset,
                            code_location site = code_location::current()) const {
        unsigned const rank = thread_rank();
        return taken(value, lane_of(offset <= rank ? rank - offset : rank), site);
    }

    /// @return whether the predicate of any lane holds
    [[nodiscard]] bool any(bool predicate, code_location site = code_location::current()) const {
        return ballot(predicate, site) != 0;
    }
    /// @return whether the predicates of all lanes hold
    [[nodiscard]] bool all(bool predicate, code_location site = code_location::current()) const {
        return ballot(!predicate, site) == 0;
    }
    /// @return a bit per rank: whether its predicate holds
    [[nodiscard]] std::uint32_t ballot(bool predicate,
                                       code_location site = code_location::current()) const {
        return vote(detail::lane_operation::ballot, &predicate, sizeof predicate, site);
    }
    /// @return a bit per rank: whether its value has the same bits as this lane's
    template <class T>
    [[nodiscard]] std::uint32_t match_any(T const& value,
                                          code_location site = code_location::current()) const {
        static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
        return vote(detail::lane_operation::match, &value, sizeof value, site);
    }

    /// @param equal set to 1 if all lanes' values have the same bits, otherwise to 0
    /// @return the bits of all ranks if the values are equal, otherwise 0
    template <class T>
    std::uint32_t match_all(T const& value, int& equal,
                            code_location site = code_location::current()) const {
        std::uint32_t const found = match_any(value, site);
        equal = found == ballot(true, site); // compared with the lanes that are present
        return equal ? found : 0;
    }

    /// @return the thread, to create groups within this one
    [[nodiscard]] detail::simulated_thread& self() const { return *self_; }
    /// @return the set of the group's lanes in the warp
    [[nodiscard]] std::uint32_t lanes() const { return lanes_; }
    /// @param ranks a bit per rank
    /// @return the lanes of the warp that have these ranks
    [[nodiscard]] std::uint32_t lanes_of(std::uint32_t ranks) const {
        std::uint32_t lanes = 0;
        for (auto rest = lanes_; rest != 0; rest &= rest - 1, ranks >>= 1)
            if (ranks & 1) lanes |= rest & -rest;
        return lanes;
    }

protected:
    /// @return the value of a lane of the warp
    template <class T>
    T taken(T const& value, unsigned lane, code_location const& site) const {
        static_assert(std::is_trivially_copyable_v<T>);
        T result;
        shuffle(&value, &result, sizeof value, lane, site);
        return result;
    }

private:
    unsigned rank_of(unsigned lane) const {
        return static_cast<unsigned>(std::popcount(lanes_ & ((1u << lane) - 1)));
    }
    unsigned lane_of(unsigned rank) const {
        std::uint32_t rest = lanes_;
        for (; rank > 0; --rank) rest &= rest - 1;
        return static_cast<unsigned>(std::countr_zero(rest));
    }
    void join(detail::collective part) const {
        detail::unless_stopped(self_->functions->join(*self_, part));
    }
    void shuffle(void const* value, void* result, std::size_t bytes, unsigned lane,
                 code_location const& site) const {
        join({detail::lane_operation::shuffle, lanes_, site, value, result, bytes, lane});
    }
    // converts the set of lanes to a set of ranks
    std::uint32_t vote(detail::lane_operation what, void const* value, std::size_t bytes,
                       code_location const& site) const {
        std::uint32_t found = 0;
        join({what, lanes_, site, value, &found, bytes});
        std::uint32_t ranks = 0;
        for (; found != 0; found &= found - 1)
            ranks |= 1u << rank_of(static_cast<unsigned>(std::countr_zero(found)));
        return ranks;
    }

    detail::simulated_thread* self_;
    std::uint32_t lanes_;
    unsigned index_;
    unsigned count_;
};

/// A tile: one of the equal parts of a block or a larger tile, of up to 32 lanes. The last tile may
/// be partial.
class tile_group : public lane_group {
public:
    /// @param parent_rank the thread's rank in the partitioned group
    /// @param parent_size threads of that group
    /// @param size threads per tile: 1, 2, 4, 8, 16 or 32
    tile_group(detail::simulated_thread& self, unsigned parent_rank, unsigned parent_size,
               unsigned size)
        : lane_group(self, (size == 32 ? ~0u : (1u << size) - 1) << self.lane() / size * size,
                     parent_rank / size, (parent_size + size - 1) / size) {}

    /// @return the value of the lane whose rank is this one's XOR `bits`, which must be in the tile
    template <class T>
    [[nodiscard]] T shfl_xor(T const& value, unsigned bits,
                             code_location site = code_location::current()) const {
        return taken(value, self().lane() ^ bits, site);
    }
};

/// A tile whose size is a constant.
template <unsigned N>
    requires(N <= 32 && std::has_single_bit(N))
class thread_block_tile : public tile_group {
public:
    thread_block_tile(detail::simulated_thread& self, unsigned parent_rank, unsigned parent_size)
        : tile_group(self, parent_rank, parent_size, N) {}

    [[nodiscard]] static constexpr unsigned num_threads() { return N; }
    [[nodiscard]] static constexpr unsigned size() { return N; }
};

/// A group whose lanes are adjacent in their warp, or fill whole warps.
template <class Group>
concept tileable = std::same_as<Group, thread_block> || std::derived_from<Group, tile_group>;

/// Partitions a block or a tile.
template <unsigned N, tileable Group>
[[nodiscard]] thread_block_tile<N> tiled_partition(Group const& parent) {
    return {parent.self(), parent.thread_rank(), parent.num_threads()};
}
template <tileable Group>
[[nodiscard]] tile_group tiled_partition(Group const& parent, unsigned size) {
    return {parent.self(), parent.thread_rank(), parent.num_threads(), size};
}
/// Partitions any lanes of a warp, by their ranks.
/// @param size lanes per part: 1, 2, 4, 8, 16 or 32
[[nodiscard]] inline lane_group tiled_partition(lane_group const& parent, unsigned size) {
    unsigned const threads = parent.num_threads();
    if (threads <= size) return parent;
    unsigned const index = parent.thread_rank() / size;
    std::uint32_t const ranks = ((1u << size) - 1) << index * size; // size is less than 32
    return {parent.self(), parent.lanes_of(ranks), index, (threads + size - 1) / size};
}

/// Partitions a group of lanes by a predicate. The lanes for which it holds are the second part, if
/// there are others.
[[nodiscard]] inline lane_group binary_partition(lane_group const& parent, bool predicate,
                                                 code_location site = code_location::current()) {
    std::uint32_t const all = parent.lanes();
    std::uint32_t const chosen = parent.lanes_of(parent.ballot(predicate, site));
    if (chosen == 0 || chosen == all) return {parent.self(), all};
    return {parent.self(), predicate ? chosen : all & ~chosen, predicate ? 1u : 0u, 2};
}

/// Partitions a group of lanes: those with equal labels are a part. Parts are numbered by their
/// first lanes.
template <class Label>
    requires(std::integral<Label> || std::is_pointer_v<Label>)
[[nodiscard]] lane_group labeled_partition(lane_group const& parent, Label label,
                                           code_location site = code_location::current()) {
    std::uint32_t const part = parent.match_any(label, site);
    unsigned const first = static_cast<unsigned>(std::countr_zero(part));
    std::uint32_t const leaders = parent.ballot(parent.thread_rank() == first, site);
    return {parent.self(), parent.lanes_of(part),
            static_cast<unsigned>(std::popcount(leaders & ((1u << first) - 1))),
            static_cast<unsigned>(std::popcount(leaders))};
}
[[nodiscard]] inline lane_group labeled_partition(lane_group const& parent, bool label,
                                                  code_location site = code_location::current()) {
    return binary_partition(parent, label, site);
}

/// Calls the group's `sync`.
template <class Group>
void synchronize(Group const& group, code_location site = code_location::current()) {
    group.sync(site);
}

/// The lanes of the warp that call this together. A GPU may return any subset of the active lanes;
/// the simulated device returns all of them.
[[nodiscard]] inline lane_group coalesced_threads(detail::simulated_thread& self,
                                                  code_location const& site) {
    std::uint32_t lanes = 0;
    detail::collective part{detail::lane_operation::converge, ~0u, site, nullptr, &lanes};
    detail::unless_stopped(self.functions->join(self, part));
    return {self, lanes};
}

} // namespace gpu::inline v0::simulated
