// SPDX-License-Identifier: Apache-2.0
#include "disk_cache.hpp"

#include "private_file.hpp"

#include <gpualgo/detail/word_checksum.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace gpu::inline v0::detail {
namespace {

namespace fs = std::filesystem;

/// Begins every entry. The key and the code follow.
struct header {
    char magic[8] = {'g', 'p', 'u', 'a', 'l', 'g', 'o', '2'};
    std::uint64_t key_size = 0;
    std::uint64_t code_size = 0;
    std::uint64_t hash = 0; ///< of key and code
};

constexpr std::string_view suffix = ".cubin";

struct entry_file {
    fs::path path;
    std::uint64_t bytes;
    fs::file_time_type written;
};

/// The entries in a folder; none if it cannot be read.
std::vector<entry_file> entries_of(std::string const& folder) {
    std::vector<entry_file> entries;
    std::error_code failure;
    for (fs::directory_iterator i(folder, failure), end; !failure && i != end;
         i.increment(failure)) {
        std::error_code gone; // by another process
        if (i->path().extension() != suffix || !i->is_regular_file(gone)) continue;
        auto const bytes = i->file_size(gone);
        auto const written = i->last_write_time(gone);
        if (!gone) entries.push_back({i->path(), bytes, written});
    }
    return entries;
}

} // namespace

std::uint64_t hash_of(std::string_view text, std::uint64_t start) {
    word_checksum sum;
    sum.add(reinterpret_cast<std::byte const*>(&start), sizeof start);
    sum.add(reinterpret_cast<std::byte const*>(text.data()), text.size());
    return sum.value();
}

std::string cache_folder() {
    if (char const* const path = secure_getenv("GPUALGO_CACHE_DIR")) return path;
    // of other variables, only absolute paths count, as the XDG specification says
    if (char const* const path = secure_getenv("XDG_CACHE_HOME"); path != nullptr && *path == '/')
        return std::string(path) + "/gpualgo";
    if (char const* const path = secure_getenv("HOME"); path != nullptr && *path == '/')
        return std::string(path) + "/.cache/gpualgo";
    return {};
}

std::string disk_cache::path_of(std::string_view key) const {
    char name[40];
    std::snprintf(name, sizeof name, "/%016llx%016llx",
                  static_cast<unsigned long long>(hash_of(key)),
                  static_cast<unsigned long long>(hash_of(key, 0x9e3779b97f4a7c15u)));
    return folder_ + name + std::string(suffix);
}

std::vector<char> disk_cache::read(std::string_view key) const {
    if (folder_.empty() || !is_private_folder(folder_)) return {};
    std::string const bytes = read_private_file(path_of(key), most_bytes_);
    header head, expected;
    if (bytes.size() < sizeof head) return {};
    std::memcpy(&head, bytes.data(), sizeof head);
    auto const rest = std::string_view(bytes).substr(sizeof head);
    bool const is_right = std::memcmp(head.magic, expected.magic, sizeof head.magic) == 0 &&
                          head.key_size == key.size() && rest.starts_with(key) &&
                          rest.size() - key.size() == head.code_size && hash_of(rest) == head.hash;
    if (!is_right) return {};
    auto const code = rest.substr(key.size());
    return {code.begin(), code.end()};
}

void disk_cache::write(std::string_view key, std::vector<char> const& code) const {
    if (folder_.empty()) return;
    std::error_code failure;
    if (!fs::exists(folder_, failure)) {
        fs::path folder(folder_);
        if (!folder.has_filename()) folder = folder.parent_path(); // it ends with a slash
        fs::create_directories(folder.parent_path(), failure);
        make_private_folder(folder_);
    }
    if (!is_private_folder(folder_)) return;
    header head;
    head.key_size = key.size();
    head.code_size = code.size();
    std::string bytes(sizeof head, '\0');
    bytes.append(key).append(code.data(), code.size());
    head.hash = hash_of(std::string_view(bytes).substr(sizeof head));
    std::memcpy(bytes.data(), &head, sizeof head);
    if (write_private_file(path_of(key), bytes)) remove_oldest();
}

void disk_cache::remove_oldest() const {
    auto entries = entries_of(folder_);
    std::uint64_t bytes = 0;
    for (auto const& entry : entries) bytes += entry.bytes;
    if (bytes <= most_bytes_) return;
    std::ranges::sort(entries, {}, &entry_file::written);
    for (auto const& entry : entries) {
        if (bytes <= most_bytes_ / 4 * 3) return; // so that not every write removes one
        std::error_code ignored;
        fs::remove(entry.path, ignored);
        bytes -= entry.bytes;
    }
}

disk_cache::contents disk_cache::measure() const {
    contents found;
    for (auto const& entry : entries_of(folder_)) {
        ++found.entries;
        found.bytes += entry.bytes;
    }
    return found;
}

disk_cache::contents disk_cache::clear() const {
    contents removed;
    for (auto const& entry : entries_of(folder_)) {
        std::error_code failure;
        if (!fs::remove(entry.path, failure)) continue;
        ++removed.entries;
        removed.bytes += entry.bytes;
    }
    return removed;
}

} // namespace gpu::inline v0::detail
