// SPDX-License-Identifier: Apache-2.0
#include "source.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

/// How an operation is written. In a form, `$a`, `$b` and `$c` are the operands, and `$t` is their
/// type. `$u` is the unsigned type of its size, in which integers wrap. `$f` is the suffix of
/// functions of floats.
struct form {
    unsigned arity;
    std::string_view floating;
    std::string_view integral = floating;
};

constexpr std::string_view smaller =
    "$a != $a || $b != $b ? $a + $b : $a == $b ? $i($o($a) | $o($b)) : "
    "$b < $a ? $b : $a";
constexpr std::string_view larger =
    "$a != $a || $b != $b ? $a + $b : $a == $b ? $i($o($a) & $o($b)) : "
    "$a < $b ? $b : $a";

constexpr form forms[] = {
    {0, ""},                                                 // operand
    {0, ""},                                                 // scalar
    {1, ""},                                                 // convert
    {2, "$a + $b", "($t)(($u)$a + ($u)$b)"},                 // add
    {2, "$a - $b", "($t)(($u)$a - ($u)$b)"},                 // subtract
    {2, "$a * $b", "($t)(($u)$a * ($u)$b)"},                 // multiply
    {2, "$a / $b"},                                          // divide
    {2, "$a % $b"},                                          // remainder
    {1, "-$a", "($t)(($u)0 - ($u)$a)"},                      // negate
    {2, "$a == $b"},                                         // equal
    {2, "$a != $b"},                                         // not_equal
    {2, "$a < $b"},                                          // less
    {2, "$a <= $b"},                                         // less_equal
    {2, "$a > $b"},                                          // greater
    {2, "$a >= $b"},                                         // greater_equal
    {2, "$a && $b"},                                         // logical_and
    {2, "$a || $b"},                                         // logical_or
    {1, "!$a"},                                              // logical_not
    {2, "$a & $b"},                                          // bit_and
    {2, "$a | $b"},                                          // bit_or
    {2, "$a ^ $b"},                                          // bit_xor
    {1, "~$a"},                                              // bit_not
    {2, "($t)(($u)$a << $b)"},                               // shift_left
    {2, "$a >> $b"},                                         // shift_right
    {3, "$a ? $b : $c"},                                     // select
    {2, smaller, "$b < $a ? $b : $a"},                       // minimum
    {2, larger, "$a < $b ? $b : $a"},                        // maximum
    {1, "fabs$f($a)", "$a < 0 ? ($t)(($u)0 - ($u)$a) : $a"}, // absolute
    {1, "__$psqrt_rn($a)"},                                  // square_root
    {1, "exp$f($a)"},                                        // exponential
    {1, "log$f($a)"},                                        // logarithm
    {1, "sin$f($a)"},                                        // sine
    {1, "cos$f($a)"},                                        // cosine
    {1, "tanh$f($a)"},                                       // hyperbolic_tangent
    {2, "pow$f($a, $b)"},                                    // power
    {3, "__fma$f_rn($a, $b, $c)"},                           // fused_multiply_add
    {1, "floor$f($a)"},                                      // floor
    {1, "ceil$f($a)"},                                       // ceiling
    {1, "trunc$f($a)"},                                      // truncate
    {0, ""},                                                 // source
    {1, "cbrt$f($a)"},                                       // cube_root
    {2, "hypot$f($a, $b)"},                                  // hypotenuse
    {1, "exp2$f($a)"},                                       // power_of_2
    {1, "expm1$f($a)"},                                      // exponential_minus_1
    {1, "log2$f($a)"},                                       // binary_logarithm
    {1, "log10$f($a)"},                                      // decimal_logarithm
    {1, "log1p$f($a)"},                                      // logarithm_of_1_plus
    {1, "tan$f($a)"},                                        // tangent
    {1, "asin$f($a)"},                                       // arc_sine
    {1, "acos$f($a)"},                                       // arc_cosine
    {1, "atan$f($a)"},                                       // arc_tangent
    {2, "atan2$f($a, $b)"},                                  // angle_of_point
    {1, "sinh$f($a)"},                                       // hyperbolic_sine
    {1, "cosh$f($a)"},                                       // hyperbolic_cosine
    {1, "erf$f($a)"},                                        // error_function
    {1, "round$f($a)"},                                      // round
};
static_assert(std::size(forms) == static_cast<std::size_t>(operation::count));

bool is_floating(number_type type) { return type >= number_type::float32; }

std::string variable(std::size_t i) { return "t" + std::to_string(i); }

/// The type in which integers of a type wrap. bool and signed types have the unsigned type's size.
number_type wrapping(number_type type) {
    using enum number_type;
    switch (type) {
    case boolean:
    case int8: return uint8;
    case int16: return uint16;
    case int32: return uint32;
    case int64: return uint64;
    default: return type;
    }
}

/// Replaces `$x` in a form.
/// @param type the operands' type
std::string filled(std::string_view text, instruction const& step, number_type type) {
    bool const is_double = type == number_type::float64;
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '$') {
            out += text[i];
            continue;
        }
        switch (text[++i]) {
        case 'a': out += variable(step.a); break;
        case 'b': out += variable(step.b); break;
        case 'c': out += variable(step.c); break;
        case 't': out += name_in_cuda(type); break;
        case 'u': out += name_in_cuda(wrapping(type)); break;
        case 'f': out += is_double ? "" : "f"; break;  // expf
        case 'p': out += is_double ? "d" : "f"; break; // __fsqrt_rn
        case 'o': out += is_double ? "__double_as_longlong" : "__float_as_int"; break;
        case 'i': out += is_double ? "__longlong_as_double" : "__int_as_float"; break;
        default: break;
        }
    }
    return out;
}

/// Converts a floating-point number to an integer as detail/expression_functions.hpp does.
std::string saturated(std::string const& x, number_type from, number_type to) {
    auto const bits = 8 * size_of(to);
    bool const is_signed = wrapping(to) != to;
    auto const power = [&](std::size_t exponent) {
        return "0x1p" + std::to_string(exponent) + (from == number_type::float32 ? "f" : "");
    };
    std::string const name(name_in_cuda(to));
    std::string const ones = "(" + std::string(name_in_cuda(wrapping(to))) + ")-1";
    std::string const most = is_signed ? "(" + name + ")((" + ones + ") >> 1)" : ones;
    std::string const least = is_signed ? "(" + name + ")(-(" + most + ") - 1)" : "(" + name + ")0";
    std::string const lower = is_signed ? "-" + power(bits - 1) : "0";
    return x + " != " + x + " ? (" + name + ")0 : " + x + " >= " + power(bits - is_signed) + " ? " +
           most + " : " + x + " < " + lower + " ? " + least + " : (" + name + ")" + x;
}

std::string converted(instruction const& step, number_type from) {
    std::string const x = variable(step.a);
    bool const is_integer = !is_floating(step.type) && step.type != number_type::boolean;
    if (is_floating(from) && is_integer) return saturated(x, from, step.type);
    return "(" + std::string(name_in_cuda(step.type)) + ")" + x;
}

/// A call of a text. Errors are shown with lines of the text.
std::string call_of(source_text const& text, instruction const& step) {
    std::string call = "(\n#line 1 \"gpu::source\"\n" + std::string(text.text) + "\n)(";
    std::uint8_t const arguments[most_text_arguments] = {step.a, step.b, step.c};
    for (std::uint32_t i = 0; i < text.arguments; ++i)
        call += (i > 0 ? ", " : "") + variable(arguments[i]);
    return call + ")";
}

/// "*(const float*)(scalars + 4)"
std::string scalar_at(number_type type, std::uint32_t offset) {
    return "*(const " + std::string(name_in_cuda(type)) + "*)(scalars + " + std::to_string(offset) +
           ")";
}

/// "(const float*)"
std::string pointer_to(number_type type) {
    return "(const " + std::string(name_in_cuda(type)) + "*)";
}

/// The definition of an operand.
std::string operand(std::size_t i, number_type type, std::string const& value) {
    return "    const " + std::string(name_in_cuda(type)) + " x" + std::to_string(i) + " = " +
           value + ";\n";
}

/// Reads all operands at a position.
std::string operands_at(std::string const& position, std::span<number_type const> types,
                        position_reader const& reader) {
    std::string code = "    const unsigned long long i = " + position + ";\n";
    for (std::size_t k = 0; k < reader.ranges; ++k) {
        auto const address = reader.offset + static_cast<std::uint32_t>(k * sizeof(range_address));
        std::uint32_t const step = address + offsetof(range_address, step);
        code += operand(k, types[k],
                        "(" + pointer_to(types[k]) + scalar_at(number_type::uint64, address) +
                            ")[i * " + scalar_at(number_type::uint64, step) + "]");
    }
    if (reader.ranges < types.size()) code += operand(reader.ranges, number_type::uint64, "i");
    return code;
}

} // namespace

unsigned arity_of(operation code) { return forms[static_cast<std::size_t>(code)].arity; }

statements statements_of(expression_view const& e) {
    statements written;
    std::uint32_t offset = 0, text = 0;
    for (std::size_t i = 0; i < e.size; ++i) {
        auto const& step = e.instructions[i];
        std::string value;
        if (step.code == operation::operand) {
            value = "x" + std::to_string(step.a);
        } else if (step.code == operation::scalar) {
            auto const size = static_cast<std::uint32_t>(size_of(step.type));
            offset = aligned_offset(offset, size);
            value = scalar_at(step.type, offset);
            offset += size;
        } else if (step.code == operation::source) {
            value = call_of(e.texts[text++], step);
        } else {
            // the first operand of a selection is the condition
            auto const type = e.instructions[step.code == operation::select ? step.b : step.a].type;
            auto const& form = forms[static_cast<std::size_t>(step.code)];
            value = step.code == operation::convert
                        ? converted(step, type)
                        : filled(is_floating(type) ? form.floating : form.integral, step, type);
        }
        written.code += "    const " + std::string(name_in_cuda(step.type)) + " " + variable(i) +
                        " = " + value + ";\n";
    }
    written.result = variable(e.size - 1);
    return written;
}

std::string function_by_address(std::string_view name, expression_view const& e,
                                std::span<number_type const> operands,
                                std::optional<position_reader> reader) {
    auto const body = statements_of(e);
    std::string code =
        "extern \"C\" __device__ void " + std::string(name) +
        "(void* out, const void* a, const void* b, const unsigned char* scalars) {\n";
    if (reader) code += operands_at("*(const unsigned long long*)a", operands, *reader);
    else
        for (std::size_t i = 0; i < operands.size(); ++i)
            code += operand(i, operands[i], "*" + pointer_to(operands[i]) + (i == 0 ? "a" : "b"));
    return code + body.code + "    *(" + std::string(name_in_cuda(result_of(e))) +
           "*)out = " + body.result + ";\n}\n";
}

std::string typed_function(expression_view const& e, std::span<number_type const> operands,
                           std::uint32_t ranges, std::optional<position_reader> reader) {
    auto const body = statements_of(e);
    auto const type = [&](std::uint32_t i) {
        return std::string(i < ranges ? name_in_cuda(operands[i]) : "char");
    };
    std::string code =
        "typedef " + type(0) + " first_type;\ntypedef " + type(1) + " second_type;\ntypedef " +
        std::string(name_in_cuda(result_of(e))) +
        " result_type;\n"
        "static __device__ __forceinline__ result_type function(first_type a, second_type b, "
        "unsigned long long position, const unsigned char* scalars) {\n";
    if (reader) code += operands_at("position", operands, *reader);
    else
        for (std::size_t i = 0; i < operands.size(); ++i)
            code += operand(i, operands[i], i >= ranges ? "position" : i == 0 ? "a" : "b");
    return code + body.code + "    return " + body.result + ";\n}\n";
}

} // namespace gpu::inline v0::detail
