// SPDX-License-Identifier: Apache-2.0
/// @file
/// Streams: orders of work on a device. `stream` owns one, `stream_view` names one of anybody's.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/device.hpp>

#include <utility>

namespace gpu::inline v0 {

/// A stream that somebody else owns, as `policy.on(stream)` takes it. A small value; safe to use
/// from any thread.
class stream_view {
public:
    /// @param where the device that it is a stream of
    /// @param native_handle a `cudaStream_t`; null for the default stream, and on devices without
    /// streams
    constexpr stream_view(gpu::device where, void* native_handle) noexcept
        : device_(where), native_handle_(native_handle) {}

    /// @return the device that it is a stream of
    [[nodiscard]] constexpr gpu::device device() const noexcept { return device_; }
    /// @return the `cudaStream_t`; null for the default stream, and on devices without streams
    [[nodiscard]] constexpr void* native_handle() const noexcept { return native_handle_; }

    /// Waits until all that was given to the stream is done.
    /// @throws gpu::error where some of it has failed
    void synchronize() const {
        detail::call_result waited;
        gpualgo_v0_stream_synchronize(device_.id(), native_handle_, &waited);
        detail::raise(waited);
    }

private:
    gpu::device device_;
    void* native_handle_;
};

/// An order of work on a device: what is given to one stream is done one after the other, on
/// several side by side. Work of calls without a stream comes behind all that streams were given
/// before, and these wait for it in turn, as CUDA's default stream does. The host and the simulated
/// device do all work at once: their streams are always idle.
///
/// Thread safety: all members but the destructor, assignment and swap may be called from several
/// threads at once.
class stream {
public:
    /// @param where the device
    /// @throws gpu::error where the device has no more streams; what `device::preferred()` throws
    explicit stream(gpu::device where = gpu::device::preferred()) : view_(where, nullptr) {
        void* native_handle = nullptr;
        detail::call_result made;
        gpualgo_v0_make_stream(where.id(), &native_handle, &made);
        detail::raise(made);
        view_ = {where, native_handle};
    }
    /// Takes the stream over.
    /// @param other is then the device's default stream
    stream(stream&& other) noexcept
        : view_(std::exchange(other.view_, {other.device(), nullptr})) {}
    /// Takes the stream over, and ends its own.
    /// @param other is then the device's default stream
    /// @return this
    stream& operator=(stream&& other) noexcept {
        stream taken(std::move(other));
        std::swap(view_, taken.view_);
        return *this;
    }
    /// Waits for what it was given, then ends the stream. Never throws, also when the driver has
    /// shut down.
    ~stream() {
        if (native_handle() != nullptr) gpualgo_v0_end_stream(device().id(), native_handle());
    }

    /// @return the device that it is a stream of
    [[nodiscard]] gpu::device device() const noexcept { return view_.device(); }
    /// @return the `cudaStream_t`; null on devices without streams
    [[nodiscard]] void* native_handle() const noexcept { return view_.native_handle(); }
    /// Waits until all that it was given is done.
    /// @throws gpu::error where some of it has failed
    void synchronize() const { view_.synchronize(); }

    /// @return a view, valid as long as this is
    operator stream_view() const noexcept {
        return view_;
    } // NOLINT(google-explicit-constructor): as containers become spans

private:
    stream_view view_;
};

} // namespace gpu::inline v0
