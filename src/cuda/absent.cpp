// SPDX-License-Identifier: Apache-2.0
/// The CUDA backend of a library built without CUDA: it has no devices, and says so.
#include "call/backend.hpp"
#include "call/immortal.hpp"
#include "call/nvtx_range.hpp"

#include <gpualgo/error.hpp>

#include <string>

namespace gpu::inline v0::detail {
namespace {

class absent_backend final : public backend {
public:
    std::uint32_t count() override { return 0; }
    void describe(std::uint32_t ordinal, device_description&) override { fail(ordinal); }
    [[nodiscard]] bool reads_host_memory() const noexcept override { return false; }
    void* allocate(std::uint32_t ordinal, std::size_t, void*) override { fail(ordinal); }
    void deallocate(std::uint32_t, void*, void*) noexcept override {}
    void copy(void*, void const*, std::size_t, void*) override { fail(0); }
    void* make_stream(std::uint32_t ordinal) override { fail(ordinal); }
    void synchronize(std::uint32_t ordinal, void*) override { fail(ordinal); }
    void fill(std::uint32_t ordinal, void*, std::size_t, void const*, std::size_t) override {
        fail(ordinal);
    }
    [[nodiscard]] device_id locate(void const*) noexcept override {
        return {static_cast<std::uint32_t>(device_kind::host), 0};
    }
    void reduce(std::uint32_t ordinal, reduce_request const&, call_result&) override {
        fail(ordinal);
    }
    std::unique_ptr<pending_groups> start_groups(std::uint32_t ordinal, reduce_request const&,
                                                 std::uint64_t, std::span<host_copy const>,
                                                 call_result&) override {
        fail(ordinal);
    }
    void find_extrema(std::uint32_t ordinal, extrema_request const&, call_result&) override {
        fail(ordinal);
    }
    std::unique_ptr<external_queue_base> open_queue(std::uint32_t ordinal, call_options const&,
                                                    external_queue&) override {
        fail(ordinal);
    }
    void matmul(std::uint32_t ordinal, matmul_request const&, call_result&) override {
        fail(ordinal);
    }

private:
    [[noreturn]] static void fail(std::uint32_t ordinal) {
        throw no_device("cuda:" + std::to_string(ordinal) +
                        " cannot be used: this library was built without CUDA");
    }
};

} // namespace

nvtx_range::nvtx_range(std::string_view, std::string_view) noexcept {}
nvtx_range::~nvtx_range() = default;

backend& cuda_backend() { return immortal<absent_backend>(); }

} // namespace gpu::inline v0::detail
