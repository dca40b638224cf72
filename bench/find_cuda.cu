// SPDX-License-Identifier: Apache-2.0
/// Searches on a GPU against Thrust, and against reading the elements, in one process: find_cuda
/// [--json FILE]. Whole calls, of odd sizes and at odd addresses; matches at the end, early, or
/// none.
#include "cuda_timing.cuh"
#include "find_rows.hpp"

#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/min_max.hpp>
#include <gpualgo/top_k.hpp>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/mismatch.h>
#include <thrust/sort.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using bench::find_row;
using bench::keep;

template <class T>
struct is_seven {
    __host__ __device__ bool operator()(T x) const { return x == T{7}; }
};

/// Reads n elements, as fast as a kernel can.
template <class T>
bench::contender reading(T const* x, std::size_t n, unsigned* out) {
    auto const address = reinterpret_cast<std::uintptr_t>(x) / 16 * 16;
    return {"read", [=] {
                bench::read_all<<<132 * 8, 256>>>(reinterpret_cast<uint4 const*>(address),
                                                  n * sizeof(T) / 16, out);
                bench::check(cudaDeviceSynchronize(), "read");
            }};
}

/// Ones, and a seven at some place.
template <class T>
void find_rows(std::vector<find_row>& rows, char const* type, std::size_t n, std::size_t offset) {
    auto const gpu_0 = gpu::device::cuda();
    gpu::device_vector<T> x(n + offset, T{1}, gpu_0), y(n + offset, T{1}, gpu_0);
    bench::device_array<unsigned> out(1);
    auto const first = x.begin() + static_cast<std::ptrdiff_t>(offset);
    T const *const a = x.data() + offset, *const b = y.data() + offset;
    for (auto const& [where, place] :
         {std::pair("no match", n), std::pair("match at 1000", std::size_t{1000})}) {
        if (place < n) first[static_cast<std::ptrdiff_t>(place)] = T{7};
        std::size_t const read = (place < n ? place + 1 : n) * sizeof(T);
        std::string const text = std::string(", ") + where + (offset == 0 ? "" : ", unaligned");
        find_row found{"find_if" + text, type, n, read};
        found.contenders = {
            {"gpualgo", [&] { keep(gpu::find_if(first, x.end(), gpu::equals(T{7}))); }},
            {"thrust", [=] { keep(thrust::find_if(thrust::device, a, a + n, is_seven<T>())); }},
            reading(a, n, out.get())};
        found.run();
        find_row equal{"equal" + text, type, n, 2 * read};
        auto const second = y.begin() + static_cast<std::ptrdiff_t>(offset);
        equal.contenders = {{"gpualgo", [&] { keep(gpu::equal(first, x.end(), second)); }},
                            {"thrust", [=] { keep(thrust::equal(thrust::device, a, a + n, b)); }}};
        equal.run();
        find_row mismatch{"mismatch" + text, type, n, 2 * read};
        mismatch.contenders = {
            {"gpualgo", [&] { keep(gpu::mismatch(first, x.end(), second)); }},
            {"thrust", [=] { keep(thrust::mismatch(thrust::device, a, a + n, b)); }}};
        mismatch.run();
        for (auto* const row : {&found, &equal, &mismatch}) rows.push_back(std::move(*row));
    }
}

/// The largest of random numbers, against a sort of a copy.
void top_rows(std::vector<find_row>& rows, std::size_t n) {
    auto const gpu_0 = gpu::device::cuda();
    std::vector<std::uint32_t> numbers(n);
    std::uint32_t state = 1;
    for (auto& x : numbers) x = state = state * 1664525 + 1013904223;
    gpu::device_vector<std::uint32_t> const x(numbers, gpu_0);
    gpu::device_vector<std::uint32_t> copy(numbers, gpu_0);
    for (std::size_t const k : {std::size_t{10}, std::size_t{1000}, n / 10}) {
        gpu::device_vector<std::uint32_t> out(k, gpu_0);
        find_row row{"top_k, k = " + std::to_string(k), "uint32", n, n * sizeof(std::uint32_t)};
        row.contenders = {{"gpualgo", [&] { gpu::top_k(x, k, out); }},
                          {"thrust's sort", [&] {
                               thrust::copy(thrust::device, x.data(), x.data() + n, copy.data());
                               thrust::sort(thrust::device, copy.data(), copy.data() + n,
                                            thrust::greater<std::uint32_t>());
                               bench::check(cudaDeviceSynchronize(), "sort");
                           }}};
        row.run();
        rows.push_back(std::move(row));
    }
    find_row row{"max", "uint32", n, n * sizeof(std::uint32_t)};
    row.contenders = {
        {"gpualgo", [&] { keep(gpu::max(x)); }},
        {"thrust", [&] { keep(thrust::max_element(thrust::device, x.data(), x.data() + n)); }}};
    row.run();
    rows.push_back(std::move(row));
}

} // namespace

int main(int argc, char** argv) {
    std::vector<find_row> rows;
    for (std::size_t const n : {std::size_t{10'007}, (std::size_t{1} << 20) + 3,
                                (std::size_t{1} << 24) + 3, std::size_t{1} << 28}) {
        find_rows<float>(rows, "float", n, 0);
        if (n > 1'000'000) find_rows<float>(rows, "float", n, 1);
    }
    find_rows<std::int8_t>(rows, "int8", std::size_t{1} << 28, 0);
    find_rows<double>(rows, "double", std::size_t{1} << 27, 0);
    top_rows(rows, std::size_t{1} << 20);
    top_rows(rows, std::size_t{1} << 26);
    bench::write_find_rows(argc, argv, "find_cuda", gpu::device::cuda(), rows);
}
