// SPDX-License-Identifier: Apache-2.0
/// Elementwise algorithms on a GPU against a copy that moves as many bytes, and as calls against
/// Thrust, in one process: elementwise_cuda [--json FILE]. Aligned, and at odd addresses. A ratio
/// above 1 means that this library is faster.
#include "reduce_rows.cuh"

#include <gpualgo/fill.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/transform.hpp>

#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/gather.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>
#include <thrust/transform.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using bench::check;
using bench::row;

/// A measurement's parameters.
struct experiment {
    char const* type;
    std::size_t n;
    std::size_t offset; ///< elements after an aligned address; the second range has twice as many
};

struct recorder {
    cudaStream_t stream;
    std::vector<row> rows;

    void add(char const* what, char const* algorithm, char const* peer, experiment const& e,
             std::size_t bytes, bench::gpu_timing const& ours, bench::gpu_timing const& theirs) {
        rows.push_back(
            {what, algorithm, peer, e.type, "clean", e.n, e.offset, bytes, ours, theirs, {}});
        bench::print(rows.back());
    }
};

/// Three arrays of a type, and one of indices, with several places for n elements.
template <class T>
struct buffers {
    static constexpr std::size_t total = (std::size_t{1} << 28) + 4096; ///< elements
    bench::device_array<T> x{total}, y{total}, z{total};
    bench::device_array<std::uint32_t> indices{total};

    static std::size_t count(std::size_t n) {
        return std::clamp<std::size_t>(total / (n + 4096), 1, 32);
    }
    static std::size_t place(std::size_t k, std::size_t n) {
        return total / count(n) / 4096 * 4096 * k;
    }
};

/// The elements of one call.
template <class T>
struct call_data {
    T *x, *y, *z;
    std::uint32_t* indices;
    std::size_t n;
};

/// Times an algorithm.
/// @param bytes that it reads and writes
template <class T, class Ours, class Theirs>
void compare(recorder& s, buffers<T> const& data, experiment const& e, char const* algorithm,
             std::size_t bytes, Ours ours, Theirs theirs) {
    auto const at = [&](std::size_t k) {
        std::size_t const place = data.place(k, e.n);
        return call_data<T>{data.x.get() + place + e.offset, data.y.get() + place + 2 * e.offset,
                            data.z.get() + place + e.offset, data.indices.get() + place, e.n};
    };
    auto const policy = gpu::automatic.on(gpu::stream_view(gpu::device::cuda(), s.stream));
    auto const copied = std::min(bytes / 2, e.n * sizeof(T));
    auto const copies = static_cast<double>(bytes) / (2.0 * static_cast<double>(copied));
    auto const t = bench::interleaved_in_graphs(
        s.stream,
        {{"gpualgo", [&](cudaStream_t, std::size_t k) { ours(policy, at(k)); }},
         {"copy",
          [&](cudaStream_t stream, std::size_t k) {
              auto const d = at(k);
              check(cudaMemcpyAsync(d.z - e.offset, d.x - e.offset, copied,
                                    cudaMemcpyDeviceToDevice, stream),
                    "cudaMemcpyAsync");
          }}},
        data.count(e.n), 11);
    auto copy = t[1];
    copy.microseconds *= copies; // as many bytes
    s.add("graph", algorithm, "copy", e, bytes, t[0], copy);
    auto const timed = bench::interleaved_in_graphs(
        s.stream,
        {{"gpualgo", [&](cudaStream_t, std::size_t k) { ours(policy, at(k)); }},
         {"Thrust", [&](cudaStream_t stream,
                        std::size_t k) { theirs(thrust::cuda::par_nosync.on(stream), at(k)); }}},
        data.count(e.n), 5);
    s.add("graph", algorithm, "Thrust", e, bytes, timed[0], timed[1]);
}

template <class T>
struct is_below {
    T limit;
    __host__ __device__ bool operator()(T x) const { return x < limit; }
};

template <class T>
void measure(recorder& s, buffers<T> const& data, experiment const& e) {
    std::size_t const b = e.n * sizeof(T);
    compare(
        s, data, e, "fill", b,
        [](auto const& policy, auto const& d) { gpu::fill(policy, d.x, d.x + d.n, T(3)); },
        [](auto const& on, auto const& d) { thrust::fill(on, d.x, d.x + d.n, T(3)); });
    compare(
        s, data, e, "iota", b,
        [](auto const& policy, auto const& d) { gpu::iota(policy, d.x, d.x + d.n, T(3), T(2)); },
        [](auto const& on, auto const& d) { thrust::sequence(on, d.x, d.x + d.n, T(3), T(2)); });
    compare(
        s, data, e, "replace_if", 2 * b,
        [](auto const& policy, auto const& d) {
            gpu::replace_if(policy, d.x, d.x + d.n, gpu::less_than(T(3)), T(4));
        },
        [](auto const& on, auto const& d) {
            thrust::replace_if(on, d.x, d.x + d.n, is_below<T>{T(3)}, T(4));
        });
    compare(
        s, data, e, "reverse", 2 * b,
        [](auto const& policy, auto const& d) { gpu::reverse(policy, d.x, d.x + d.n); },
        [](auto const& on, auto const& d) { thrust::reverse(on, d.x, d.x + d.n); });
    compare(
        s, data, e, "reverse_copy", 2 * b,
        [](auto const& policy, auto const& d) { gpu::reverse_copy(policy, d.x, d.x + d.n, d.y); },
        [](auto const& on, auto const& d) { thrust::reverse_copy(on, d.x, d.x + d.n, d.y); });
    compare(
        s, data, e, "swap_ranges", 4 * b,
        [](auto const& policy, auto const& d) { gpu::swap_ranges(policy, d.x, d.x + d.n, d.y); },
        [](auto const& on, auto const& d) { thrust::swap_ranges(on, d.x, d.x + d.n, d.y); });
    compare(
        s, data, e, "transform", 3 * b,
        [](auto const& policy, auto const& d) {
            gpu::transform(policy, gpu::device_iterator<T>(gpu::device::cuda(), d.x),
                           gpu::device_iterator<T>(gpu::device::cuda(), d.x + d.n),
                           gpu::device_iterator<T>(gpu::device::cuda(), d.y),
                           gpu::device_iterator<T>(gpu::device::cuda(), d.z), std::plus<>());
        },
        [](auto const& on, auto const& d) {
            thrust::transform(on, d.x, d.x + d.n, d.y, d.z, thrust::plus<T>());
        });
    // the indices of each call are 0, 1, 2 ...: gather and scatter are copies then
    for (std::size_t k = 0; k < data.count(e.n); ++k) {
        auto* const first = data.indices.get() + data.place(k, e.n);
        gpu::iota(gpu::automatic, first, first + e.n, 0u);
    }
    compare(
        s, data, e, "gather", 2 * b + 4 * e.n,
        [](auto const& policy, auto const& d) {
            gpu::gather(policy, d.indices, d.indices + d.n, d.x, d.z);
        },
        [](auto const& on, auto const& d) {
            thrust::gather(on, d.indices, d.indices + d.n, d.x, d.z);
        });
    compare(
        s, data, e, "scatter", 2 * b + 4 * e.n,
        [](auto const& policy, auto const& d) {
            gpu::scatter(policy, d.x, d.x + d.n, d.indices, d.z);
        },
        [](auto const& on, auto const& d) { thrust::scatter(on, d.x, d.x + d.n, d.indices, d.z); });
}

template <class T>
void measure(recorder& s, char const* type) {
    buffers<T> const data;
    for (std::size_t const n : {std::size_t{1000003}, std::size_t{1} << 28})
        for (std::size_t const offset : {0, 1}) measure<T>(s, data, {type, n, offset});
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    recorder s{};
    check(cudaStreamCreate(&s.stream), "cudaStreamCreate");
    bench::print_head();
    measure<float>(s, "float");
    measure<std::uint8_t>(s, "uint8");
    measure<double>(s, "double");
    if (!json.empty()) bench::write_rows(json, "elementwise_cuda", s.rows, {argv, argv + argc});
}
