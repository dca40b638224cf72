// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tiles of a block, and the totals that precede them. This is the frame of kernels that read
/// each element once, and need the total of all elements before it: scans and selections.
///
/// A block keeps several tiles in shared memory. Each goes through these stages:
///
/// 1. load: begins to copy the tile's elements to shared memory;
/// 2. scan: each warp scans its elements, and has their total;
/// 3. publish: publishes the tile's total;
/// 4. group: if the tile is the last of 32 (1024 ...), publishes the total of these;
/// 5. look: waits for the totals that precede the tile, see prefix_tree.hpp;
/// 6. write: each warp writes its results, as it knows what precedes its elements.
///
/// If a block's share is a few tiles, mostly three, and shared memory has room for them, it takes
/// them through each stage at once. They are neighbours. There are no more blocks than run at once.
/// A block knows its tiles without waiting for the counter, which gives it the launch's number
/// only.
///
/// Otherwise, a counter gives out tiles in order, and the tiles of a block are at different stages.
/// One of its warps takes tiles and publishes their totals, and another one looks. The others,
/// which have the elements, wait for nothing but a barrier per tile. The first stages are ahead of
/// the last one by several tiles. So the totals that a tile waits for were usually published some
/// tiles earlier.
///
/// Forward progress: a block waits only for totals of tiles with smaller numbers. If a counter gave
/// these out, running blocks have taken them. Before a block publishes a total, it waits only for
/// what precedes its earlier tiles. So the first total that any block waits for can be published,
/// however few blocks run at once. Blocks that do not wait for the counter rely on GPUs to start
/// blocks in order. Each of their warps publishes a total before it waits.
#pragma once

#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/pipeline_memory.hpp>
#include <gpualgo/kernel/scan/prefix_tree.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::kernel {

/// One thread's part of a block's pipeline.
/// @tparam T the type of totals
/// @tparam Op folds totals
/// @tparam Shape of tiles, see basic_scan_shape
template <class Context, class T, class Op, class Shape>
class tile_pipeline {
    using memory = pipeline_memory<T, Shape>;
    static constexpr unsigned rounds = memory::rounds;
    static constexpr bool is_at_once = Shape::way == scan_way::at_once;

public:
    /// Integers wrap: every order of their folds has the same bits.
    static constexpr bool has_any_order = std::is_integral_v<T>;

    GPUALGO_DEVICE tile_pipeline(Context const& context, pipeline_arguments const& arguments, Op op)
        : context_(context), warp_(context.template tile<32>()), a_(arguments), op_(op),
          lane_(warp_.thread_rank()), rank_(warp_.meta_group_rank()),
          levels_(scan_levels(arguments.tiles)) {}

    /// Takes the block's tiles through all stages.
    /// @param stages of the warps that have elements. Places of tiles count the block's own ones,
    /// and slots are in shared memory:
    /// - `load(place, slot)` begins to copy the warp's elements
    /// - `scan(place, slot)` returns their total, on the last lane
    /// - `write(place, slot)` writes the warp's results
    template <class Stages>
    GPUALGO_DEVICE void run(Stages const& stages) {
        if constexpr (is_at_once) {
            run_at_once(stages);
        } else {
            if constexpr (!requires { Shape::has_short_code; })
                if (a_.slots == memory::most_slots)
                    return run_in_turn(stages, constant_index<memory::most_slots>());
            run_in_turn(stages, a_.slots);
        }
    }

    /// @return the number of a tile, by its place in the block's sequence
    [[nodiscard]] GPUALGO_DEVICE unsigned tile(unsigned place) const {
        if constexpr (is_at_once)
            return static_cast<unsigned>(context_.block_rank()) * a_.slots + place;
        else return tickets().get(place % rounds);
    }

    /// @return the total of the warp's own elements of a tile
    [[nodiscard]] GPUALGO_DEVICE T total_of_warp(unsigned place) const {
        return totals(place).get(rank_);
    }

    /// Calls `use(node)` for each node of the prefix tree that precedes the warp's elements, the
    /// nearest one first.
    template <class Use>
    GPUALGO_DEVICE void for_each_node(unsigned place, Use use) const {
        auto const inner = totals(place).from(Shape::warps);
        if constexpr (has_any_order) {
            if (rank_ > 0) use(inner.get(rank_ - 1));
            if (tile(place) != 0) use(nodes(place).get(0));
        } else {
            for (unsigned b = 0; b < Shape::log_warps; ++b)
                if ((rank_ >> b & 1) != 0)
                    use(inner.get(b * Shape::warps + ((rank_ >> b & ~1u) << b)));
            for_each_node_of_tile(place, use);
        }
    }

private:
    /// Calls `use(node)` for the totals that precede the tile, the nearest one first.
    template <class Use>
    GPUALGO_DEVICE void for_each_node_of_tile(unsigned place, Use use) const {
        auto const outer = nodes(place);
        unsigned rest = tile(place);
        if (rest == 0) return;
        T node = outer.get(0);
        for (unsigned k = 1; (rest &= rest - 1) != 0; ++k) {
            T const next = outer.get(k); // while the one before is folded
            use(node);
            node = next;
        }
        use(node);
    }

    /// Scans neighbouring tiles at once. Only the launch's number is taken from the counter, while
    /// the elements are on their way.
    template <class Stages>
    GPUALGO_DEVICE void run_at_once(Stages const& stages) {
        unsigned const slots = a_.slots;
        if (has_elements()) {
            for (unsigned j = 0; j < slots; ++j) load(stages, j, j);
            for (unsigned j = 0; j < slots; ++j) {
                wait_for_copies<memory::most_slots>(slots - 1 - j);
                scan(stages, j, j);
            }
        } else if (is_publisher() && lane_ == 0) {
            note_stamp(context_.fetch_add(a_.control, 1ull), context_.num_blocks());
        }
        context_.block().sync(); // totals of warps, and the launch's number
        context_.let_next_start();
        stamp_ = tickets().get(rounds);
        if (rank_ < slots) { // one warp per tile, also among those that have elements
            publish(rank_);
            group(rank_);
            look(rank_);
        }
        context_.block().sync(); // nodes of all tiles
        if (has_elements())
            for (unsigned j = 0; j < slots; ++j)
                if (is_tile(j)) stages.write(j, j);
    }

    /// Scans tiles until none is left. Step i loads the block's i-th tile, and takes earlier ones
    /// to their next stages.
    /// @param slots tiles in shared memory; kernels are faster if they know the number
    template <class Stages, class Slots>
    GPUALGO_DEVICE void run_in_turn(Stages const& stages, Slots slots) {
        // A tile is scanned, grouped, looked at and written 0, 0, 0 and 0 steps after its load with
        // one slot. With two, it is 0, 0, 0 and 1 steps; with three 1, 1, 1 and 2. With more, it is
        // 1, 2, slots - 2 and slots - 1 steps.
        unsigned const ahead = slots - 1;
        unsigned const looks_at = ahead - min(ahead, 1), scans_at = min(looks_at, 1),
                       groups_at = min(scans_at + 1, looks_at);
        take_first();
        for (unsigned i = 0, slot = 0;; ++i) {
            unsigned const next_slot = slot + 1 == slots ? 0 : slot + 1;
            if (has_elements()) {
                load(stages, i, slot);
                if (i >= scans_at) {
                    wait_for_copies<2>(scans_at);
                    scan(stages, i - scans_at, slot >= scans_at ? slot - scans_at : ahead);
                }
            } else if (is_publisher() && lane_ == 0) {
                // not earlier: if a block took a tile and then waited, others would wait for it
                take_next(i);
            }
            context_.block().sync(); // totals of warps, the next number, and earlier nodes
            if (is_publisher()) {
                if (i >= scans_at) publish(i - scans_at);
                if (i >= groups_at) group(i - groups_at);
            }
            if (is_looker() && i >= looks_at) look(i - looks_at);
            if (slots == 1) context_.block().sync(); // look and write are in one step
            if (i >= ahead) {
                if (!is_tile(i - ahead)) return;
                if (has_elements()) stages.write(i - ahead, next_slot);
            }
            slot = next_slot;
        }
    }

    GPUALGO_DEVICE static unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
    /// @name The tasks of the warp
    /// @{
    GPUALGO_DEVICE bool has_elements() const { return rank_ < Shape::warps; }
    GPUALGO_DEVICE bool is_publisher() const { return rank_ == Shape::warps; }
    GPUALGO_DEVICE bool is_looker() const { return rank_ == Shape::warps + 1; }
    /// @}

    template <class Stages>
    GPUALGO_DEVICE void load(Stages const& stages, unsigned place, unsigned slot) const {
        if (is_tile(place)) stages.load(place, slot);
        context_.commit_copies();
    }
    template <class Stages>
    GPUALGO_DEVICE void scan(Stages const& stages, unsigned place, unsigned slot) const {
        if (!is_tile(place)) return;
        warp_.sync(); // elements that other lanes have copied
        T const total = stages.scan(place, slot);
        if (lane_ == 31) totals(place).put(rank_, total);
    }

    /// Waits for copies, but not for those of the last tiles.
    /// @tparam Most exceeds `tiles`
    template <unsigned Most>
    GPUALGO_DEVICE void wait_for_copies(unsigned tiles) const {
        unrolled<Most>([&](auto pending) {
            if (tiles == pending) context_.template wait_for_copies<pending.value>();
        });
    }

    // ---- tiles of this block, by their places in its sequence

    GPUALGO_DEVICE auto tickets() const { return context_.template shared<std::uint32_t>(); }
    /// @return whether there is a tile at a place of the block's sequence
    GPUALGO_DEVICE bool is_tile(unsigned place) const { return tile(place) < a_.tiles; }

    /// Takes the first tile, and the launch's number.
    GPUALGO_DEVICE void take_first() {
        if (is_publisher() && lane_ == 0) {
            unsigned long long const taken = context_.fetch_add(a_.control, 1ull);
            tickets().put(0, static_cast<std::uint32_t>(taken));
            note_stamp(taken, a_.tiles + context_.num_blocks());
        }
        context_.block().sync();
        stamp_ = tickets().get(rounds);
    }

    /// Takes the number that follows a tile of the block, if that is a tile.
    GPUALGO_DEVICE void take_next(unsigned place) const {
        unsigned long long next = a_.tiles;
        if (is_tile(place)) {
            next = context_.fetch_add(a_.control, 1ull);
            end_launch(next, a_.tiles + context_.num_blocks());
        }
        tickets().put((place + 1) % rounds, static_cast<std::uint32_t>(next));
    }

    /// @param taken from the counter
    /// @param all numbers that blocks take
    GPUALGO_DEVICE void note_stamp(unsigned long long taken, std::size_t all) const {
        tickets().put(rounds, detail::launch_number(taken));
        end_launch(taken, all);
    }

    /// After the last number that any block takes, prepares the counter for the next launch.
    GPUALGO_DEVICE void end_launch(unsigned long long taken, std::size_t all) const {
        if (static_cast<std::uint32_t>(taken) + std::size_t{1} == all)
            context_.store_relaxed(a_.control, detail::counter_after(taken));
    }

    GPUALGO_DEVICE auto tree() const {
        return prefix_tree<T, Context, decltype(warp_), Op>(context_, warp_, a_.words, a_.tiles,
                                                            stamp_, op_);
    }

    GPUALGO_DEVICE auto totals(unsigned place) const {
        return context_.template shared<T>().from(memory::totals / sizeof(T) +
                                                  place % rounds * memory::total_slots);
    }
    GPUALGO_DEVICE auto nodes(unsigned place) const {
        return context_.template shared<T>().from(memory::nodes / sizeof(T) +
                                                  place % rounds * memory::node_slots);
    }

    // ---- stages of the warps that exchange totals

    /// Folds the totals of warps, and publishes the tile's.
    GPUALGO_DEVICE void publish(unsigned place) const {
        if (!is_tile(place)) return;
        auto const inner = totals(place).from(Shape::warps);
        T total = totals(place).get(lane_ % Shape::warps);
        for (unsigned b = 0; b < Shape::log_warps; ++b) {
            if constexpr (has_any_order) {
                T const other = warp_.shfl(total, (lane_ - (1u << b)) & 31);
                if (lane_ % Shape::warps >= 1u << b) total = op_(other, total);
            } else {
                if (lane_ < Shape::warps) inner.put(b * Shape::warps + lane_, total);
                T const other = warp_.shfl_xor(total, 1u << b);
                total = (lane_ >> b & 1) != 0 ? op_(other, total) : op_(total, other);
            }
        }
        if (has_any_order && lane_ < Shape::warps) inner.put(lane_, total);
        if (levels_ > 0) tree().publish(tile(place), total); // that of the last lane
    }

    /// Publishes the totals of the groups that a tile ends.
    GPUALGO_DEVICE void group(unsigned place) const {
        if (is_tile(place)) tree().publish_groups(tile(place), levels_);
    }

    /// Finds the totals that precede a tile.
    GPUALGO_DEVICE void look(unsigned place) const {
        if (!is_tile(place)) return;
        auto const found = nodes(place);
        if constexpr (has_any_order) {
            T front;
            if constexpr (std::is_same_v<Op, plus>) front = tree().sum_before(tile(place), levels_);
            else front = tree().fold_before(tile(place), levels_);
            if (lane_ == 0) found.put(0, front);
        } else {
            tree().for_each_node(tile(place), levels_,
                                 [&](unsigned k, T node) { found.put(k, node); });
        }
    }

    Context const& context_;
    decltype(std::declval<Context const&>().template tile<32>()) warp_;
    pipeline_arguments const& a_;
    Op op_;
    unsigned lane_;
    unsigned rank_; ///< of the warp in its block
    unsigned levels_;
    std::uint32_t stamp_ = 0; ///< the launch's number
};

} // namespace gpu::inline v0::kernel
