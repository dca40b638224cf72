// SPDX-License-Identifier: Apache-2.0
/// @file
/// Machine code of expressions on disk, so that other processes need not compile it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpu::inline v0::detail {

/// A hash of a text, by words. Another start gives an independent one.
[[nodiscard]] std::uint64_t hash_of(std::string_view text, std::uint64_t start = 0);

/// The folder of the cache: GPUALGO_CACHE_DIR, or gpualgo in XDG_CACHE_HOME or ~/.cache. Empty if
/// there is none, and in programs with privileges that their callers lack.
[[nodiscard]] std::string cache_folder();

/// Files of machine code, one per key. Any number of processes may use it at once, because files
/// are complete when they get their name. A file that is damaged, or that others can change, is
/// ignored. Nothing throws for failures of the file system: then nothing is cached.
class disk_cache {
public:
    /// @param folder created when the first entry is written; empty for no cache
    /// @param most_bytes the oldest entries are removed beyond that
    explicit disk_cache(std::string folder, std::uint64_t most_bytes = std::uint64_t{64} << 20)
        : folder_(std::move(folder)), most_bytes_(most_bytes) {}

    /// The code of a key; empty if it is not there.
    [[nodiscard]] std::vector<char> read(std::string_view key) const;
    /// Adds or replaces the code of a key.
    void write(std::string_view key, std::vector<char> const& code) const;

    /// How much there is.
    struct contents {
        std::size_t entries = 0;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] contents measure() const;
    /// Removes all entries, and nothing else.
    /// @return what was removed
    contents clear() const;

private:
    [[nodiscard]] std::string path_of(std::string_view key) const;
    void remove_oldest() const;

    std::string folder_;
    std::uint64_t most_bytes_;
};

} // namespace gpu::inline v0::detail
