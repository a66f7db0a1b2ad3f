// RUN: t1-clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang -O2 -x c++ -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang -O2 -c %s -o %t.o
// RUN: t1-clang -O0 -c %s -o %t.o

#ifdef __cplusplus
extern "C" {
#endif

extern char handler[];

// CHECK-LABEL: @sends(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send0(i32 %{{.*}}, ptr nonnull @handler)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send1(i32 %{{.*}}, ptr nonnull @handler, i32 1)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send2(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send3(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send4(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3, i32 4)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send5(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3, i32 4, i32 5)
int sends(unsigned d) {
  return __builtin_xnet_send0(d, handler) + __builtin_xnet_send1(d, handler, 1) +
         __builtin_xnet_send2(d, handler, 1, 2) +
         __builtin_xnet_send3(d, handler, 1, 2, 3) +
         __builtin_xnet_send4(d, handler, 1, 2, 3, 4) +
         __builtin_xnet_send5(d, handler, 1, 2, 3, 4, 5);
}

// CHECK-LABEL: @sends_high(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send0h(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send1h(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send2h(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send3h(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send4h(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.send5h(
int sends_high(unsigned d) {
  return __builtin_xnet_send0h(d, handler) + __builtin_xnet_send1h(d, handler, 1) +
         __builtin_xnet_send2h(d, handler, 1, 2) +
         __builtin_xnet_send3h(d, handler, 1, 2, 3) +
         __builtin_xnet_send4h(d, handler, 1, 2, 3, 4) +
         __builtin_xnet_send5h(d, handler, 1, 2, 3, 4, 5);
}

// CHECK-LABEL: @registers(
// CHECK: call i32 @llvm.xnet.read(i32 19)
// CHECK: call void @llvm.xnet.write(i32 18, i32 %{{.*}})
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.flag()
int registers(void) {
  __builtin_xnet_ctc2(18, __builtin_xnet_cfc2(19));
  return __builtin_xnet_nicond();
}

// CHECK-LABEL: @leave(
// CHECK: call void @llvm.xnet.handler.return()
// CHECK-NEXT: unreachable
void leave(void) { __builtin_xnet_hret(); }

#ifdef __cplusplus
}
#endif

#ifndef __mips_xnet
#error no network interface
#endif
