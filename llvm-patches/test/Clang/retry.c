// RUN: t1-clang -O1 -S %s -o - | FileCheck %s
// RUN: t1-clang -O2 -S %s -o - | FileCheck %s
// RUN: t1-clang -Os -S %s -o - | FileCheck %s

extern char handler[];

// CHECK-LABEL: again:
// CHECK:       [[LOOP:\$BB[0-9_]+]]:
// CHECK:       send2 ${{[0-9]+}}, ${{[0-9]+}}
// CHECK-NEXT:  nop
// CHECK-NEXT:  bc2f [[LOOP]]
// CHECK-NOT:   cfc2 $2
// CHECK:       jr $ra
void again(unsigned d, unsigned a, unsigned b) {
  while (!__builtin_xnet_send2(d, handler, a, b))
    ;
}

// CHECK-LABEL: bounded:
// CHECK:       send1
// CHECK-NOT:   cfc2
// CHECK:       bc2{{[tf]}}
// CHECK-NOT:   cfc2
// CHECK:       .end bounded
int bounded(unsigned d, unsigned a, unsigned n) {
  while (n--)
    if (__builtin_xnet_send1(d, handler, a))
      return 1;
  return 0;
}

// CHECK-LABEL: not_one:
// CHECK:       send0
// CHECK-NOT:   cfc2
// CHECK:       bc2f
void not_one(unsigned d) {
  while (__builtin_xnet_send0(d, handler) != 1)
    ;
}

void use(unsigned *);

// SEND5 from a function with a frame, retried.
// CHECK-LABEL: framed:
// CHECK:       addiu $sp, $sp, -
// CHECK:       move $[[S:[0-9]+]], $sp
// CHECK-NEXT:  move $sp, $
// CHECK-NEXT:  send5
// CHECK-NEXT:  move $sp, $[[S]]
// CHECK-NEXT:  bc2f
// CHECK:       lw $ra, {{[0-9]+}}($sp)
// CHECK:       addiu $sp, $sp,
void framed(unsigned d) {
  unsigned words[5];
  use(words);
  while (!__builtin_xnet_send5(d, handler, words[0], words[1], words[2], words[3], words[4]))
    ;
  use(words);
}
