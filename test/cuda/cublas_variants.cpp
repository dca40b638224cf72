// SPDX-License-Identifier: Apache-2.0
/// Computes one product of double with cuBLAS in many ways, to find wrong ones:
/// cuda_cublas_variants [M N K]
/// Every element must be 2 K. Prints the number of wrong products for each layout, gap, address,
/// function, mode, workspace and stream, and the first wrong ones. Exits with 1 if there are any.
#include <cublas_api.h>
#include <cuda_runtime_api.h>

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace {

void check(bool good, char const* call) {
    if (good) return;
    std::fprintf(stderr, "%s failed\n", call);
    std::exit(2);
}
void check(cudaError_t code, char const* call) { check(code == cudaSuccess, call); }
void check(cublasStatus_t status, char const* call) {
    check(status == CUBLAS_STATUS_SUCCESS, call);
}

template <class F>
F* function(char const* name) {
    static void* const library =
        dlopen(("libcublas.so." + std::to_string(CUDART_VERSION / 1000)).c_str(), RTLD_NOW);
    check(library != nullptr, "dlopen of cuBLAS");
    void* const found = dlsym(library, name);
    check(found != nullptr, name);
    return reinterpret_cast<F*>(found);
}

enum class way { gemm_ex, gemm_ex_pedantic, dgemm };
constexpr char const* names_of_ways[] = {"GemmEx", "GemmEx, pedantic", "Dgemm"};

/// One way to compute the product.
struct variant {
    unsigned layouts; ///< bits of A, B and C: column-major
    std::int64_t gap; ///< elements between rows or columns
    bool at_end;      ///< of the allocation; otherwise at its start, aligned
    bool nan_in_gaps; ///< otherwise zeros
    way function;
    cublasMath_t math;
    bool own_workspace;
    bool own_stream;

    [[nodiscard]] std::vector<std::string> words() const {
        return {"layouts of A, B, C: " + std::string(layouts & 1 ? "columns " : "rows ") +
                    (layouts & 2 ? "columns " : "rows ") + (layouts & 4 ? "columns" : "rows"),
                "gap " + std::to_string(gap),
                at_end ? "at the end of the allocation" : "at the begin of the allocation",
                nan_in_gaps ? "NaN in the gaps" : "0 in the gaps",
                names_of_ways[static_cast<int>(function)],
                "math mode " + std::to_string(static_cast<int>(math)),
                own_workspace ? "own workspace" : "workspace of cuBLAS",
                own_stream ? "own stream" : "default stream"};
    }
};

struct matrix {
    std::int64_t rows, columns;
    bool by_columns;
    std::int64_t leading_dimension;
    double* data = nullptr;
    void* block = nullptr;
    std::vector<double> host;

    matrix(std::int64_t m, std::int64_t n, bool columns_first, variant const& v, double value)
        : rows(m), columns(n), by_columns(columns_first),
          leading_dimension((columns_first ? m : n) + v.gap) {
        std::int64_t const lines = by_columns ? n : m, width = by_columns ? m : n;
        auto const size = static_cast<std::size_t>((lines - 1) * leading_dimension + width);
        host.assign(size, v.nan_in_gaps ? std::numeric_limits<double>::quiet_NaN() : 0);
        for (std::int64_t l = 0; l < lines; ++l)
            for (std::int64_t i = 0; i < width; ++i)
                host[static_cast<std::size_t>(l * leading_dimension + i)] = value;
        std::size_t const pages = (size * sizeof(double) + (std::size_t{2} << 20) - 1) >> 21;
        check(cudaMalloc(&block, pages << 21), "cudaMalloc");
        data = static_cast<double*>(block) + (v.at_end ? (pages << 21) / sizeof(double) - size : 0);
        check(cudaMemcpy(data, host.data(), size * sizeof(double), cudaMemcpyDefault),
              "cudaMemcpy");
    }
    matrix(matrix const&) = delete;
    matrix& operator=(matrix const&) = delete;
    ~matrix() { (void)cudaFree(block); }
};

struct handle_of_cublas {
    cublasHandle_t handle{};
    cudaStream_t stream{};
    void* workspace = nullptr;
    static constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

    handle_of_cublas() {
        check(function<decltype(cublasCreate_v2)>("cublasCreate_v2")(&handle), "cublasCreate");
        check(cudaStreamCreate(&stream), "cudaStreamCreate");
        check(cudaMalloc(&workspace, workspace_bytes), "cudaMalloc");
    }

    void set(variant const& v) const {
        check(function<decltype(cublasSetStream_v2)>("cublasSetStream_v2")(
                  handle, v.own_stream ? stream : cudaStreamLegacy),
              "cublasSetStream");
        if (v.own_workspace)
            check(function<decltype(cublasSetWorkspace_v2)>("cublasSetWorkspace_v2")(
                      handle, workspace, workspace_bytes),
                  "cublasSetWorkspace");
        check(function<decltype(cublasSetMathMode)>("cublasSetMathMode")(handle, v.math),
              "cublasSetMathMode");
    }
};

/// C = A * B, computed as C' = B' * A' if C is row-major.
void multiply(handle_of_cublas const& cublas, variant const& v, matrix const& a, matrix const& b,
              matrix const& c) {
    bool const turned = !c.by_columns;
    matrix const& x = turned ? b : a;
    matrix const& y = turned ? a : b;
    auto const op = [turned](matrix const& z) {
        return z.by_columns != turned ? CUBLAS_OP_N : CUBLAS_OP_T;
    };
    std::int64_t const m = turned ? c.columns : c.rows, n = turned ? c.rows : c.columns;
    double const one = 1, zero = 0;
    cublas.set(v);
    if (v.function == way::dgemm)
        check(function<decltype(cublasDgemm_v2_64)>("cublasDgemm_v2_64")(
                  cublas.handle, op(x), op(y), m, n, a.columns, &one, x.data, x.leading_dimension,
                  y.data, y.leading_dimension, &zero, c.data, c.leading_dimension),
              "cublasDgemm");
    else
        check(function<decltype(cublasGemmEx_64)>("cublasGemmEx_64")(
                  cublas.handle, op(x), op(y), m, n, a.columns, &one, x.data, CUDA_R_64F,
                  x.leading_dimension, y.data, CUDA_R_64F, y.leading_dimension, &zero, c.data,
                  CUDA_R_64F, c.leading_dimension,
                  v.function == way::gemm_ex ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_64F_PEDANTIC,
                  CUBLAS_GEMM_DEFAULT),
              "cublasGemmEx");
    check(cudaStreamSynchronize(v.own_stream ? cublas.stream : cudaStreamLegacy),
          "cudaStreamSynchronize");
}

/// @return the fault as text, or an empty string
std::string fault_of(matrix const& c, double expected) {
    std::vector<double> seen(c.host.size());
    check(cudaMemcpy(seen.data(), c.data, seen.size() * sizeof(double), cudaMemcpyDefault),
          "cudaMemcpy");
    std::int64_t const width = c.by_columns ? c.rows : c.columns;
    int wrong = 0;
    std::string first;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        bool const in_gap = static_cast<std::int64_t>(i) % c.leading_dimension >= width;
        double const right = in_gap ? c.host[i] : expected;
        bool const both_nan = right != right && seen[i] != seen[i];
        if (seen[i] == right || both_nan) continue;
        if (++wrong == 1)
            first = "element " + std::to_string(i) + (in_gap ? " of a gap" : "") + " is " +
                    std::to_string(seen[i]) + ", not " + std::to_string(right);
    }
    return wrong == 0 ? "" : std::to_string(wrong) + " wrong; " + first;
}

std::vector<variant> all_variants() {
    std::vector<variant> all;
    for (unsigned bits = 0; bits < 1u << 8; ++bits)
        for (way const function : {way::gemm_ex, way::gemm_ex_pedantic, way::dgemm})
            for (cublasMath_t const math : {CUBLAS_DEFAULT_MATH, CUBLAS_PEDANTIC_MATH,
                                            CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION})
                all.push_back({bits & 7, bits >> 3 & 1 ? 3 : 0, (bits >> 4 & 1) != 0,
                               (bits >> 5 & 1) != 0, function, math, (bits >> 6 & 1) != 0,
                               (bits >> 7 & 1) != 0});
    return all;
}

} // namespace

int main(int argc, char** argv) {
    auto const size = [&](int i, std::int64_t otherwise) {
        return argc > 3 ? std::strtoll(argv[i], nullptr, 10) : otherwise;
    };
    std::int64_t const m = size(1, 64), n = size(2, 1), k = size(3, 257);
    handle_of_cublas const cublas;
    struct counts {
        int wrong = 0, all = 0;
    };
    std::map<std::string, counts> of_words;
    int wrong = 0;
    for (variant const& v : all_variants()) {
        matrix const a(m, k, (v.layouts & 1) != 0, v, 1), b(k, n, (v.layouts & 2) != 0, v, 2);
        matrix const c(m, n, (v.layouts & 4) != 0, v, -1);
        multiply(cublas, v, a, b, c);
        std::string const fault = fault_of(c, 2.0 * static_cast<double>(k));
        for (auto const& word : v.words()) {
            ++of_words[word].all;
            of_words[word].wrong += !fault.empty();
        }
        if (fault.empty() || ++wrong > 20) continue;
        std::printf("%s:", fault.c_str());
        for (auto const& word : v.words()) std::printf(" %s;", word.c_str());
        std::printf("\n");
    }
    std::printf("%d wrong products of %lldx%lldx%lld\n", wrong, static_cast<long long>(m),
                static_cast<long long>(n), static_cast<long long>(k));
    for (auto const& [word, count] : of_words)
        std::printf("%6d of %6d wrong: %s\n", count.wrong, count.all, word.c_str());
    return wrong > 0 ? 1 : 0;
}
