// The functions of am_core_ppc.h by number of words, over request() or reply() of a machine.
#pragma once

#define SENDS(send)                                                                                \
    void __am_##send##_0(int dest, uint32_t handler) { send(dest, handler, 0, 0); }                \
    void __am_##send##_1(int dest, uint32_t handler, uint32_t a) { send(dest, handler, &a, 1); }   \
    void __am_##send##_2(int dest, uint32_t handler, uint32_t a, uint32_t b) {                     \
        const uint32_t words[] = {a, b};                                                           \
        send(dest, handler, words, 2);                                                             \
    }                                                                                              \
    void __am_##send##_3(int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c) {         \
        const uint32_t words[] = {a, b, c};                                                        \
        send(dest, handler, words, 3);                                                             \
    }                                                                                              \
    void __am_##send##_4(int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c,           \
                         uint32_t d) {                                                             \
        const uint32_t words[] = {a, b, c, d};                                                     \
        send(dest, handler, words, 4);                                                             \
    }
