// The arithmetic instructions, which the compiler might evaluate itself.
#pragma once

#define DO2(type, name, mnemonic)                                                                  \
    static type name(type a, type b) {                                                             \
        type r;                                                                                    \
        __asm__ volatile(mnemonic " %0, %1, %2" : "=f"(r) : "f"(a), "f"(b));                       \
        return r;                                                                                  \
    }
DO2(double, add_d, "add.d")
DO2(double, sub_d, "sub.d")
DO2(double, mul_d, "mul.d")
DO2(double, div_d, "div.d")
DO2(float, add_s, "add.s")
DO2(float, sub_s, "sub.s")
DO2(float, mul_s, "mul.s")
DO2(float, div_s, "div.s")
