// SPDX-License-Identifier: Apache-2.0
#include "tensor_map.hpp"

#include "cuda/check.hpp"
#include "recent.hpp"

#include <gpualgo/error.hpp>

#include <cuda_runtime_api.h>

#include <string>

namespace gpu::inline v0::sm90 {
namespace {

using encode_function = decltype(&cuTensorMapEncodeTiled);

/// Loads the driver's function at run time: the library does not link the driver.
encode_function load_encode() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    detail::check_cuda(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                                        cudaEnableDefault, &found),
                       "cudaGetDriverEntryPointByVersion");
    if (found != cudaDriverEntryPointSuccess || function == nullptr)
        throw error("the driver has no cuTensorMapEncodeTiled, which tensor_core needs");
    return reinterpret_cast<encode_function>(function);
}

/// Everything that determines a tensor map.
struct map_key {
    CUtensorMapDataType type;
    line_matrix matrix;
    box_shape box;
    matrix_stack matrices;
    unsigned dimensions;

    friend bool operator==(map_key const&, map_key const&) = default;

    [[nodiscard]] std::size_t hash() const {
        return hash_of(reinterpret_cast<std::uintptr_t>(matrix.data) >> 4, matrix.width,
                       matrix.lines, box.lines, matrices.count, dimensions);
    }
};

CUtensorMap encoded(map_key const& key) {
    auto const& [type, matrix, box, matrices, dimensions] = key;
    static encode_function const encode = load_encode();
    auto const element_bytes = static_cast<cuuint64_t>(matrix.element_bytes);
    auto const width = static_cast<cuuint64_t>(matrix.width);
    // the stride of a single line, or of a single matrix, is meaningless
    cuuint64_t const stride = matrix.lines == 1
                                  ? (width * element_bytes + 15) / 16 * 16
                                  : static_cast<cuuint64_t>(matrix.stride) * element_bytes;
    auto const lines = static_cast<cuuint64_t>(matrix.lines);
    cuuint64_t const distance =
        matrices.count == 1 ? stride : static_cast<cuuint64_t>(matrices.stride) * element_bytes;
    cuuint64_t const extents[] = {width, lines, static_cast<cuuint64_t>(matrices.count)};
    cuuint64_t const strides[] = {stride, distance};
    cuuint32_t const box_extents[] = {box.width, box.lines, 1};
    cuuint32_t const steps[] = {1, 1, 1};
    CUtensorMap map;
    CUresult const code =
        encode(&map, type, dimensions, const_cast<void*>(matrix.data), extents, strides,
               box_extents, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
               CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (code != CUDA_SUCCESS)
        throw error("cuTensorMapEncodeTiled refuses " + std::to_string(matrices.count) +
                        " matrices of " + std::to_string(matrix.lines) + " lines of " +
                        std::to_string(matrix.width) + " elements, " +
                        std::to_string(matrix.stride) + " apart",
                    static_cast<int>(code));
    return map;
}

CUtensorMap make(map_key const& key) {
    // Encoding takes as long as a launch. A map depends on its key only: it stays valid if memory
    // is freed and allocated again.
    thread_local recent<map_key, CUtensorMap, 128> maps;
    return maps.get(key, key.hash(), [&] { return encoded(key); });
}

} // namespace

CUtensorMap make_tensor_map(CUtensorMapDataType type, line_matrix const& matrix, box_shape box) {
    return make({type, matrix, box, {}, 2});
}

CUtensorMap make_tensor_map(CUtensorMapDataType type, line_matrix const& matrix, box_shape box,
                            matrix_stack const& matrices) {
    return make({type, matrix, box, matrices, 3});
}

} // namespace gpu::inline v0::sm90
