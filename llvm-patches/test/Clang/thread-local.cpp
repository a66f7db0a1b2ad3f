// A node has one thread: a thread-local variable is one of the node.

// RUN: %if t1 %{ t1-clang++ -O1 -S -emit-llvm %s -o - | FileCheck %s %}
// RUN: %if cm5 %{ cm5-clang++ -O1 -S -emit-llvm %s -o - | FileCheck %s %}
// RUN: %if sp2 %{ sp2-clang++ -O1 -S -emit-llvm %s -o - | FileCheck %s %}
// RUN: %if ncube2 %{ ncube2-clang++ -O1 -S -emit-llvm %s -o - | FileCheck %s %}
// RUN: %if t1 %{ t1-clang++ --target=mips-unknown-elf -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=OTHER %}

// CHECK-NOT: {{thread_local(\([a-z]*\))? }}
// CHECK-NOT: threadlocal
// CHECK-NOT: __tls
// OTHER: {{thread_local(\([a-z]*\))? }}
__thread int count;
thread_local int own = 5;
int next() {
  thread_local int here = 10;
  return here++ + own++ + count++;
}
struct S {
  S();
  ~S();
  static thread_local int shared;
};
thread_local int S::shared;
thread_local S made;
