// The outcome of a send is 0 or 1: a comparison with 1, an order and a switch are branches on nicond.
// RUN: t1-clang -O1 -S %s -o - | FileCheck %s
// RUN: t1-clang -O2 -S %s -o - | FileCheck %s
// RUN: t1-clang -Os -S %s -o - | FileCheck %s

extern char handler[];
void yes(void), no(void);

// CHECK-LABEL: equal:
// CHECK:       send1
// CHECK-NOT:   cfc2
// CHECK:       bc2{{[tf]}}
// CHECK-NOT:   cfc2
// CHECK:       .end equal
void equal(unsigned d) {
  if (__builtin_xnet_send1(d, handler, 1) == 1)
    yes();
  else
    no();
}

// CHECK-LABEL: greater:
// CHECK:       send1
// CHECK-NOT:   cfc2
// CHECK:       bc2{{[tf]}}
// CHECK-NOT:   cfc2
// CHECK:       .end greater
void greater(unsigned d) {
  if (__builtin_xnet_send1(d, handler, 1) > 0)
    yes();
  else
    no();
}

// CHECK-LABEL: less:
// CHECK:       send1
// CHECK-NOT:   cfc2
// CHECK:       bc2{{[tf]}}
// CHECK-NOT:   cfc2
// CHECK:       .end less
void less(unsigned d) {
  if (__builtin_xnet_send1(d, handler, 1) < 1)
    yes();
  else
    no();
}

// CHECK-LABEL: chosen:
// CHECK:       send1
// CHECK-NOT:   cfc2
// CHECK:       bc2{{[tf]}}
// CHECK-NOT:   cfc2
// CHECK:       .end chosen
void chosen(unsigned d) {
  switch (__builtin_xnet_send1(d, handler, 1)) {
  case 0:
    no();
    break;
  case 1:
    yes();
  }
}

// In a variable it is a number: one look at the flag.
// CHECK-LABEL: kept:
// CHECK:       send1
// CHECK:       cfc2
// CHECK-NOT:   cfc2
// CHECK:       .end kept
int kept(unsigned d) {
  int sent = __builtin_xnet_send1(d, handler, 1);
  return sent;
}
