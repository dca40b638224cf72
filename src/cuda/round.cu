// SPDX-License-Identifier: Apache-2.0
#include "round.hpp"

#include "launch.cuh"

#include <gpualgo/detail/rounded.hpp>

namespace gpu::inline v0::detail {
namespace {

/// The kernels of reductions have quieted a NaN: converted, it is the positive quiet one too.
/// What a launch of `round_one` works on.
template <class T>
struct rounding {
    float const* total;
    T* out;
};

/// *out = rounded(*total), by one thread.
struct round_one {
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, rounding<T> arguments, Op) {
        if (context.block().thread_rank() == 0)
            context.global(arguments.out)
                .put(0, rounded<T>(context.global(arguments.total).get(0)));
    }
};

consteval kernel_name name_of(std::type_identity<round_one>) { return {"round"}; }

template <class T>
void convert_one(cuda_queue& queue, float const* total, T* out) {
    queue.launch<round_one>(launch_shape{1, 32, 0}, rounding<T>{total, out}, kernel::plus{});
}

} // namespace

void round_total(cuda_queue& queue, float const* total, half* out) {
    convert_one(queue, total, out);
}
void round_total(cuda_queue& queue, float const* total, bfloat16* out) {
    convert_one(queue, total, out);
}

} // namespace gpu::inline v0::detail
