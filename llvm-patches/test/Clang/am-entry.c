// RUN: t1-clang -O2 -S %s -o - | FileCheck %s
// RUN: t1-clang -O0 -S %s -o - | FileCheck %s
// RUN: t1-clang -Xclang -target-feature -Xclang -xnet -O2 -S %s -o - | FileCheck %s --check-prefix=GATE

// Which functions an active message may address.

int sum;
typedef void function(int);
function *pointer;

// GATE-NOT: __xnet_am_entry

// CHECK-LABEL: .globl one
// CHECK:       j __xnet_am_entry
// CHECK-NEXT:  cfc2 $8, $25
// CHECK:       one:
void one(int a) { sum += a; }

// CHECK-LABEL: .globl five
// CHECK:       j __xnet_am_entry
// CHECK:       five:
void five(int a, void *b, unsigned c, long d, function *e) { sum += a; }

// CHECK-LABEL: .globl no_words
// CHECK-NOT:   __xnet_am_entry
// CHECK:       no_words:
void no_words(void) { sum = 0; }

// CHECK-LABEL: .globl six
// CHECK-NOT:   __xnet_am_entry
// CHECK:       six:
void six(int a, int b, int c, int d, int e, int f) { sum += a; }

// CHECK-LABEL: .globl narrow
// CHECK-NOT:   __xnet_am_entry
// CHECK:       narrow:
void narrow(int a, char b) { sum += a; }

// CHECK-LABEL: .globl wide
// CHECK-NOT:   __xnet_am_entry
// CHECK:       wide:
void wide(long long a) { sum += a; }

// CHECK-LABEL: .globl floating
// CHECK-NOT:   __xnet_am_entry
// CHECK:       floating:
void floating(float a) { sum = a; }

// CHECK-LABEL: .globl value
// CHECK-NOT:   __xnet_am_entry
// CHECK:       value:
int value(int a) { return a; }

// CHECK-LABEL: .globl varargs
// CHECK-NOT:   __xnet_am_entry
// CHECK:       varargs:
void varargs(int a, ...) { sum += a; }

static __attribute__((noinline)) void called(int a) { sum ^= a; }
static void taken(int a) { sum -= a; }

// CHECK-LABEL: .globl user
// CHECK:       user:
void user(void) {
  called(sum);
  pointer = taken;
}

// CHECK-NOT:   __xnet_am_entry
// CHECK:       called:
// CHECK:       j __xnet_am_entry
// CHECK:       taken:
