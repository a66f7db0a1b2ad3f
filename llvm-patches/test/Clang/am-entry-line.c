// The entry of an active message handler has the line of the handler, in the first function of a unit and in others; also where
// the assembler reads it.
// RUN: t1-clang -g -O0 -c %s -o %t.o
// RUN: llvm-symbolizer --obj=%t.o first.xnet_entry first.xnet_entry+4 second.xnet_entry second.xnet_entry+4 first second | FileCheck %s
// RUN: t1-clang -g -O2 -c %s -o %t.o
// RUN: llvm-symbolizer --obj=%t.o first.xnet_entry first.xnet_entry+4 second.xnet_entry second.xnet_entry+4 first second | FileCheck %s
// RUN: t1-clang -g -O0 -S %s -o %t.s
// RUN: t1-clang -c %t.s -o %t.o
// RUN: llvm-symbolizer --obj=%t.o first.xnet_entry first.xnet_entry+4 second.xnet_entry second.xnet_entry+4 first second | FileCheck %s
// RUN: llvm-dwarfdump --verify %t.o
// The functions themselves begin where they did.
// RUN: llvm-dwarfdump --name=first %t.o | FileCheck %s --check-prefix=DIE
// DIE: DW_AT_low_pc (0x{{0*}}8)

extern volatile int sum;

// CHECK: first.xnet_entry
// CHECK-NEXT: am-entry-line.c:[[#@LINE+3]]:0
// CHECK: first.xnet_entry
// CHECK-NEXT: am-entry-line.c:[[#@LINE+1]]:0
void first(int source, int word) {
  sum += word;
}

// CHECK: second.xnet_entry
// CHECK-NEXT: am-entry-line.c:[[#@LINE+3]]:0
// CHECK: second.xnet_entry
// CHECK-NEXT: am-entry-line.c:[[#@LINE+1]]:0
void second(int source) {
  sum = source;
}
// CHECK: first
// CHECK: second
