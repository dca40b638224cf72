// SPDX-License-Identifier: Apache-2.0
/// @file
/// A segment of the canonical order, folded by a warp: rows are in flight together, lanes stay in
/// registers.
#pragma once

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/reduce/segmentation.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Whether a Load makes 0 and 1 only: their sums count, and are exact in any order within a
/// segment.
template <class Load>
inline constexpr bool makes_counts = false;

/// Whether floats are added in double. There are few units that convert them: so the kernel has
/// twice as many warps, which convert while others load, and half as many registers.
template <class Input, class Load, class Op>
inline constexpr bool adds_floats_in_double = std::same_as<element_of<Input>, float>&&
    std::same_as<Load, convert_to<double>>&& std::same_as<Op, plus>;

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
    // Whether there are whole vectors between the first and the last boundary of 16 bytes: if
    // elements of one array are aligned to their size.
    template <class Input>
    static constexpr bool has_aligned_part = std::same_as<typename Input::value_type, Value> &&
                                             sizeof(Value) == alignof(Value) && V > 1 &&
                                             requires(Input in) {
        in.template before_boundary<V>();
    };

    // whether there are registers for single elements beside vectors
    static constexpr bool has_room = lane_registers <= 16;
    // Whether complete segments at any address are folded by `for_shifted_rows`. Pairs of elements
    // are loaded as fast one by one.
    template <class Input>
    static constexpr bool shifts_rows =
        std::is_void_v<any_order>&& has_room&& has_aligned_part<Input>;

public:
    /// @param warp the calling threads
    /// @param in the segment's first element
    /// @param rest elements from it to the end of the array, at least one
    /// @param load makes an element an accumulator
    /// @param op the operator
    /// @return the total, on thread 0 of the warp
    template <class Warp, class Input>
    GPUALGO_DEVICE static T run(Warp const& warp, Input in, std::size_t rest, Load load, Op op) {
        unsigned const m = rest < row * rows ? static_cast<unsigned>(rest) : row * rows;
        if constexpr (std::is_void_v<any_order>) return in_order(warp, in, m, load, op);
        else return static_cast<T>(in_any_order(warp, in, m, load, op));
    }

private:
    /// @return rows of which a thread has its part in registers at once: all, or fewer if lanes and
    /// operators need room
    static consteval unsigned rows_in_flight(std::size_t vector_bytes) {
        if (vector_bytes > 32) return 1;
        if (adds_floats_in_double<Value const*, Load, Op>) return 4;
        if (vector_bytes > 16) return lane_registers <= 4 && !makes_counts<Load> ? 4 : 2;
        bool const has_room = !std::is_void_v<any_order> || lane_registers <= 4 ||
                              (lane_registers <= 8 && std::derived_from<Op, plus>);
        return has_room ? rows : 4;
    }

    /// @return the same if a thread loads single elements, each of which takes a register at least
    static consteval unsigned rows_of_elements_in_flight(std::size_t element_bytes) {
        unsigned const registers = lane_registers > 16 ? 16 : V > 4 || lane_registers > 4 ? 32 : 64;
        unsigned const at_once = registers / (V * static_cast<unsigned>((element_bytes + 3) / 4));
        return at_once > rows ? rows : at_once > 1 ? at_once : 1;
    }

    /// Calls `take_all(vector, is_first)` for the thread's vector of each row. All rows are
    /// complete and aligned, as in nearly all segments: no conditions, all rows in flight.
    template <class Warp, class Input, class TakeAll>
    GPUALGO_DEVICE static void for_complete_rows(Warp const& warp, Input in, TakeAll take_all) {
        using vector_type = decltype(in.template aligned_vector<V>(0));
        constexpr unsigned batch = rows_in_flight(sizeof(vector_type));
        auto const mine = in.from(warp.thread_rank() * V);
        for (std::size_t begin = 0; begin < rows; begin += batch) {
            vector_type loaded[batch];
            for (std::size_t b = 0; b < batch; ++b)
                loaded[b] = mine.template aligned_vector<V>((begin + b) * row);
            for (std::size_t b = 0; b < batch; ++b) take_all(loaded[b], begin + b == 0);
        }
    }

    // Loads below are unconditional: an element that does not exist is replaced by one that does,
    // and dropped. The address must not depend on the condition that drops the element. The
    // compiler would then make the load conditional, and each load would wait for the one before
    // it.
    GPUALGO_DEVICE static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

    /// Calls `take_all(vector, is_first, is_there)` for the thread's vector of each row of aligned
    /// ones.
    /// @param vectors of all rows; perhaps none
    template <class Warp, class Input, class TakeAll>
    GPUALGO_DEVICE static void for_vectors(Warp const& warp, Input in, unsigned vectors,
                                           TakeAll take_all) {
        using vector_type = decltype(in.template aligned_vector<V>(0));
        constexpr unsigned batch = rows_in_flight(sizeof(vector_type));
        for (unsigned begin = 0; begin < rows && begin * 32 < vectors; begin += batch) {
            unsigned const first = begin * 32 + warp.thread_rank();
            vector_type loaded[batch];
            for (unsigned b = 0; b < batch; ++b)
                loaded[b] = in.template aligned_vector<V>(smaller(first + b * 32, vectors - 1) * V);
            for (unsigned b = 0; b < batch; ++b)
                take_all(loaded[b], begin + b == 0, first + b * 32 < vectors);
        }
    }

    /// Calls `take(v, element, is_first, is_there)` for the elements of each row whose vectors are
    /// thread t's, on thread t: for aligned segments that are not complete.
    template <class Warp, class Input, class Take>
    GPUALGO_DEVICE static void for_neighbours(Warp const& warp, Input in, unsigned m, Take take) {
        unsigned const vectors = m / V;
        typename Input::value_type last[V]; // elements of none of these, fewer than V
        for (unsigned v = 0; v + 1 < V; ++v) last[v] = in.get(smaller(vectors * V + v, m - 1));
        for_vectors(warp, in, vectors, [&](auto const& vector, bool is_first, bool is_there) {
            for (unsigned v = 0; v < V; ++v) take(v, vector[v], is_first, is_there);
        });
        for (unsigned v = 0; v + 1 < V; ++v)
            take(v, last[v], vectors < 32,
                 warp.thread_rank() == vectors % 32 && vectors * V + v < m);
    }

    /// Calls `take(v, element, is_first, is_there)` as `for_neighbours` does, for a complete
    /// segment at any address. Thread t has the vectors that begin `head` elements after those of
    /// an aligned segment. A vector of the last thread ends with the first elements of the next
    /// row: these come one row late. Its first and last elements are loaded one by one.
    /// @param head elements before the first boundary of vectors, at least one
    template <class Warp, class Input, class Take>
    GPUALGO_DEVICE static void for_shifted_rows(Warp const& warp, Input in, unsigned head,
                                                Take take) {
        using vector_type = decltype(in.template aligned_vector<V>(0));
        constexpr unsigned batch = rows_in_flight(sizeof(vector_type));
        bool const is_last = warp.thread_rank() == 31;
        auto const is_late = [&](unsigned v) { return is_last && v >= V - head; };
        auto const mine = in.from(head + warp.thread_rank() * V);
        Value other[V];
        for (unsigned v = 0; v < V; ++v)
            other[v] = in.get(v >= V - head ? v + head - V : row * rows - V + head + v);
        for (unsigned v = 0; v < V; ++v) take(v, other[v], true, is_late(v));
        for (unsigned begin = 0; begin < rows; begin += batch) {
            vector_type loaded[batch];
            unrolled<batch>([&](auto b) {
                unsigned const r = begin + b;
                unsigned const there = r == rows - 1 && is_last ? r - 1 : r;
                loaded[b] = mine.template aligned_vector<V>(there * row);
            });
            unrolled<batch>([&](auto b) {
                unsigned const r = begin + b;
                for (unsigned v = 0; v < V; ++v) {
                    Value const x = r == rows - 1 && is_last ? other[v] : loaded[b][v];
                    take(v, x, r == 0 && !is_late(v), r < rows - 1 || !is_late(v));
                }
            });
        }
    }

    /// Gives each thread t the lanes t * V ... t * V + V - 1, after `for_shifted_rows`.
    template <class Warp>
    GPUALGO_DEVICE static void shift_lanes(Warp const& warp, T (&lane)[V], unsigned head) {
        for (unsigned step = 1; step < V; step *= 2) {
            T shifted[V];
            for (unsigned v = 0; v < V; ++v) shifted[v] = lane[(v + V - step) % V];
            for (unsigned v = 0; v < V; ++v) lane[v] = (head & step) != 0 ? shifted[v] : lane[v];
        }
        for (unsigned v = 0; v < V; ++v) {
            T const before = warp.shfl(lane[v], (warp.thread_rank() + 31) % 32);
            lane[v] = v < head ? before : lane[v];
        }
    }

    /// Calls `take(k, element, is_first, is_there)` for elements 32 k + t of each row, on thread t:
    /// for segments at any address.
    template <class Warp, class Input, class Take>
    GPUALGO_DEVICE static void for_elements(Warp const& warp, Input in, unsigned m, Take take) {
        using element = typename Input::value_type;
        auto const take_rows = [&]<unsigned Batch, bool AreComplete>(unsigned begin) {
            unsigned const first = begin * row + warp.thread_rank();
            element loaded[Batch][V];
            for (unsigned b = 0; b < Batch; ++b)
                for (unsigned k = 0; k < V; ++k) {
                    unsigned const i = first + b * row + 32 * k;
                    loaded[b][k] = in.get(AreComplete ? i : smaller(i, m - 1));
                }
            for (unsigned b = 0; b < Batch; ++b)
                for (unsigned k = 0; k < V; ++k)
                    take(k, loaded[b][k], begin + b == 0,
                         AreComplete || first + b * row + 32 * k < m);
        };
        constexpr unsigned most = rows_of_elements_in_flight(sizeof(element));
        constexpr unsigned fewer = most > 1 ? most / 2 : 1; // conditions take registers
        unsigned begin = 0;
        if constexpr (!shifts_rows<Input>) // otherwise segments here are incomplete
            for (; (begin + most) * row <= m; begin += most)
                take_rows.template operator()<most, true>(begin);
        for (; begin * row < m; begin += fewer) take_rows.template operator()<fewer, false>(begin);
    }

    /// Calls `take_all(vector, is_first, is_there)` for aligned vectors, and `take(0, element,
    /// is_first, is_there)` for what is before and after them: one element per thread.
    /// @return threads that have taken something, the first ones
    template <class Warp, class Input, class TakeAll, class Take>
    GPUALGO_DEVICE static unsigned for_aligned_part(Warp const& warp, Input in, unsigned m,
                                                    TakeAll take_all, Take take) {
        unsigned const rank = warp.thread_rank();
        unsigned const head = smaller(in.template before_boundary<V>(), m);
        unsigned const vectors = (m - head) / V;
        unsigned const others = m - vectors * V; // 2 V - 2 at most
        Value const other = in.get(rank >= others ? 0 : rank < head ? rank : rank + vectors * V);
        for_vectors(warp, in.from(head), vectors, take_all);
        take(0, other, rank >= vectors, rank < others);
        return smaller(vectors > others ? vectors : others, 32);
    }

    /// Thread t has lanes t * V ... t * V + V - 1 if it loads V neighbours at once, otherwise lanes
    /// t, t + 32, ...
    template <class Warp, class Input>
    GPUALGO_DEVICE static T in_order(Warp const& warp, Input in, unsigned m, Load load, Op op) {
        T lane[V]{};
        auto const take = [&](unsigned k, auto const& element, bool is_first, bool is_there) {
            T const taken = is_first ? load(element) : op(lane[k], load(element));
            lane[k] = is_there ? taken : lane[k];
        };
        auto const take_all = [&](auto const& vector, bool is_first) {
            for (unsigned v = 0; v < V; ++v) take(v, vector[v], is_first, true);
        };
        unsigned const num_valid = smaller(m, row);
        if constexpr (shifts_rows<Input>)
            if (m == row * rows && !in.template is_aligned<V>()) {
                unsigned const head = in.template before_boundary<V>();
                for_shifted_rows(warp, in, head, take);
                shift_lanes(warp, lane, head);
                return fold_neighbouring_lanes(warp, lane, row, op);
            }
        if (!in.template is_aligned<V>() || (!has_room && m < row * rows)) {
            for_elements(warp, in, m, take);
            return fold_distant_lanes(warp, lane, num_valid, op);
        }
        if (!has_room || m == row * rows) for_complete_rows(warp, in, take_all);
        else for_neighbours(warp, in, m, take);
        return fold_neighbouring_lanes(warp, lane, num_valid, op);
    }

    /// A thread keeps one total.
    template <class Warp, class Input>
    GPUALGO_DEVICE static auto in_any_order(Warp const& warp, Input in, unsigned m, Load load,
                                            Op op) {
        any_order total{};
        auto const with = [&](any_order sum, unsigned k, auto const& element, bool is_first) {
            any_order value;
            if constexpr (std::same_as<any_order, T> || makes_counts<Load>)
                value = static_cast<any_order>(load(element));
            else value = static_cast<any_order>(element);
            return is_first && k == 0 ? value : op(sum, value);
        };
        auto const take = [&](unsigned k, auto const& element, bool is_first, bool is_there) {
            any_order const taken = with(total, k, element, is_first);
            total = is_there ? taken : total;
        };
        auto const take_all = [&](auto const& vector, bool is_first, bool is_there = true) {
            any_order taken = total;
            if constexpr (std::same_as<Load, convert_to<T>> && std::derived_from<Op, plus>)
                taken = add(vector, taken);
            else
                for (unsigned v = 0; v < V; ++v) taken = with(taken, v, vector[v], is_first);
            total = is_there ? taken : total;
        };
        unsigned num_valid = smaller(m, 32); // threads with an element
        if (m == row * rows && in.template is_aligned<V>()) for_complete_rows(warp, in, take_all);
        else if constexpr (has_aligned_part<Input>)
            num_valid = for_aligned_part(warp, in, m, take_all, take);
        else for_elements(warp, in, m, take);
        if constexpr (requires { warp.reduce(total, num_valid, op); }) { // in one instruction
            total = warp.reduce(total, num_valid, op);
        } else {
            fold_threads(warp, total, num_valid, op);
        }
        return total;
    }

    /// Folds lanes by halves; thread t has lanes t * V ... t * V + V - 1. Two threads that hold the
    /// halves share the fold: each takes half of its lanes. Thus there are about V shuffles in
    /// total, not V per step. An absent lane is skipped.
    /// @param num_valid lanes that have a value: the first ones
    /// @return the total, on every thread
    template <class Warp>
    GPUALGO_DEVICE static T fold_neighbouring_lanes(Warp const& warp, T (&lane)[V],
                                                    unsigned num_valid, Op op) {
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

    /// Folds lanes by halves; thread t has lanes t, t + 32, ... An absent lane is skipped.
    /// @param num_valid lanes that have a value: the first ones
    /// @return the total, on thread 0
    template <class Warp>
    GPUALGO_DEVICE static T fold_distant_lanes(Warp const& warp, T (&lane)[V], unsigned num_valid,
                                               Op op) {
        for (unsigned half = V / 2; half > 0; half /= 2)
            for (unsigned k = 0; k < half; ++k)
                if ((k + half) * 32 + warp.thread_rank() < num_valid)
                    lane[k] = op(lane[k], lane[k + half]);
        fold_threads(warp, lane[0], num_valid, op);
        return lane[0];
    }

    /// Folds the threads' values by halves, into thread 0's. After a step, only the values of the
    /// first `distance` threads are used.
    /// @param num_valid threads that have a value: the first ones
    template <class Warp, class Total>
    GPUALGO_DEVICE static void fold_threads(Warp const& warp, Total& total, unsigned num_valid,
                                            Op op) {
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            Total const other = warp.shfl_down(total, distance);
            if (warp.thread_rank() + distance < num_valid) total = op(total, other);
        }
    }
};

} // namespace gpu::inline v0::kernel
