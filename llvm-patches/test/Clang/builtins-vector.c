// RUN: t1-clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang -O2 -x c++ -S -emit-llvm %s -o - | FileCheck %s
// RUN: t1-clang -O2 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: t1-clang -O0 -c %s -o %t.o

#ifdef __cplusplus
extern "C" {
#endif

extern char handler[];

// CHECK-LABEL: @memory(
// CHECK: call void @llvm.xnet.vector.lwv(i32 4, ptr %{{.*}})
// CHECK: call void @llvm.xnet.vector.lwv(i32 31, ptr %{{.*}})
// CHECK: call void @llvm.xnet.vector.swv(i32 1, ptr %{{.*}})
void memory(const int *from, const volatile int *shared, volatile int *to) {
  enum { last = 31 };
  __builtin_xnet_lwv(4, from);
  __builtin_xnet_lwv(last, shared);
  __builtin_xnet_swv(1, to);
}

// CHECK-LABEL: @sends_v(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send0v(i32 %{{.*}}, ptr nonnull @handler, i32 26)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send1v(i32 %{{.*}}, ptr nonnull @handler, i32 27, i32 1)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send2v(i32 %{{.*}}, ptr nonnull @handler, i32 28, i32 1, i32 2)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send3v(i32 %{{.*}}, ptr nonnull @handler, i32 29, i32 1, i32 2, i32 3)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send4v(i32 %{{.*}}, ptr nonnull @handler, i32 30, i32 1, i32 2, i32 3, i32 4)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send5v(i32 %{{.*}}, ptr nonnull @handler, i32 31, i32 1, i32 2, i32 3, i32 4, i32 5)
int sends_v(unsigned d) {
  return __builtin_xnet_send0v(d, handler, 26) +
         __builtin_xnet_send1v(d, handler, 27, 1) +
         __builtin_xnet_send2v(d, handler, 28, 1, 2) +
         __builtin_xnet_send3v(d, handler, 29, 1, 2, 3) +
         __builtin_xnet_send4v(d, handler, 30, 1, 2, 3, 4) +
         __builtin_xnet_send5v(d, handler, 31, 1, 2, 3, 4, 5);
}

// CHECK-LABEL: @sends_hv(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send0hv(i32 %{{.*}}, ptr nonnull @handler, i32 26)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send1hv(i32 %{{.*}}, ptr nonnull @handler, i32 27, i32 1)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send2hv(i32 %{{.*}}, ptr nonnull @handler, i32 28, i32 1, i32 2)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send3hv(i32 %{{.*}}, ptr nonnull @handler, i32 29, i32 1, i32 2, i32 3)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send4hv(i32 %{{.*}}, ptr nonnull @handler, i32 30, i32 1, i32 2, i32 3, i32 4)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.vector.send5hv(i32 %{{.*}}, ptr nonnull @handler, i32 31, i32 1, i32 2, i32 3, i32 4, i32 5)
int sends_hv(unsigned d) {
  return __builtin_xnet_send0hv(d, handler, 26) +
         __builtin_xnet_send1hv(d, handler, 27, 1) +
         __builtin_xnet_send2hv(d, handler, 28, 1, 2) +
         __builtin_xnet_send3hv(d, handler, 29, 1, 2, 3) +
         __builtin_xnet_send4hv(d, handler, 30, 1, 2, 3, 4) +
         __builtin_xnet_send5hv(d, handler, 31, 1, 2, 3, 4, 5);
}

// CHECK-LABEL: @mcsts_plain(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst0(i32 %{{.*}}, ptr nonnull @handler)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst1(i32 %{{.*}}, ptr nonnull @handler, i32 1)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst2(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst3(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst4(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3, i32 4)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst5(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3, i32 4, i32 5)
int mcsts_plain(unsigned d) {
  return __builtin_xnet_mcst0(d, handler) +
         __builtin_xnet_mcst1(d, handler, 1) +
         __builtin_xnet_mcst2(d, handler, 1, 2) +
         __builtin_xnet_mcst3(d, handler, 1, 2, 3) +
         __builtin_xnet_mcst4(d, handler, 1, 2, 3, 4) +
         __builtin_xnet_mcst5(d, handler, 1, 2, 3, 4, 5);
}

// CHECK-LABEL: @mcsts_v(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst0v(i32 %{{.*}}, ptr nonnull @handler, i32 26)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst1v(i32 %{{.*}}, ptr nonnull @handler, i32 27, i32 1)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst2v(i32 %{{.*}}, ptr nonnull @handler, i32 28, i32 1, i32 2)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst3v(i32 %{{.*}}, ptr nonnull @handler, i32 29, i32 1, i32 2, i32 3)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst4v(i32 %{{.*}}, ptr nonnull @handler, i32 30, i32 1, i32 2, i32 3, i32 4)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst5v(i32 %{{.*}}, ptr nonnull @handler, i32 31, i32 1, i32 2, i32 3, i32 4, i32 5)
int mcsts_v(unsigned d) {
  return __builtin_xnet_mcst0v(d, handler, 26) +
         __builtin_xnet_mcst1v(d, handler, 27, 1) +
         __builtin_xnet_mcst2v(d, handler, 28, 1, 2) +
         __builtin_xnet_mcst3v(d, handler, 29, 1, 2, 3) +
         __builtin_xnet_mcst4v(d, handler, 30, 1, 2, 3, 4) +
         __builtin_xnet_mcst5v(d, handler, 31, 1, 2, 3, 4, 5);
}

// CHECK-LABEL: @mcsts_h(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst0h(i32 %{{.*}}, ptr nonnull @handler)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst1h(i32 %{{.*}}, ptr nonnull @handler, i32 1)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst2h(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst3h(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst4h(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3, i32 4)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst5h(i32 %{{.*}}, ptr nonnull @handler, i32 1, i32 2, i32 3, i32 4, i32 5)
int mcsts_h(unsigned d) {
  return __builtin_xnet_mcst0h(d, handler) +
         __builtin_xnet_mcst1h(d, handler, 1) +
         __builtin_xnet_mcst2h(d, handler, 1, 2) +
         __builtin_xnet_mcst3h(d, handler, 1, 2, 3) +
         __builtin_xnet_mcst4h(d, handler, 1, 2, 3, 4) +
         __builtin_xnet_mcst5h(d, handler, 1, 2, 3, 4, 5);
}

// CHECK-LABEL: @mcsts_hv(
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst0hv(i32 %{{.*}}, ptr nonnull @handler, i32 26)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst1hv(i32 %{{.*}}, ptr nonnull @handler, i32 27, i32 1)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst2hv(i32 %{{.*}}, ptr nonnull @handler, i32 28, i32 1, i32 2)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst3hv(i32 %{{.*}}, ptr nonnull @handler, i32 29, i32 1, i32 2, i32 3)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst4hv(i32 %{{.*}}, ptr nonnull @handler, i32 30, i32 1, i32 2, i32 3, i32 4)
// CHECK: call range(i32 0, 2) i32 @llvm.xnet.multicast.mcst5hv(i32 %{{.*}}, ptr nonnull @handler, i32 31, i32 1, i32 2, i32 3, i32 4, i32 5)
int mcsts_hv(unsigned d) {
  return __builtin_xnet_mcst0hv(d, handler, 26) +
         __builtin_xnet_mcst1hv(d, handler, 27, 1) +
         __builtin_xnet_mcst2hv(d, handler, 28, 1, 2) +
         __builtin_xnet_mcst3hv(d, handler, 29, 1, 2, 3) +
         __builtin_xnet_mcst4hv(d, handler, 30, 1, 2, 3, 4) +
         __builtin_xnet_mcst5hv(d, handler, 31, 1, 2, 3, 4, 5);
}

#ifdef __cplusplus
}
#endif
