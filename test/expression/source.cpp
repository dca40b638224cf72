// SPDX-License-Identifier: Apache-2.0
/// The text that kernels are made of, compiled by g++ with stand-ins for CUDA's functions: the same
/// bits as the expressions themselves.
#include "expression/source.hpp"

#include "expression/cases.hpp"
#include "expression/compiled_source.hpp"
#include "expression/random_trees.hpp"
#include "expression/values.hpp"

#include <gpualgo/detail/expression_composition.hpp>
#include <gpualgo/detail/expression_field.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/source.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

using namespace gpu::detail;

namespace {

constexpr char const* stand_ins = R"(
#include <cmath>
#include <cstring>
#define __device__
static float __fsqrt_rn(float x) { return std::sqrt(x); }
static double __dsqrt_rn(double x) { return std::sqrt(x); }
static float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
static double __fma_rn(double x, double y, double z) { return std::fma(x, y, z); }
template <class To, class From>
static To as(From x) {
    To y;
    std::memcpy(&y, &x, sizeof y);
    return y;
}
static int __float_as_int(float x) { return as<int>(x); }
static float __int_as_float(int x) { return as<float>(x); }
static long long __double_as_longlong(double x) { return as<long long>(x); }
static double __longlong_as_double(long long x) { return as<double>(x); }
)";

using function = test::compiled_source::function;

/// Keeps an expression of any type.
struct kept {
    virtual ~kept() = default;
};
template <class E>
struct kept_expression : kept {
    explicit kept_expression(E const& e) : expression(e) {}
    E expression;
};

/// An expression of two numbers.
struct function_case {
    std::unique_ptr<kept> expression;
    scalar_bytes scalars;
    expression_view view; ///< of both
    number_type operands[2];
    /// @return the number of results that differ from the expression's
    int (*wrong)(expression_view const& view, function f);
};

template <class R, class A, class B>
int wrong_results(expression_view const& view, function f) {
    auto const a = test::values_of<A>(2000, 5);
    auto const b = test::values_of<B>(2000, 6);
    int count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        R got, expected;
        A const x = a[i];
        B const y = b[i];
        void const* const elements[] = {&x, &y};
        f(&got, &x, &y, reinterpret_cast<unsigned char const*>(view.scalars));
        view.evaluate(view.object, &expected, elements);
        count += !test::same_result<R>(got, expected);
    }
    return count;
}

/// Functions to compile, and comparisons of their results with the expressions'. Hundreds of
/// expressions are templates' arguments: little depends on them.
class comparison {
public:
    template <class A, class B>
    void add() {
        visit_all<A, B>([&](auto const& expression, auto const&) { add_one<A, B>(expression); });
    }
    template <class A, class B>
    void add_random() {
        test::visit_random_trees<1, 2, 60>(
            [&](auto const& expression) { add_one<A, B>(expression); });
    }

    /// Compiles all functions, and compares all of their results.
    void run() const {
        test::compiled_source const library(stand_ins + source_);
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            CAPTURE(i);
            CHECK(cases_[i]->wrong(cases_[i]->view, library.find("f" + std::to_string(i))) == 0);
        }
    }

private:
    template <class A, class B, class E>
    void add_one(E const& expression) {
        using result = decltype(expression(A(), B()));
        auto* const copy = new kept_expression<E>(expression);
        function_case& next = add_case(copy);
        next.view = view_of<result, A, B>(copy->expression, next.scalars);
        next.operands[0] = number_type_of<A>();
        next.operands[1] = number_type_of<B>();
        next.wrong = &wrong_results<result, A, B>;
        write_source(next);
    }
    function_case& add_case(kept* expression) {
        cases_.push_back(std::make_unique<function_case>());
        cases_.back()->expression.reset(expression);
        return *cases_.back();
    }
    void write_source(function_case const& last) {
        check_program(last.view, last.operands);
        std::string const name = "f" + std::to_string(cases_.size() - 1);
        source_ += function_by_address(name, last.view, last.operands);
    }
    template <class A, class B, class Visit>
    static void visit_all(Visit visit) {
        test::visit_functions<A, B>(visit);
        if constexpr (std::is_floating_point_v<A> && std::is_same_v<A, B>) {
            test::visit_transcendental_functions<A>(visit);
            using namespace gpu::placeholders;
            visit(gpu::cast<std::int8_t>(_1), 0);
            visit(gpu::cast<std::uint16_t>(_1), 0);
            visit(gpu::cast<int>(_1 * 0.5f), 0);
            visit(gpu::cast<unsigned>(_1), 0);
            visit(gpu::cast<std::int64_t>(_1), 0);
            visit(gpu::cast<std::uint64_t>(_1), 0);
        }
    }

    std::string source_;
    std::vector<std::unique_ptr<function_case>> cases_;
};

} // namespace

TEST_CASE("the source of expressions gives their bits") {
    comparison all;
    all.add<float, float>();
    all.add<double, double>();
    all.add<float, double>();
    all.add<std::int32_t, std::int32_t>();
    all.add<std::int8_t, std::uint8_t>();
    all.add<std::uint16_t, std::int64_t>();
    all.add<std::uint64_t, std::uint64_t>();
    all.add<std::int16_t, std::int16_t>();
    all.add<bool, float>();
    all.add<std::uint32_t, float>();
    all.run();
}

TEST_CASE("the source of random expressions gives their bits") {
    comparison all;
    all.add_random<float, float>();
    all.add_random<std::int32_t, double>();
    all.add_random<std::uint8_t, std::int64_t>();
    all.run();
}

TEST_CASE("the source of expressions does not depend on the values of scalars") {
    using gpu::placeholders::_1;
    number_type const operand[] = {number_type::float32};
    auto const source_with = [&](float value) {
        scalar_bytes scalars;
        return function_by_address("f", view_of<float, float>(_1 * value + 2 * value, scalars),
                                   operand);
    };
    CHECK(source_with(1) == source_with(2));
}

TEST_CASE("no text of a program gets into the source, but that of gpu::source") {
    using namespace gpu::placeholders;
    number_type const operand[] = {number_type::float32};
    auto const source_of = [&](auto const& f) {
        scalar_bytes scalars;
        return function_by_address("f", view_of<float, float>(f, scalars), operand);
    };
    // the bytes of scalars are parameters, whatever they spell
    constexpr std::int64_t spells = 0x3b22666565623b29; // ");beef\";"
    auto const plain = source_of(_1 + spells);
    CHECK(plain.find("beef") == std::string::npos);
    CHECK(plain.find_first_of("\"'#\\") == plain.find("\"C\"")); // extern "C" only
    CHECK(plain.find_first_of("\"'#\\", plain.find("\"C\"") + 3) == std::string::npos);
    auto const wave = gpu::source<float(float)>("[](float x) { return x; } // ) ; { wave");
    auto const text = source_of(wave(_1) + 1);
    CHECK(text.find("{ wave\n)(t0);") != std::string::npos);
}

TEST_CASE("the source takes the position, and reads elements by it") {
    using namespace gpu::placeholders;
    constexpr number_type operands[] = {number_type::float32, number_type::int16,
                                        number_type::uint64};
    auto const f = 0.5f * _1 - _2 + 100 * gpu::expressions::placeholder<2>();
    scalar_bytes scalars;
    auto const view = view_of<float, float, std::int16_t, std::uint64_t>(f, scalars);
    check_program(view, operands);
    position_reader const reader{aligned_offset(view.scalar_bytes, 16), 2};
    std::string const begin = "extern \"C\" void ";
    std::string const parameters = "(void* out, const void* a, const void* b, const unsigned char* "
                                   "s) {\n    *(result_type*)out = function(";
    test::compiled_source const library(
        std::string(stand_ins) + "#define __forceinline__ inline\n" +
        function_by_address("by_address", view, operands, reader) + "namespace apart {\n" +
        typed_function(view, operands, 0, reader) + begin + "apart" + parameters +
        "0, 0, *(const unsigned long long*)a, s);\n}\n}\nnamespace at_once {\n" +
        typed_function(view, operands, 2) + begin + "at_once" + parameters +
        "*(const first_type*)a, *(const second_type*)b, 7, s);\n}\n}\n");
    std::vector<float> const x{1, 2, 3, 4, 5, 6, 7};
    std::vector<std::int16_t> const y{-1, -2, -3};
    range_address const ranges[] = {{x.data(), 3}, {y.data(), 1}};
    alignas(16) unsigned char bytes[64];
    std::memcpy(bytes, scalars.bytes, scalars.size);
    std::memcpy(bytes + reader.offset, ranges, sizeof ranges);
    for (std::uint64_t i = 0; i < y.size(); ++i) {
        float result = 0;
        for (auto const* const name : {"by_address", "apart"}) {
            library.find(name)(&result, &i, nullptr, bytes);
            CHECK(result == f(x[3 * i], y[i], i));
        }
        library.find("at_once")(&result, &x[i], &y[i], bytes);
        CHECK(result == f(x[i], y[i], std::uint64_t{7}));
    }
}

TEST_CASE("the result of the source is that of the expression, if fields are computed after it") {
    using namespace gpu::placeholders;
    auto const rows = make_row(3 * _1, _2 + 5.0f);
    auto const f = compose(gpu::field<0>(_1), rows);
    scalar_bytes scalars;
    constexpr number_type operands[] = {number_type::float32, number_type::float32};
    auto const view = view_of<float, float, float>(f, scalars);
    test::compiled_source const library(stand_ins + function_by_address("f", view, operands));
    float const x = 7, y = 11;
    float result = 0;
    library.find("f")(&result, &x, &y, reinterpret_cast<unsigned char const*>(view.scalars));
    CHECK(result == 21);
}

TEST_CASE("programs that this library's headers do not write are refused") {
    number_type const operand[] = {number_type::int32};
    auto const check = [&](std::vector<instruction> const& program) {
        expression_view view;
        view.instructions = program.data();
        view.size = static_cast<std::uint32_t>(program.size());
        check_program(view, operand);
    };
    constexpr auto type = number_type::int32;
    CHECK_NOTHROW(check({{operation::operand, type}, {operation::add, type, 0, 0}}));
    CHECK_THROWS_AS(check({}), gpu::unsupported_operator);
    CHECK_THROWS_AS(check({{operation::operand, type, 1}}), gpu::unsupported_operator);
    CHECK_THROWS_AS(check({{operation::operand, number_type::float32}}), gpu::unsupported_operator);
    CHECK_THROWS_AS(check({{operation::operand, type}, {operation::add, type, 0, 1}}),
                    gpu::unsupported_operator);
    CHECK_THROWS_AS(check({{static_cast<operation>(200), type}}), gpu::unsupported_operator);
    CHECK_THROWS_AS(check({{operation::operand, static_cast<number_type>(99)}}),
                    gpu::unsupported_operator);
    CHECK_THROWS_AS(check({{operation::source, type}}), gpu::unsupported_operator); // without text
    CHECK_THROWS_AS(check({{operation::scalar, type}}),
                    gpu::unsupported_operator); // without its value
}
