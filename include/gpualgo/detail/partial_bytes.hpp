// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bytes of a partial reduction, for messages and files. doc/distributed.md has the layout.
#pragma once

#include <gpualgo/detail/partial_state.hpp>
#include <gpualgo/detail/word_checksum.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// The first bytes of a serialized partial reduction.
struct partial_header {
    static constexpr char expected_magic[8] = {'g', 'p', 'u', 'p', 'a', 'r', 't', '\n'};
    static constexpr std::uint32_t current_version = 2;

    char magic[8];
    std::uint32_t version;
    std::uint32_t value;       ///< index of the elements' type
    std::uint32_t accumulator; ///< index of the type of totals
    std::uint32_t operation;   ///< index of the operator
    std::uint32_t transform;   ///< index of the transform
    std::uint32_t nodes;       ///< number of subtrees
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t checksum; ///< of all other bytes
};

/// The checksum of a message: of the header, with a checksum of 0, and of the rest.
inline std::uint64_t checksum_of(partial_header header, std::span<std::byte const> rest) {
    header.checksum = 0;
    std::byte bytes[sizeof header];
    std::memcpy(bytes, &header, sizeof header);
    word_checksum sum;
    sum.add(bytes, sizeof header);
    sum.add(rest.data(), rest.size());
    return sum.value();
}

/// Throws std::invalid_argument: bytes are no message of the type that is read.
[[noreturn]] inline void refuse_bytes(std::string const& why) {
    throw std::invalid_argument("gpu::partial_reduction: these bytes are none of this type: " +
                                why);
}

/// Reads the header of a message; throws if it is of another type or version.
/// @param expected has the numbers of the type
inline partial_header read_header(std::span<std::byte const> bytes,
                                  partial_header const& expected) {
    partial_header header;
    if (bytes.size() < sizeof header)
        refuse_bytes("there are " + std::to_string(bytes.size()) +
                     " bytes, fewer than a header's " + std::to_string(sizeof header));
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0)
        refuse_bytes("they do not begin with its mark");
    if (header.version != expected.version)
        refuse_bytes("they are of version " + std::to_string(header.version) + ", not " +
                     std::to_string(expected.version));
    if (header.value != expected.value || header.accumulator != expected.accumulator ||
        header.operation != expected.operation || header.transform != expected.transform)
        refuse_bytes("elements, totals, operator or transform are of another type");
    if (header.begin > header.end) refuse_bytes("its interval ends before it begins");
    return header;
}

/// Throws if a message does not have the subtrees or the bytes that its interval needs, or if bytes
/// are changed.
inline void check_message(std::span<std::byte const> bytes, partial_header const& header,
                          std::uint64_t nodes, std::uint64_t size) {
    if (header.nodes != nodes || bytes.size() != size)
        refuse_bytes("there are " + std::to_string(bytes.size()) + " bytes, not " +
                     std::to_string(size));
    if (header.checksum != checksum_of(header, bytes.subspan(sizeof header)))
        refuse_bytes("their checksum is wrong");
}

/// Writes and reads the bytes of a state.
/// @tparam State a partial_state
template <class State>
struct partial_bytes {
    using value = typename State::value;
    using total_type = typename State::total_type;
    using node = typename State::node;

    /// Bytes of the longest message.
    static constexpr std::size_t max_size = sizeof(partial_header) +
                                            State::max_subtrees * (16 + sizeof(total_type)) +
                                            2 * State::ranges * State::segment * sizeof(value);

    static std::vector<std::byte> write(State const& s) {
        partial_header header = header_of(s.operation, s.begin, s.end);
        header.nodes = static_cast<std::uint32_t>(s.nodes.size());
        std::vector<std::byte> bytes(sizeof header);
        for (auto const& n : s.nodes) {
            append(bytes, &n.level, 1);
            append(bytes, &n.index, 1);
            append(bytes, &n.total, 1);
        }
        for (auto const* part : {&s.head, &s.tail})
            for (auto const& range : part->values) append(bytes, range.data(), range.size());
        header.checksum = checksum_of(header, std::span(bytes).subspan(sizeof header));
        std::memcpy(bytes.data(), &header, sizeof header);
        return bytes;
    }

    /// Throws std::invalid_argument, saying what is wrong with the bytes.
    static State read(partial_operation expected, std::span<std::byte const> bytes) {
        partial_header const header = checked_header(expected, bytes);
        bytes = bytes.subspan(sizeof header);
        State s(expected, header.begin);
        s.end = header.end;
        State::for_each_subtree(s.begin, s.end, [&](std::uint64_t level, std::uint64_t index) {
            node n{};
            take(bytes, &n.level, 1);
            take(bytes, &n.index, 1);
            take(bytes, &n.total, 1);
            if (n.level != level || n.index != index)
                refuse_bytes("its subtrees are not those of its interval");
            s.nodes.push_back(n);
        });
        take(bytes, s.head, State::head_size(s.begin, s.end));
        take(bytes, s.tail, State::tail_size(s.begin, s.end));
        return s;
    }

private:
    static partial_header header_of(partial_operation listed, std::uint64_t begin,
                                    std::uint64_t end) {
        partial_header header{};
        std::memcpy(header.magic, partial_header::expected_magic, sizeof header.magic);
        header.version = partial_header::current_version;
        header.value = number_of<value, types>;
        header.accumulator = number_of<total_type, types>;
        header.operation = listed.operation;
        header.transform = listed.transform;
        header.begin = begin;
        header.end = end;
        return header;
    }

    /// Bytes of a message about an interval.
    static std::uint64_t size_of(std::uint64_t begin, std::uint64_t end, std::uint64_t nodes) {
        return sizeof(partial_header) + nodes * (16 + sizeof(total_type)) +
               (State::head_size(begin, end) + State::tail_size(begin, end)) * State::ranges *
                   sizeof(value);
    }

    static partial_header checked_header(partial_operation expected,
                                         std::span<std::byte const> bytes) {
        partial_header const header = read_header(bytes, header_of(expected, 0, 0));
        std::uint64_t nodes = 0;
        State::for_each_subtree(header.begin, header.end,
                                [&](std::uint64_t, std::uint64_t) { ++nodes; });
        check_message(bytes, header, nodes, size_of(header.begin, header.end, nodes));
        return header;
    }

    template <class X>
    static void append(std::vector<std::byte>& bytes, X const* x, std::size_t n) {
        auto const* const first = reinterpret_cast<std::byte const*>(x);
        bytes.insert(bytes.end(), first, first + n * sizeof(X));
    }
    template <class X>
    static void take(std::span<std::byte const>& bytes, X* x, std::size_t n) {
        if (n != 0) std::memcpy(x, bytes.data(), n * sizeof(X));
        bytes = bytes.subspan(n * sizeof(X));
    }
    static void take(std::span<std::byte const>& bytes, typename State::elements& part,
                     std::uint64_t n) {
        for (auto& range : part.values) {
            range.resize(static_cast<std::size_t>(n));
            take(bytes, range.data(), range.size());
        }
    }
};

} // namespace gpu::inline v0::detail
