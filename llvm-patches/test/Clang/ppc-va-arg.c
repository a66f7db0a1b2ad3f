// REQUIRES: sp2
// RUN: sp2-clang -O0 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s

typedef int v4 __attribute__((vector_size(16)));
struct aligned {
  double d;
};

// Complex numbers and vectors are passed as pointers, in general registers.
// CHECK-LABEL: define {{.*}} @complex(
// CHECK: getelementptr inbounds %struct.__va_list_tag, ptr %{{.*}}, i32 0, i32 0
// CHECK: load ptr, ptr %vaarg.addr
double complex(int n, ...) {
  __builtin_va_list l;
  __builtin_va_start(l, n);
  return __imag__ __builtin_va_arg(l, double _Complex);
}

// CHECK-LABEL: define {{.*}} @vector(
// CHECK: load ptr, ptr %vaarg.addr
int vector(int n, ...) {
  __builtin_va_list l;
  __builtin_va_start(l, n);
  return __builtin_va_arg(l, v4)[2];
}

// The overflow area has pointers, of 4 bytes each.
// CHECK-LABEL: define {{.*}} @structure(
// CHECK-NOT: llvm.ptrmask
// CHECK: ret double
double structure(int n, ...) {
  __builtin_va_list l;
  __builtin_va_start(l, n);
  return __builtin_va_arg(l, struct aligned).d;
}

// CHECK-LABEL: define {{.*}} @call(
// CHECK: call double (i32, ...) @complex(i32 noundef 1, ptr noundef byval({ double, double })
// CHECK: call i32 (i32, ...) @vector(i32 noundef 1, ptr noundef byval(<4 x i32>)
double call(double _Complex z, v4 v) { return complex(1, z) + vector(1, v); }
