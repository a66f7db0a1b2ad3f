// REQUIRES: runtime
// RUN: split-file %s %t
// RUN: t1-clang -O2 -c %t/sender.c -o %t/sender.o && t1-clang -O2 -c %t/handlers.c -o %t/handlers.o
// RUN: t1-clang %t/sender.o %t/handlers.o -o %t/plain && llvm-objdump -d --no-show-raw-insn %t/plain | FileCheck %s
// RUN: t1-clang -O2 -flto=thin -c %t/sender.c -o %t/sender.o && t1-clang -O2 -flto=thin -c %t/handlers.c -o %t/handlers.o
// RUN: t1-clang -O2 -flto=thin %t/sender.o %t/handlers.o -o %t/thin && llvm-objdump -d --no-show-raw-insn %t/thin | FileCheck %s
// RUN: t1-clang -O0 -flto -c %t/sender.c -o %t/sender.o && t1-clang -O0 -flto -c %t/handlers.c -o %t/handlers.o
// RUN: t1-clang -O0 -flto %t/sender.o %t/handlers.o -o %t/full && llvm-objdump -d --no-show-raw-insn %t/full | FileCheck %s
// RUN: llvm-nm %t/plain | FileCheck %s --check-prefix=NAMES
// RUN: not t1-clang -O2 %t/sender.c -o %t/bad 2>&1 | FileCheck %s --check-prefix=MISSING

// The sender of an active message and its handler are in two modules; a weak handler is in none.

// CHECK-LABEL: <main>:
// CHECK:       send2
// CHECK-LABEL: <active.xnet_entry>:
// CHECK-NEXT:  j {{.*}}
// CHECK-NEXT:  cfc2 $8, $25
// CHECK-LABEL: <active>:
// NAMES-DAG: w absent{{$}}
// NAMES-DAG: w absent.xnet_entry
// MISSING: error: undefined symbol: active.xnet_entry

//--- sender.c
void active(int src, int v);
__attribute__((weak)) void absent(int src, int v);
extern int sum;
int main(void) {
  while (!__builtin_xnet_send2(0, (char *)active - 8, 1, 2)) {}
  if (absent)
    while (!__builtin_xnet_send2(0, (char *)absent - 8, 1, 2)) {}
  return sum;
}
//--- handlers.c
int sum;
void active(int src, int v) { sum = v - src; }
