// REQUIRES: cm5
// RUN: cm5-clang -O2 -g -c %s -o %t.o
// RUN: ld.lld -m elf32_sparc -e start -Ttext=0x10000 %t.o -o %t
// RUN: llvm-dwarfdump --verify %t | FileCheck %s
// RUN: llvm-symbolizer --obj=%t 0x10000 | FileCheck %s --check-prefix=LINE

// Debugging information of 32-bit SPARC is relocated.

// CHECK: No errors.
// LINE: start
// LINE: sparc32-debug.c:[[#@LINE+3]]:
static int values[3] = {1, 2, 3};
int start(int a) {
  return values[a];
}
