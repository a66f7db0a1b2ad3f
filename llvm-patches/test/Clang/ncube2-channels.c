// The instructions of an nCUBE/2's DMA channels and processor registers as builtins: with or without network
// instructions; nowhere else.

// RUN: %if ncube2 %{ ncube2-clang -Wall -Wextra -Werror -O1 -S -emit-llvm %s -o - | FileCheck %s %}
// RUN: %if ncube2 %{ ncube2-clang %xnet -Wall -Wextra -Werror -O1 -S -emit-llvm %s -o - | FileCheck %s %}
// RUN: %if ncube2 %{ ncube2-clang -x c++ -Wall -Wextra -Werror -O1 -S -emit-llvm %s -o - | FileCheck %s %}
// RUN: %if ncube2 %{ not ncube2-clang -Xclang -target-feature -Xclang -dma-channels -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FEATURE %}
// RUN: %if ncube2 %{ not ncube2-clang -DWRONG -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WRONG %}
// RUN: %if t1 %{ not t1-clang -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=NONE %}
// RUN: %if cm5 %{ not cm5-clang %xnet -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=NONE %}

// FEATURE-COUNT-6: error: '__builtin_ncube2_{{[a-z]*}}' needs target feature dma-channels
// NONE: error: {{.*}}'__builtin_ncube2_lptr'

#ifdef __cplusplus
extern "C" {
#endif
#ifdef WRONG
unsigned wrong(void *p) {
  __builtin_ncube2_lptr(1);              // WRONG: error: too few arguments to function call, expected 2, have 1
  __builtin_ncube2_lcnt(1, p);           // WRONG: error: incompatible pointer to integer conversion
  return __builtin_ncube2_ldpr(1, 2);    // WRONG: error: returning 'void' from a function with incompatible result type
}
#else
// CHECK-LABEL: @all(
// CHECK: call void @llvm.xnet.ncube2.lptr(i32 %{{.*}}, i32 %{{.*}})
// CHECK: call void @llvm.xnet.ncube2.lcnt(i32 %{{.*}}, i32 8)
// CHECK: call void @llvm.xnet.ncube2.ldpr(i32 9, i32 %{{.*}})
// CHECK: call i32 @llvm.xnet.ncube2.stpr(i32 13)
// CHECK: call i32 @llvm.xnet.ncube2.stor()
// CHECK: call i32 @llvm.xnet.ncube2.stir()
unsigned all(unsigned channel, unsigned address) {
  __builtin_ncube2_lptr(channel, address);
  __builtin_ncube2_lcnt(channel, 8);
  __builtin_ncube2_ldpr(9, address);
  return __builtin_ncube2_stpr(13) + __builtin_ncube2_stor() + __builtin_ncube2_stir();
}
#endif
#ifdef __cplusplus
}
#endif
