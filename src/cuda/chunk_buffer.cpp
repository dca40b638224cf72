// SPDX-License-Identifier: Apache-2.0
#include "chunk_buffer.hpp"

#include "call/scratch.hpp"
#include "capture.hpp"
#include "device_scope.hpp"
#include "host/memory.hpp"
#include "memory.hpp"
#include "staging.hpp"
#include "staging_lease.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <span>

namespace gpu::inline v0::detail {
namespace {

/// Host memory that is not page-locked goes through two page-locked pieces in turn: one is on the
/// bus while the host's cores fill the other.
class cuda_chunk_buffer final : public chunk_buffer {
public:
    cuda_chunk_buffer(std::uint32_t ordinal, std::size_t bytes, call_options const& options)
        : ordinal_(ordinal), bytes_(bytes), source_(options.scratch) {
        entered const gpu(ordinal_);
        lease_.emplace();
        data_ = static_cast<std::byte*>(is_given(source_)
                                            ? allocate_from(source_, bytes)
                                            : allocate_for(lease_->stream(), ordinal, bytes));
    }

    ~cuda_chunk_buffer() override {
        try {
            entered const gpu(ordinal_);
            ignore_failure(cudaStreamSynchronize(lease_->stream()));
            if (is_given(source_)) source_.deallocate(source_.context, data_, bytes_);
            else deallocate_on(lease_->stream(), ordinal_, data_);
            lease_.reset();
        } catch (std::exception const&) {
            // CUDA has shut down, and its memory is gone
        }
    }

    [[nodiscard]] std::byte* data() const noexcept override { return data_; }
    [[nodiscard]] void* stream() const noexcept override { return lease_->stream(); }

    void upload(std::byte* target, void const* source, std::size_t bytes) override {
        entered const gpu(ordinal_);
        if (is_page_locked(source, bytes)) {
            cudaError_t const code =
                cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, lease_->stream());
            if (code == cudaSuccess) return;
            if (code != cudaErrorInvalidValue) fail_cuda(code, "cudaMemcpyAsync");
            ignore_failure(code); // locked in pieces
        }
        auto const* const from = static_cast<std::byte const*>(source);
        for (std::size_t begin = 0; begin < bytes; begin += staging_buffer::size) {
            std::size_t const size = std::min(staging_buffer::size, bytes - begin);
            copy_on_host(take_piece().data(), from + begin, size);
            transfer(target + begin, size);
        }
    }

    std::span<std::byte> next_piece() override {
        entered const gpu(ordinal_);
        return take_piece();
    }

    void send(std::byte* target, std::size_t bytes) override {
        entered const gpu(ordinal_);
        transfer(target, bytes);
    }

private:
    /// The GPU is current, and the thread may wait while streams are captured.
    struct entered {
        explicit entered(std::uint32_t ordinal) : scope(ordinal) {}
        device_scope scope;
        relaxed_capture relaxed;
    };

    std::span<std::byte> take_piece() {
        auto const& piece = (*lease_)[++turn_];
        piece.wait();
        return {piece.memory, staging_buffer::size};
    }
    void transfer(std::byte* target, std::size_t bytes) {
        auto const& piece = (*lease_)[turn_];
        piece.transfer(target, piece.memory, bytes, lease_->stream());
    }

    std::uint32_t ordinal_;
    std::size_t bytes_;
    scratch_source source_;
    std::optional<staging_lease> lease_;
    std::byte* data_ = nullptr;
    std::size_t turn_ = 0; ///< of the last piece
};

} // namespace

std::unique_ptr<chunk_buffer> make_cuda_chunk_buffer(std::uint32_t ordinal, std::size_t bytes,
                                                     call_options const& options) {
    return std::make_unique<cuda_chunk_buffer>(ordinal, bytes, options);
}

} // namespace gpu::inline v0::detail
