// SPDX-License-Identifier: Apache-2.0
#include "recipes.hpp"

#include "expression/program.hpp"
#include "expression/source.hpp"
#include "fragments.hpp"
#include "select/request.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

void add_to_key(std::string& key, number_type type) {
    key += static_cast<char>('A' + static_cast<int>(type));
}
/// Appends types and instructions.
void add_to_key(std::string& key, expression_request const& r) {
    for (auto const& range : inputs_of(r)) add_to_key(key, range.type);
    if (r.ranges == 0) key += static_cast<char>('a' + static_cast<int>(r.in[0].type));
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

/// The source of a predicate.
std::string test_function(predicate_expression const& by) {
    number_type const operands[] = {by.type};
    return type_definitions({by.f}) + function_by_address("gpualgo_test", by.f, operands);
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

} // namespace

kernel_recipe recipe_of(transform_request const& r) {
    return {"gpualgo_transform_kernel",
            type_definitions({r.f}) + "#define RANGES " + std::to_string(r.ranges) + "\n" +
                typed_function(r.f, operands_of(r)) + std::string(transform_source()),
            {}};
}

kernel_recipe recipe_of(fold_request const& r) {
    number_type const total = result_of(r.load);
    std::size_t const value_bytes = size_of(r.in[0].type);
    return {"gpualgo_fold_kernel",
            type_definitions({r.load, r.fold}) +
                function_by_address("gpualgo_load", r.load, operands_of(r)) +
                function_by_address("gpualgo_fold", r.fold, std::vector{total, total}),
            fold_fragment(value_bytes, total_bytes_of(r), r.ranges)};
}

kernel_recipe recipe_of(select_request const& r) {
    return {"gpualgo_select_kernel", test_function(*r.expression),
            select_fragment(size_of(r.expression->type), targets_of(r))};
}

kernel_recipe recipe_of(find_request const& r) {
    return {"gpualgo_find_kernel", test_function(*r.expression),
            find_fragment(size_of(r.expression->type))};
}

kernel_recipe recipe_of(scan_expression_request const& r) {
    return {"gpualgo_scan_kernel",
            type_definitions({r.fold}) +
                function_by_address("gpualgo_fold", r.fold, std::vector{r.out.type, r.out.type}),
            scan_fragment(size_of(r.out.type))};
}

std::string cache_key(transform_request const& r) {
    std::string key = "transform ";
    add_to_key(key, r);
    add_to_key(key, r.f);
    return key;
}

std::string cache_key(fold_request const& r) {
    std::string key = "fold ";
    add_to_key(key, r);
    add_to_key(key, r.load);
    add_to_key(key, r.fold);
    return key;
}

std::string cache_key(select_request const& r) {
    std::string key = "select ";
    key += static_cast<char>('0' + targets_of(r));
    add_to_key(key, r.expression->f);
    return key;
}

std::string cache_key(find_request const& r) {
    std::string key = "find ";
    add_to_key(key, r.expression->type);
    add_to_key(key, r.expression->f);
    return key;
}

std::string cache_key(scan_expression_request const& r) {
    std::string key = "scan ";
    add_to_key(key, r.out.type);
    add_to_key(key, r.fold);
    return key;
}

std::size_t total_bytes_of(fold_request const& r) {
    return std::max<std::size_t>(4, size_of(result_of(r.load)));
}

unsigned offset_of_fold_scalars(fold_request const& r) {
    return aligned_offset(r.load.scalar_bytes, 16);
}

expression_scalars scalars_of(transform_request const& r) { return only_scalars(r.f); }

expression_scalars scalars_of(fold_request const& r) {
    expression_scalars scalars;
    copy_scalars(scalars, 0, r.load);
    copy_scalars(scalars, offset_of_fold_scalars(r), r.fold);
    return scalars;
}

expression_scalars scalars_of(select_request const& r) { return only_scalars(r.expression->f); }

expression_scalars scalars_of(find_request const& r) { return only_scalars(r.expression->f); }

expression_scalars scalars_of(scan_expression_request const& r) { return only_scalars(r.fold); }

} // namespace gpu::inline v0::detail
