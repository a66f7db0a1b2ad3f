// A stack of numbers of 80 bits, as x87 has it, which functions of an instruction set work on.
// Compiled code can do the same with the host's x87 (compiled/host_float.h).
#pragma once

#include <cstdint>

namespace inlet::engine {

struct Uop;

/// What a CALL does with the stack.
struct FloatOperation {
    enum Kind : std::uint8_t {
        none,       ///< nothing, or what only the function knows
        modes,      ///< the same, and it may change the control word or clear exceptions
        load,       ///< pushes a number
        arithmetic, ///< of the top and another number, in this order, or the other way round
        compare,    ///< the same two
        value,      ///< register `to` and the one behind it become the top in the operand's format
        finish,     ///< its exceptions, and the pop
        negate,     ///< and the rest are of the top
        magnitude,  ///< without its sign
        test,       ///< compared with 0
        root,       ///< its square root
        integral,   ///< rounded to an integer
        exchange,   ///< with number `index`
        copy,       ///< to number `index`
        wait,       ///< nothing, where no exception is pending
        status,     ///< register `to` becomes the status word
        control,    ///< register `to` becomes the control word
    } kind = none;
    enum Format : std::uint8_t { real4, real8, int2, int4, int8, stack, constant } format = stack;
    enum Sum : std::uint8_t {
        add,
        multiply,
        subtract,
        subtract_reversed,
        divide,
        divide_reversed
    } sum = add;
    unsigned index = 0; ///< of the number in the stack, or of the constant, from FLD1 on
    unsigned pops = 0;
    bool to_index = false;  ///< the result goes to number `index`, which is the first operand
    bool unordered = false; ///< a quiet NaN is not an invalid operand
};

/// Where the stack is in State::r, and what functions do with it.
struct FloatStackUse {
    unsigned numbers = 0; ///< three words each: low and high mantissa, then sign and exponent
    unsigned control = 0, status = 0; ///< words as x87 has them, the status without TOP
    unsigned top = 0;                 ///< the number of the top
    unsigned tags = 0;                ///< bit n: number n is not empty
    unsigned operand = 0; ///< the first of two words with an operand, the lower one first
    FloatOperation (*operation)(const Uop &op) = nullptr; ///< of a CALL
};

} // namespace inlet::engine
