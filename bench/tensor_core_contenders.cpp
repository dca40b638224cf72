// SPDX-License-Identifier: Apache-2.0
#include "tensor_core_contenders.hpp"

#include "cuda/matmul/mma.hpp"
#include "cuda/queue.hpp"
#include "cuda/tensor_core/kernel_set.hpp"
#include "cuda/tensor_core/product.hpp"
#include "matmul/names.hpp"
#include "reduce/table.hpp"

#include <cublas_v2.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace bench {
namespace {

using namespace gpu::detail;

/// Exits the program if a call failed.
template <class Code>
void check(Code code, char const* call) {
    if (static_cast<int>(code) == 0) return;
    std::fprintf(stderr, "%s: %d\n", call, static_cast<int>(code));
    std::exit(1);
}

/// Products of "tf32" are products of float that are rounded to TF32.
bool is_tf32(product_shape const& shape) { return shape.type == "tf32"; }

std::uint32_t index_of_type(std::string const& name) {
    if (name == "tf32") return index_of<float, matmul_types>;
    for (std::uint32_t i = 0; i < known_matmul_types.size(); ++i)
        if (known_matmul_types[i].name == name) return i;
    std::fprintf(stderr, "no type %s\n", name.c_str());
    std::exit(1);
}

/// Type of C.
std::uint32_t result_of(std::uint32_t value) {
    return value == index_of<std::int8_t, matmul_types> ? index_of<std::int32_t, matmul_types>
                                                        : value;
}

std::size_t bytes_of(std::int64_t rows, std::int64_t columns, std::uint32_t type) {
    return static_cast<std::size_t>(rows * columns) * known_matmul_types[type].size;
}

/// Normally distributed numbers; multiplying zeros would be faster.
template <class T>
std::vector<T> const& pattern() {
    static std::vector<T> const numbers = [] {
        std::mt19937 engine(7);
        std::normal_distribution<float> normal(0, std::is_integral_v<T> ? 40 : 1);
        std::vector<T> fresh(1'000'003);
        for (T& x : fresh) x = static_cast<T>(normal(engine));
        return fresh;
    }();
    return numbers;
}

/// The pattern, repeated.
template <class T>
std::vector<T> normal_numbers(std::size_t bytes) {
    std::vector<T> numbers(bytes / sizeof(T));
    auto const& from = pattern<T>();
    for (std::size_t at = 0; at < numbers.size(); at += from.size())
        std::copy_n(from.data(), std::min(from.size(), numbers.size() - at), numbers.data() + at);
    return numbers;
}

void* random_matrix(std::uint32_t type, std::size_t bytes, void const* source) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "cudaMalloc");
    if (source != nullptr)
        check(cudaMemcpy(memory, source, bytes, cudaMemcpyDeviceToDevice), "cudaMemcpy");
    else
        for_each(matmul_types{}, [&]<class T>(std::type_identity<T>, std::size_t i) {
            if (i == type)
                check(cudaMemcpy(memory, normal_numbers<T>(bytes).data(), bytes,
                                 cudaMemcpyHostToDevice),
                      "cudaMemcpy");
        });
    return memory;
}

template <class T, int Value>
constexpr T constant = Value;

/// 1 or 0 in the type in which products of `type` are accumulated.
void const* scalar(std::uint32_t type, bool one) {
    static constexpr auto table = tabulate(
        []<class Value>(type_list<Value>) {
            using sum = matmul_accumulator<Value>;
            return std::array<void const*, 2>{&constant<sum, 0>, &constant<sum, 1>};
        },
        matmul_types());
    return table[type][one ? 1 : 0];
}

matmul_request request_of(matrices const& data, int set) {
    auto const& s = data.shape();
    matmul_request r;
    r.value = index_of_type(s.type);
    r.result = result_of(r.value);
    r.m = s.m;
    r.n = s.n;
    r.k = s.k;
    r.count = s.count;
    r.a = s.a_is_column_major ? matmul_operand{data.a(set), 1, s.m, {}, s.m * s.k}
                              : matmul_operand{data.a(set), s.k, 1, {}, s.m * s.k};
    r.b = s.b_is_column_major ? matmul_operand{data.b(set), 1, s.k, {}, s.k * s.n}
                              : matmul_operand{data.b(set), s.n, 1, {}, s.k * s.n};
    r.c = {data.c(set), s.n, 1, {}, s.m * s.n};
    r.alpha = scalar(r.value, true);
    r.beta = scalar(r.value, false);
    if (is_tf32(s)) r.precision = static_cast<std::uint32_t>(gpu::detail::float_precision::tf32);
    return r;
}

void enqueue_cublas(matrices const& data, cudaStream_t stream, int calls) {
    static cublasHandle_t const handle = [] {
        cublasHandle_t made = nullptr;
        check(cublasCreate(&made), "cublasCreate");
        return made;
    }();
    static void* const workspace = random_matrix(0, std::size_t{64} << 20, nullptr);
    check(cublasSetStream(handle, stream), "cublasSetStream");
    check(cublasSetWorkspace(handle, workspace, std::size_t{64} << 20), "cublasSetWorkspace");
    constexpr cudaDataType types[] = {CUDA_R_32F,  CUDA_R_64F, CUDA_R_16F,
                                      CUDA_R_16BF, CUDA_R_8I,  CUDA_R_32I};
    auto const& s = data.shape();
    for (int i = 0; i < calls; ++i) {
        data.separate(stream);
        matmul_request const r = request_of(data, i);
        auto const compute = r.value == index_of<std::int8_t, matmul_types> ? CUBLAS_COMPUTE_32I
                             : r.value == index_of<double, matmul_types>    ? CUBLAS_COMPUTE_64F
                             : is_tf32(s) ? CUBLAS_COMPUTE_32F_FAST_TF32
                                          : CUBLAS_COMPUTE_32F;
        // cuBLAS only knows column-major matrices: C' = B' * A'
        auto const of_a = s.a_is_column_major ? CUBLAS_OP_T : CUBLAS_OP_N;
        auto const of_b = s.b_is_column_major ? CUBLAS_OP_T : CUBLAS_OP_N;
        auto const m = static_cast<int>(s.m), n = static_cast<int>(s.n), k = static_cast<int>(s.k);
        int const line_of_a = s.a_is_column_major ? m : k, line_of_b = s.b_is_column_major ? k : n;
        if (s.count == 1)
            check(cublasGemmEx(handle, of_b, of_a, n, m, k, r.alpha, r.b.data, types[r.value],
                               line_of_b, r.a.data, types[r.value], line_of_a, r.beta, r.c.data,
                               types[r.result], n, compute, CUBLAS_GEMM_DEFAULT),
                  "cublasGemmEx");
        else
            check(cublasGemmStridedBatchedEx(
                      handle, of_b, of_a, n, m, k, r.alpha, r.b.data, types[r.value], line_of_b,
                      r.b.matrix_stride, r.a.data, types[r.value], line_of_a, r.a.matrix_stride,
                      r.beta, r.c.data, types[r.result], n, r.c.matrix_stride,
                      static_cast<int>(s.count), compute, CUBLAS_GEMM_DEFAULT),
                  "cublasGemmStridedBatchedEx");
    }
}

void enqueue_tensor_core(matrices const& data, gpu::sm90::tuning const& fixed, cudaStream_t stream,
                         int calls) {
    call_result ran;
    call_options options;
    options.stream = stream;
    for (int i = 0; i < calls; ++i) { // each call has the same memory of the workspace
        data.separate(stream);
        cuda_queue queue(0, ran, options, cuda_queue::ending::leaves);
        gpu::sm90::multiply(queue, 0, request_of(data, i), fixed);
    }
}

void enqueue_mma(matrices const& data, cudaStream_t stream, int calls) {
    call_result ran;
    call_options options;
    options.stream = stream;
    cuda_queue queue(0, ran, options, cuda_queue::ending::leaves);
    for (int i = 0; i < calls; ++i) {
        data.separate(stream);
        multiply_by_mma(queue, request_of(data, i));
    }
}

} // namespace

std::string layout_of(product_shape const& shape) {
    return std::string(shape.a_is_column_major ? ", A^T" : "") +
           (shape.b_is_column_major ? ", B^T" : "");
}

matrices::matrices(product_shape const& shape) : shape_(shape) {
    auto const type = index_of_type(shape.type);
    std::size_t const a = bytes_of(shape.m * shape.count, shape.k, type);
    std::size_t const b = bytes_of(shape.k, shape.n * shape.count, type);
    std::size_t const c = bytes_of(shape.m, shape.n * shape.count, result_of(type));
    std::size_t const enough = std::size_t{160} << 20;
    for (std::size_t all = 0; all < enough && a_.size() < 300; all += a + b + c) {
        a_.push_back(random_matrix(type, a, a_.empty() ? nullptr : a_[0]));
        b_.push_back(random_matrix(type, b, b_.empty() ? nullptr : b_[0]));
        c_.push_back(random_matrix(result_of(type), c, c_.empty() ? nullptr : c_[0]));
    }
}

matrices::~matrices() {
    for (auto const* const all : {&a_, &b_, &c_})
        for (void* const memory : *all) cudaFree(memory);
}

void matrices::separate(cudaStream_t stream) const {
    if (shape_.is_apart) check(cudaMemsetAsync(c(0), 0, 4, stream), "cudaMemsetAsync");
}

std::vector<product_contender> contenders(matrices const& data, bool all) {
    std::vector<product_contender> found{{"cublas", [&data](cudaStream_t stream, int calls) {
                                              enqueue_cublas(data, stream, calls);
                                          }}};
    auto const add = [&](std::string const& name, gpu::sm90::tuning const& fixed) {
        found.push_back({name, [&data, fixed](cudaStream_t stream, int calls) {
                             enqueue_tensor_core(data, fixed, stream, calls);
                         }});
    };
    add("tensor_core", {});
    if (data.shape().type == "float") add("tensor_core.precise()", {.variant = 1});
    if (all && why_not_by_mma(0, request_of(data, 0)).empty())
        found.push_back({"mma.sync", [&data](cudaStream_t stream, int calls) {
                             enqueue_mma(data, stream, calls);
                         }});
    int const count = gpu::sm90::variants_of(request_of(data, 0));
    // of 128 by 128
    std::int64_t const tiles = (data.shape().m + 127) / 128 * ((data.shape().n + 127) / 128);
    bool const may_divide =
        data.shape().type == "float" || data.shape().type == "double" || tiles <= 66;
    for (int i = 0; all && i < count; ++i) {
        add("variant " + std::to_string(i), {.variant = i});
        for (int const divides : {0, 1})
            if (may_divide)
                add("variant " + std::to_string(i) + (divides == 0 ? ", whole" : ", divided"),
                    {.variant = i, .divides = divides});
        bool const has_bands =
            data.shape().m > 2048 && data.shape().type != "double" &&
            data.shape().type != "float" &&
            gpu::sm90::variants[static_cast<std::size_t>(i)].is_persistent_product();
        for (int const band : {4, 6, 8, 12, 16})
            if (has_bands)
                add("variant " + std::to_string(i) + ", band " + std::to_string(band),
                    {.variant = i, .band = band});
    }
    return found;
}

graph_of_products::graph_of_products(product_contender const& contender, matrices const& data,
                                     int calls)
    : name_(contender.name), calls_(calls) {
    static cudaStream_t const stream = [] {
        cudaStream_t made = nullptr;
        check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "cudaStreamCreate");
        return made;
    }();
    contender.enqueue(stream, data.sets() > 1 ? 2 : 1); // loads modules
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    cudaGraph_t captured = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
    contender.enqueue(stream, calls);
    check(cudaStreamEndCapture(stream, &captured), "cudaStreamEndCapture");
    check(cudaGraphInstantiate(&graph_, captured, 0), "cudaGraphInstantiate");
    check(cudaGraphDestroy(captured), "cudaGraphDestroy");
    microseconds();
}

graph_of_products::~graph_of_products() { cudaGraphExecDestroy(graph_); }

double graph_of_products::microseconds() {
    static cudaStream_t const stream = [] {
        cudaStream_t made = nullptr;
        check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "cudaStreamCreate");
        return made;
    }();
    cudaEvent_t begin = nullptr, end = nullptr;
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    check(cudaEventRecord(begin, stream), "cudaEventRecord");
    check(cudaGraphLaunch(graph_, stream), "cudaGraphLaunch");
    check(cudaEventRecord(end, stream), "cudaEventRecord");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
    check(cudaEventDestroy(begin), "cudaEventDestroy");
    check(cudaEventDestroy(end), "cudaEventDestroy");
    return static_cast<double>(milliseconds) * 1e3 / calls_;
}

} // namespace bench
