// SPDX-License-Identifier: Apache-2.0
#include "lent_queue.hpp"

#include "check.hpp"
#include "devices.hpp"
#include "queue.hpp"

namespace gpu::inline v0::detail {
namespace {

class queue_of_a_program final : public lendable_queue {
public:
    queue_of_a_program(std::uint32_t ordinal, execution const& run, lent_queue& lent)
        : lendable_queue(lent.algorithm),
          queue_(ordinal, ran_, run,
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
    outcome ran_; // of launches, and there are none
    cuda_queue queue_;
};

} // namespace

std::unique_ptr<lendable_queue> lend_cuda_queue(std::uint32_t ordinal, execution const& run,
                                                lent_queue& lent) {
    return std::make_unique<queue_of_a_program>(ordinal, run, lent);
}

} // namespace gpu::inline v0::detail
