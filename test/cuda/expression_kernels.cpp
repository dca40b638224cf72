// SPDX-License-Identifier: Apache-2.0
/// Compiles kernels of expressions by the toolkit's NVRTC and nvJitLink, without a GPU. Writes them
/// to files ARCHITECTURE_NAME.cubin in the folder that is the argument. Names that begin with
/// "plain" are of expressions without division, square root and calls.
#include "cuda/expression/recipes.hpp"
#include "expression/compiler.hpp"
#include "expression/program.hpp"

#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/expression.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

using namespace gpu::detail;
using namespace gpu::placeholders;

namespace {

std::string folder;

void write(std::string const& name, kernel_recipe const& recipe) {
    for (int const architecture : {80, 90, 100}) {
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

template <class T, class... A>
void fold(std::string const& name, auto const& load, auto const& op) {
    auto request = request_on<fold_request, A...>();
    scalar_bytes load_scalars, op_scalars;
    request.load = view_of<T, A...>(load, load_scalars);
    request.fold = view_of<T, T, T>(op, op_scalars);
    write(name, recipe_of(request));
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
    fold<float, float>("plain_sum", _1, _1 + _2);
    fold<float, float, float>("plain_distance", (_1 - _2) * (_1 - _2) * a, _1 + _2);
    fold<double, float>("plain_to_double", gpu::select(_1 > a, gpu::abs(_1), 0.5), _1 + _2);
    fold<std::int32_t, std::int32_t>("plain_int32", _1, gpu::max(_1, _2));
    fold<std::int64_t, std::int8_t>("plain_int8_to_int64", _1 * 2, _1 ^ _2);
    fold<std::int16_t, std::int16_t>("plain_int16", _1, gpu::min(_1, _2));
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
