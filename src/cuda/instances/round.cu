// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/round.hpp"

#include "call/tabulate.hpp"
#include "cuda/launch.cuh"

#include <gpualgo/detail/rounded.hpp>

namespace gpu::inline v0::detail {
namespace {

/// The arguments of `round_one`.
template <class T>
struct rounding {
    computed_as<T> const* total;
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

using round_function = void (*)(cuda_queue& queue, void const* total, void* out);

template <class T>
void launch_rounding(cuda_queue& queue, void const* total, void* out) {
    rounding<T> const arguments{static_cast<computed_as<T> const*>(total), static_cast<T*>(out)};
    queue.launch<round_one>(launch_config{1, 32, 0}, arguments, kernel::plus{});
}

} // namespace

void round_total(cuda_queue& queue, std::uint32_t type, void const* total, void* out) {
    // null for types that are not rounded
    static constexpr auto table = tabulate(
        []<class T>(type_list<T>) -> round_function {
            if constexpr (is_small_float<T>) return &launch_rounding<T>;
            else return nullptr;
        },
        types());
    table[type](queue, total, out);
}

} // namespace gpu::inline v0::detail
