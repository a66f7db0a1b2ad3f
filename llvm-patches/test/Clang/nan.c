// REQUIRES: t1
// T1's arithmetic is compiler-rt's: a quiet NaN has the first bit of the fraction.
// RUN: t1-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang -mhard-float -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=HARD

// CHECK: @f = {{.*}}float 0x7FF8000000000000
// CHECK: @d = {{.*}}double 0x7FF8000000000000
// HARD: @f = {{.*}}float 0x7FF4000000000000
float f = __builtin_nanf("");
double d = __builtin_nan("");
