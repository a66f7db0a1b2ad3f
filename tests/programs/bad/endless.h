// A recursion that exhausts the stack on which it is called.
#pragma once

static volatile int depth;

static __attribute__((noinline)) int endless(int n) {
    volatile int frame[100];
    frame[n % 100] = n;
    ++depth;
    return endless(n + 1) + frame[n % 100];
}
