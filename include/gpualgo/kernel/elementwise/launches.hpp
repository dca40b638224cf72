// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of elementwise algorithms, the same on the simulated device and on GPUs. See
/// kernel/reduce/launches.hpp for queues.
#pragma once

#include <gpualgo/kernel/elementwise/exchange.hpp>
#include <gpualgo/kernel/elementwise/map.hpp>
#include <gpualgo/kernel/elementwise/permute.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

template <>
inline constexpr unsigned largest_block<kernel::generate> = kernel::elementwise_block;
template <>
inline constexpr unsigned largest_block<kernel::map_one> = kernel::map_block;
template <>
inline constexpr unsigned largest_block<kernel::map_two> = kernel::elementwise_block;
template <>
inline constexpr unsigned largest_block<kernel::reverse_copy> = kernel::elementwise_block;
template <bool Mirrored, unsigned Threads>
inline constexpr unsigned largest_block<kernel::exchange<Mirrored, Threads>> = Threads;
template <>
inline constexpr unsigned largest_block<kernel::gather> = kernel::elementwise_block;
template <>
inline constexpr unsigned largest_block<kernel::scatter> = kernel::elementwise_block;

template <>
inline constexpr kernel_name name_of_kernel<kernel::generate> = {"generate"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::map_one> = {"map"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::map_two> = {"map_pairs"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::reverse_copy> = {"reverse_copy"};
template <bool Mirrored, unsigned Threads>
inline constexpr kernel_name name_of_kernel<kernel::exchange<Mirrored, Threads>> = {
    Mirrored ? "reverse" : "swap"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::gather> = {"gather"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::scatter> = {"scatter"};

/// Launches a body of kernel/elementwise/ on n elements of type T.
/// @param per_block elements per block
template <class Body, class Queue, class Arguments, class F>
void launch_elementwise(Queue& queue, std::size_t n, std::size_t per_block,
                        Arguments const& arguments, F f) {
    queue.template launch<Body>(
        launch_config{(n + per_block - 1) / per_block, largest_block<Body>, 0}, arguments, f);
}

/// Launches `map_one`.
template <class Queue, class T, class F>
void launch_map(Queue& queue, kernel::map_arguments<T> const& arguments, F f) {
    constexpr std::size_t per_block = std::size_t{kernel::map_block} * kernel::vector_size<T>;
    launch_elementwise<kernel::map_one>(queue, arguments.n, per_block, arguments, f);
}

/// Launches `exchange`.
template <bool Mirrored, class Queue, class T>
void launch_exchange(Queue& queue, kernel::exchanged_ranges<T> const& arguments) {
    using body = kernel::exchange<Mirrored, kernel::exchange_block>;
    queue.template launch<body>(launch_config{body::blocks(arguments), largest_block<body>, 0},
                                arguments, 0);
}

/// Launches `generate`.
template <class Queue, class T, class F>
void launch_generation(Queue& queue, kernel::map_arguments<T> const& arguments, F f) {
    launch_elementwise<kernel::generate>(
        queue, arguments.n, kernel::elements_per_block<T, kernel::generated_vectors>, arguments, f);
}

} // namespace gpu::inline v0::detail
