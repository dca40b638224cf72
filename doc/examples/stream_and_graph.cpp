// SPDX-License-Identifier: Apache-2.0
/// Two sums in a stream, and the same sums captured into a CUDA graph that runs again on new data.
/// Plain g++ with the headers and the runtime of CUDA. Ends with 77 if there is no GPU.
//! [program]
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/reduce_into.hpp>
#include <gpualgo/stream.hpp>

#include <cuda_runtime_api.h>

#include <cstdio>
#include <stdexcept>
#include <vector>

void check(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

int main() {
    gpu::device const device = gpu::device::preferred();
    if (device.kind() != gpu::device_kind::cuda) {
        std::printf("skipped, there is no GPU: %s\n", device.why().c_str());
        return 77;
    }

    gpu::stream stream(device);
    gpu::device_vector<float> x(std::vector<float>(1000, 1.F), device);
    gpu::device_vector<float> totals(2, 0.F, device);
    auto const sums = [&] { // gives work to the stream, and waits for nothing
        auto const policy = gpu::automatic.on(stream);
        gpu::reduce_into(policy, x.begin(), x.end(), totals.begin());
        gpu::reduce_into(policy, x.begin(), x.begin() + 10, totals.begin() + 1);
    };
    sums();
    stream.synchronize();
    bool right = totals.to_host() == std::vector<float>{1000, 10};

    auto* const native = static_cast<cudaStream_t>(stream.native_handle());
    cudaGraph_t graph{};
    cudaGraphExec_t executable{};
    check(cudaStreamBeginCapture(native, cudaStreamCaptureModeGlobal));
    sums();
    check(cudaStreamEndCapture(native, &graph));
    check(cudaGraphInstantiate(&executable, graph, 0));

    gpu::copy(std::vector<float>(1000, 3.F), x.begin()); // new data in the same memory
    check(cudaGraphLaunch(executable, native));
    stream.synchronize();
    right = right && totals.to_host() == std::vector<float>{3000, 30};

    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    std::printf("on %s: %s\n", device.name().c_str(), right ? "right" : "wrong");
    return right ? 0 : 1;
}
//! [program]
