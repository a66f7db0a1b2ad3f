// RUN: t1-clang++ -O1 -S -o - %s | FileCheck %s
// RUN: t1-clang++ -O3 -S -o - %s | FileCheck %s
// RUN: t1-clang++ -O2 -flto -c %s -o %t.o
// RUN: ld.lld --lto-emit-asm --lto-O3 --unresolved-symbols=ignore-all -e twice -u object -u array %t.o -o %t
// RUN: FileCheck %s < %t.lto.s
// RUN: t1-clang++ -O2 --target=mips-unknown-elf -march=mips2 -msoft-float -S -o - %s | FileCheck %s --check-prefix=OTHER

// The allocator of T1 tells what is freed twice: each call of it is done, though nobody looks at the memory.

extern "C" {
void *malloc(decltype(sizeof 0));
void free(void *);

// CHECK-LABEL: twice:
// CHECK: jal malloc
// CHECK: jal free
// CHECK: {{jal?}} free
// OTHER-LABEL: twice:
// OTHER-NOT: free
// OTHER: .end twice
void twice() {
  void *p = malloc(24);
  free(p);
  free(p);
}

// CHECK-LABEL: object:
// CHECK: jal _Znwj
// CHECK: jal _ZdlPvj
// CHECK: {{jal?}} _ZdlPvj
// OTHER-LABEL: object:
// OTHER-NOT: _Zn
// OTHER: .end object
void object() {
  int *p = new int(3);
  delete p;
  delete p;
}

// CHECK-LABEL: array:
// CHECK: jal _Znaj
// CHECK: jal _ZdaPv
// CHECK: {{jal?}} _ZdaPv
void array() {
  char *p = new char[100];
  delete[] p;
  delete[] p;
}
}
