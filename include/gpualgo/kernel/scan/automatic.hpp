// SPDX-License-Identifier: Apache-2.0
/// @file
/// automatic: the canonical scan in one launch, which reads each element once and writes each
/// result once.
/// Tiles go through a pipeline, see tile_pipeline.hpp. There, `scan` scans the elements of each
/// warp in place, and `write` folds what precedes them in front of them.
#pragma once

#include <gpualgo/kernel/byte_range.hpp>
#include <gpualgo/kernel/scan/arguments.hpp>
#include <gpualgo/kernel/scan/tile.hpp>
#include <gpualgo/kernel/scan/tile_pipeline.hpp>
#include <gpualgo/kernel/scan/warp_scan.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0::kernel {

/// The stages of a scan, for one thread of a warp that has elements.
template <class Context, class Value, class T, class Op, class Shape>
class scan_stages {
    using memory = pipeline_memory<T, Shape>;
    using arguments = scan_arguments<Value, T, Shape>;
    using pipeline = tile_pipeline<Context, T, Op, Shape>;
    static constexpr bool has_any_order = pipeline::has_any_order;

public:
    GPUALGO_DEVICE scan_stages(Context const& context, pipeline const& tiles, arguments const& a,
                               Op op)
        : context_(context), warp_(context.template tile<32>()), tiles_(tiles), a_(a), op_(op),
          lane_(warp_.thread_rank()), rank_(warp_.meta_group_rank()) {}

    /// Begins to copy the warp's elements.
    GPUALGO_DEVICE void load(unsigned place, unsigned slot) const {
        rows_of(slot).load(context_.global(a_.in), misalignment<Value>(a_.in), begin(place), a_.n,
                           a_.in == a_.out);
    }

    /// Scans the warp's elements, apart from others.
    /// @return their total, on the last lane
    GPUALGO_DEVICE T scan(unsigned, unsigned slot) const {
        rows const own = rows_of(slot);
        registers x;
        own.get_elements(misalignment<Value>(a_.in), x);
        if constexpr (has_any_order) scan_lanes_in_any_order(warp_, x, op_);
        else scan_lanes(warp_, x, op_);
        T const total = x[rows::per_lane - 1];
        if (a_.is_exclusive) shift_lanes(warp_, x);
        own.put_results(x);
        return total;
    }

    /// Folds what precedes the warp's elements in front of them, and writes the results.
    GPUALGO_DEVICE void write(unsigned place, unsigned slot) const {
        rows const own = rows_of(slot);
        registers x;
        own.get_results(x);
        bool has_front = false;
        T front{}; // what precedes the warp's first element, if it is needed
        tiles_.for_each_node(place, [&](T node) {
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

private:
    using rows = warp_rows<Value, T, Shape, Context,
                           decltype(std::declval<Context const&>().template tile<32>())>;
    using registers = typename rows::registers;

    GPUALGO_DEVICE rows rows_of(unsigned slot) const {
        return rows(context_, warp_,
                    memory::tiles + slot * Shape::tile_bytes + rank_ * Shape::warp_bytes);
    }
    /// @return the warp's first element of a tile
    GPUALGO_DEVICE std::size_t begin(unsigned place) const {
        return std::size_t{tiles_.tile(place)} * Shape::tile + rank_ * Shape::per_warp;
    }

    GPUALGO_DEVICE void precede(T node, registers& x) const {
        for (T& y : x) y = op_(node, y);
    }

    Context const& context_;
    decltype(std::declval<Context const&>().template tile<32>()) warp_;
    pipeline const& tiles_;
    arguments const& a_;
    Op op_;
    unsigned lane_;
    unsigned rank_; ///< of the warp in its block
};

/// The kernel body of the canonical scan.
struct scan_canonical {
    static constexpr bool waits_for_blocks = true; ///< blocks wait for totals of others
    static constexpr bool may_start_early = true;  ///< by programmatic dependent launch

    /// @return whether a launch should start while the one ahead of it ends
    template <class Arguments>
    GPUALGO_FUNCTION static bool starts_early(Arguments const& arguments) {
        return arguments.pipeline.is_at_once;
    }

    /// @return the elements that a block reads, if such launches may start early
    template <class Value, class T, class Shape>
    [[nodiscard]] GPUALGO_FUNCTION static byte_ranges<1>
    read_by(std::size_t block, scan_arguments<Value, T, Shape> const& arguments) {
        std::size_t const share = std::size_t{arguments.pipeline.slots} * Shape::tile;
        std::size_t const begin = block * share;
        if (!starts_early(arguments) || begin >= arguments.n) return {};
        std::size_t const rest = arguments.n - begin;
        return {{{arguments.in + begin, (rest < share ? rest : share) * sizeof(Value)}}};
    }

    /// Scans tiles until none is left.
    template <class Context, class Value, class T, class Op, class Shape>
    GPUALGO_DEVICE static void run(Context const& context,
                                   scan_arguments<Value, T, Shape> arguments, Op op) {
        tile_pipeline<Context, T, Op, Shape> tiles(context, arguments.pipeline, op);
        tiles.run(scan_stages<Context, Value, T, Op, Shape>(context, tiles, arguments, op));
    }
};

} // namespace gpu::inline v0::kernel
