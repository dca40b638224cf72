// SPDX-License-Identifier: Apache-2.0
#include "fake_tensor_core.hpp"

#include "call/text.hpp"
#include "cuda/fill.hpp"
#include "cuda/tensor_core/product.hpp"

#include <gpualgo/error.hpp>

#include <stdexcept>

namespace gpu::inline v0::sm90 {

using namespace detail;
using fake_tensor_core::ending;

namespace {

bool are_present() { return fake_tensor_core::next != ending::absent; }

} // namespace

std::string why_not(std::uint32_t, matmul_request const&) {
    return are_present() ? "" : "this GPU has no tensor cores";
}
std::string why_not_shape(matmul_request const&) { return {}; }
bool is_one_launch(matmul_request const& request) {
    return request.count > 1 && fake_tensor_core::takes_batches;
}
bool is_batch_faster_than_cublas(matmul_request const&) { return are_present(); }
bool is_batch_faster_than_register_tile(matmul_request const&) { return are_present(); }
bool fills_gpu(std::uint32_t, matmul_request const&) { return fake_tensor_core::fills_gpu; }
bool is_faster_than_cublas(matmul_request const&) { return are_present(); }
bool is_faster_than_a_pass(matmul_request const&) { return are_present(); }
bool is_faster_than_register_tile(matmul_request const&) { return are_present(); }

void multiply(cuda_queue& queue, std::uint32_t, matmul_request const& request, tuning const&,
              unsupported_magnitudes) {
    if (!are_present()) throw std::logic_error("products by tensor cores that there are not");
    if (request.count > 1 && !is_one_launch(request))
        throw std::logic_error("a batch as a product");
    ++fake_tensor_core::calls;
    queue.note("split");
    if (fake_tensor_core::next == ending::without_resource) (void)queue.allocate<float>(1);
    if (fake_tensor_core::next == ending::out_of_memory)
        throw out_of_memory("no memory for the planes", 1, 0);
    queue.note("matmul_tensor_core");
}

bool has_multiplied(cuda_queue&, matmul_request const&, call_result& ran, unsupported_magnitudes) {
    if (fake_tensor_core::next == ending::multiplied) return true;
    write_text(ran.kernel, "split");
    write_text(ran.message, "magnitudes");
    return false;
}

} // namespace gpu::inline v0::sm90

namespace gpu::inline v0::detail {

int architecture_of_kernels(std::uint32_t) noexcept { return fake_tensor_core::architecture; }

} // namespace gpu::inline v0::detail
