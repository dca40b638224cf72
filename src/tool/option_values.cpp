// SPDX-License-Identifier: Apache-2.0
#include "option_values.hpp"

#include "arguments.hpp"
#include "count.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/policy.hpp>

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace tool {

gpu::device parse_device(std::string_view text) {
    if (text == "host") return gpu::device::host();
    if (text == "simulated") return gpu::device::simulated();
    if (text == "cuda") return gpu::device::cuda();
    if (text.starts_with("cuda:")) {
        int ordinal = -1;
        char const* const last = text.data() + text.size();
        auto const [end, failure] = std::from_chars(text.data() + 5, last, ordinal);
        if (failure == std::errc() && end == last && ordinal >= 0)
            return gpu::device::cuda(ordinal);
    }
    throw usage_error(fmt::format("--device: '{}' is none of host, simulated, cuda, cuda:N", text));
}

product_shape parse_shape(std::string_view text) {
    std::vector<std::int64_t> sizes;
    for (std::string_view rest = text;; rest.remove_prefix(rest.find('x') + 1)) {
        auto const size = parse_count(rest.substr(0, rest.find('x')));
        if (!size || *size > std::uint64_t{1} << 31) break;
        sizes.push_back(static_cast<std::int64_t>(*size));
        if (rest.find('x') != rest.npos) continue;
        if (sizes.size() == 3) return {sizes[0], sizes[1], sizes[2]};
        break;
    }
    throw usage_error(
        fmt::format("--shape: '{}' is not MxNxK, three numbers of 0 to 2147483648", text));
}

std::uint64_t parse_count_option(std::string_view option, std::string_view text,
                                 std::uint64_t least, std::uint64_t most) {
    auto const count = parse_count(text);
    if (count && least <= *count && *count <= most) return *count;
    throw usage_error(fmt::format("{}: '{}' is no number from {} to {}; 1000, 1e6, 1.5M, 64Ki and "
                                  "2^20 are forms of numbers",
                                  option, text, least, most));
}

gpu::device device_of(strategy_arguments const& arguments) {
    return arguments.device ? *arguments.device : gpu::device::preferred();
}

void require_gpu(std::string_view policy, gpu::device device) {
    bool const needs_gpu =
        policy == gpu::policy::vendor::name || policy == gpu::policy::tensor_core::name;
    if (needs_gpu && device == gpu::device::host())
        throw gpu::no_device(fmt::format("--policy {} needs a GPU, and the device is the host: {}",
                                         policy, device.why()));
}

} // namespace tool
