// SPDX-License-Identifier: Apache-2.0
/// @file
/// Packs panels. Compiled for each instruction set under the same rule as tile.hpp: nothing of the
/// standard library is declared here, and everything depends on `Isa`.
#pragma once

#include "kernels.hpp"

namespace gpu::inline v0::detail {

/// Packs panels of `Width` lines, a multiple of 4.
template <class Isa, class Value, unsigned Width>
struct panel {
    using element = packed_element<Value>;
    using word = matmul_lane<Value>; // the elements of a line in one step
    static constexpr unsigned group = elements_in_step<Value>;

    static void pack(host_matrix<Value const> const& from, std::int64_t lines, std::int64_t depth,
                     element* to) {
        std::int64_t const steps = (depth + group - 1) / group;
        std::int64_t const complete = depth / group;
        std::int64_t done = 0;
        if (from.row_stride == 1)
            for (; done < complete; ++done) {
                Value const* const step = from.data + done * group * from.column_stride;
                // a constant count gives vector code
                if (lines == Width)
                    interleave(step, from.column_stride, Width, to + done * Width * group);
                else interleave(step, from.column_stride, lines, to + done * Width * group);
            }
        // Elements beyond the matrix are zero: whole lines, and the rest of the last step.
        std::int64_t const incomplete = lines < Width ? done : complete;
        __builtin_memset(to + incomplete * Width * group, 0,
                         static_cast<unsigned long>((steps - incomplete) * Width * group) *
                             sizeof(element));
        for (std::int64_t l = 0; l < lines; l += 4) {
            std::int64_t s = done;
            if (from.column_stride == 1 && l + 4 <= lines)
                for (; s + 4 <= complete; s += 4)
                    transpose(from.data + l * from.row_stride + s * group, from.row_stride,
                              to + (s * Width + l) * group);
            for (std::int64_t i = l; i < l + 4 && i < lines; ++i) pack_line(from, depth, s, i, to);
        }
    }

private:
    /// Packs one step of lines if elements of equal depth are contiguous.
    [[gnu::always_inline]] static void interleave(Value const* from, std::int64_t depth_stride,
                                                  std::int64_t lines, element* __restrict to) {
        for (std::int64_t l = 0; l < lines; ++l)
            for (unsigned g = 0; g < group; ++g)
                to[l * group + g] = static_cast<element>(from[l + g * depth_stride]);
        for (std::int64_t l = lines * group; l < Width * group; ++l) to[l] = element{};
    }

    /// Packs four steps of four lines if elements of a line are contiguous.
    [[gnu::always_inline]] static void transpose(Value const* from, std::int64_t line_stride,
                                                 element* __restrict to) {
        typedef word quad [[gnu::vector_size(4 * sizeof(word))]];
        quad line[4];
#pragma GCC unroll 4
        for (unsigned l = 0; l < 4; ++l) {
            element elements[4 * group];
            for (unsigned d = 0; d < 4 * group; ++d)
                elements[d] = static_cast<element>(from[l * line_stride + d]);
            __builtin_memcpy(&line[l], elements, sizeof(quad));
        }
        quad const low[2] = {__builtin_shufflevector(line[0], line[1], 0, 4, 1, 5),
                             __builtin_shufflevector(line[2], line[3], 0, 4, 1, 5)};
        quad const high[2] = {__builtin_shufflevector(line[0], line[1], 2, 6, 3, 7),
                              __builtin_shufflevector(line[2], line[3], 2, 6, 3, 7)};
        quad const step[4] = {__builtin_shufflevector(low[0], low[1], 0, 1, 4, 5),
                              __builtin_shufflevector(low[0], low[1], 2, 3, 6, 7),
                              __builtin_shufflevector(high[0], high[1], 0, 1, 4, 5),
                              __builtin_shufflevector(high[0], high[1], 2, 3, 6, 7)};
#pragma GCC unroll 4
        for (unsigned s = 0; s < 4; ++s)
            __builtin_memcpy(to + s * Width * group, &step[s], sizeof(quad));
    }

    /// Packs a line, beginning at a step, one element at a time.
    static void pack_line(host_matrix<Value const> const& from, std::int64_t depth,
                          std::int64_t step, std::int64_t line, element* to) {
        Value const* const source = from.data + line * from.row_stride;
        for (std::int64_t d = step * group; d < depth; ++d)
            to[(d / group * Width + line) * group + d % group] =
                static_cast<element>(source[d * from.column_stride]);
    }
};

} // namespace gpu::inline v0::detail
