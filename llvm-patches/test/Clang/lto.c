// REQUIRES: runtime
// RUN: t1-clang -O2 -flto %s -o %t 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: llvm-objdump -d --no-show-raw-insn %t | FileCheck %s
// RUN: t1-clang -O2 -flto=thin %s -o %t2 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: llvm-objdump -d --no-show-raw-insn %t2 | FileCheck %s
// SILENT-NOT: {{.}}

// Sends, handlers and the entry of active messages are what they are without optimization at link time.

int sum;
__attribute__((xnet_handler)) void add(int v) { sum += v; }
void active(int src, int v) { sum = v - src; }
double scaled(int v) { return v * 0.5; }

// CHECK-LABEL: <add>:
// CHECK: addu $4,
// CHECK-NOT: jr
// CHECK: hret
// CHECK: j {{.*}}<__xnet_am_entry>
// CHECK-NEXT: cfc2 $8, $25
// CHECK-LABEL: <active>:
// CHECK-LABEL: <main>:
// CHECK: send1
// CHECK: bc2f
// CHECK: send2
// CHECK: bc2f
int main(void) {
  while (!__builtin_xnet_send1(0, (void *)add, 1)) {}
  while (!__builtin_xnet_send2(0, (char *)active - 8, 1, 2)) {}
  return scaled(*(volatile int *)&sum) > 1;
}
