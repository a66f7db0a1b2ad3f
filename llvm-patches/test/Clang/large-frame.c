// RUN: t1-clang -O0 -S %s -o - | FileCheck %s

// A frame above 64 KiB in a block that needs all registers: the frame is there before anything is saved in it. (Stock LLVM 19.1.7
// saves $4 first, with its offset in the frame that comes.)

struct large {
  int head, body[8300], tail;
};

// CHECK-LABEL: by_value:
// CHECK-NOT: ($sp)
// CHECK: subu $sp, $sp, $1
int by_value(int a, struct large l, int b) {
  l.body[5000] += a;
  return l.head + l.body[5000] + l.tail * 3 + b;
}
