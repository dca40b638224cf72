// SPDX-License-Identifier: Apache-2.0
/// Compares shapes and launches of the canonical scan on a GPU with each other and with CUB, in
/// graphs, and compares their bits:
///
///     bench_scan_contenders_cuda
///
/// "tickets" and "static" say how blocks get their tiles if all of them run at once. "early"
/// launches start while the launch ahead ends, "together" ones are cooperative. Several tiles per
/// block have a shape, as vectors per thread x blocks per multiprocessor, and tiles ahead.
#include "cuda_timing.cuh"

#include "cuda/launch.cuh"
#include <gpualgo/kernel/scan/canonical.hpp>
#include <gpualgo/kernel/scan/launches.hpp>

#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

namespace detail = gpu::detail;
namespace kernel = gpu::kernel;

enum class launch_kind { plain, early, together };

/// Launches scans without waiting.
class queue {
public:
    explicit queue(cudaStream_t stream) : stream_(stream) {
        bench::check(cudaMemset(control_.get(), 0, 8), "cudaMemset");
        bench::check(cudaMemset(words_.get(), 0, word_bytes), "cudaMemset");
        bench::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0),
                     "cudaDeviceGetAttribute");
        int bytes = 0;
        bench::check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0),
                     "cudaDeviceGetAttribute");
        shared_bytes = static_cast<std::size_t>(bytes);
    }
    [[nodiscard]] detail::look_back_memory look_back(std::size_t, std::size_t) const {
        return {control_.get(), words_.get()};
    }
    template <class Body, class Arguments, class Op>
    void launch(detail::launch_config shape, Arguments arguments, Op op) {
        auto const body = &detail::run_body<Body, Arguments, Op>;
        bench::check(cudaFuncSetAttribute(body, cudaFuncAttributePreferredSharedMemoryCarveout,
                                          cudaSharedmemCarveoutMaxShared),
                     "cudaFuncSetAttribute");
        bench::check(cudaFuncSetAttribute(body, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          static_cast<int>(shape.shared_bytes)),
                     "cudaFuncSetAttribute");
        cudaLaunchAttribute attribute{};
        if (kind == launch_kind::early) {
            attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
            attribute.val.programmaticStreamSerializationAllowed = 1;
        } else {
            attribute.id = cudaLaunchAttributeCooperative;
            attribute.val.cooperative = 1;
        }
        cudaLaunchConfig_t config{};
        config.gridDim = static_cast<unsigned>(shape.grid);
        config.blockDim = shape.block;
        config.dynamicSmemBytes = shape.shared_bytes;
        config.stream = stream_;
        config.attrs = &attribute;
        config.numAttrs = kind == launch_kind::plain ? 0 : 1;
        bench::check(cudaLaunchKernelEx(&config, body, arguments, op, kernel::launch_memory{}),
                     "cudaLaunchKernelEx");
    }

    launch_kind kind = launch_kind::plain;
    int multiprocessors = 0;
    std::size_t shared_bytes = 0; ///< per multiprocessor

private:
    static constexpr std::size_t word_bytes = std::size_t{32} << 20;
    cudaStream_t stream_;
    bench::device_array<unsigned long long> control_{1};
    bench::device_array<std::byte> words_{word_bytes};
};

/// How tiles are given to blocks.
struct plan {
    launch_kind kind;
    bool is_static; ///< if all blocks run at once
    unsigned most_ahead;
};

/// Scans by a shape.
template <class Shape, class T>
void scan(queue& q, T const* in, T* out, std::size_t n, plan const& p) {
    using memory = kernel::scan_memory<T, T, Shape>;
    std::size_t const tiles = (n - 1) / Shape::tile + 1;
    std::size_t const few = static_cast<std::size_t>(q.multiprocessors) * Shape::blocks;
    std::size_t const share = q.shared_bytes / Shape::blocks - 1024;
    auto grid = detail::scan_grid_of(
        tiles, few, std::min(p.most_ahead, detail::most_tiles_ahead<memory>(share)));
    grid.is_static = grid.is_static && p.is_static;
    q.kind = p.kind;
    detail::launch_scan<Shape>(q, detail::scan_problem<T, T>{in, out, n, T{}, false, false}, grid,
                               kernel::plus{});
}

template <class T>
class comparison {
public:
    comparison(char const* type, std::size_t max_bytes)
        : type_(type), capacity_(max_bytes / sizeof(T)), in_(capacity_ + 64), out_(capacity_ + 64),
          values_(capacity_ / 8) {
        bench::check(cudaStreamCreate(&stream_), "cudaStreamCreate");
        std::uint32_t state = 1;
        for (auto& x : values_) {
            state = state * 1664525u + 1013904223u;
            x = static_cast<T>(static_cast<T>(state >> 8) / static_cast<T>(3));
        }
        for (std::size_t i = 0; i + values_.size() <= capacity_ + 64; i += values_.size())
            bench::check(cudaMemcpy(in_.get() + i, values_.data(), values_.size() * sizeof(T),
                                    cudaMemcpyHostToDevice),
                         "cudaMemcpy");
    }
    comparison(comparison const&) = delete;
    comparison& operator=(comparison const&) = delete;
    ~comparison() { cudaStreamDestroy(stream_); }

    template <class Shape>
    void add(std::string name, plan p, bool is_for_few = false) {
        contenders_.push_back(
            {std::move(name), is_for_few,
             [p](queue& q, T const* in, T* out, std::size_t n) { scan<Shape>(q, in, out, n, p); }});
    }

    void run() {
        for (std::size_t const n : {1 << 10, 1 << 14, 1 << 16, 1 << 18, 1 << 20}) at(n, 0);
        for (std::size_t const n : {1 << 22, 1 << 24, 1 << 26}) at(n, 0);
        for (std::size_t const n : {1 << 16, 1 << 20, 1 << 24}) at(n, 1);
    }

private:
    struct contender {
        std::string name;
        bool is_for_few;
        std::function<void(queue&, T const*, T*, std::size_t)> scan;
    };

    void at(std::size_t n, std::size_t offset) {
        if (n > capacity_ / 2) return;
        queue q(stream_);
        std::size_t const step = (n + 63) / 64 * 64;
        std::size_t const inputs = std::clamp<std::size_t>(capacity_ / step, 1, 64);
        auto const in = [&](std::size_t k) { return in_.get() + k * step + offset; };
        auto const out = [&](std::size_t k) { return out_.get() + k * step + 2 * offset; };
        std::size_t bytes = 0;
        auto const cub_scan = [&](void* memory, cudaStream_t stream, std::size_t k) {
            bench::check(cub::DeviceScan::InclusiveScan(memory, bytes, in(k), out(k),
                                                        cuda::std::plus<>{}, n, stream),
                         "cub::DeviceScan");
        };
        cub_scan(nullptr, stream_, 0);
        bench::device_array<std::byte> const memory(bytes);
        std::vector<bench::graph_contender> all{{"CUB", [&](cudaStream_t stream, std::size_t k) {
                                                     cub_scan(memory.get(), stream, k);
                                                 }}};
        for (auto const& c : contenders_)
            if (!c.is_for_few || n <= std::size_t{1} << 20)
                all.push_back(
                    {c.name, [&](cudaStream_t, std::size_t k) { c.scan(q, in(k), out(k), n); }});
        right_.clear();
        if (n <= values_.size() - 64)
            kernel::canonical_prefixes<T>(values_.data() + offset, n, kernel::plus{},
                                          [&](T const& x) { right_.push_back(x); });
        auto const t = bench::interleaved_in_graphs(stream_, all, inputs, 7);
        for (std::size_t k = 0; k < all.size(); ++k)
            std::printf("%-7s %9zu %2zu %-28s %9.2f us %6.3f %s\n", type_, n, offset,
                        all[k].name.c_str(), t[k].microseconds,
                        t[0].microseconds / t[k].microseconds,
                        k == 0 || right_.empty() ? "" : check(all[k], n, offset));
        std::fflush(stdout);
    }

    /// Whether input 0 has the bits of the definition.
    char const* check(bench::graph_contender const& c, std::size_t n, std::size_t offset) {
        bench::check(cudaMemset(out_.get(), 0xff, (n + 64) * sizeof(T)), "cudaMemset");
        for (int repeat = 0; repeat < 3; ++repeat) c.enqueue(stream_, 0);
        bench::check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
        std::vector<T> found(n + 64);
        bench::check(
            cudaMemcpy(found.data(), out_.get(), found.size() * sizeof(T), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
        bool const is_right =
            std::memcmp(found.data() + 2 * offset, right_.data(), n * sizeof(T)) == 0;
        unsigned char around = 0xff; // nothing may be written beside the output
        for (std::size_t k = 0; k < 2 * offset * sizeof(T); ++k)
            around &= reinterpret_cast<unsigned char const*>(found.data())[k];
        auto const* const after =
            reinterpret_cast<unsigned char const*>(found.data() + 2 * offset + n);
        for (std::size_t k = 0; k < sizeof(T) * (64 - 2 * offset); ++k) around &= after[k];
        return !is_right ? "WRONG" : around != 0xff ? "WRITES BESIDE" : "right";
    }

    char const* type_;
    std::size_t capacity_;
    bench::device_array<T> in_, out_;
    std::vector<T> values_, right_{};
    std::vector<contender> contenders_{};
    cudaStream_t stream_ = nullptr;
};

template <class T>
void compare(char const* type) {
    using kernel::basic_scan_shape;
    constexpr auto plain = launch_kind::plain, early = launch_kind::early;
    constexpr unsigned v = sizeof(T) <= 2 ? 2 : 4;
    using usual = basic_scan_shape<T, v, 2, true>;
    using flat = basic_scan_shape<T, v / 2, 4, true>;
    comparison<T> all(type, std::size_t{512} << 20);
    all.template add<usual>("usual tickets", {plain, false, 5});
    all.template add<usual>("usual static", {plain, true, 5}, true);
    all.template add<usual>("usual tickets early", {early, false, 5});
    all.template add<usual>("usual static early", {early, true, 5}, true);
    all.template add<usual>("usual ahead 3", {plain, false, 3});
    all.template add<flat>("flat x4 static early", {early, true, 5});
    all.template add<flat>("flat x4 ahead 3", {plain, true, 3});
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        all.template add<basic_scan_shape<T, v, 2, false>>("usual not hidden", {plain, false, 5});
        all.template add<basic_scan_shape<T, v, 3, true>>("usual x3", {early, true, 5});
    }
    if constexpr (sizeof(T) == 8)
        all.template add<basic_scan_shape<T, 8, 2, true>>("deep x2", {early, true, 5});
    all.run();
}

} // namespace

int main() {
    compare<float>("float");
    compare<std::int64_t>("int64");
    compare<double>("double");
    compare<std::int8_t>("int8");
    // last, because graphs of old drivers do not take them
    comparison<float> together("float", std::size_t{128} << 20);
    using usual = kernel::basic_scan_shape<float, 4, 2, true>;
    together.add<usual>("usual static together", {launch_kind::together, true, 5}, true);
    together.add<usual>("usual static", {launch_kind::plain, true, 5}, true);
    together.run();
}
