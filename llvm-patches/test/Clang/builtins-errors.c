// RUN: not t1-clang -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: not t1-clang -Xclang -target-feature -Xclang -xnet -DGATE -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: not t1-clang --target=mips-unknown-elf -DGATE -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: not clang-19 --target=mips-unknown-elf -march=mips2 -Werror -DGATE -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=STOCK

#ifdef GATE
// GATE: error: '__builtin_xnet_nicond' needs target feature xnet
// STOCK: error: use of unknown builtin '__builtin_xnet_nicond'
int flag(void) { return __builtin_xnet_nicond(); }
#ifdef __mips_xnet
#error the macro says there is one
#endif
#else
int errors(unsigned n, void *h) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_ctc2(32, 0);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument to '__builtin_xnet_cfc2' must be a constant integer
  __builtin_xnet_cfc2(n);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: too few arguments to function call
  __builtin_xnet_send2(0, h, 1);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: too many arguments to function call
  __builtin_xnet_send2(0, h, 1, 2, 3);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: use of unknown builtin '__builtin_xnet_send6'
  return __builtin_xnet_send6(0, h, 1, 2, 3, 4, 5, 6);
}
#endif
