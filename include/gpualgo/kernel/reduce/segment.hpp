// SPDX-License-Identifier: Apache-2.0
/// @file
/// A segment of the canonical order, folded by a warp: rows are in flight together, lanes stay in
/// registers.
#pragma once

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Whether a Load makes 0 and 1 only: their sums count, and are exact in any order within a
/// segment.
template <class Load>
inline constexpr bool makes_counts = false;

/// The type in which a thread folds its elements of a segment if their order does not matter, as a
/// `std::type_identity`. That holds for integers and listed operators, and for sums of integers in
/// double, which are exact within a segment. `void` if the order matters.
template <class Value, class T, class Load, class Op>
consteval auto any_order_type() {
    constexpr bool adds =
        std::same_as<Load, convert_to<T>> && std::derived_from<Op, plus> && std::integral<Value>;
    if constexpr (makes_counts<Load> && std::integral<Value> && std::derived_from<Op, plus>)
        return std::type_identity<std::int32_t>();
    // sums of a segment fit; narrower totals wrap
    else if constexpr (adds && sizeof(Value) <= 2) return std::type_identity<std::int32_t>();
    else if constexpr (adds && sizeof(Value) == 4 && std::same_as<T, double>)
        return std::type_identity<std::int64_t>();
    else if constexpr (std::integral<T> && std::derived_from<Op, exact_on_integers>)
        return std::type_identity<T>();
    else return std::type_identity<void>();
}

/// @return `sum` plus the integers of a vector
template <class Value, std::size_t V, template <class, std::size_t> class Vector, class Sum>
[[nodiscard]] GPUALGO_DEVICE Sum add(Vector<Value, V> const& vector, Sum sum) {
    for (std::size_t v = 0; v < V; ++v) sum = plus{}(sum, static_cast<Sum>(vector[v]));
    return sum;
}

/// The fold of a segment by an Op, of elements of type Value that a Load makes into T.
template <class Value, class T, class Load, class Op>
class segment_fold {
    // elements that a thread loads at once
    static constexpr unsigned V = segmentation(sizeof(Value)).vector;
    static constexpr unsigned row = 32 * V;
    static constexpr unsigned rows = segmentation::rows;
    // registers for a thread's lanes: the others are for rows in flight
    static constexpr unsigned lane_registers = V * ((sizeof(T) + 3) / 4);
    using any_order = typename decltype(any_order_type<Value, T, Load, Op>())::type;

public:
    /// @param warp the calling threads
    /// @param in the segment's first element
    /// @param rest elements from it to the end of the array, at least one
    /// @param load makes an element an accumulator
    /// @param op the operator
    /// @return the total, on thread 0 of the warp
    template <class Warp, class Input>
    GPUALGO_DEVICE static T run(Warp const& warp, Input in, std::size_t rest, Load load, Op op) {
        unsigned const readable =
            rest < row * rows + V ? static_cast<unsigned>(rest) : row * rows + V;
        if constexpr (std::is_void_v<any_order>) return in_order(warp, in, readable, load, op);
        else return static_cast<T>(in_any_order(warp, in, readable, load, op));
    }

private:
    /// @return rows of which a thread has its part in registers at once: up to `most`, fewer if
    /// lanes and operators need room
    static consteval unsigned rows_in_flight(std::size_t vector_bytes, unsigned most) {
        if (vector_bytes > 32) return 1;
        if (vector_bytes > 16) return lane_registers <= 4 && !makes_counts<Load> ? 4 : 2;
        bool const has_room = !std::is_void_v<any_order> || lane_registers <= 4 ||
                              (lane_registers <= 8 && std::derived_from<Op, plus>);
        return has_room ? most : 4;
    }

    /// Calls `take_all(vector, is_first)` for the thread's part of complete rows, and `take(v,
    /// element, is_first)` for the rest.
    template <class Warp, class Input, class TakeAll, class Take>
    GPUALGO_DEVICE static void for_elements(Warp const& warp, Input in, unsigned readable,
                                            TakeAll take_all, Take take) {
        using vector_type = decltype(in.template aligned_vector<V>(0));
        unsigned const first = warp.thread_rank() * V;
        // nearly all segments: no conditions, all rows in flight
        if (readable >= row * rows && in.template is_aligned<V>()) {
            constexpr unsigned batch = rows_in_flight(sizeof(vector_type), rows);
            auto const mine = in.from(first);
            for (std::size_t begin = 0; begin < rows; begin += batch) {
                vector_type loaded[batch];
                for (std::size_t b = 0; b < batch; ++b)
                    loaded[b] = mine.template aligned_vector<V>((begin + b) * row);
                for (std::size_t b = 0; b < batch; ++b) take_all(loaded[b], begin + b == 0);
            }
            return;
        }
        constexpr unsigned at_most = rows_in_flight(sizeof(vector_type), 8);
        // two loads per row
        constexpr unsigned batch =
            at_most > 1 && (sizeof(vector_type) > 16 || lane_registers > 8) ? at_most / 2 : at_most;
        unsigned const m = readable < row * rows ? readable : row * rows;
        unsigned complete = m / row; // rows
        auto const take_rows = [&](auto row_at) {
            for (unsigned begin = 0; begin < complete; begin += batch) {
                vector_type loaded[batch];
                // loads have no conditions, so that none waits for another
                for (unsigned b = 0; b < batch; ++b) {
                    std::size_t const r = begin + b < complete ? begin + b : complete - 1;
                    loaded[b] = row_at(r * row + first);
                }
                for (unsigned b = 0; b < batch; ++b)
                    if (begin + b < complete) take_all(loaded[b], begin + b == 0);
            }
        };
        if (in.template is_aligned<V>()) {
            take_rows([&](std::size_t i) { return in.template aligned_vector<V>(i); });
        } else {
            complete = readable < V ? 0 : (readable - V) / row; // vectors end up to V later
            take_rows([&](std::size_t i) { return in.template shifted_vector<V>(i); });
        }
        for (unsigned begin = complete * row; begin < m; begin += row) { // two rows at most
            auto const element = [&](unsigned v) { return begin + first + v < m; };
            typename Input::value_type loaded[V];
            for (unsigned v = 0; v < V; ++v)
                if (element(v)) loaded[v] = in.get(begin + first + v);
            for (unsigned v = 0; v < V; ++v)
                if (element(v)) take(v, loaded[v], begin == 0);
        }
    }

    /// Thread t keeps lanes t * V ... t * V + V - 1.
    template <class Warp, class Input>
    GPUALGO_DEVICE static T in_order(Warp const& warp, Input in, unsigned readable, Load load,
                                     Op op) {
        T lane[V]{};
        auto const take = [&](unsigned v, auto const& element, bool is_first) {
            lane[v] = is_first ? load(element) : op(lane[v], load(element));
        };
        auto const take_all = [&](auto const& vector, bool is_first) {
            for (unsigned v = 0; v < V; ++v) take(v, vector[v], is_first);
        };
        for_elements(warp, in, readable, take_all, take);
        return fold_lanes(warp, lane, readable < row ? readable : row, op);
    }

    /// A thread keeps one total.
    template <class Warp, class Input>
    GPUALGO_DEVICE static auto in_any_order(Warp const& warp, Input in, unsigned readable,
                                            Load load, Op op) {
        any_order total{};
        auto const take = [&](unsigned v, auto const& element, bool is_first) {
            any_order value;
            if constexpr (std::same_as<any_order, T> || makes_counts<Load>)
                value = static_cast<any_order>(load(element));
            else value = static_cast<any_order>(element);
            total = is_first && v == 0 ? value : op(total, value);
        };
        auto const take_all = [&](auto const& vector, bool is_first) {
            if constexpr (std::same_as<Load, convert_to<T>> && std::derived_from<Op, plus>)
                total = add(vector, total);
            else
                for (unsigned v = 0; v < V; ++v) take(v, vector[v], is_first);
        };
        for_elements(warp, in, readable, take_all, take);
        // threads with an element
        unsigned const num_valid = readable < row ? (readable + V - 1) / V : 32;
        if constexpr (requires { warp.reduce(total, num_valid, op); }) { // in one instruction
            total = warp.reduce(total, num_valid, op);
        } else {
            for (unsigned distance = 16; distance > 0; distance /= 2) {
                any_order const other = warp.shfl_down(total, distance);
                if (warp.thread_rank() + distance < num_valid) total = op(total, other);
            }
        }
        return total;
    }

    /// Folds the lanes by halves. The first `num_valid` lanes have a value; an absent lane is
    /// skipped. Two threads that hold the halves share the fold: each takes half of its lanes. Thus
    /// there are about V shuffles in total, not V per step.
    /// @return the total, on every thread
    template <class Warp>
    GPUALGO_DEVICE static T fold_lanes(Warp const& warp, T (&lane)[V], unsigned num_valid, Op op) {
        unsigned const rank = warp.thread_rank();
        unsigned first = rank * V; // the number of lane[0]
        auto const fold = [&](T& mine, T theirs, unsigned distance, unsigned high) {
            T const other = warp.shfl_xor(theirs, distance);
            bool const is_upper = (rank & distance) != 0;
            T const low_value = is_upper ? other : mine;
            mine = high < num_valid ? op(low_value, is_upper ? mine : other) : low_value;
        };
        unsigned distance = 16;
        for (unsigned held = V / 2; held > 0; held /= 2, distance /= 2) {
            bool const is_upper = (rank & distance) != 0;
            if (is_upper) first -= distance * V - held; // takes the upper ones of the other's lanes
            for (unsigned v = 0; v < held; ++v) {
                T const low = lane[v];
                T const high = lane[v + held];
                lane[v] = is_upper ? high : low;
                fold(lane[v], is_upper ? low : high, distance, first + v + distance * V);
            }
        }
        for (; distance > 0; distance /= 2) {
            if ((rank & distance) != 0) first -= distance * V;
            fold(lane[0], lane[0], distance, first + distance * V);
        }
        distance = 16; // V lanes are left, on threads that differ in the first bits
        for (unsigned half = V / 2; half > 0; half /= 2, distance /= 2) {
            if ((rank & distance) != 0) first -= half;
            fold(lane[0], lane[0], distance, first + half);
        }
        return lane[0];
    }
};

} // namespace gpu::inline v0::kernel
