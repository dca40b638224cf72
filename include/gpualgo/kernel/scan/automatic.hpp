// SPDX-License-Identifier: Apache-2.0
/// @file
/// automatic: the canonical scan in one launch, which reads each element once and writes each
/// result once.
///
/// Tiles are given out by a counter, in order. A block keeps several tiles in shared memory, at
/// different stages, so that latencies overlap:
///
/// 1. load: takes the next tile, and begins to copy its elements to shared memory;
/// 2. total: folds its elements, and publishes the tile's total;
/// 3. group: if the tile is the last of 32 (1024 ...), publishes the total of these;
/// 4. look: waits for the totals that precede the tile, see prefix_tree.hpp;
/// 5. write: scans the elements, and folds what precedes them in front.
///
/// The first three stages run ahead of the last two, by up to `ahead` tiles. So the totals that a
/// tile waits for were usually published some tiles earlier.
///
/// A short scan has a block per tile, and all blocks run at once. Each knows its tile without
/// waiting for the counter, which gives it the launch's number only.
///
/// Forward progress: a block waits only for totals of tiles with smaller numbers, which running
/// blocks have taken. Between the taking of a tile and the publishing of its total, a block waits
/// only for its own earlier tiles. So the total with the smallest number that any block waits for
/// can always be published. That holds for every order of blocks, however few run at once.
#pragma once

#include <gpualgo/kernel/scan/prefix_tree.hpp>
#include <gpualgo/kernel/scan/tile.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::kernel {

/// The arguments of `scan_canonical`.
/// @tparam Value the elements' type
/// @tparam T the type in which totals are computed
/// @tparam Shape of tiles
template <class Value, class T, class Shape = scan_shape<Value>>
struct scan_arguments {
    Value const* in;             ///< n elements
    Value* out;                  ///< n results; may be the input
    std::size_t n;               ///< at least 1
    unsigned tiles;              ///< of n elements
    unsigned ahead;              ///< tiles by which loads are ahead of writes, `most_ahead` at most
    unsigned long long* control; ///< see look_back_memory
    void* words;                 ///< see look_back_memory: all totals of the tree
    T init;                      ///< if `has_init`
    bool has_init;               ///< whether init precedes the elements
    bool is_exclusive;           ///< whether a result leaves out its own element; has an init
    bool has_tile_per_block;     ///< whether block i scans tile i; all blocks run at once
};

/// The shared memory of a block.
template <class Value, class T, class Shape>
struct scan_memory {
    static constexpr unsigned most_ahead = 5;  ///< further tiles of a block
    static constexpr unsigned rounds = 8;      ///< more than those tiles: see `scan_canonical`
    static constexpr unsigned node_slots = 32; ///< for every bit of a tile's number

    /// @return where the totals of warps begin, in bytes
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t totals(unsigned ahead) {
        return (ahead + 1) * Shape::tile_bytes;
    }
    /// @return where the nodes of two tiles begin
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t nodes(unsigned ahead) {
        return totals(ahead) + rounds * Shape::warps * sizeof(T);
    }
    /// @return where the numbers of tiles begin
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t tickets(unsigned ahead) {
        return nodes(ahead) + 2 * node_slots * sizeof(T);
    }
    /// @return bytes in all
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t bytes(unsigned ahead) {
        return tickets(ahead) + (rounds + 1) * sizeof(std::uint32_t);
    }
};

/// One thread's part of the scan. Step i of a block loads its i-th tile, and takes earlier tiles to
/// their next stages.
template <class Context, class Value, class T, class Op, class Shape>
class scan_block {
    using memory = scan_memory<Value, T, Shape>;
    static constexpr unsigned rounds = memory::rounds;
    static constexpr unsigned items = Shape::items;
    /// Integers wrap: every order of their folds has the same bits.
    static constexpr bool has_any_order = std::is_integral_v<T>;

public:
    GPUALGO_DEVICE scan_block(Context const& context,
                              scan_arguments<Value, T, Shape> const& arguments, Op op)
        : context_(context), warp_(context.template tile<32>()), a_(arguments), op_(op),
          lane_(warp_.thread_rank()), rank_(warp_.meta_group_rank()),
          levels_(scan_levels(arguments.tiles)) {}

    /// Scans tiles until none is left.
    GPUALGO_DEVICE void run() {
        if (a_.has_tile_per_block) run_one();
        else run_several();
    }

private:
    /// Scans one tile, whose number is the block's. Only the launch's number is taken from the
    /// counter, while the elements are on their way.
    GPUALGO_DEVICE void run_one() {
        unsigned long long taken = 0;
        if (is_leader()) taken = context_.fetch_add(a_.control, 1ull);
        load(0);
        note_total(0, 0);
        if (is_leader()) note_stamp(taken, a_.tiles);
        context_.block().sync(); // totals of warps, and the launch's number
        context_.let_next_start();
        if (levels_ > 0) {
            stamp_ = tickets().get(rounds);
            if (rank_ == 0) {
                publish(0);
                tree().publish_groups(tile(0), levels_);
            } else {
                look(0);
            }
            context_.block().sync(); // nodes of this tile
        }
        write(0);
    }

    /// Scans tiles until none is left.
    GPUALGO_DEVICE void run_several() {
        unsigned const ahead = a_.ahead;
        unsigned const totals_at = ahead - min(ahead, 3u), groups_at = ahead - min(ahead, 2u),
                       looks_at = ahead - min(ahead, 1u);
        take_first();
        for (unsigned i = 0;; ++i) {
            // not earlier: the totals of tiles that a waiting block has taken would be late
            unsigned long long next = a_.tiles;
            bool const takes = is_leader() && is_tile(i);
            if (takes) next = context_.fetch_add(a_.control, 1ull);
            load(i);
            if (i >= totals_at) note_total(i - totals_at, totals_at);
            if (is_leader()) {
                tickets().put((i + 1) % rounds, static_cast<std::uint32_t>(next));
                if (takes) end_launch(next, a_.tiles + context_.num_blocks());
            }
            context_.block().sync(); // totals of warps, the next number, and earlier nodes
            if (levels_ > 0) {
                if (rank_ == 0) {
                    if (i >= totals_at) publish(i - totals_at);
                    if (i >= groups_at && is_tile(i - groups_at))
                        tree().publish_groups(tile(i - groups_at), levels_);
                } else if (i >= looks_at) {
                    look(i - looks_at);
                }
                if (ahead == 0) context_.block().sync(); // nodes of this tile
            }
            if (i < ahead) continue;
            if (!is_tile(i - ahead)) return;
            write(i - ahead);
        }
    }

    GPUALGO_DEVICE static unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }

    // ---- tiles of this block, by their places in its sequence

    GPUALGO_DEVICE auto tickets() const {
        return context_.template shared<std::uint32_t>().from(memory::tickets(a_.ahead) /
                                                              sizeof(std::uint32_t));
    }
    GPUALGO_DEVICE unsigned tile(unsigned place) const {
        return a_.has_tile_per_block ? static_cast<unsigned>(context_.block_rank())
                                     : tickets().get(place % rounds);
    }
    /// @return whether the block has as many tiles
    GPUALGO_DEVICE bool is_tile(unsigned place) const { return tile(place) < a_.tiles; }
    GPUALGO_DEVICE bool is_leader() const { return rank_ == 0 && lane_ == 0; }

    /// Takes the first tile, and the launch's number.
    GPUALGO_DEVICE void take_first() {
        if (is_leader()) {
            unsigned long long const taken = context_.fetch_add(a_.control, 1ull);
            tickets().put(0, static_cast<std::uint32_t>(taken));
            note_stamp(taken, a_.tiles + context_.num_blocks());
        }
        context_.block().sync();
        stamp_ = tickets().get(rounds);
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

    GPUALGO_DEVICE auto slots(unsigned place) const {
        auto const all = context_.template shared<Value>().from(
            (place % (a_.ahead + 1) * Shape::warps + rank_) * Shape::warp_slots);
        return warp_slots<Value, Shape, Context, decltype(warp_), decltype(all)>(context_, warp_,
                                                                                 all);
    }
    GPUALGO_DEVICE auto totals(unsigned place) const {
        return context_.template shared<T>().from(memory::totals(a_.ahead) / sizeof(T) +
                                                  place % rounds * Shape::warps);
    }
    GPUALGO_DEVICE auto nodes(unsigned place) const {
        return context_.template shared<T>().from(memory::nodes(a_.ahead) / sizeof(T) +
                                                  place % 2 * memory::node_slots);
    }
    /// @return the warp's first element of a tile
    GPUALGO_DEVICE std::size_t begin(unsigned place) const {
        return std::size_t{tile(place)} * Shape::tile + rank_ * Shape::per_warp;
    }

    // ---- stages

    GPUALGO_DEVICE void load(unsigned place) const {
        if (is_tile(place))
            slots(place).load(context_.global(a_.in), misalignment<Value>(a_.in), begin(place),
                              a_.n);
        context_.commit_copies();
    }

    /// Folds the warp's elements.
    /// @param pending groups of copies that later tiles have begun
    GPUALGO_DEVICE void note_total(unsigned place, unsigned pending) const {
        if (!is_tile(place)) return;
        if (pending == 0) context_.template wait_for_copies<0>();
        else if (pending == 1) context_.template wait_for_copies<1>();
        else context_.template wait_for_copies<2>();
        warp_.sync(); // elements that other lanes have copied
        T x[items];
        slots(place).get(misalignment<Value>(a_.in), x);
        for (unsigned d = 1; d < items; d *= 2)
            for (unsigned v = 0; v < items; v += 2 * d) x[v] = op_(x[v], x[v + d]);
        (void)fold_lanes_noting(warp_, x[0], 5, 0, op_);
        if (lane_ == 0) totals(place).put(rank_, x[0]);
    }

    /// Publishes a tile's total. Called by the first warp.
    GPUALGO_DEVICE void publish(unsigned place) const {
        if (!is_tile(place)) return;
        T total = lane_ < Shape::warps ? totals(place).get(lane_) : T{};
        (void)fold_lanes_noting(warp_, total, 3, 0, op_);
        if (is_leader()) tree().publish(tile(place), total);
    }

    /// Finds the totals that precede a tile: a warp per level. Called by all but the first warp.
    GPUALGO_DEVICE void look(unsigned place) const {
        unsigned const level = rank_ - 1;
        if (level >= levels_ || !is_tile(place)) return;
        unsigned const number = tile(place);
        if ((number >> (5 * level) & 31) == 0) return;
        T const node = tree().nodes(number, level);
        if (lane_ < 5) nodes(place).put(5 * level + lane_, node);
    }

    GPUALGO_DEVICE void write(unsigned place) const {
        T x[items];
        slots(place).get(misalignment<Value>(a_.in), x);
        bool has_front = false;
        T front{}; // what precedes the warp's first element, fully folded
        if constexpr (has_any_order) {
            for (unsigned v = 1; v < items; ++v) x[v] = op_(x[v - 1], x[v]);
            T total = x[items - 1];
            for (unsigned d = 1; d < 32; d *= 2) {
                T const other = warp_.shfl(total, (lane_ - d) & 31);
                if (lane_ >= d) total = op_(other, total);
            }
            T before = warp_.shfl(total, (lane_ + 31) & 31);
            for_each_node(place, [&](T node) {
                front = has_front ? op_(node, front) : node;
                has_front = true;
            });
            if (has_front) before = lane_ > 0 ? op_(front, before) : front;
            if (has_front || lane_ > 0)
                for (unsigned v = 0; v < items; ++v) x[v] = op_(before, x[v]);
        } else {
            scan_thread(x);
            scan_lanes(x);
            for_each_node(place, [&](T node) {
                front = has_front ? op_(node, front) : node;
                has_front = true;
                for (unsigned v = 0; v < items; ++v) x[v] = op_(node, x[v]);
            });
        }
        if (a_.is_exclusive) shift(x, has_front, front);
        else if (a_.has_init)
            for (unsigned v = 0; v < items; ++v) x[v] = op_(a_.init, x[v]);
        slots(place).store(context_.global(a_.out), misalignment<Value>(a_.out), begin(place), a_.n,
                           x);
    }

    /// Calls `precede(node)` for the totals of all blocks that precede the warp's elements, the
    /// nearest one first.
    template <class Precede>
    GPUALGO_DEVICE void for_each_node(unsigned place, Precede precede) const {
        T total = lane_ < Shape::warps ? totals(place).get(lane_) : T{};
        T const by_warps = fold_lanes_noting(warp_, total, 3, rank_, op_);
        for (unsigned b = 0; b < 3; ++b) {
            T const node = warp_.shfl(by_warps, b);
            if ((rank_ >> b & 1) != 0) precede(node);
        }
        unsigned bit = 0;
        for (unsigned rest = tile(place); rest != 0; rest >>= 1, ++bit)
            if ((rest & 1) != 0) precede(nodes(place).get(bit));
    }

    /// Sklansky's network on the elements of a thread.
    GPUALGO_DEVICE void scan_thread(T (&x)[items]) const {
        for (unsigned d = 1; d < items; d *= 2)
            for (unsigned v = 0; v < items; ++v)
                if ((v & d) != 0) x[v] = op_(x[(v & ~(2 * d - 1)) | (d - 1)], x[v]);
    }

    /// The same on the lanes of a warp.
    GPUALGO_DEVICE void scan_lanes(T (&x)[items]) const {
        for (unsigned d = 1; d < 32; d *= 2) {
            T const node = warp_.shfl(x[items - 1], (lane_ & ~(2 * d - 1)) | (d - 1));
            if ((lane_ & d) != 0)
                for (unsigned v = 0; v < items; ++v) x[v] = op_(node, x[v]);
        }
    }

    /// Moves every result to the next element, and folds init in front.
    /// @param front of the warp's first element, if `has_front`
    GPUALGO_DEVICE void shift(T (&x)[items], bool has_front, T front) const {
        T before = warp_.shfl(x[items - 1], (lane_ + 31) & 31);
        if (lane_ == 0) before = front;
        bool const is_first = lane_ == 0 && !has_front;
        for (unsigned v = items - 1; v > 0; --v) x[v] = op_(a_.init, x[v - 1]);
        x[0] = is_first ? a_.init : op_(a_.init, before);
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

    /// @return whether a launch should start while the one ahead of it ends. Long ones are slower
    /// then
    template <class Arguments>
    static bool starts_early(Arguments const& arguments) {
        return arguments.has_tile_per_block;
    }

    /// Scans tiles until none is left.
    template <class Context, class Value, class T, class Op, class Shape>
    GPUALGO_DEVICE static void run(Context const& context,
                                   scan_arguments<Value, T, Shape> arguments, Op op) {
        scan_block<Context, Value, T, Op, Shape>(context, arguments, op).run();
    }
};

} // namespace gpu::inline v0::kernel
