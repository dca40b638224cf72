// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches partial reductions: on devices at once, or in chunks of a range of the host.
#pragma once

#include <gpualgo/abi/partial_request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Runs a list of partial reductions.
class partial_dispatch {
public:
    explicit partial_dispatch(partial_request const& first) : current_(&first) {}

    void run(call_result& ran);
    /// @return a description of the request that has failed, for messages
    [[nodiscard]] std::string described() const;

private:
    partial_request const* current_;
};

} // namespace gpu::inline v0::detail
