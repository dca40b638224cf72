// SPDX-License-Identifier: Apache-2.0
/// @file
/// The scope of a call of the library, in which each GPU need be checked for a reset only once.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// A call of an algorithm in the calling thread, for the life of this object. The program does not
/// reset the GPU of a call that is running. Calls within a call, as by the program's memory
/// resource, have scopes of their own.
class call_scope {
public:
    call_scope() noexcept : outer_(innermost) { innermost = this; }
    call_scope(call_scope const&) = delete;
    call_scope& operator=(call_scope const&) = delete;
    ~call_scope() { innermost = outer_; }

    /// Whether the innermost call has noted that it checked a GPU; false outside of calls.
    [[nodiscard]] static bool has_checked(std::uint32_t ordinal) noexcept {
        return innermost != nullptr && innermost->checked_ == ordinal;
    }
    static void note_check(std::uint32_t ordinal) noexcept {
        if (innermost != nullptr) innermost->checked_ = ordinal;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static inline thread_local call_scope* innermost = nullptr;

    call_scope* outer_;
    std::uint32_t checked_ = none; ///< the last GPU checked
};

} // namespace gpu::inline v0::detail
