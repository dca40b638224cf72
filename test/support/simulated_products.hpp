// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products by kernel bodies on the simulated device: its queue with another context, and matrices.
#pragma once

#include "matmul_reference.hpp"

#include "simulated/queue.hpp"

#include <cstddef>
#include <type_traits>

namespace test {

/// The simulated device with another context.
template <class Context>
class queue_with : public gpu::simulated::queue {
public:
    using queue::queue;

    template <class Body, class Arguments, class Op>
    void launch(gpu::detail::launch_config const& shape, Arguments const& arguments, Op op) {
        run({{static_cast<unsigned>(shape.grid)}, {shape.block}, shape.shared_bytes},
            [&](gpu::simulated::thread& self) { Body::run(Context(self), arguments, op); });
    }
};

template <class T>
gpu::kernel::strided<T> view_of(stored_matrix<std::remove_const_t<T>>& matrix) {
    return {matrix.data_handle(), static_cast<std::size_t>(matrix.stride(0)),
            static_cast<std::size_t>(matrix.stride(1))};
}

/// The elements of a matrix, with the gaps between its lines.
template <class T>
std::size_t span_bytes(stored_matrix<T> const& x) {
    return sizeof(T) * static_cast<std::size_t>((x.extent(0) - 1) * x.stride(0) +
                                                (x.extent(1) - 1) * x.stride(1) + 1);
}

/// Combinations of layout, gap and alignment.
inline constexpr std::size_t arrangements = 8;
inline arrangement arranged(std::size_t choice) {
    constexpr arrangement kinds[] = {{false, 0, 0}, {false, 16, 0}, {false, 0, 1}, {false, 3, 0}};
    arrangement chosen = kinds[choice / 2];
    chosen.column_major = choice % 2 == 1;
    return chosen;
}

} // namespace test
