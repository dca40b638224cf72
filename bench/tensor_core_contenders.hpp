// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products on a GPU by tensor_core's kernels and by cuBLAS, run as CUDA graphs.
#pragma once

#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Shape and type of a matrix product, or of a batch of them; C is row-major.
struct product_shape {
    std::string type;
    std::int64_t m, n, k;
    bool a_is_column_major = false, b_is_column_major = false;
    std::int64_t count = 1; ///< of products
    bool is_apart = false;  ///< see matrices::separate
};

/// Names the column-major operands: ", A^T, B^T".
std::string layout_of(product_shape const& shape);

/// Matrices of random numbers on a GPU, in enough sets to exceed the L2 cache.
class matrices {
public:
    explicit matrices(product_shape const& shape);
    matrices(matrices const&) = delete;
    matrices& operator=(matrices const&) = delete;
    ~matrices();

    [[nodiscard]] product_shape const& shape() const { return shape_; }
    [[nodiscard]] int sets() const { return static_cast<int>(a_.size()); }
    [[nodiscard]] void* a(int set) const { return a_[index(set)]; }
    [[nodiscard]] void* b(int set) const { return b_[index(set)]; }
    [[nodiscard]] void* c(int set) const { return c_[index(set)]; }

    /// Called before each product. If products are apart, fills four bytes, so that none begins
    /// before the previous one has ended, as if other kernels ran in between.
    void separate(cudaStream_t stream) const;

private:
    [[nodiscard]] std::size_t index(int set) const {
        return static_cast<std::size_t>(set) % a_.size();
    }

    product_shape shape_;
    std::vector<void*> a_, b_, c_;
};

/// A way to compute products: submits `calls` of them to a stream, each on the next set of
/// matrices.
struct product_contender {
    std::string name;
    std::function<void(cudaStream_t, int calls)> enqueue;
};

/// Returns cuBLAS first, then the kernel that tensor_core chooses, or all kernels, also those with
/// mma.sync.
std::vector<product_contender> contenders(matrices const& data, bool all);

/// Graph of many products.
class graph_of_products {
public:
    graph_of_products(product_contender const& contender, matrices const& data, int calls);
    graph_of_products(graph_of_products const&) = delete;
    graph_of_products& operator=(graph_of_products const&) = delete;
    ~graph_of_products();

    [[nodiscard]] std::string const& name() const { return name_; }
    /// Runs the graph.
    /// @return the time of one product
    double microseconds();

private:
    std::string name_;
    int calls_;
    cudaGraphExec_t graph_ = nullptr;
};

} // namespace bench
