// A recursion that uses up whatever stack it is called on.
#pragma once

static volatile int depth;

static __attribute__((noinline)) int endless(int n) {
    volatile int frame[100];
    frame[n % 100] = n;
    ++depth;
    return endless(n + 1) + frame[n % 100];
}
