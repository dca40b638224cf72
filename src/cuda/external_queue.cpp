// SPDX-License-Identifier: Apache-2.0
#include "external_queue.hpp"

#include "check.hpp"
#include "devices.hpp"
#include "queue.hpp"

namespace gpu::inline v0::detail {
namespace {

class cuda_external_queue final : public external_queue_base {
public:
    cuda_external_queue(std::uint32_t ordinal, call_options const& options, external_queue& lent)
        : external_queue_base(lent.algorithm),
          queue_(ordinal, ran_, options,
                 lent.result == nullptr ? cuda_queue::ending::waits : cuda_queue::ending::leaves) {
        lent.stream = queue_.stream();
        lent.arrivals = queue_.workspace().arrivals;
        if (lent.result == nullptr) lent.result = queue_.workspace().result;
        lent.result_bytes = cuda_workspace::result_bytes;
        lent.multiprocessors =
            static_cast<std::uint32_t>(cuda_devices::get().multiprocessors(ordinal));
    }

    void* allocate(std::size_t bytes) override { return queue_.allocate<std::byte>(bytes); }
    void wait() override { queue_.wait(); }
    [[noreturn]] void fail(int code, char const* call) override {
        fail_cuda(static_cast<cudaError_t>(code), call);
    }

private:
    call_result ran_; // stays empty: the program launches its kernels itself
    cuda_queue queue_;
};

} // namespace

std::unique_ptr<external_queue_base>
open_cuda_queue(std::uint32_t ordinal, call_options const& options, external_queue& lent) {
    return std::make_unique<cuda_external_queue>(ordinal, options, lent);
}

} // namespace gpu::inline v0::detail
