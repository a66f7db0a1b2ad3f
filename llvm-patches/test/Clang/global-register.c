// RUN: t1-clang -O2 -ffixed-x16 -S %s -o - | FileCheck %s
// RUN: not t1-clang -O2 -DWRONG -ffixed-x16 -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG

// 002, section 3.3: a value shared by handlers and the program in a register of its own.

register int total __asm__("$16");
register int spare __asm__("$28");
#define HANDLER __attribute__((xnet_handler))

// CHECK-LABEL: add:
// CHECK-NOT: sw
// CHECK: addu $16, $16, $4
// CHECK-NEXT: hret
HANDLER void add(int v) { total += v; }
// CHECK-LABEL: keep:
// CHECK-NOT: sw
// CHECK: move $gp, $4
// CHECK-NEXT: hret
HANDLER void keep(int v) { spare = v; }

// CHECK-LABEL: wait:
// CHECK: $BB
// CHECK: beqz $16, $BB
void wait(void) {
  while (!total) __asm__ volatile("" ::: "memory");
}

#ifdef WRONG
// WRONG: [[#@LINE+1]]:{{.*}}: error: register 's1' unsuitable for global register variables on this target
register int other __asm__("s1");
// WRONG: [[#@LINE+1]]:{{.*}}: error: register '$4' unsuitable for global register variables on this target
register int first __asm__("$4");
// WRONG: [[#@LINE+1]]:{{.*}}: error: size of register '$16' does not match variable size
register long long wide __asm__("$16");
#endif
