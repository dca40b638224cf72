// SPDX-License-Identifier: Apache-2.0
#include "recipes.hpp"

#include "expression/extrema.hpp"
#include "expression/program.hpp"
#include "expression/source.hpp"
#include "fragments.hpp"
#include "select/request.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

void add_to_key(std::string& key, number_type type) {
    key += static_cast<char>('A' + static_cast<int>(type));
}
/// Appends types and instructions.
void add_to_key(std::string& key, expression_request const& r) {
    for (auto const& range : inputs_of(r)) add_to_key(key, range.type);
    if (takes_position(r)) key += 'i';
    key += static_cast<char>('0' + r.element_bytes);
}
void add_to_key(std::string& key, expression_view const& e) {
    key += static_cast<char>(e.size); // separates expressions
    key.append(reinterpret_cast<char const*>(e.instructions), e.size * sizeof(instruction));
    for (auto const& text : texts_of(e)) key.append(text.text).append(1, '\0');
}

/// The number of outputs of a selection.
std::size_t targets_of(select_request const& r) {
    return is_for_count(r) ? 0 : is_for_both(r) ? 2 : 1;
}

/// Whether vectors of 16 bytes may be loaded from an address.
bool is_aligned(void const* first) { return reinterpret_cast<std::uintptr_t>(first) % 16 == 0; }

/// The same for the ranges of a reduction. Those that are read by position may begin anywhere.
bool is_aligned(fold_request const& r) {
    return std::ranges::all_of(inputs_of(r).first(ranges_at_once(r)),
                               [](number_range const& range) { return is_aligned(range.first); });
}

/// Reads all ranges of a request. Their addresses follow the scalars of an expression.
position_reader reader_of_ranges(expression_request const& r, expression_view const& e) {
    return {aligned_offset(e.scalar_bytes, 16), r.ranges};
}

/// How the ranges of a request are read if that is by their position.
std::optional<position_reader> reader_of(expression_request const& r, expression_view const& e) {
    if (!reads_by_position(r)) return std::nullopt;
    return reader_of_ranges(r, e);
}

/// The same for the ranges that elements of a search are made of. These are read by position, also
/// if they lie side by side.
template <class By>
std::optional<position_reader> reader_of_search(By const& by) {
    if (by.made == nullptr || by.made->ranges == 0) return std::nullopt;
    return reader_of_ranges(*by.made, by.f);
}

/// The source of a predicate or a key.
template <class By>
std::string function_of_search(std::string_view name, By const& by) {
    return type_definitions({by.f}) +
           function_by_address(name, by.f, operands_of_search(by), reader_of_search(by));
}

/// Appends how the elements of a search are made.
template <class By>
void add_search_to_key(std::string& key, By const& by) {
    if (by.made != nullptr) {
        key += "made ";
        add_to_key(key, *by.made);
    }
    add_to_key(key, by.type);
    add_to_key(key, by.f);
}

/// Writes addresses and steps, if a kernel reads by position.
void copy_addresses(expression_scalars& scalars, expression_request const& r,
                    std::optional<position_reader> reader) {
    if (!reader) return;
    auto* out = scalars.bytes + reader->offset;
    for (auto const& range : inputs_of(r)) {
        range_address const address{range.first, range.step};
        std::memcpy(out, &address, sizeof address);
        out += sizeof address;
    }
}

void copy_scalars(expression_scalars& scalars, unsigned offset, expression_view const& e) {
    if (e.scalar_bytes > 0) std::memcpy(scalars.bytes + offset, e.scalars, e.scalar_bytes);
}

/// The scalars of a kernel with one expression.
expression_scalars only_scalars(expression_view const& e) {
    expression_scalars scalars;
    copy_scalars(scalars, 0, e);
    return scalars;
}

/// Those of a search, and the addresses of the ranges that its elements are made of.
template <class By>
expression_scalars scalars_of_search(By const& by) {
    auto scalars = only_scalars(by.f);
    if (by.made != nullptr) copy_addresses(scalars, *by.made, reader_of_search(by));
    return scalars;
}

} // namespace

kernel_recipe recipe_of(transform_request const& r) {
    return {"gpualgo_transform_kernel",
            type_definitions({r.f}) + "#define RANGES " + std::to_string(ranges_at_once(r)) +
                "\n#define SCALAR_BYTES " + std::to_string(sizeof(expression_scalars)) + "\n" +
                typed_function(r.f, operands_of(r), ranges_at_once(r), reader_of(r, r.f)) +
                std::string(transform_source()),
            {}};
}

kernel_recipe recipe_of(fold_request const& r) {
    number_type const total = result_of(r.load);
    return {"gpualgo_fold_kernel",
            type_definitions({r.load, r.fold}) +
                function_by_address("gpualgo_load", r.load, operands_of(r), reader_of(r, r.load)) +
                function_by_address("gpualgo_fold", r.fold, std::vector{total, total}),
            fold_fragment(r.element_bytes, total_bytes_of(r), ranges_at_once(r), is_aligned(r))};
}

kernel_recipe recipe_of(selection_by_kernel const& r) {
    return {"gpualgo_select_kernel", function_of_search("gpualgo_test", *r.expression),
            select_fragment(size_of(r.expression->type), targets_of(r), r.is_at_once)};
}

kernel_recipe recipe_of(extrema_request const& r) {
    auto const& keys = *r.keys;
    bool const both = is_for_both(r);
    return {"gpualgo_extrema_kernel", function_of_search("gpualgo_load", keys),
            keys.made != nullptr
                ? made_extrema_fragment(key_bytes_of(r), both)
                : extrema_fragment(size_of(keys.type), key_bytes_of(r), both, is_aligned(r.first))};
}

kernel_recipe recipe_of(find_request const& r) {
    auto const& by = *r.expression;
    return {"gpualgo_find_kernel", function_of_search("gpualgo_test", by),
            by.made != nullptr ? made_find_fragment() : find_fragment(size_of(by.type))};
}

kernel_recipe recipe_of(scan_by_kernel const& r) {
    return {"gpualgo_scan_kernel",
            type_definitions({r.fold}) +
                function_by_address("gpualgo_fold", r.fold, std::vector{r.out.type, r.out.type}),
            scan_fragment(size_of(r.out.type), r.is_at_once)};
}

std::string cache_key(transform_request const& r) {
    std::string key = reads_by_position(r) ? "transform by position " : "transform ";
    add_to_key(key, r);
    add_to_key(key, r.f);
    return key;
}

std::string cache_key(fold_request const& r) {
    std::string key = reads_by_position(r) ? "fold by position "
                      : is_aligned(r)      ? "fold "
                                           : "fold at any address ";
    add_to_key(key, r);
    add_to_key(key, r.load);
    add_to_key(key, r.fold);
    return key;
}

std::string cache_key(selection_by_kernel const& r) {
    std::string key = r.is_at_once ? "select at once " : "select ";
    key += static_cast<char>('0' + targets_of(r));
    add_search_to_key(key, *r.expression); // also of the elements: f may use none
    return key;
}

std::string cache_key(extrema_request const& r) {
    std::string key = is_for_both(r) ? "extrema " : "extremum ";
    key += r.keys->made == nullptr && is_aligned(r.first) ? "aligned " : "";
    add_search_to_key(key, *r.keys);
    return key;
}

std::string cache_key(find_request const& r) {
    std::string key = "find ";
    add_search_to_key(key, *r.expression);
    return key;
}

std::string cache_key(scan_by_kernel const& r) {
    std::string key = r.is_at_once ? "scan at once " : "scan ";
    add_to_key(key, r.out.type);
    add_to_key(key, r.fold);
    return key;
}

std::size_t total_bytes_of(fold_request const& r) {
    return std::max<std::size_t>(4, size_of(result_of(r.load)));
}

std::uint32_t ranges_at_once(expression_request const& r) {
    return reads_by_position(r) ? 0 : r.ranges;
}

unsigned offset_of_fold_scalars(fold_request const& r) {
    std::uint32_t const apart = r.ranges - ranges_at_once(r);
    return aligned_offset(r.load.scalar_bytes, 16) +
           apart * static_cast<std::uint32_t>(sizeof(range_address));
}

expression_scalars scalars_of(transform_request const& r) {
    auto scalars = only_scalars(r.f);
    copy_addresses(scalars, r, reader_of(r, r.f));
    return scalars;
}

expression_scalars scalars_of(fold_request const& r) {
    expression_scalars scalars;
    copy_scalars(scalars, 0, r.load);
    copy_addresses(scalars, r, reader_of(r, r.load));
    copy_scalars(scalars, offset_of_fold_scalars(r), r.fold);
    return scalars;
}

expression_scalars scalars_of(select_request const& r) { return only_scalars(r.expression->f); }

expression_scalars scalars_of(extrema_request const& r) { return scalars_of_search(*r.keys); }

expression_scalars scalars_of(find_request const& r) { return scalars_of_search(*r.expression); }

expression_scalars scalars_of(scan_expression_request const& r) { return only_scalars(r.fold); }

} // namespace gpu::inline v0::detail
