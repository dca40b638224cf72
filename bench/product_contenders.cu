// SPDX-License-Identifier: Apache-2.0
/// Kernels of products that may be faster than those in use, against cuBLAS. Checks first that all
/// compute the same from small integers, whose sums are exact. Needs no other part of the library:
///
///     nvcc -std=c++20 -O3 --expt-relaxed-constexpr -fmad=false \
///         -gencode=arch=compute_90a,code=sm_90a -Iinclude -Isrc \
///         bench/product_contenders.cu -lcublas -o build/product_contenders
#include "cuda_timing.cuh"

#include "cuda/launch.cuh"
#include "cuda/matmul/products.cuh"
#include "cuda/tensor_core/add_parts.cuh"
#include "cuda/tensor_core/double_product.cuh"
#include "cuda/tensor_core/kernel_set.cuh"
#include "cuda/tensor_core/register_operand_product.cuh"
#include "cuda/tensor_core/selection.hpp"

#include <cublas_v2.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {
void fail_cuda(cudaError_t code, char const* call, std::size_t) {
    std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(code));
    std::exit(1);
}
} // namespace gpu::inline v0::detail

namespace {

using namespace gpu::sm90;
using namespace gpu::detail;
using f16 = gpu::half;
using bench::check;

constexpr int multiprocessors = 132;
std::byte* scratch = nullptr;
cudaStream_t stream;

template <class T>
constexpr cudaDataType_t type_of = std::is_same_v<T, float>    ? CUDA_R_32F
                                   : std::is_same_v<T, double> ? CUDA_R_64F
                                                               : CUDA_R_16F;

/// A row-major product, in several sets of matrices.
template <class T>
struct product {
    std::int64_t m, n, k;
    static constexpr std::size_t total = std::size_t{2} << 30;

    [[nodiscard]] std::size_t bytes() const {
        auto const of = [](std::int64_t count) {
            return (static_cast<std::size_t>(count) * sizeof(T) + 255) / 256 * 256;
        };
        return of(m * k) + of(k * n) + of(m * n);
    }
    [[nodiscard]] std::size_t sets() const {
        return std::clamp<std::size_t>(total / bytes(), 1, 40);
    }
    T* a(std::size_t set) const { return reinterpret_cast<T*>(memory + set % sets() * bytes()); }
    T* b(std::size_t set) const {
        return a(set) + (static_cast<std::size_t>(m * k) * sizeof(T) + 255) / 256 * 256 / sizeof(T);
    }
    T* c(std::size_t set) const {
        return b(set) + (static_cast<std::size_t>(k * n) * sizeof(T) + 255) / 256 * 256 / sizeof(T);
    }
    static inline std::byte* memory = nullptr;
};

template <class T>
__global__ void fill(T* values, std::size_t n) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15;
        x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9;
        values[i] = static_cast<T>(static_cast<float>(static_cast<int>((x >> 40) % 5) - 2));
    }
}

CUtensorMap map_of(CUtensorMapDataType type, void const* data, std::int64_t width,
                   std::int64_t lines, std::size_t element, unsigned box_width,
                   unsigned box_lines) {
    static auto const encode = [] {
        void* function = nullptr;
        cudaDriverEntryPointQueryResult found{};
        check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                               cudaEnableDefault, &found),
              "entry point");
        return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
    }();
    CUtensorMap map{};
    cuuint64_t const extents[] = {static_cast<cuuint64_t>(width), static_cast<cuuint64_t>(lines)};
    cuuint64_t const strides[] = {static_cast<cuuint64_t>(width) * element};
    cuuint32_t const box[] = {box_width, box_lines}, steps[] = {1, 1};
    if (encode(&map, type, 2, const_cast<void*>(data), extents, strides, box, steps,
               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
               CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        std::fprintf(stderr, "cuTensorMapEncodeTiled failed\n");
        std::exit(1);
    }
    return map;
}

void launch_clusters(void const* kernel, int grid, unsigned block, int shared_bytes, int cluster,
                     bool is_early, void** arguments) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
          "cudaFuncSetAttribute");
    cudaLaunchAttribute attributes[2]{};
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim = {static_cast<unsigned>(cluster), 1, 1};
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(grid);
    config.blockDim = block;
    config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = is_early ? 2 : 1;
    check(cudaLaunchKernelExC(&config, kernel, arguments), "cudaLaunchKernelExC");
}

template <class Result, class Sum>
product_arguments<Result, Sum> arguments_of(Result* c, std::int64_t m, std::int64_t n,
                                            std::int64_t k, int band) {
    product_arguments<Result, Sum> p{};
    p.c = c;
    p.leading_dimension = n;
    p.m = static_cast<int>(m), p.n = static_cast<int>(n), p.k = static_cast<int>(k);
    p.alpha = 1, p.beta = 0;
    p.band = band;
    p.is_aligned = p.fits_boxes = true;
    return p;
}

/// A variant for half. B's order: k means that B is the transposed matrix.
template <std::size_t V, major B = major::mn>
void multiply_half(product<f16> const& x, std::size_t set, product_steps<float> const& then = {}) {
    constexpr variant const& v = variants[V];
    constexpr auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    auto p = arguments_of<f16, float>(x.c(set), x.m, x.n, x.k, v.band);
    p.then = then;
    CUtensorMap a = map_of(type, x.a(set), x.k, x.m, 2, 64, 128);
    CUtensorMap b = B == major::mn ? map_of(type, x.b(set), x.n, x.k, 2, 64, 64 / v.sharers)
                                   : map_of(type, x.b(set), x.k, x.n, 2, 64,
                                            static_cast<unsigned>(v.columns / v.sharers));
    CUtensorMap c = map_of(type, x.c(set), x.n, x.m, 2, 64, 64);
    int const blocks = blocks_of(v, p.m, p.n);
    void* pointers[] = {&a, &b, &c, &p};
    launch_clusters(kernel_of<f16, f16, major::k, B, V>(),
                    v.is_persistent ? std::min(blocks, multiprocessors) : blocks, v.threads(),
                    v.shared_bytes(), v.sharers * v.parts, !v.is_persistent, pointers);
}

template <std::size_t V>
void multiply_double(product<double> const& x, std::size_t set, bool divides,
                     product_steps<double> const& then = {}) {
    constexpr double_variant const& v = double_variants[V];
    constexpr auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    auto p = arguments_of<double, double>(x.c(set), x.m, x.n, x.k, 12);
    p.then = then;
    CUtensorMap a = map_of(type, x.a(set), x.k, x.m, 8, 16, v.rows);
    CUtensorMap b = map_of(type, x.b(set), x.n, x.k, 8, 16, 16);
    int const tiles = pieces(p.m, v.rows) * pieces(p.n, 128);
    int const steps = pieces(p.k, 16);
    auto const stream_of_tiles =
        choose_stream(tiles, steps, v.block_ns, multiprocessors, divides ? 1 : 0, v.part_ns());
    tile_parts<double> parts{stream_of_tiles, reinterpret_cast<neighbours<double>*>(scratch)};
    void* pointers[] = {&a, &b, &p, &parts};
    launch_clusters(reinterpret_cast<void const*>(&double_product<V>), stream_of_tiles.blocks,
                    v.threads(), v.shared_bytes(), 1, true, pointers);
    add_parts<double_fragment<v.warp_columns>>(stream, p, parts, v.rows, v.multiplying_threads());
}

template <class Body, class Arguments>
void run(std::size_t grid, unsigned block, std::size_t shared_bytes, Arguments const& arguments) {
    run_body<Body, Arguments, gpu::kernel::plus>
        <<<static_cast<unsigned>(grid), block, shared_bytes, stream>>>(
            arguments, gpu::kernel::plus{}, gpu::kernel::launch_memory{nullptr});
    check(cudaGetLastError(), "launch");
}

/// What matmul.hpp and vector.hpp need of a queue.
struct queue {
    template <class T>
    T* allocate(std::size_t) {
        return reinterpret_cast<T*>(scratch);
    }
    std::size_t resident_blocks(unsigned threads) const {
        return multiprocessors * std::max(1u, resident_threads / threads);
    }
    template <class Body, class Arguments, class Op>
    void launch(launch_config shape, Arguments arguments, Op) {
        run<Body>(shape.grid, shape.block, shape.shared_bytes, arguments);
    }
};

template <class T>
gpu::kernel::matmul_problem<T, T> problem_of_product(product<T> const& x, std::size_t set) {
    using size = std::size_t;
    return {{x.a(set), static_cast<size>(x.k), 1},
            {x.b(set), static_cast<size>(x.n), 1},
            {x.c(set), static_cast<size>(x.n), 1},
            static_cast<size>(x.m),
            static_cast<size>(x.n),
            static_cast<size>(x.k),
            1,
            0};
}

cublasHandle_t handle;
template <class T>
void by_cublas(product<T> const& x, std::size_t set, bool b_is_transposed = false) {
    matmul_accumulator<T> const one(1), zero(0);
    auto const size = [](std::int64_t e) { return static_cast<int>(e); };
    if (cublasGemmEx(handle, b_is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_OP_N, size(x.n),
                     size(x.m), size(x.k), &one, x.b(set), type_of<T>,
                     size(b_is_transposed ? x.k : x.n), x.a(set), type_of<T>, size(x.k), &zero,
                     x.c(set), type_of<T>, size(x.n),
                     std::is_same_v<T, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
                     CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS)
        std::fprintf(stderr, "cublasGemmEx failed\n"), std::exit(1);
}

template <class T>
std::vector<T> fetched(product<T> const& x) {
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    std::vector<T> host(static_cast<std::size_t>(x.m * x.n));
    check(cudaMemcpy(host.data(), x.c(0), host.size() * sizeof(T), cudaMemcpyDeviceToHost), "copy");
    return host;
}

template <class T>
long long differences(std::vector<T> const& x, std::vector<T> const& y) {
    long long count = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        count += !(static_cast<double>(static_cast<float>(x[i])) ==
                   static_cast<double>(static_cast<float>(y[i])));
    return count;
}

int failures = 0;

template <class T>
using contender_list =
    std::vector<std::pair<std::string, std::function<void(product<T> const&, std::size_t)>>>;

/// Checks and times contenders. The first one is the reference.
template <class T>
void compare(char const* type, product<T> const& x, contender_list<T> const& all) {
    fill<<<1024, 256, 0, stream>>>(x.a(0),
                                   std::min(product<T>::total, x.sets() * x.bytes()) / sizeof(T));
    std::vector<bench::graph_contender> timed;
    std::vector<T> expected;
    for (auto const& [name, submit] : all) {
        int wrong_runs = 0;
        for (int run = 0; run < 6; ++run) {
            check(cudaMemsetAsync(x.c(0), 0xFF, static_cast<std::size_t>(x.m * x.n) * sizeof(T),
                                  stream),
                  "cudaMemset");
            check(cudaMemsetAsync(scratch, 0x11, std::size_t{32} << 20, stream), "cudaMemset");
            submit(x, 0);
            auto const c = fetched(x);
            if (expected.empty()) expected = c;
            auto const wrong = differences(c, expected);
            if (wrong == 0) continue;
            if (wrong_runs++ > 0) continue;
            std::printf("WRONG %s %lldx%lldx%lld %s: %lld elements in run %d:", type,
                        (long long)x.m, (long long)x.n, (long long)x.k, name.c_str(), wrong, run);
            std::int64_t shown = 0, top = x.m, bottom = 0, left = x.n, right = 0;
            for (std::int64_t i = 0; i < x.m; ++i)
                for (std::int64_t j = 0; j < x.n; ++j) {
                    auto const at = static_cast<std::size_t>(i * x.n + j);
                    auto const is = static_cast<double>(static_cast<float>(c[at])),
                               was = static_cast<double>(static_cast<float>(expected[at]));
                    if (is == was) continue;
                    top = std::min(top, i), bottom = std::max(bottom, i);
                    left = std::min(left, j), right = std::max(right, j);
                    if (shown++ < 3)
                        std::printf(" (%lld, %lld) is %g, not %g;", (long long)i, (long long)j, is,
                                    was);
                }
            std::printf(" rows %lld to %lld, columns %lld to %lld\n", (long long)top,
                        (long long)bottom, (long long)left, (long long)right);
        }
        if (wrong_runs > 0) {
            std::printf("    %d of 6 runs wrong\n", wrong_runs);
            ++failures;
            continue;
        }
        timed.push_back(
            {name, [&x, submit = submit](cudaStream_t, std::size_t i) { submit(x, i); }});
    }
    std::size_t const calls = std::max<std::size_t>(x.sets(), 4);
    auto const t = bench::interleaved_in_graphs(stream, timed, calls, 9);
    std::printf("%s %lldx%lldx%lld", type, (long long)x.m, (long long)x.n, (long long)x.k);
    for (std::size_t i = 0; i < t.size(); ++i)
        std::printf("; %s %.2f us x %.3f", timed[i].name.c_str(), t[i].microseconds,
                    t[0].microseconds / t[i].microseconds);
    std::printf("\n");
    std::fflush(stdout);
}

template <std::size_t V>
void add_half(contender_list<f16>& all, product<f16> const& x) {
    variant const& v = variants[V];
    int const blocks = blocks_of(v, static_cast<int>(x.m), static_cast<int>(x.n));
    if (!v.is_persistent && blocks > multiprocessors) return;
    all.emplace_back(v.name, [](product<f16> const& p, std::size_t i) { multiply_half<V>(p, i); });
}

void compare_half(product<f16> const& x) {
    contender_list<f16> all{{"cublas", [](auto const& p, std::size_t i) { by_cublas(p, i); }}};
    add_half<1>(all, x), add_half<2>(all, x), add_half<3>(all, x), add_half<4>(all, x);
    add_half<5>(all, x), add_half<6>(all, x), add_half<7>(all, x), add_half<8>(all, x);
    add_half<9>(all, x), add_half<10>(all, x);
    compare("half", x, all);
}

template <std::size_t V>
void add_double(contender_list<double>& all) {
    double_variant const& v = double_variants[V];
    std::string const name(v.name);
    all.emplace_back(name, [](auto const& p, std::size_t i) { multiply_double<V>(p, i, false); });
    all.emplace_back(name + " divided",
                     [](auto const& p, std::size_t i) { multiply_double<V>(p, i, true); });
}

void compare_double(product<double> const& x) {
    contender_list<double> all{{"cublas", [](auto const& p, std::size_t i) { by_cublas(p, i); }}};
    add_double<0>(all), add_double<1>(all);
    compare("double", x, all);
}

template <class T>
void compare_narrow(char const* type, product<T> const& x) {
    using body = gpu::kernel::matmul_narrow<16>;
    contender_list<T> all{{"cublas", [](auto const& p, std::size_t i) { by_cublas(p, i); }},
                          {"narrow", [](auto const& p, std::size_t i) {
                               queue q;
                               matmul_narrow_by<body>(q, problem_of_product(p, i));
                           }}};
    compare(type, x, all);
}

void compare_few_rows(product<float> const& x) {
    using body = gpu::kernel::matmul_vector_by_columns<16>;
    contender_list<float> all{{"cublas", [](auto const& p, std::size_t i) { by_cublas(p, i); }}};
    for (std::size_t const least : {32, 64, 128})
        all.emplace_back("columns<16>, " + std::to_string(least),
                         [least](auto const& p, std::size_t i) {
                             queue q;
                             matmul_vector_by<body>(q, problem_of_product(p, i).transposed(),
                                                    body::rows<float>, least);
                         });
    compare("float", x, all);
}

void compare_deep(product<float> const& x) {
    contender_list<float> all{{"cublas", [](auto const& p, std::size_t i) { by_cublas(p, i); }}};
    for (std::size_t const blocks : {264, 528, 792, 1056}) {
        std::size_t const tiles = static_cast<std::size_t>(pieces(static_cast<int>(x.m), 64) *
                                                           pieces(static_cast<int>(x.n), 64));
        all.emplace_back(
            "tiles in " + std::to_string(blocks),
            [splits = std::max<std::size_t>(1, blocks / tiles)](auto const& p, std::size_t i) {
                queue q;
                matmul_tiles<64>(q, problem_of_product(p, i), splits);
            });
    }
    compare("float", x, all);
}

/// A fused epilogue against the pass over the sums of the same kernel, which are C's elements.
template <class T, class Multiply>
void check_fused(char const* name, product<T> const& x, Multiply multiply) {
    using number = matmul_accumulator<T>;
    static constexpr std::size_t most = 4096;
    std::vector<number> values(2 * most);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<number>(static_cast<int>(i * 7919 % 1000) - 500) / 256;
    auto* const v = reinterpret_cast<number*>(scratch + (std::size_t{64} << 20));
    check(cudaMemcpy(v, values.data(), values.size() * sizeof(number), cudaMemcpyHostToDevice),
          "copy");
    product_steps<number> const all{4,
                                    {{operation::multiply, true, v},
                                     {operation::add, false, v + most},
                                     {operation::gelu, false, nullptr},
                                     {operation::relu, false, nullptr}}};
    multiply(x, all);
    auto const fused = fetched(x);
    multiply(x, product_steps<number>{});
    auto const sums = fetched(x);
    std::vector<number> wide(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i)
        wide[i] = static_cast<number>(static_cast<float>(sums[i]));
    auto* const on_gpu = reinterpret_cast<number*>(scratch + (std::size_t{128} << 20));
    check(cudaMemcpy(on_gpu, wide.data(), wide.size() * sizeof(number), cudaMemcpyHostToDevice),
          "copy");
    using arguments = gpu::kernel::epilogue_arguments<T, T>;
    using enum epilogue_kind;
    auto const problem = problem_of_product(x, 0);
    arguments const pass{{on_gpu, problem.n, 1},
                         problem.c,
                         problem.m,
                         problem.n,
                         1,
                         0,
                         {4, {scale_rows, bias, gelu, relu}, {v, v + most, nullptr, nullptr}}};
    run<gpu::kernel::matmul_epilogue>(264, 256, 0, pass);
    auto const wrong = differences(fused, fetched(x));
    std::printf("fused %s %lldx%lldx%lld: %lld differ\n", name, (long long)x.m, (long long)x.n,
                (long long)x.k, wrong);
    failures += wrong != 0;
}

template <std::size_t V>
void check_fused_half(product<f16> const& x) {
    check_fused(variants[V].name.data(), x,
                [](auto const& p, auto const& then) { multiply_half<V>(p, 0, then); });
}
template <std::size_t V>
void check_fused_double(product<double> const& x) {
    check_fused(double_variants[V].name.data(), x,
                [](auto const& p, auto const& then) { multiply_double<V>(p, 0, true, then); });
}

/// B transposed beforehand, with tiles of 144 columns.
void check_transposed(product<f16> const& x) {
    by_cublas(x, 0, true);
    auto const expected = fetched(x);
    check(cudaMemset(x.c(0), 0xFF, expected.size() * sizeof(f16)), "cudaMemset");
    multiply_half<7, major::k>(x, 0);
    auto const wrong = differences(fetched(x), expected);
    std::printf("144 columns, B^T %lldx%lldx%lld: %lld differ\n", (long long)x.m, (long long)x.n,
                (long long)x.k, wrong);
    failures += wrong != 0;
}

} // namespace

int main(int argc, char** argv) {
    // each section in a process of its own: an error ends the process's use of the GPU
    std::string const section = argc > 1 ? argv[1] : "";
    auto const is = [&](char const* name) { return section.empty() || section == name; };
    check(cudaStreamCreate(&stream), "cudaStreamCreate");
    check(cudaMalloc(&scratch, std::size_t{256} << 20), "cudaMalloc");
    std::byte* memory = nullptr;
    check(cudaMalloc(&memory, product<f16>::total), "cudaMalloc");
    void* workspace = nullptr;
    check(cudaMalloc(&workspace, std::size_t{64} << 20), "cudaMalloc");
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS ||
        cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS ||
        cublasSetWorkspace(handle, workspace, std::size_t{64} << 20) != CUBLAS_STATUS_SUCCESS)
        return 1;
    product<f16>::memory = product<float>::memory = product<double>::memory = memory;
    auto const fill_with = [&]<class T>(T) {
        fill<<<1024, 256, 0, stream>>>(reinterpret_cast<T*>(memory), product<T>::total / sizeof(T));
    };

    fill_with(f16());
    if (is("fused_half")) {
        check_fused_half<2>({1800, 2504, 72}), check_fused_half<3>({392, 520, 136});
        check_fused_half<6>({392, 520, 136}), check_fused_half<8>({392, 520, 136});
        check_fused_half<10>({392, 520, 136});
    }
    if (is("half_144")) {
        check_transposed({1536, 1536, 512}), check_transposed({264, 312, 72});
        check_fused_half<7>({392, 520, 136});
    }
    if (is("half")) {
        for (std::int64_t const n :
             {256, 384, 512, 640, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048})
            compare_half({n, n, n});
        compare_half({1536, 1536, 4096}), compare_half({1536, 1536, 512});
        compare_half({256, 1024, 1024}), compare_half({1024, 256, 4096});
        compare_half({1024, 1024, 256}), compare_half({1024, 1024, 4096});
        compare_half({256, 8192, 8192}), compare_half({512, 4096, 4096});
        compare_half({392, 520, 136});
    }
    if (is("narrow_half")) {
        compare_narrow<f16>("half", {100000, 16, 16});
        compare_narrow<f16>("half", {1000000, 16, 16});
    }
    fill_with(double());
    if (is("fused_double")) {
        check_fused_double<0>({520, 392, 136}), check_fused_double<1>({520, 392, 136});
    }
    if (is("double")) {
        for (std::int64_t const n : {256, 384, 512, 640, 768, 1024, 1280, 1536, 2048})
            compare_double({n, n, n});
        compare_double({1024, 1024, 256}), compare_double({256, 1024, 1024});
        compare_double({1024, 256, 4096}), compare_double({1024, 1024, 4096});
        compare_double({512, 4096, 4096}), compare_double({520, 392, 136});
    }
    if (is("narrow_double")) compare_narrow<double>("double", {100000, 16, 16});
    fill_with(float());
    if (is("narrow_float"))
        for (auto const& [m, n, k] : {std::array<std::int64_t, 3>{100000, 16, 16},
                                      {1000000, 16, 16},
                                      {10000, 16, 16},
                                      {100000, 8, 8},
                                      {100003, 7, 33},
                                      {100000, 1, 16},
                                      {1000000, 3, 64},
                                      {3000, 4, 60}})
            compare_narrow<float>("float", {m, n, k});
    if (is("few_rows")) {
        for (std::int64_t const m : {5, 8, 12, 16}) compare_few_rows({m, 4096, 4096});
        for (std::int64_t const n : {1024, 8192}) compare_few_rows({16, n, n});
        compare_few_rows({16, 16384, 1024}), compare_few_rows({16, 1024, 16384});
    }
    if (is("deep")) {
        compare_deep({64, 64, 1 << 20}), compare_deep({64, 64, 1 << 16});
        compare_deep({32, 32, 1 << 20}), compare_deep({128, 128, 1 << 18});
        compare_deep({64, 256, 1 << 17}), compare_deep({100, 100, 100003});
    }
    std::printf("%d failures\n", failures);
    return failures != 0;
}
