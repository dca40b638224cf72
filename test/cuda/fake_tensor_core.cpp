// SPDX-License-Identifier: Apache-2.0
/// The GPU of the fake runtime has no tensor cores.
#include "cuda/tensor_core/product.hpp"

#include <stdexcept>

namespace gpu::inline v0::sm90 {

using namespace detail;

std::string why_not(std::uint32_t, matmul_request const&) { return "this GPU has no tensor cores"; }
std::string why_not_shape(matmul_request const&) { return {}; }
bool is_faster_than_cublas(matmul_request const&) { return false; }
bool is_faster_than_register_tile(matmul_request const&) { return false; }

void multiply(cuda_queue&, std::uint32_t, matmul_request const&, tuning const&) {
    throw std::logic_error("products by tensor cores that there are not");
}
void correct_report(cuda_queue&, call_result&) {}

} // namespace gpu::inline v0::sm90
