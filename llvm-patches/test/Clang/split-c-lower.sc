// REQUIRES: runtime
// RUN: t1-clang -O0 -c -o %t.o %s -mllvm -print-after-all -mllvm -filter-print-funcs=* 2>&1 | sed -n '/SplitCLowerPass/,/AlwaysInliner/p' > %t.ir
// RUN: FileCheck %s < %t.ir
// RUN: not grep "addrspace(147[^2-8]" %t.ir
// RUN: t1-clang -O2 -flto -Xclang -llvm-verify-each -S -o - %s | FileCheck %s --check-prefix=ALL
// RUN: t1-clang -O0 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=ALL

// What the pass makes of far accesses, before any optimization; no load or store through a far pointer
// is left, and hooks that nothing calls disappear.

// ALL-NOT: {{(load|store) [^,]*, ptr addrspace}}
// ALL-NOT: {{define .*splitc_l_(store_f|write_n)}}

struct s { char c; short h; int w[3]; double d; } *global sp, local;
struct p { char c; int i; } __attribute__((packed)) *global pp;
int *global g, *spread t, *l, x;
double *global d;
float *global f;
int *global *global gg;
int A[PROCS]::[4], B[PROCS][3]::;

// CHECK-DAG: @A = {{.*}}[1 x [4 x i32]]
// CHECK-DAG: @B

// CHECK-LABEL: define {{.*}}@loads
// CHECK: call i32 @splitc_l_read_4(i64
// CHECK: call double @splitc_l_read_d(i64
// CHECK: call float @splitc_l_read_f(i64
// CHECK: call i8 @splitc_l_read_1(i64
// CHECK: call i16 @splitc_l_read_2(i64
// CHECK: call i64 @splitc_l_read_8_4(i64
// CHECK: call void @splitc_l_read_n(ptr {{.*}}, i64 {{.*}}, i32 4, i32 1)
// CHECK: call void @splitc_l_read_n(ptr {{.*}}@local, i64 {{.*}}, i32 24, i32 8)
void loads()
{
    x = *g; x = *d; x = *f; x = sp->c; x = sp->h; g = *gg; x = pp->i; local = *sp;
}

// CHECK-LABEL: define {{.*}}@stores
// CHECK: call void @splitc_l_write_4(i64
// CHECK: call void @splitc_l_put_4(i64
// CHECK: call void @splitc_l_store_4(i64
// CHECK: call void @splitc_l_put_n(i64 {{.*}}, ptr {{.*}}, i32 24, i32 8)
// CHECK: call void @splitc_l_get(ptr
void stores() { *g = 1; *g := 2; *g :- 3; *sp := local; x := *g; }

// Only the low word moves; a spread step is a call.
// CHECK-LABEL: define {{.*}}@arithmetic
// CHECK: [[LOW:%[0-9a-z.]+]] = add i32
// CHECK: and i64 {{.*}}, -4294967296
// CHECK: call i64 @splitc_l_at(i64 {{.*}}, i32 {{.*}}, i32 4)
// CHECK: call i32 @splitc_l_diff(i64
void arithmetic(int n) { g = g + n; t = t + n; x = t - t; }

// One step for both dimensions.
// CHECK-LABEL: define {{.*}}@subscripts
// CHECK: call i64 @splitc_l_at(i64 {{.*}}, i32 {{.*}}, i32 16)
// CHECK: call i64 @splitc_l_at(i64 {{.*}}, i32 {{.*}}, i32 4)
// CHECK-NOT: splitc_l_at
// CHECK-LABEL: define {{.*}}@conversions
void subscripts(int i, int j) { x = A[i][j]; x = B[i][j]; }
// CHECK: call i64 @splitc_l_here(ptr
// CHECK: trunc i64
// CHECK: call i64 @llvm.fshl.i64
// CHECK: call i64 @llvm.fshl.i64
void conversions() { g = (int *global)l; l = (int *)g; x = t < t + 1; }

// CHECK-LABEL: define {{.*}}@scope
// CHECK: call i32 @splitc_block_array(i32 {{.*}}, i32 12)
// CHECK: call void @splitc_block_array_end(i32
int scope() { int S[PROCS]::[3]; return S[1][2]; }
