// SPDX-License-Identifier: Apache-2.0
#include "matmul_input.hpp"

#include "by_number.hpp"
#include "choices.hpp"
#include "host_memory.hpp"
#include "input_file.hpp"
#include "matmul/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <random>
#include <type_traits>
#include <utility>

namespace tool {

namespace {

std::uint32_t number_of_type(std::string_view type) {
    return type_number(gpu::detail::known_matmul_types, type);
}

/// Numbers of the standard normal distribution, or integers of -8 to 7.
template <class T, class Generator>
void fill(T* first, std::size_t count, Generator& generator) {
    if constexpr (std::integral<T>)
        std::generate_n(first, count,
                        [&] { return static_cast<T>(static_cast<int>(generator() & 15) - 8); });
    else {
        std::normal_distribution<float> normal;
        std::generate_n(first, count, [&] { return static_cast<T>(normal(generator)); });
    }
}

matrix_data random_matrix(std::uint32_t type, std::int64_t rows, std::int64_t columns,
                          std::mt19937_64& generator) {
    auto const count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    return with_matmul_type(type, [&]<class T>(std::type_identity<T>) {
        require_memory(count, sizeof(T));
        std::shared_ptr<T[]> const owner(new T[count]);
        fill(owner.get(), count, generator);
        return matrix_data{
            type, {owner, owner.get()}, rows, columns, std::max(columns, std::int64_t{1}), 1};
    });
}

matrix_data matrix_in(std::string const& path, std::optional<std::string> const& stated) {
    auto const file = std::make_shared<array_file const>(
        open_input(path, stated, type_choices(gpu::detail::known_matmul_types)));
    if (file->shape.size() != 2)
        throw input_error(fmt::format(
            "{} has {} dimension{}; a matrix has 2{}", input_name(path), file->shape.size(),
            file->shape.size() == 1 ? "" : "s",
            file->is_npy ? "" : ", which a raw file does not say: only .npy files are allowed"));
    auto const rows = static_cast<std::int64_t>(file->shape[0]);
    auto const columns = static_cast<std::int64_t>(file->shape[1]);
    std::int64_t const line = std::max(file->fortran_order ? rows : columns, std::int64_t{1});
    return {number_of_type(facts_of(file->type).name),
            {file, file->data},
            rows,
            columns,
            file->fortran_order ? 1 : line,
            file->fortran_order ? line : 1};
}

} // namespace

factors input_of(matmul_arguments const& arguments) {
    if (arguments.shape) {
        auto const [m, n, k] = *arguments.shape;
        auto const type = number_of_type(arguments.type.value_or("float"));
        std::mt19937_64 generator; // of the default seed: every call makes the same matrices
        matrix_data a = random_matrix(type, m, k, generator);
        return {std::move(a), random_matrix(type, k, n, generator)};
    }
    factors input{matrix_in(arguments.a, arguments.type), matrix_in(arguments.b, arguments.type)};
    auto const name = [](matrix_data const& matrix) {
        return gpu::detail::known_matmul_types[matrix.type].name;
    };
    if (input.a.type != input.b.type)
        throw input_error(fmt::format(
            "{} holds {}, but {} holds {}; matrices of one type are allowed",
            input_name(arguments.a), name(input.a), input_name(arguments.b), name(input.b)));
    if (input.a.columns != input.b.rows)
        throw input_error(fmt::format("{} is {}x{}, but {} is {}x{}: the left matrix must have as "
                                      "many columns as the right one has rows",
                                      input_name(arguments.a), input.a.rows, input.a.columns,
                                      input_name(arguments.b), input.b.rows, input.b.columns));
    return input;
}

} // namespace tool
