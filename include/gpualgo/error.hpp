// SPDX-License-Identifier: Apache-2.0
/// @file
/// The exceptions that the library throws. Wrong arguments are `std::invalid_argument`, thrown
/// before anything is launched.
#pragma once

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

namespace gpu::inline v0 {

/// A device failed. `what()` names the call, the device, the policy, the number of elements and
/// CUDA's error message.
class error : public std::runtime_error {
public:
    /// @param text the full message
    /// @param code the CUDA error code; 0 if the failure is not CUDA's
    explicit error(std::string const& text, int code = 0) : std::runtime_error(text), code_(code) {}
    /// @param text the full message
    /// @param code the CUDA error code; 0 if the failure is not CUDA's
    explicit error(char const* text, int code = 0) : std::runtime_error(text), code_(code) {}

    /// @return the CUDA error code; 0 if the failure is not CUDA's
    int code() const noexcept { return code_; }

private:
    int code_;
};

/// The requested device cannot be used; `what()` says why.
class no_device : public error {
public:
    using error::error;
};

/// The GPU's context is lost, also for all later calls of this process: the process must be
/// restarted.
class device_fault : public error {
public:
    using error::error;
};

/// The operator, or the pair of types, is not compiled for the requested device.
class unsupported_operator : public error {
public:
    using error::error;
};

/// Memory ran out on a device. A `std::bad_alloc`, and therefore not a `gpu::error`: it would have
/// two bases `std::exception`, and `catch (std::exception const&)` would not catch it.
class out_of_memory : public std::bad_alloc {
public:
    /// @param text what was being allocated, and where
    /// @param requested bytes requested
    /// @param available bytes that were free on the device
    /// @param code the CUDA error code, or 0
    out_of_memory(std::string const& text, std::uint64_t requested, std::uint64_t available,
                  int code = 0)
        : text_(text), requested_(requested), available_(available), code_(code) {}
    /// @param text what was being allocated, and where
    /// @param requested bytes requested
    /// @param available bytes that were free on the device
    /// @param code the CUDA error code, or 0
    out_of_memory(char const* text, std::uint64_t requested, std::uint64_t available, int code = 0)
        : text_(text), requested_(requested), available_(available), code_(code) {}

    /// @return what was being allocated, and where
    char const* what() const noexcept override { return text_.what(); }
    /// @return bytes requested
    std::uint64_t requested() const noexcept { return requested_; }
    /// @return bytes that were free on the device
    std::uint64_t available() const noexcept { return available_; }
    /// @return the CUDA error code; 0 if the failure is not CUDA's
    int code() const noexcept { return code_; }

private:
    std::runtime_error text_; // its copies share the text: copying must not throw
    std::uint64_t requested_;
    std::uint64_t available_;
    int code_;
};

} // namespace gpu::inline v0
