// SPDX-License-Identifier: Apache-2.0
/// Products with one or two short dimensions on a GPU, against cuBLAS in the same process:
///
///     matmul_vector_cuda [--json FILE] [--type TYPE] [--least N]
///
/// In graphs of many products; alpha is 1, beta is 0. Our results must be exactly right, see
/// `element`; elements that cuBLAS rounds otherwise are counted. --least omits shapes with fewer
/// than N rows or columns.
#include "reduce_rows.cuh"

#include "cuda/matmul/products.cuh"

#include <cublas_v2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace gpu::detail;

template <class T>
constexpr cudaDataType_t type_of = std::is_same_v<T, float>           ? CUDA_R_32F
                                   : std::is_same_v<T, double>        ? CUDA_R_64F
                                   : std::is_same_v<T, gpu::half>     ? CUDA_R_16F
                                   : std::is_same_v<T, gpu::bfloat16> ? CUDA_R_16BF
                                   : std::is_same_v<T, std::int8_t>   ? CUDA_R_8I
                                                                      : CUDA_R_32I;

struct shape {
    std::int64_t m, n, k;
    bool a_is_column_major, b_is_column_major;
    std::int64_t gap; ///< elements between lines, and before the first one
};

/// Row-major and column-major, long and short, odd and aligned.
constexpr auto shapes = std::to_array<shape>({
    {4096, 1, 4096, false, false, 0},     {1, 4096, 4096, false, true, 0},
    {1, 4096, 4096, false, false, 0},     {4096, 1, 4096, true, false, 0},
    {1, 1, 1 << 24, false, false, 0},     {256, 1, 256, false, false, 0},
    {512, 1, 512, false, false, 0},       {1000, 1, 1000, false, false, 0},
    {1003, 1, 1001, false, false, 0},     {1024, 1, 4096, false, false, 0},
    {16384, 1, 4096, false, false, 0},    {32768, 1, 8192, false, false, 0},
    {4096, 1, 4096, false, false, 1},     {1, 4096, 4096, false, false, 1},
    {1, 8192, 8192, false, false, 0},     {1, 8192, 4096, false, false, 0},
    {1, 1024, 4096, false, false, 0},     {1, 32768, 8192, false, false, 0},
    {1, 1000, 1000, false, false, 0},     {100'003, 1, 16, false, false, 0},
    {2, 4096, 4096, false, false, 0},     {3, 1024, 4096, false, false, 0},
    {4, 4096, 4096, false, false, 0},     {4, 8192, 8192, false, false, 0},
    {4096, 2, 4096, true, false, 0},      {4, 4096, 4096, false, false, 1},
    {16, 4096, 4096, false, false, 0},    {64, 64, 1 << 20, false, false, 0},
    {16, 8192, 8192, false, false, 0},    {8, 4096, 4096, false, false, 0},
    {5, 4096, 4096, false, false, 0},     {16, 1024, 4096, false, false, 0},
    {16, 4096, 4096, false, false, 1},    {4096, 16, 4096, true, false, 0},
    {16, 4096, 1024, false, false, 0},    {16, 16384, 4096, false, false, 0},
    {64, 64, 1 << 16, false, false, 0},   {128, 128, 1 << 18, false, false, 0},
    {64, 64, 1 << 20, true, false, 0},    {32, 32, 1 << 20, false, false, 0},
    {100'000, 16, 16, false, false, 0},   {100'000, 8, 8, false, false, 0},
    {100'003, 7, 33, false, false, 0},    {16, 100'000, 16, false, false, 0},
    {1'000'000, 16, 16, false, false, 0}, {1'000'000, 3, 64, false, false, 0},
    {100'000, 16, 16, true, true, 0},     {10'000, 16, 16, false, false, 0},
    {3000, 4, 60, false, false, 0},
});

/// All elements are -1, 0 or 1. So each sum is an integer of magnitude k or less, which float holds
/// exactly up to 2^24. It does not depend on the order of additions, and is rounded once, to the
/// type of C. As the mean is 0, sums are near 0, and half does not overflow.
__host__ __device__ constexpr int element(std::size_t i) {
    auto const hash = static_cast<std::uint32_t>((i ^ i >> 15) * 2654435761u);
    return static_cast<int>(hash >> 16) % 3 - 1;
}
constexpr std::int64_t largest_exact_sum = 1 << 24;
static_assert(std::ranges::all_of(shapes, [](shape const& s) { return s.k <= largest_exact_sum; }));

/// Matrices for each product of a graph.
class matrices {
public:
    template <class Value, class Result>
    static matmul_request request(shape const& s) {
        matmul_request r;
        r.value = index_of<Value, matmul_types>;
        r.result = index_of<Result, matmul_types>;
        r.m = s.m;
        r.n = s.n;
        r.k = s.k;
        auto const lead = [](auto& x, bool is_column_major, std::int64_t width) {
            x.row_stride = is_column_major ? 1 : width;
            x.column_stride = is_column_major ? width : 1;
        };
        lead(r.a, s.a_is_column_major, (s.a_is_column_major ? s.m : s.k) + s.gap);
        lead(r.b, s.b_is_column_major, (s.b_is_column_major ? s.k : s.n) + s.gap);
        lead(r.c, false, s.n + s.gap);
        return r;
    }
    /// The request of product i, and how many there can be.
    template <class Value, class Result>
    static std::size_t place(matmul_request& r, shape const& s, std::byte* memory, std::size_t i) {
        auto const bytes = [&](std::int64_t elements, std::size_t size) {
            return (static_cast<std::size_t>(elements + s.gap) * size + 511) / 512 * 512;
        };
        std::size_t const a = bytes((s.m + s.gap) * (s.k + s.gap), sizeof(Value));
        std::size_t const b = bytes((s.k + s.gap) * (s.n + s.gap), sizeof(Value));
        std::size_t const c = bytes((s.m + s.gap) * (s.n + s.gap), sizeof(Result));
        auto* const first = memory + i * (a + b + c);
        r.a.data = reinterpret_cast<Value*>(first) + s.gap;
        r.b.data = reinterpret_cast<Value*>(first + a) + s.gap;
        r.c.data = reinterpret_cast<Result*>(first + a + b) + s.gap;
        return std::clamp<std::size_t>(total / (a + b + c), 1, 48);
    }
    static constexpr std::size_t total = std::size_t{3} << 30;
};

template <class Value>
__global__ void fill(Value* values, std::size_t n) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x)
        values[i] = static_cast<Value>(static_cast<float>(element(i)));
}

/// C = A * B, exactly: a warp per element of C adds integers.
template <class Value, class Result>
__global__ void multiply_exactly(gpu::kernel::matmul_problem<Value, Result> p) {
    std::size_t const warps = std::size_t{gridDim.x} * blockDim.x / 32;
    for (std::size_t e = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32; e < p.m * p.n;
         e += warps) {
        std::size_t const i = e / p.n, j = e % p.n;
        int sum = 0;
        for (std::size_t k = threadIdx.x % 32; k < p.k; k += 32)
            sum += static_cast<int>(static_cast<float>(p.a.data[p.a.at(i, k)])) *
                   static_cast<int>(static_cast<float>(p.b.data[p.b.at(k, j)]));
        for (int half = 16; half > 0; half /= 2) sum += __shfl_xor_sync(~0u, sum, half);
        p.c.data[p.c.at(i, j)] = static_cast<Result>(static_cast<float>(sum));
    }
}

/// The number of elements of the first C that `one` and `other` compute differently; -1 if one has
/// failed.
template <class Result, class One, class Other>
long long differences(matmul_request& request, cudaStream_t stream, One one, Other other) {
    auto const c_of = [&](auto submit) {
        submit(stream, 0);
        std::vector<Result> host(
            static_cast<std::size_t>((request.m - 1) * request.c.row_stride + request.n));
        if (cudaStreamSynchronize(stream) != cudaSuccess ||
            cudaMemcpy(host.data(), request.c.data, host.size() * sizeof(Result),
                       cudaMemcpyDeviceToHost) != cudaSuccess)
            host.clear();
        return host;
    };
    auto const x = c_of(one), y = c_of(other);
    if (x.empty() || y.empty()) return -1;
    long long count = 0;
    for (std::int64_t i = 0; i < request.m; ++i)
        for (std::int64_t j = 0; j < request.n; ++j) {
            auto const at = static_cast<std::size_t>(i * request.c.row_stride + j);
            auto const a = static_cast<double>(static_cast<float>(x[at])),
                       b = static_cast<double>(static_cast<float>(y[at]));
            count += a != b;
        }
    return count;
}

struct selection {
    std::string type;
    std::int64_t least = 1;
};

template <class Value, class Result>
void measure(char const* type, selection const& selected, std::byte* memory, cudaStream_t stream,
             cublasHandle_t handle, bench::json& rows) {
    if (!selected.type.empty() && selected.type != type) return;
    using accumulator = matmul_accumulator<Value>;
    static bench::unwaited_queue queue(stream);
    accumulator const one(1), zero(0);
    for (auto const& s : shapes) {
        if (std::min(s.m, s.n) < selected.least) continue;
        // again for each shape: products of the previous one lie where this one reads A and B
        fill<<<1024, 256, 0, stream>>>(reinterpret_cast<Value*>(memory),
                                       matrices::total / sizeof(Value));
        auto request = matrices::request<Value, Result>(s);
        request.alpha = &one;
        request.beta = &zero;
        std::size_t const count = matrices::place<Value, Result>(request, s, memory, 0);
        auto const ours = [&](cudaStream_t, std::size_t i) {
            matrices::place<Value, Result>(request, s, memory, i);
            matmul_vector(queue, problem_of<Value, Result, std::size_t>(request));
        };
        bool is_refused = false;
        auto const theirs = [&](cudaStream_t, std::size_t i) {
            matrices::place<Value, Result>(request, s, memory, i);
            auto const& [a, b, c] = std::tie(request.a, request.b, request.c);
            auto const op = [](bool is_column_major) {
                return is_column_major ? CUBLAS_OP_T : CUBLAS_OP_N;
            };
            auto const lead = [](auto const& x, bool is_column_major) {
                return static_cast<int>(is_column_major ? x.column_stride : x.row_stride);
            };
            is_refused |=
                cublasGemmEx(handle, op(s.b_is_column_major), op(s.a_is_column_major),
                             static_cast<int>(s.n), static_cast<int>(s.m), static_cast<int>(s.k),
                             &one, b.data, type_of<Value>, lead(b, s.b_is_column_major), a.data,
                             type_of<Value>, lead(a, s.a_is_column_major), &zero, c.data,
                             type_of<Result>, lead(c, false),
                             std::is_same_v<Value, double> ? CUBLAS_COMPUTE_64F
                             : std::is_integral_v<Value>   ? CUBLAS_COMPUTE_32I
                                                           : CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS;
        };
        auto const exactly = [&](cudaStream_t on, std::size_t i) {
            matrices::place<Value, Result>(request, s, memory, i);
            multiply_exactly<<<1056, 256, 0, on>>>(problem_of<Value, Result, std::size_t>(request));
        };
        theirs(stream, 0);
        std::vector<bench::graph_contender> contenders;
        if (has_vector_kernel(request)) contenders.push_back({"gpualgo", ours});
        auto const by_tiles = [&](std::size_t splits) {
            return [&, splits](cudaStream_t, std::size_t i) {
                matrices::place<Value, Result>(request, s, memory, i);
                using body = gpu::kernel::matmul_register_tile<64, 64>;
                matmul_tiles<body>(queue, problem_of<Value, Result, std::size_t>(request), splits,
                                   body::depth<Value>,
                                   body::slots<Value>(true) * sizeof(accumulator), {});
            };
        };
        bool const is_deep = s.k >= 1 << 16 && std::min(s.m, s.n) >= 32;
        if (is_deep)
            contenders.push_back(
                {"gpualgo", by_tiles(std::min<std::size_t>(
                                264, 264 * 4096 / static_cast<std::size_t>(s.m * s.n)))});
        if (!is_refused) contenders.push_back({"cuBLAS", theirs});
        if (!contenders.empty() && contenders[0].name == "gpualgo")
            if (auto const count =
                    differences<Result>(request, stream, contenders[0].enqueue, exactly);
                count != 0) {
                std::printf("%s: %lld elements are wrong\n", type, count);
                std::exit(1);
            }
        if (!is_refused)
            if (auto const count = differences<Result>(request, stream, theirs, exactly);
                count != 0)
                std::printf("%s: %lld elements of cuBLAS are rounded otherwise\n", type, count);
        for (std::size_t const blocks : {528, 792, 1056})
            if (is_deep)
                contenders.push_back(
                    {"tiles in " + std::to_string(blocks),
                     by_tiles(std::max<std::size_t>(1, blocks * 64 * 64 /
                                                           static_cast<std::size_t>(s.m * s.n)))});
        auto const t = bench::interleaved_in_graphs(stream, contenders, count, 9);
        auto const of = [&](std::string_view name) {
            for (std::size_t i = 0; i < t.size(); ++i)
                if (contenders[i].name == name) return t[i].microseconds;
            return 0.0;
        };
        double const a = of("gpualgo"), b = of("cuBLAS");
        for (std::size_t i = 0; is_deep && i < t.size(); ++i)
            std::printf("    %s %.2f us\n", contenders[i].name.c_str(), t[i].microseconds);
        bool const is_chosen = is_vector_kernel_faster(request) || is_register_tile_faster(request);
        std::printf("%-16s %7lld x %6lld x %8lld %s%s gap %lld %10.2f %10.2f %7.3f %s\n", type,
                    static_cast<long long>(s.m), static_cast<long long>(s.n),
                    static_cast<long long>(s.k), s.a_is_column_major ? "T" : "N",
                    s.b_is_column_major ? "T" : "N", static_cast<long long>(s.gap), a, b,
                    a > 0 ? b / a : 0, is_chosen ? "chosen" : "");
        rows.push_back({{"what", "graph"},
                        {"type", type},
                        {"m", s.m},
                        {"n", s.n},
                        {"k", s.k},
                        {"a", s.a_is_column_major ? "column_major" : "row_major"},
                        {"b", s.b_is_column_major ? "column_major" : "row_major"},
                        {"gap", s.gap},
                        {"gpualgo", record::rounded(a)},
                        {"peer", record::rounded(b)},
                        {"peer_name", "cuBLAS"},
                        {"automatic_takes", is_chosen ? "gpualgo" : "cuBLAS"}});
    }
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    selection selected;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
        else if (std::string_view(argv[i]) == "--type") selected.type = argv[i + 1];
        else if (std::string_view(argv[i]) == "--least") selected.least = std::atoll(argv[i + 1]);
    cudaStream_t stream{};
    bench::check(cudaStreamCreate(&stream), "cudaStreamCreate");
    cublasHandle_t handle{};
    constexpr std::size_t workspace_bytes = std::size_t{64} << 20;
    bench::device_array<std::byte> const memory(matrices::total + workspace_bytes);
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS ||
        cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS ||
        cublasSetWorkspace(handle, memory.get() + matrices::total, workspace_bytes) !=
            CUBLAS_STATUS_SUCCESS ||
        // as the library does: otherwise partial sums may be half or bfloat16, each rounded
        cublasSetMathMode(
            handle, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH |
                                              CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)) !=
            CUBLAS_STATUS_SUCCESS)
        return 1;
    std::printf("%s: products in graphs, microseconds: gpualgo, cuBLAS, ratio\n",
                gpu::device::cuda().name().c_str());
    bench::json rows = bench::json::array();
    measure<float, float>("float", selected, memory.get(), stream, handle, rows);
    measure<double, double>("double", selected, memory.get(), stream, handle, rows);
    measure<gpu::half, gpu::half>("half", selected, memory.get(), stream, handle, rows);
    measure<gpu::bfloat16, gpu::bfloat16>("bfloat16", selected, memory.get(), stream, handle, rows);
    measure<std::int8_t, std::int32_t>("int8 to int32", selected, memory.get(), stream, handle,
                                       rows);
    if (!json.empty())
        bench::write_results(json, "matmul_vector_cuda", gpu::device::cuda(), {argv, argv + argc},
                             {{"unit", "us"}}, std::move(rows));
}
