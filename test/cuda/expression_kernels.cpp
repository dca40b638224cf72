// SPDX-License-Identifier: Apache-2.0
/// Compiles kernels of expressions by the toolkit's NVRTC and nvJitLink, without a GPU. Writes them
/// to files ARCHITECTURE_NAME.cubin in the folder that is the argument. Names that begin with
/// "plain" are of expressions without division, square root and calls. Also makes PTX for a GPU
/// that is newer than the compilers.
#include "cuda/expression/recipes.hpp"
#include "expression/compiler.hpp"
#include "expression/program.hpp"

#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

using namespace gpu::detail;
using namespace gpu::placeholders;
namespace expressions = gpu::expressions;

namespace {

std::string folder;

/// Compiles for compute capability 9.0, and in turn for an earlier and a later one.
void write(std::string const& name, kernel_recipe const& recipe) {
    static bool is_for_later = false;
    is_for_later = !is_for_later;
    for (int const architecture : {90, is_for_later ? 100 : 80}) {
        auto const begin = std::chrono::steady_clock::now();
        auto const code = recipe.fragment.empty()
                              ? compile_kernel(recipe.source, architecture)
                              : compile_with_fragment(recipe.source, recipe.fragment, architecture);
        std::chrono::duration<double, std::milli> const ms =
            std::chrono::steady_clock::now() - begin;
        std::cout << architecture << " " << name << ": " << ms.count() << " ms, " << code.size()
                  << " bytes\n";
        std::ofstream(folder + "/" + std::to_string(architecture) + "_" + name + ".cubin",
                      std::ios::binary)
            .write(code.data(), static_cast<std::streamsize>(code.size()));
    }
}

template <class Request, class... A>
Request request_on() {
    Request request;
    for (auto const type : {number_type_of<A>()...}) request.in[request.ranges++].type = type;
    return request;
}

template <class R, class... A>
void transform(std::string const& name, auto const& f) {
    auto request = request_on<transform_request, A...>();
    scalar_bytes scalars;
    request.f = view_of<R, A...>(f, scalars);
    request.out.type = number_type_of<R>();
    check_program(request.f, operands_of(request));
    write(name, recipe_of(request));
}

/// @param first the address of all ranges
template <class T, class... A>
void fold(std::string const& name, auto const& load, auto const& op, void const* first = nullptr) {
    auto request = request_on<fold_request, A...>();
    for (auto& range : request.in) range.first = first;
    request.element_bytes = std::max({sizeof(A)...});
    scalar_bytes load_scalars, op_scalars;
    request.load = view_of<T, A...>(load, load_scalars);
    request.fold = view_of<T, T, T>(op, op_scalars);
    write(name, recipe_of(request));
}

/// The same for ranges with steps, which are read by position.
template <class R, class... A>
void transform_apart(std::string const& name, auto const& f) {
    auto request = request_on<transform_request, A...>();
    for (auto& range : request.in) range.step = 3;
    scalar_bytes scalars;
    request.f = view_of<R, A...>(f, scalars);
    request.out.type = number_type_of<R>();
    write(name, recipe_of(request));
}

template <class T, class... A>
void fold_apart(std::string const& name, auto const& load, auto const& op) {
    auto request = request_on<fold_request, A...>();
    for (auto& range : request.in) range.step = 3;
    request.element_bytes = std::max({sizeof(A)...});
    scalar_bytes load_scalars, op_scalars;
    request.load = view_of<T, A...>(load, load_scalars);
    request.fold = view_of<T, T, T>(op, op_scalars);
    write(name, recipe_of(request));
}

/// The same for ranges and the position, the last operand.
template <class R, class... A>
void transform_placed(std::string const& name, auto const& f) {
    auto request = request_on<transform_request, A...>();
    request.uses_position = 1;
    scalar_bytes scalars;
    request.f = view_of<R, A..., std::uint64_t>(f, scalars);
    request.out.type = number_type_of<R>();
    check_program(request.f, operands_of(request));
    write(name, recipe_of(request));
}

template <class T, class... A>
void fold_placed(std::string const& name, auto const& load, auto const& op) {
    auto request = request_on<fold_request, A...>();
    request.uses_position = 1;
    request.element_bytes = std::max({sizeof(A)...});
    scalar_bytes load_scalars, op_scalars;
    request.load = view_of<T, A..., std::uint64_t>(load, load_scalars);
    request.fold = view_of<T, T, T>(op, op_scalars);
    check_program(request.load, operands_of(request));
    write(name, recipe_of(request));
}

auto ignored = [](std::uint64_t*) {}; // computes on the host

template <class A>
void select(std::string const& name, select_kind kind, auto const& f) {
    scalar_bytes scalars;
    auto const by = packed_predicate<A>(f, scalars, ignored);
    selection_by_kernel request;
    request.wanted = static_cast<std::uint32_t>(kind);
    request.expression = &by;
    check_predicate(by, sizeof(A));
    write(name, recipe_of(request));
    if (kind == select_kind::count_if) return;
    request.is_at_once = true;
    write(name + "_at_once", recipe_of(request));
}

template <class A>
void find(std::string const& name, auto const& f) {
    scalar_bytes scalars;
    auto const by = packed_predicate<A>(f, scalars, ignored);
    find_request request;
    request.expression = &by;
    check_predicate(by, sizeof(A));
    write(name, recipe_of(request));
}

template <class A>
void extrema(std::string const& name, extremum wanted, auto const& f, void const* first = nullptr) {
    using key_type = std::invoke_result_t<decltype(f), A>;
    scalar_bytes scalars;
    key_expression keys;
    keys.f = view_of<key_type, A>(f, scalars);
    keys.type = number_type_of<A>();
    keys.type_of_key = number_type_of<key_type>();
    extrema_request request;
    request.wanted = static_cast<std::uint32_t>(wanted);
    request.first = first;
    request.keys = &keys;
    write(name, recipe_of(request));
}

/// A search of elements that are made of ranges.
template <class... A>
void made_find(std::string const& name, auto const& f) {
    auto const ranges = request_on<expression_request, A...>();
    scalar_bytes scalars;
    predicate_expression by;
    by.f = view_of<bool, A...>(f, scalars);
    by.type = number_type::uint64;
    by.made = &ranges;
    find_request request;
    request.expression = &by;
    check_predicate(by, sizeof(std::uint64_t));
    write(name, recipe_of(request));
}

template <class Key>
void made_extrema(std::string const& name, extremum wanted, auto const& f) {
    expression_request const position;
    scalar_bytes scalars;
    key_expression keys;
    keys.f = view_of<Key, std::uint64_t>(f, scalars);
    keys.type = number_type::uint64;
    keys.type_of_key = number_type_of<Key>();
    keys.made = &position;
    extrema_request request;
    request.wanted = static_cast<std::uint32_t>(wanted);
    request.keys = &keys;
    write(name, recipe_of(request));
}

template <class T>
void scan(std::string const& name, auto const& op) {
    auto request = request_on<scan_by_kernel, T>();
    scalar_bytes scalars;
    request.out = request.in[0];
    request.fold = view_of<T, T, T>(op, scalars);
    write(name, recipe_of(request));
    request.is_at_once = true;
    write(name + "_at_once", recipe_of(request));
}

template <class T>
void replace(std::string const& name, auto const& f) {
    transform<T, T>(name, replacement(f, static_cast<T>(1)));
}

std::string to_text(kernel_image const& ptx) { return {ptx.begin(), ptx.end()}; }

/// Throws if a GPU of a later architecture gets no PTX, or one in which products are contracted.
void check_future() {
    auto request = request_on<transform_request, float, float>();
    scalar_bytes scalars;
    request.f = view_of<float, float, float>(3.f * _1 + _2, scalars);
    auto const transform = recipe_of(request);
    auto fold = request_on<fold_request, float>();
    fold.element_bytes = sizeof(float);
    scalar_bytes load_scalars, op_scalars;
    fold.load = view_of<float, float>(_1 * _1, load_scalars);
    fold.fold = view_of<float, float, float>(_1 + _2, op_scalars);
    auto const reduction = recipe_of(fold);
    for (std::string const& ptx :
         {to_text(compile_kernel(transform.source, 999)),
          to_text(compile_with_fragment(reduction.source, reduction.fragment, 999))}) {
        bool const is_right = ptx.find(".target sm_") != std::string::npos &&
                              ptx.find("mul.rn.f32") != std::string::npos &&
                              ptx.find("fma.rn.f32") == std::string::npos && ptx.back() == 0;
        if (!is_right) throw std::runtime_error("wrong PTX for a GPU of the future:\n" + ptx);
    }
}

/// Functions of <cmath>, all in one expression.
auto functions_of(auto x) {
    return gpu::cbrt(x) + gpu::hypot(x, 2.5f) + gpu::exp2(x) + gpu::expm1(x) + gpu::log2(x) +
           gpu::log10(x) + gpu::log1p(x) + gpu::tan(x) + gpu::asin(x) + gpu::acos(x) +
           gpu::atan(x) + gpu::atan2(x, 2.5f) + gpu::sinh(x) + gpu::cosh(x) + gpu::erf(x) +
           gpu::round(x);
}

void write_all() {
    std::cout << describe_compilers() << '\n';
    float const a = 2.5f;
    transform<float, float, float>("plain_axpy", a * _1 + _2);
    transform<double, double, double>("plain_axpy_double", a * _1 + _2);
    transform<std::int8_t, std::int8_t>("plain_int8", gpu::max(_1, 3) * 2);
    transform<double, float, std::int64_t>("plain_mixed", _1 - _2);
    transform<float, float>("functions", gpu::exp(_1) + gpu::log(_1) * gpu::sin(_1) -
                                             gpu::cos(_1) / gpu::tanh(gpu::pow(_1, 1.5f)));
    transform<double, double>("double_functions",
                              gpu::fma(gpu::sqrt(_1), gpu::floor(_1), gpu::exp(_1)));
    transform<float, float>("more_functions", functions_of(_1));
    transform<double, double>("more_double_functions", functions_of(_1));
    fold<float, float>("plain_sum", _1, _1 + _2);
    fold<float, float, float>("plain_distance", (_1 - _2) * (_1 - _2) * a, _1 + _2);
    alignas(16) static char const bytes[2]{};
    void const* const odd = bytes + 1; // is not read
    fold<float, float>("plain_unaligned_sum", _1, _1 + _2, odd);
    fold<float, float, float>("plain_unaligned_distance", (_1 - _2) * a, _1 + _2, odd);
    fold<double, float>("plain_to_double", gpu::select(_1 > a, gpu::abs(_1), 0.5), _1 + _2);
    fold<std::int32_t, std::int32_t>("plain_int32", _1, gpu::max(_1, _2));
    fold<std::int64_t, std::int8_t>("plain_int8_to_int64", _1 * 2, _1 ^ _2);
    fold<std::int16_t, std::int16_t>("plain_int16", _1, gpu::min(_1, _2));
    transform<gpu::half, gpu::half, gpu::bfloat16>("plain_small_floats", 3.f * _1 + _2);
    transform<gpu::bfloat16, double, std::int64_t>("small_floats", _1 + _2);
    transform_apart<float, float, double>("plain_mixed_strided", _1 * _2);
    transform_apart<gpu::half, gpu::half>("plain_mixed_strided_half", _1 + _1);
    fold_apart<double, float, float>("plain_mixed_strided_sum", _1 * _2, _1 + _2);
    fold_apart<float, float>("plain_mixed_strided_float", _1 * a, _1 + _2 * a);
    expressions::placeholder<2> const third;
    expressions::placeholder<4> const fifth;
    transform_placed<double, float, std::int8_t>("plain_mixed_placed", _1 * _2 + third);
    fold_placed<double, float, double, gpu::half, std::int8_t>(
        "plain_mixed_placed_sum", _1 * _2 + third * gpu::cast<double>(fifth), _1 + _2 * a);
    fold<double, float, double>("plain_mixed_sizes", _1 * _2, _1 + _2);
    fold<float, gpu::half>("plain_half", _1 * 2.f, _1 + _2);
    auto const wave = gpu::source<float(float, float)>(
        "[](float x, float y) { const float z = x * y; return z + 1; } // as it is");
    transform<float, float, float>("plain_source", wave(_1, _2));
    transform<double, float, float>("plain_mixed_source", wave(_2, _1 + 1) - wave(_1, _1));
    select<float>("plain_count", select_kind::count_if, _1 > a && !gpu::is_nan(_1));
    select<float>("plain_copy", select_kind::copy_if, _1 * _1 > a);
    select<std::int8_t>("plain_copy_int8", select_kind::copy_if, _1 & 1);
    select<gpu::half>("plain_partition_half", select_kind::partition_copy, _1 > 0);
    select<double>("plain_partition_double", select_kind::partition_copy, _1 < a);
    find<float>("plain_find", _1 * _1 > a);
    find<std::int8_t>("plain_find_int8", _1 % 4 == 3);
    find<std::uint16_t>("plain_find_uint16", _1 > 3);
    find<double>("plain_find_double", gpu::abs(_1) < a);
    auto const distance = gpu::select(_1 < _2, _2 - _1, _1 + _2); // in no order but the canonical
    extrema<float>("plain_extremum", extremum::smallest, gpu::abs(_1 - a));
    extrema<float>("plain_unaligned_extremum", extremum::smallest, gpu::abs(_1 - a), odd);
    extrema<std::int8_t>("plain_extrema_int8", extremum::both, _1 * 2);
    extrema<double>("plain_extremum_double", extremum::largest, -_1);
    made_find<float, double>("plain_mixed_made_find", _1 * _2 > a);
    made_extrema<float>("plain_mixed_made_extremum", extremum::smallest,
                        gpu::abs(gpu::cast<float>(_1) - a));
    made_extrema<std::int64_t>("plain_mixed_made_extrema", extremum::both, _1 * 3);
    scan<std::int8_t>("plain_scan_int8", distance);
    scan<std::uint8_t>("plain_scan_uint8", gpu::max(_1, _2));
    scan<std::uint16_t>("plain_scan_uint16", distance);
    scan<float>("plain_scan", _1 + _2 * a);
    scan<double>("plain_scan_double", gpu::min(_1, _2));
    replace<float>("plain_replace", _1 * _1 > a);
    replace<gpu::half>("plain_replace_half", _1 > a);
    check_future();
    fold<double, double, double>("double_roots", gpu::sqrt(_1 * _1 + _2 * _2), _1 + _2);
}

} // namespace

int main(int, char** arguments) {
    folder = arguments[1];
    try {
        write_all();
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
