// SPDX-License-Identifier: Apache-2.0
/// @file
/// automatic: the canonical scan in one launch, which reads each element once and writes each
/// result once.
///
/// A block keeps several tiles in shared memory. Each goes through these stages:
///
/// 1. load: begins to copy the tile's elements to shared memory;
/// 2. scan: scans the elements of each warp, in place;
/// 3. publish: publishes the tile's total;
/// 4. group: if the tile is the last of 32 (1024 ...), publishes the total of these;
/// 5. look: waits for the totals that precede the tile, see prefix_tree.hpp;
/// 6. write: folds what precedes a warp's elements in front of them.
///
/// If the shared memory of all blocks has room for all tiles, a block takes its share of
/// neighbouring tiles through each stage at once. There are no more blocks than run at once. A
/// block knows its tiles without waiting for the counter, which gives it the launch's number only.
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

#include <gpualgo/kernel/scan/arguments.hpp>
#include <gpualgo/kernel/scan/prefix_tree.hpp>
#include <gpualgo/kernel/scan/tile.hpp>
#include <gpualgo/kernel/scan/warp_scan.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::kernel {

/// One thread's part of the scan.
template <class Context, class Value, class T, class Op, class Shape>
class scan_block {
    using memory = scan_memory<Value, T, Shape>;
    static constexpr unsigned rounds = memory::rounds;
    /// Integers wrap: every order of their folds has the same bits.
    static constexpr bool has_any_order = std::is_integral_v<T>;

public:
    GPUALGO_DEVICE scan_block(Context const& context,
                              scan_arguments<Value, T, Shape> const& arguments, Op op)
        : context_(context), warp_(context.template tile<32>()), a_(arguments), op_(op),
          lane_(warp_.thread_rank()), rank_(warp_.meta_group_rank()),
          levels_(scan_levels(arguments.tiles)) {}

    /// Scans the block's tiles.
    GPUALGO_DEVICE void run() {
        if (is_at_once()) run_at_once();
        else if (a_.slots == memory::most_slots) run_in_turn(constant_index<memory::most_slots>());
        else run_in_turn(a_.slots);
    }

private:
    GPUALGO_DEVICE bool is_at_once() const {
        return Shape::way == scan_way::either ? a_.is_at_once : Shape::way == scan_way::at_once;
    }

    /// Scans neighbouring tiles at once. Only the launch's number is taken from the counter, while
    /// the elements are on their way.
    GPUALGO_DEVICE void run_at_once() {
        unsigned const slots = a_.slots;
        if (has_elements()) {
            for (unsigned j = 0; j < slots; ++j) load(j, j);
            for (unsigned j = 0; j < slots; ++j) {
                wait_for_copies<memory::most_slots>(slots - 1 - j);
                scan(j, j);
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
                if (is_tile(j)) write(j, j);
    }

    /// Scans tiles until none is left. Step i loads the block's i-th tile, and takes earlier ones
    /// to their next stages.
    /// @param slots tiles in shared memory; kernels are faster if they know the number
    template <class Slots>
    GPUALGO_DEVICE void run_in_turn(Slots slots) {
        unsigned const ahead = slots - 1;
        unsigned const looks_at = ahead - min(ahead, 1), scans_at = min(looks_at, 1),
                       groups_at = min(scans_at + 1, looks_at);
        take_first();
        for (unsigned i = 0, slot = 0;; ++i) {
            unsigned const next_slot = slot + 1 == slots ? 0 : slot + 1;
            if (has_elements()) {
                load(i, slot);
                if (i >= scans_at) {
                    wait_for_copies<2>(scans_at);
                    scan(i - scans_at, slot >= scans_at ? slot - scans_at : ahead);
                }
            } else if (is_publisher() && lane_ == 0) {
                // not earlier: the totals of tiles that a waiting block has taken would be late
                take_next(i);
            }
            context_.block().sync(); // totals of warps, the next number, and earlier nodes
            if (is_publisher()) {
                if (i >= scans_at) publish(i - scans_at);
                if (i >= groups_at) group(i - groups_at);
            }
            if (is_looker() && i >= looks_at) look(i - looks_at);
            if (looks_at == ahead) context_.block().sync(); // nodes of this tile
            if (i >= ahead) {
                if (!is_tile(i - ahead)) return;
                if (has_elements()) write(i - ahead, next_slot);
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

    /// Waits for copies, but not for those of the last tiles.
    /// @tparam Most more than the tiles
    template <unsigned Most>
    GPUALGO_DEVICE void wait_for_copies(unsigned tiles) const {
        unrolled<Most>([&](auto pending) {
            if (tiles == pending) context_.template wait_for_copies<pending.value>();
        });
    }

    // ---- tiles of this block, by their places in its sequence

    GPUALGO_DEVICE auto tickets() const { return context_.template shared<std::uint32_t>(); }
    GPUALGO_DEVICE unsigned tile(unsigned place) const {
        return is_at_once() ? static_cast<unsigned>(context_.block_rank()) * a_.slots + place
                            : tickets().get(place % rounds);
    }
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
        tickets().put(rounds, static_cast<std::uint32_t>(taken >> 32) + 1);
        end_launch(taken, all);
    }

    /// After the last number that any block takes, prepares the counter for the next launch.
    GPUALGO_DEVICE void end_launch(unsigned long long taken, std::size_t all) const {
        if (static_cast<std::uint32_t>(taken) + std::size_t{1} == all)
            context_.store_relaxed(a_.control, ((taken >> 32) + 1) << 32);
    }

    GPUALGO_DEVICE auto tree() const {
        return prefix_tree<T, Context, decltype(warp_), Op>(context_, warp_, a_.words, a_.tiles,
                                                            stamp_, op_);
    }

    // ---- shared memory

    using rows = warp_rows<Value, T, Shape, Context,
                           decltype(std::declval<Context const&>().template tile<32>())>;
    using registers = typename rows::registers;

    GPUALGO_DEVICE rows rows_of(unsigned slot) const {
        return rows(context_, warp_,
                    memory::tiles + slot * Shape::tile_bytes + rank_ * Shape::warp_bytes);
    }
    GPUALGO_DEVICE auto totals(unsigned place) const {
        return context_.template shared<T>().from(memory::totals / sizeof(T) +
                                                  place % rounds * memory::total_slots);
    }
    GPUALGO_DEVICE auto nodes(unsigned place) const {
        return context_.template shared<T>().from(memory::nodes / sizeof(T) +
                                                  place % rounds * memory::node_slots);
    }
    /// @return the warp's first element of a tile
    GPUALGO_DEVICE std::size_t begin(unsigned place) const {
        return std::size_t{tile(place)} * Shape::tile + rank_ * Shape::per_warp;
    }

    // ---- stages of the warps that have elements

    GPUALGO_DEVICE void load(unsigned place, unsigned slot) const {
        if (is_tile(place))
            rows_of(slot).load(context_.global(a_.in), misalignment<Value>(a_.in), begin(place),
                               a_.n, a_.in == a_.out);
        context_.commit_copies();
    }

    /// Scans the warp's elements, apart from others.
    GPUALGO_DEVICE void scan(unsigned place, unsigned slot) const {
        if (!is_tile(place)) return;
        warp_.sync(); // elements that other lanes have copied
        rows const own = rows_of(slot);
        registers x;
        own.get_elements(misalignment<Value>(a_.in), x);
        if constexpr (has_any_order) scan_lanes_in_any_order(warp_, x, op_);
        else scan_lanes(warp_, x, op_);
        if (lane_ == 31) totals(place).put(rank_, x[rows::per_lane - 1]);
        if (a_.is_exclusive) shift_lanes(warp_, x);
        own.put_results(x);
    }

    /// Folds what precedes the warp's elements in front of them, and writes the results.
    GPUALGO_DEVICE void write(unsigned place, unsigned slot) const {
        rows const own = rows_of(slot);
        registers x;
        own.get_results(x);
        bool has_front = false;
        T front{}; // what precedes the warp's first element, if it is needed
        for_each_node(place, [&](T node) {
            if (has_any_order || a_.is_exclusive) front = has_front ? op_(node, front) : node;
            has_front = true;
            if constexpr (!has_any_order) precede(node, x);
        });
        if (has_any_order && has_front) precede(front, x);
        if (a_.is_exclusive && lane_ == 0) x[0] = front;
        if (a_.has_init) precede(a_.init, x);
        if (a_.is_exclusive && lane_ == 0 && !has_front) x[0] = a_.init;
        own.store(context_.global(a_.out), misalignment<Value>(a_.out), begin(place), a_.n, x);
    }

    /// Calls `use(node)` for the totals of all blocks that precede the warp's elements, the
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

    /// The same for the totals that precede the tile.
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

    GPUALGO_DEVICE void precede(T node, registers& x) const {
        for (T& y : x) y = op_(node, y);
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
            T const front = tree().fold_before(tile(place), levels_);
            if (lane_ == 0) found.put(0, front);
        } else {
            tree().for_each_node(tile(place), levels_,
                                 [&](unsigned k, T node) { found.put(k, node); });
        }
    }

    Context const& context_;
    decltype(std::declval<Context const&>().template tile<32>()) warp_;
    scan_arguments<Value, T, Shape> const& a_;
    Op op_;
    unsigned lane_;
    unsigned rank_; ///< of the warp in its block
    unsigned levels_;
    std::uint32_t stamp_ = 0; ///< the launch's number
};

/// The kernel body of the canonical scan.
struct scan_canonical {
    static constexpr bool waits_for_blocks = true; ///< blocks wait for totals of others
    static constexpr bool lets_next_start = true;  ///< see `let_next_start` of contexts

    /// @return whether a launch should start while the one ahead of it ends. Longer ones are slower
    /// then
    template <class Arguments>
    static bool starts_early(Arguments const& arguments) {
        return arguments.is_at_once && arguments.slots <= 2;
    }

    /// Scans tiles until none is left.
    template <class Context, class Value, class T, class Op, class Shape>
    GPUALGO_DEVICE static void run(Context const& context,
                                   scan_arguments<Value, T, Shape> arguments, Op op) {
        scan_block<Context, Value, T, Op, Shape>(context, arguments, op).run();
    }
};

} // namespace gpu::inline v0::kernel
