// SPDX-License-Identifier: Apache-2.0
/// @file
/// Streams: queues of work on a device. `stream` owns one, `stream_view` names any.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/device.hpp>

#include <utility>

namespace gpu::inline v0 {

/// A non-owning handle of a stream, as `policy.on(stream)` takes it. A small value; safe to use
/// from any thread.
class stream_view {
public:
    /// @param where the device of the stream
    /// @param native_handle a `cudaStream_t`; null for the default stream, and on devices without
    /// streams
    constexpr stream_view(gpu::device where, void* native_handle) noexcept
        : device_(where), native_handle_(native_handle) {}

    /// @return the device of the stream
    [[nodiscard]] constexpr gpu::device device() const noexcept { return device_; }
    /// @return the `cudaStream_t`; null for the default stream, and on devices without streams
    [[nodiscard]] constexpr void* native_handle() const noexcept { return native_handle_; }

    /// Waits until all work submitted to the stream is done.
    /// @throws gpu::error if some of it has failed
    void synchronize() const {
        detail::call_result waited;
        gpualgo_v0_stream_synchronize(device_.id(), native_handle_, &waited);
        detail::raise(waited);
    }

private:
    gpu::device device_;
    void* native_handle_;
};

/// A queue of work on a device: work on one stream runs in order, work on several concurrently.
/// As on CUDA's default stream, calls without a stream run after all work submitted to streams
/// before, and streams wait for such calls. The host and the simulated device do all work
/// immediately: their streams are always idle.
///
/// Thread safety: all members but the destructor, assignment and swap may be called from several
/// threads at once.
class stream {
public:
    /// @param where the device
    /// @throws gpu::error if the device has no more streams; what `device::preferred()` throws
    explicit stream(gpu::device where = gpu::device::preferred()) : view_(where, nullptr) {
        void* native_handle = nullptr;
        detail::call_result made;
        gpualgo_v0_make_stream(where.id(), &native_handle, &made);
        detail::raise(made);
        view_ = {where, native_handle};
    }
    /// Takes over the stream.
    /// @param other becomes the device's default stream
    stream(stream&& other) noexcept
        : view_(std::exchange(other.view_, {other.device(), nullptr})) {}
    /// Destroys its own stream and takes over the other.
    /// @param other becomes the device's default stream
    /// @return this
    stream& operator=(stream&& other) noexcept {
        stream taken(std::move(other));
        std::swap(view_, taken.view_);
        return *this;
    }
    /// Waits for the submitted work, then destroys the stream. Never throws, even if the driver has
    /// shut down.
    ~stream() {
        if (native_handle() != nullptr) gpualgo_v0_end_stream(device().id(), native_handle());
    }

    /// @return the device of the stream
    [[nodiscard]] gpu::device device() const noexcept { return view_.device(); }
    /// @return the `cudaStream_t`; null on devices without streams
    [[nodiscard]] void* native_handle() const noexcept { return view_.native_handle(); }
    /// Waits until all submitted work is done.
    /// @throws gpu::error if some of it has failed
    void synchronize() const { view_.synchronize(); }

    /// @return a view, valid as long as this stream
    operator stream_view() const noexcept {
        return view_;
    } // NOLINT(google-explicit-constructor): as containers become spans

private:
    stream_view view_;
};

} // namespace gpu::inline v0
