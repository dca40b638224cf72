// SPDX-License-Identifier: Apache-2.0
/// @file
/// A warp's part of a tile: its way from global memory through shared memory to registers, and
/// back. It consists of rows of 32 vectors of 16 bytes. Rows are loaded and stored as they are:
/// lane l has vector l of each. In between, a lane scans neighbouring vectors, as many as there are
/// rows: lanes then exchange one total each, instead of one per row. Shared memory transposes them.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/scan/element.hpp>
#include <gpualgo/kernel/scan/misalignment.hpp>
#include <gpualgo/kernel/scan/pipeline_memory.hpp>
#include <gpualgo/kernel/vector_store.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// The shape of a tile, which a block scans. The order of the scan does not depend on it.
/// @tparam Value the elements' type, of 1 to 16 bytes
/// @tparam T the type in which totals are computed
/// @tparam Rows per warp
/// @tparam Way in which the kernel takes tiles
template <class Value, class T, unsigned Rows, scan_way Way>
struct basic_scan_shape {
    static constexpr scan_way way = Way;
    static constexpr unsigned blocks = 2;                    ///< per multiprocessor
    static constexpr unsigned log_warps = 3;                 ///< of `warps`
    static constexpr unsigned warps = 1 << log_warps;        ///< that scan rows
    static constexpr unsigned threads = 32 * (warps + 2);    ///< two more warps exchange totals
    static constexpr unsigned vector = 16 / sizeof(Value);   ///< elements in 16 bytes
    static constexpr unsigned rows = Rows;                   ///< per warp
    static constexpr unsigned per_warp = 32 * vector * rows; ///< elements per warp
    static constexpr unsigned tile = per_warp * warps;       ///< elements per tile
    /// shared memory of a warp, whose results take the place of its elements
    static constexpr std::size_t warp_bytes = per_warp * sizeof(T) + 16;
    static constexpr std::size_t tile_bytes = warps * warp_bytes; ///< of shared memory
};

/// The shape of most scans. Narrow elements take a register each.
template <class Value, class T, scan_way Way = scan_way::in_turn>
using scan_shape = basic_scan_shape<Value, T, sizeof(Value) <= 2 ? 2 : 4, Way>;

/// The shape of short scans: small tiles occupy more multiprocessors.
template <class Value, class T>
using small_tiles =
    basic_scan_shape<Value, T, sizeof(Value) <= 2 ? 1 : (sizeof(Value) <= 4 ? 2 : 4),
                     scan_way::at_once>;

/// The elements of a warp in shared memory, and its lanes' accesses to them. Its results take their
/// place.
///
/// Vectors are aligned in global memory. If the array is not, the first vector begins before the
/// warp's first element, and there is one vector more. Lanes then shift elements in registers.
template <class Value, class T, class Shape, class Context, class Warp>
class warp_rows {
    static constexpr unsigned V = Shape::vector;
    static constexpr unsigned rows = Shape::rows;
    static constexpr unsigned per_warp = Shape::per_warp;
    static constexpr unsigned piece = 16 / sizeof(T); ///< results of 16 bytes

public:
    static constexpr unsigned per_lane = per_warp / 32; ///< elements
    using registers = T[per_lane];                      ///< the elements of a lane

    /// @param offset of the warp's bytes in shared memory
    GPUALGO_DEVICE warp_rows(Context const& context, Warp const& warp, std::size_t offset)
        : context_(context), warp_(warp),
          values_(context.template shared<Value>().from(offset / sizeof(Value))),
          results_(context.template shared<T>().from(offset / sizeof(T))),
          lane_(warp.thread_rank()) {}

    /// Begins to copy the warp's elements; those after the end are zero.
    /// @param in the array, of n elements
    /// @param before its misalignment
    /// @param begin the warp's first element
    /// @param is_in_place whether results replace the array's elements. Then vectors that other
    /// warps share are not copied at once, as these may write to them meanwhile
    template <class Input>
    GPUALGO_DEVICE void load(Input in, misalignment<Value> before, std::size_t begin, std::size_t n,
                             bool is_in_place) const {
        warp_.sync(); // before these copies replace results that another lane reads
        if (!before.has_vectors()) {
            for (unsigned k = lane_; k < per_warp; k += 32)
                load_element(slot(k / V) + k % V, in, begin + k, {0, n});
        } else if (before.elements == 0 && begin + per_warp <= n) {
            for (unsigned r = 0; r < rows; ++r)
                context_.template copy_vector<V>(values_, slot(vector_of(r)), in,
                                                 begin + vector_of(r) * V);
        } else {
            index_range const readable = is_in_place ? own_elements(begin, n) : index_range{0, n};
            for (unsigned r = 0; r < rows; ++r)
                load_vector(vector_of(r), in, begin - before.elements, readable);
            if (lane_ == 0 && before.elements > 0)
                load_vector(32 * rows, in, begin - before.elements, readable);
        }
    }

    /// Reads the lane's elements, which are neighbours. Called after the copies have ended.
    /// @param before the misalignment of the array
    /// @param x set to the elements, converted to T
    GPUALGO_DEVICE void get_elements(misalignment<Value> before, registers& x) const {
        unsigned const by = before.has_vectors() ? before.elements : 0;
        std::uint32_t words[4 * (rows + 1)];
        for (unsigned r = 0; r < rows; ++r) take_vector(lane_ * rows + r, words + 4 * r);
        if (by > 0) {
            take_vector(lane_ * rows + rows, words + 4 * rows);
            shift(words, by);
        }
        for (unsigned r = 0; r < rows; ++r) {
            auto const y = elements_of(words + 4 * r);
            for (unsigned v = 0; v < V; ++v) x[r * V + v] = converted<T>(y.x[v]);
        }
        // before results replace what another lane reads
        if (by > 0 || sizeof(T) != sizeof(Value)) warp_.sync();
    }

    /// Writes the lane's results, which are neighbours, in place of the elements.
    GPUALGO_DEVICE void put_results(registers const& x) const {
        for (unsigned v = 0; v < per_lane; v += piece) {
            T y[piece];
            for (unsigned k = 0; k < piece; ++k) y[k] = x[v + k];
            results_.put_vector(place(lane_ * (per_lane / piece) + v / piece) * piece, y);
        }
    }

    /// Reads the lane's results in each row, after all lanes have written theirs.
    GPUALGO_DEVICE void get_results(registers& x) const {
        for (unsigned r = 0; r < rows; ++r)
            for (unsigned v = 0; v < V; v += piece) {
                auto const y = results_.template aligned_vector<piece>(
                    place((vector_of(r) * V + v) / piece) * piece);
                for (unsigned k = 0; k < piece; ++k) x[r * V + v + k] = y[k];
            }
    }

    /// Writes the results that `get_results` has read to global memory, up to element n. All lanes
    /// call.
    /// @param out the array
    /// @param before its misalignment
    template <class Output>
    GPUALGO_DEVICE void store(Output out, misalignment<Value> before, std::size_t begin,
                              std::size_t n, registers const& x) const {
        bool const is_whole = begin + per_warp <= n && before.has_vectors();
        Value y[rows][V];
        for (unsigned r = 0; r < rows; ++r)
            for (unsigned v = 0; v < V; ++v) y[r][v] = as_element<Value>(x[r * V + v]);
        if (is_whole && before.elements == 0) {
            for (unsigned r = 0; r < rows; ++r) put_streaming(out, begin + vector_of(r) * V, y[r]);
            return;
        }
        if (is_whole) {
            store_shifted(out, V - before.elements, begin, y);
            return;
        }
        warp_.sync(); // before these replace results that another lane reads
        for (unsigned r = 0; r < rows; ++r) values_.put_vector(vector_of(r) * V, y[r]);
        warp_.sync();
        for (unsigned k = lane_; k < per_warp; k += 32)
            if (begin + k < n) out.put(begin + k, values_.get(k));
    }

private:
    struct parts {
        std::uint32_t word[4];
    };
    struct elements {
        Value x[V];
    };
    /// elements of an array
    struct index_range {
        std::size_t begin;
        std::size_t size;
    };

    /// @return the lane's vector of a row
    GPUALGO_DEVICE unsigned vector_of(unsigned row) const { return row * 32 + lane_; }
    /// @return the place of the k-th 16 bytes, permuted within 64. Lanes may access neighbours, or
    /// every second or fourth one: they have no conflicts of banks.
    GPUALGO_DEVICE static unsigned place(unsigned k) { return k ^ (k >> 3 & 3); }
    /// @return the slot of a vector's first element
    GPUALGO_DEVICE static unsigned slot(unsigned vector) { return place(vector) * V; }

    /// @return the elements from the warp's first one on, up to element n
    GPUALGO_DEVICE static index_range own_elements(std::size_t begin, std::size_t n) {
        std::size_t const rest = begin < n ? n - begin : 0;
        return {begin, rest < per_warp ? rest : per_warp};
    }

    /// Begins to copy element i, or zero if it is not readable.
    template <class Input>
    GPUALGO_DEVICE void load_element(unsigned slot, Input in, std::size_t i,
                                     index_range readable) const {
        if (i - readable.begin < readable.size) context_.copy_element(values_, slot, in, i);
        else values_.put(slot, Value());
    }

    /// Begins to copy a vector.
    /// @param begin element of vector 0; may be "negative"
    template <class Input>
    GPUALGO_DEVICE void load_vector(unsigned vector, Input in, std::size_t begin,
                                    index_range readable) const {
        std::size_t const i = begin + vector * V, from = i - readable.begin;
        if (from < readable.size && from + V <= readable.size)
            return context_.template copy_vector<V>(values_, slot(vector), in, i);
        for (unsigned v = 0; v < V; ++v) load_element(slot(vector) + v, in, i + v, readable);
    }

    /// Writes the lanes' elements as vectors, to which neighbouring lanes contribute. The warp's
    /// elements before the first aligned address and after the last are written one by one.
    /// @param head elements before the first aligned address
    template <class Output>
    GPUALGO_DEVICE void store_shifted(Output out, unsigned head, std::size_t begin,
                                      Value const (&y)[rows][V]) const {
        for (unsigned v = 0; v < V; ++v) {
            if (lane_ == 0 && v < head) out.put(begin + v, y[0][v]);
            if (lane_ == 31 && v >= head) out.put(begin + per_warp - V + v, y[rows - 1][v]);
        }
        parts bits[rows];
        for (unsigned r = 0; r < rows; ++r) {
            elements row;
            for (unsigned v = 0; v < V; ++v) row.x[v] = y[r][v];
            bits[r] = kernel::bit_cast<parts>(row);
        }
        for (unsigned r = 0; r < rows; ++r) {
            std::uint32_t words[8];
            for (unsigned w = 0; w < 4; ++w) {
                // lane 31 continues with the next row
                auto const next =
                    lane_ == 0 && r + 1 < rows ? bits[r + 1].word[w] : bits[r].word[w];
                words[w] = bits[r].word[w];
                words[4 + w] = warp_.shfl(next, (lane_ + 1) & 31);
            }
            shift(words, head);
            if (r + 1 < rows || lane_ < 31)
                put_streaming(out, begin + head + vector_of(r) * V, elements_of(words).x);
        }
    }

    /// @return the elements in four words
    GPUALGO_DEVICE static elements elements_of(std::uint32_t const* words) {
        return kernel::bit_cast<elements>(parts{{words[0], words[1], words[2], words[3]}});
    }

    /// @param words set to those of a vector
    GPUALGO_DEVICE void take_vector(unsigned vector, std::uint32_t* words) const {
        auto const loaded = values_.template aligned_vector<V>(slot(vector));
        elements y;
        for (unsigned v = 0; v < V; ++v) y.x[v] = loaded[v];
        auto const bits = kernel::bit_cast<parts>(y);
        for (unsigned w = 0; w < 4; ++w) words[w] = bits.word[w];
    }

    /// Moves elements down, to the first words.
    /// @param by elements, fewer than V
    template <unsigned N>
    GPUALGO_DEVICE static void shift(std::uint32_t (&words)[N], unsigned by) {
        unsigned const bytes = by * sizeof(Value);
        if ((bytes & 8) != 0)
            for (unsigned w = 0; w + 2 < N; ++w) words[w] = words[w + 2];
        if constexpr (sizeof(Value) <= 4)
            if ((bytes & 4) != 0)
                for (unsigned w = 0; w + 1 < N; ++w) words[w] = words[w + 1];
        if constexpr (sizeof(Value) < 4) {
            unsigned const bits = bytes % 4 * 8;
            for (unsigned w = 0; w + 1 < N; ++w)
                words[w] = static_cast<std::uint32_t>(
                    (std::uint64_t{words[w + 1]} << 32 | words[w]) >> bits);
        }
    }

    using value_slots = decltype(std::declval<Context const&>().template shared<Value>());
    using result_slots = decltype(std::declval<Context const&>().template shared<T>());

    Context const& context_;
    Warp const& warp_;
    value_slots values_;
    result_slots results_; ///< in the same memory
    unsigned lane_;
};

} // namespace gpu::inline v0::kernel
