// RUN: not t1-clang -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: not t1-clang -O2 -DFRAME -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FRAME
// RUN: t1-clang -Xclang -target-feature -Xclang -xnet -DGATE -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GATE

#define HANDLER __attribute__((xnet_handler))
void use(void *);

#if defined(FRAME)
// FRAME: [[#@LINE+1]]:{{.*}}: error: the frame of a message handler is larger than 32 KiB
HANDLER void large(void) { char x[33000]; use(x); }
// FRAME: [[#@LINE+1]]:{{.*}}: error: a message handler cannot have variable-sized objects on its stack
HANDLER void loop(int n) { while (n--) use(__builtin_alloca(8)); }
#elif defined(GATE)
// GATE: warning: unknown attribute 'xnet_handler' ignored
HANDLER void unknown(void) {}
#else
// CHECK: [[#@LINE+1]]:{{.*}}: error: a message handler takes at most five one-word arguments and returns void
HANDLER int value(void) { return 0; }
// CHECK: [[#@LINE+1]]:{{.*}}: error: a message handler takes at most five one-word arguments and returns void
HANDLER void six(int a, int b, int c, int d, int e, int f) {}
// CHECK: [[#@LINE+1]]:{{.*}}: error: a message handler takes at most five one-word arguments and returns void
HANDLER void wide(long long a) {}
// CHECK: [[#@LINE+1]]:{{.*}}: error: a message handler takes at most five one-word arguments and returns void
HANDLER void twice(double a) {}
struct pair { short a, b; };
// CHECK: [[#@LINE+1]]:{{.*}}: error: a message handler takes at most five one-word arguments and returns void
HANDLER void aggregate(struct pair a) {}
// CHECK: [[#@LINE+1]]:{{.*}}: error: a message handler takes at most five one-word arguments and returns void
HANDLER void varargs(int a, ...) {}
// CHECK: [[#@LINE+1]]:{{.*}}: warning: 'xnet_handler' attribute only applies to functions
HANDLER int variable;
// CHECK: [[#@LINE+1]]:{{.*}}: error: 'xnet_handler' attribute requires a string
__attribute__((xnet_handler(1))) void argument(void) {}
// CHECK: [[#@LINE+1]]:32: error: a message handler cannot have variable-sized objects on its stack
HANDLER void vla(int n) { char x[n]; use(x); }
// CHECK: [[#@LINE+1]]:33: error: a message handler cannot have variable-sized objects on its stack
HANDLER void stack(int n) { use(__builtin_alloca(n)); }
// CHECK-NOT: error:
HANDLER void constant(void) { use(__builtin_alloca(8 * 2)); }
#endif
