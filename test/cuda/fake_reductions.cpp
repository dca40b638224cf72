// SPDX-License-Identifier: Apache-2.0
#include "fake_reductions.hpp"

#include "cuda/extrema.hpp"
#include "cuda/matmul.hpp"
#include "cuda/round.hpp"
#include "cuda/transforms.hpp"

#include <gpualgo/error.hpp>

#include <array>

namespace gpu::inline v0::detail {

template <class T>
void add_reductions(reduce_table<cuda_queue>& table) {
    fill_accumulator<cuda_queue, T>(table);
}

template <class... Ts>
auto instantiated(list<Ts...>) {
    return std::array{&add_reductions<Ts>...};
}
extern auto const all_reductions = instantiated(types{}); // so that all are there for the linker

/// The fake has no transforms.
template <class T>
void add_transforms(transform_table<cuda_queue>&) {}

template <class... Ts>
auto instantiated_transforms(list<Ts...>) {
    return std::array{&add_transforms<Ts>...};
}
extern auto const all_transforms = instantiated_transforms(types{});

/// The fake has no searches.
void add_extrema_of_integers(extrema_table<cuda_queue>&) {}
void add_extrema_of_floats(extrema_table<cuda_queue>&) {}

void round_total(cuda_queue&, float const* total, half* out) { *out = half(*total); }
void round_total(cuda_queue&, float const* total, bfloat16* out) { *out = bfloat16(*total); }

/// The fake has no products of matrices.
void cuda_matmul(std::uint32_t, matmul_request const&, outcome&) { throw error("the fake has no products"); }

} // namespace gpu::inline v0::detail
