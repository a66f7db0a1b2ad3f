; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O0 %s -o - | FileCheck %s

; Every form of send and multicast, with its vector register.

declare i32 @llvm.xnet.vector.send0v(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.vector.send1v(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.vector.send2v(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.vector.send3v(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.vector.send4v(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.vector.send5v(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.vector.send0hv(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.vector.send1hv(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.vector.send2hv(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.vector.send3hv(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.vector.send4hv(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.vector.send5hv(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0(i32, ptr)
declare i32 @llvm.xnet.multicast.mcst1(i32, ptr, i32)
declare i32 @llvm.xnet.multicast.mcst2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0v(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1v(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2v(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3v(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4v(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5v(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0h(i32, ptr)
declare i32 @llvm.xnet.multicast.mcst1h(i32, ptr, i32)
declare i32 @llvm.xnet.multicast.mcst2h(i32, ptr, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3h(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4h(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5h(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0hv(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1hv(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2hv(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3hv(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4hv(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5hv(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)

; CHECK-LABEL: sends_v:
; CHECK:       send0.v ${{[0-9]+}}, ${{[0-9]+}}, $vr26
; CHECK:       send1.v ${{[0-9]+}}, ${{[0-9]+}}, $vr27
; CHECK:       send2.v ${{[0-9]+}}, ${{[0-9]+}}, $vr28
; CHECK:       send3.v ${{[0-9]+}}, ${{[0-9]+}}, $vr29
; CHECK:       send4.v ${{[0-9]+}}, ${{[0-9]+}}, $vr30
; CHECK:       send5.v ${{[0-9]+}}, ${{[0-9]+}}, $vr31
define void @sends_v(ptr %handler) {
  call i32 @llvm.xnet.vector.send0v(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.vector.send1v(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.vector.send2v(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.vector.send3v(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.vector.send4v(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.vector.send5v(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: sends_hv:
; CHECK:       send0h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr26
; CHECK:       send1h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr27
; CHECK:       send2h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr28
; CHECK:       send3h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr29
; CHECK:       send4h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr30
; CHECK:       send5h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr31
define void @sends_hv(ptr %handler) {
  call i32 @llvm.xnet.vector.send0hv(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.vector.send1hv(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.vector.send2hv(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.vector.send3hv(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.vector.send4hv(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.vector.send5hv(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcsts_plain:
; CHECK:       mcst0 ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst1 ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst2 ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst3 ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst4 ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst5 ${{[0-9]+}}, ${{[0-9]+}}{{$}}
define void @mcsts_plain(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0(i32 77, ptr %handler)
  call i32 @llvm.xnet.multicast.mcst1(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.multicast.mcst2(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcsts_v:
; CHECK:       mcst0.v ${{[0-9]+}}, ${{[0-9]+}}, $vr26
; CHECK:       mcst1.v ${{[0-9]+}}, ${{[0-9]+}}, $vr27
; CHECK:       mcst2.v ${{[0-9]+}}, ${{[0-9]+}}, $vr28
; CHECK:       mcst3.v ${{[0-9]+}}, ${{[0-9]+}}, $vr29
; CHECK:       mcst4.v ${{[0-9]+}}, ${{[0-9]+}}, $vr30
; CHECK:       mcst5.v ${{[0-9]+}}, ${{[0-9]+}}, $vr31
define void @mcsts_v(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0v(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.multicast.mcst1v(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.multicast.mcst2v(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3v(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4v(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5v(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcsts_h:
; CHECK:       mcst0h ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst1h ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst2h ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst3h ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst4h ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK:       mcst5h ${{[0-9]+}}, ${{[0-9]+}}{{$}}
define void @mcsts_h(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0h(i32 77, ptr %handler)
  call i32 @llvm.xnet.multicast.mcst1h(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.multicast.mcst2h(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3h(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4h(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5h(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcsts_hv:
; CHECK:       mcst0h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr26
; CHECK:       mcst1h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr27
; CHECK:       mcst2h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr28
; CHECK:       mcst3h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr29
; CHECK:       mcst4h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr30
; CHECK:       mcst5h.v ${{[0-9]+}}, ${{[0-9]+}}, $vr31
define void @mcsts_hv(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0hv(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.multicast.mcst1hv(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.multicast.mcst2hv(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3hv(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4hv(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5hv(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}
