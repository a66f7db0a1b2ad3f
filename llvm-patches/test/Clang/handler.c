// RUN: t1-clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang -O2 -std=c23 -DSTANDARD -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang++ -O2 -DSTANDARD -x c++ -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang -O2 -S %s -o - | FileCheck %s --check-prefix=ASM
// RUN: t1-clang -O0 -S %s -o - | FileCheck %s --check-prefix=ASM

#ifdef STANDARD
#define HANDLER [[xnet::handler]]
#else
#define HANDLER __attribute__((xnet_handler))
#endif
#ifdef __cplusplus
extern "C" {
#endif

int sum;
enum kind { add, subtract };

// The attribute of the declaration holds for the definition.
HANDLER void declared(int);

// CHECK: define dso_local void @words(i32 {{.*}}, ptr {{.*}}, {{.*}}) {{.*}}#[[WORDS:[0-9]+]]
// ASM-LABEL: words:
// ASM: move $8, $sp
// ASM: hret
HANDLER void words(int a, int *b, unsigned char c, float d, enum kind e) { *b = a + c + (int)d + e; }

// CHECK: define dso_local void @declared(i32 {{.*}}) {{.*}}#[[DECLARED:[0-9]+]]
// ASM-LABEL: declared:
// ASM-NOT: jr $ra
// ASM: hret
void declared(int a) { sum += a; }

// CHECK: define dso_local void @none() {{.*}}#[[NONE:[0-9]+]]
HANDLER void none(void) { sum = 0; }

// Never inlined, never the target of a tail call's optimization.
// CHECK: define dso_local void @always() {{.*}}#[[NONE]]
HANDLER __attribute__((always_inline)) void always(void) { sum = 1; }

// CHECK: attributes #[[WORDS]] = { {{.*}}noinline{{.*}} "xnet-handler"
// CHECK: attributes #[[DECLARED]] = { {{.*}}noinline{{.*}} "xnet-handler"
// CHECK: attributes #[[NONE]] = { {{.*}}noinline{{.*}} "xnet-handler"

// CHECK-NOT: alwaysinline
// CHECK-NOT: "xnet-am-entry"

#ifdef __cplusplus
}
#endif
