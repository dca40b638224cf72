// SPDX-License-Identifier: Apache-2.0
/// @file
/// A small cache of values that depend on nothing but their keys.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpu::inline v0::sm90 {

/// A hash of the parts of a key. Keys that differ in one part, by any difference, rarely share the
/// low bits of their hashes.
template <std::integral... Part>
constexpr std::size_t hash_of(Part... parts) {
    std::uint64_t hash = 0;
    auto const mix = [&](std::uint64_t part) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32; // the high bits depend on all parts
    };
    (mix(static_cast<std::uint64_t>(parts)), ...);
    return hash;
}

/// The values of keys that were used recently. Each place keeps the last key that maps to it.
template <class Key, class Value, std::size_t Places>
class recent {
public:
    /// @param hash of the key
    /// @param make called if the value is not here; it may throw
    template <class Make>
    Value const& get(Key const& key, std::size_t hash, Make make) {
        auto& place = places_[hash % Places];
        if (!place || !(place->key == key)) {
            place.reset(); // in case `make` throws
            place.emplace(entry{key, make()});
        }
        return place->value;
    }

private:
    struct entry {
        Key key;
        Value value;
    };
    std::array<std::optional<entry>, Places> places_{};
};

} // namespace gpu::inline v0::sm90
