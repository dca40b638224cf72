// SPDX-License-Identifier: Apache-2.0
#include "available_memory.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// @return the text of a file; empty if it cannot be read
std::string text_of(std::string const& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// @return the number at the beginning of a text, after spaces
std::optional<std::uint64_t> leading_number(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::uint64_t number = 0;
    auto const parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// @return the number after a key that begins a line
std::optional<std::uint64_t> number_at(std::string const& text, std::string_view key) {
    std::size_t at = 0;
    while (text.compare(at, key.size(), key) != 0) {
        at = text.find('\n', at);
        if (at++ == text.npos) return std::nullopt;
    }
    return leading_number(std::string_view(text).substr(at + key.size()));
}

/// The names of memory files in one version of control groups.
struct hierarchy {
    char const* folder;
    char const* limit;
    char const* used;
    char const* reclaimable; ///< in memory.stat
};
constexpr hierarchy version_1{"sys/fs/cgroup/memory", "memory.limit_in_bytes",
                              "memory.usage_in_bytes", "total_inactive_file "};
constexpr hierarchy version_2{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "};

/// @return bytes left below the limit of one group; clean page-cache pages count as free
std::uint64_t left_by(std::string const& group, hierarchy const& names) {
    auto const limit = leading_number(text_of(group + '/' + names.limit));
    if (!limit) return unlimited;
    auto const used = leading_number(text_of(group + '/' + names.used)).value_or(0);
    auto const reclaimable =
        number_at(text_of(group + "/memory.stat"), names.reclaimable).value_or(0);
    return *limit - std::min(*limit, used - std::min(used, reclaimable));
}

/// @param path of a group in its hierarchy, "/" for the root group
/// @return the least number of bytes left by the group and its ancestors. A container may not see
/// all of them.
std::uint64_t left_by_all(std::string const& root, hierarchy const& names, std::string path) {
    if (!path.starts_with('/') || path == "/") path.clear();
    std::uint64_t least = unlimited;
    for (;; path.erase(path.rfind('/'))) {
        least = std::min(least, left_by(root + names.folder + path, names));
        if (path.empty()) return least;
    }
}

} // namespace

std::uint64_t available_memory(std::string const& root) {
    auto const kibibytes = number_at(text_of(root + "proc/meminfo"), "MemAvailable:");
    std::uint64_t least = kibibytes ? *kibibytes * 1024 : unlimited;
    // a line is "4:memory:/path", or "0::/path" for version 2
    std::ifstream groups(root + "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        auto const controllers = line.find(':') + 1;
        auto const path = line.find(':', controllers) + 1;
        if (controllers == 0 || path == 0) continue;
        auto const names = std::string_view(line).substr(controllers, path - 1 - controllers);
        if (names.empty()) least = std::min(least, left_by_all(root, version_2, line.substr(path)));
        else if (("," + std::string(names) + ",").find(",memory,") != line.npos)
            least = std::min(least, left_by_all(root, version_1, line.substr(path)));
    }
    return least;
}

} // namespace gpu::inline v0::detail
