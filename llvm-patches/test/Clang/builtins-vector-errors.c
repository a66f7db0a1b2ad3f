// RUN: not t1-clang -fsyntax-only -ferror-limit=0 %s 2>&1 | FileCheck %s

// The number of a vector register is a constant from 0 to 31.

void errors(unsigned n, void *h, const int *p) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_lwv(32, p);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument to '__builtin_xnet_swv' must be a constant integer
  __builtin_xnet_swv(n, h);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: {{error|warning}}: {{.*}} discards qualifiers
  __builtin_xnet_swv(1, p);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument to '__builtin_xnet_send1v' must be a constant integer
  __builtin_xnet_send1v(0, h, n, 1);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: too few arguments to function call
  __builtin_xnet_mcst2v(0, h, 1, 2);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: use of unknown builtin '__builtin_xnet_mcst6'
  __builtin_xnet_mcst6(0, h, 1, 2, 3, 4, 5, 6);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send0v(0, h, 32);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send1v(0, h, 32, 1);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send2v(0, h, 32, 1, 2);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send3v(0, h, 32, 1, 2, 3);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send4v(0, h, 32, 1, 2, 3, 4);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send5v(0, h, 32, 1, 2, 3, 4, 5);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send0hv(0, h, 32);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send1hv(0, h, 32, 1);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send2hv(0, h, 32, 1, 2);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send3hv(0, h, 32, 1, 2, 3);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send4hv(0, h, 32, 1, 2, 3, 4);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_send5hv(0, h, 32, 1, 2, 3, 4, 5);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst0v(0, h, 32);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst1v(0, h, 32, 1);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst2v(0, h, 32, 1, 2);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst3v(0, h, 32, 1, 2, 3);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst4v(0, h, 32, 1, 2, 3, 4);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst5v(0, h, 32, 1, 2, 3, 4, 5);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst0hv(0, h, 32);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst1hv(0, h, 32, 1);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst2hv(0, h, 32, 1, 2);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst3hv(0, h, 32, 1, 2, 3);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst4hv(0, h, 32, 1, 2, 3, 4);
  // CHECK-DAG: [[#@LINE+1]]:{{.*}}: error: argument value 32 is outside the valid range [0, 31]
  __builtin_xnet_mcst5hv(0, h, 32, 1, 2, 3, 4, 5);
}
