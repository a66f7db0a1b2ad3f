; REQUIRES: sp2
; RUN: llc -mtriple=powerpc-sp2-elf -mcpu=604 -mattr=+xnet -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=powerpc-sp2-elf -mcpu=604 -mattr=+xnet -O0 < %s | FileCheck %s --check-prefix=ANY

; Vectors and multicasts on a PowerPC: every form, and the loads and stores of vector registers.

declare void @llvm.xnet.vector.lwv(i32 immarg, ptr)
declare void @llvm.xnet.vector.swv(i32 immarg, ptr)
declare void @use(ptr)
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
declare i32 @llvm.xnet.multicast.mcst0h(i32, ptr)
declare i32 @llvm.xnet.multicast.mcst1h(i32, ptr, i32)
declare i32 @llvm.xnet.multicast.mcst2h(i32, ptr, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3h(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4h(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5h(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0v(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1v(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2v(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3v(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4v(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5v(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0hv(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1hv(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2hv(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3hv(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4hv(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5hv(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)

; CHECK-LABEL: sendsv:
; ANY-LABEL: sendsv:
; CHECK:       send0v. {{[0-9]+}}, {{[0-9]+}}, 26
; ANY:         send0v. {{[0-9]+}}, {{[0-9]+}}, 26
; CHECK:       send1v. {{[0-9]+}}, {{[0-9]+}}, 27
; ANY:         send1v. {{[0-9]+}}, {{[0-9]+}}, 27
; CHECK:       send2v. {{[0-9]+}}, {{[0-9]+}}, 28
; ANY:         send2v. {{[0-9]+}}, {{[0-9]+}}, 28
; CHECK:       send3v. {{[0-9]+}}, {{[0-9]+}}, 29
; ANY:         send3v. {{[0-9]+}}, {{[0-9]+}}, 29
; CHECK:       send4v. {{[0-9]+}}, {{[0-9]+}}, 30
; ANY:         send4v. {{[0-9]+}}, {{[0-9]+}}, 30
; CHECK:       send5v. {{[0-9]+}}, {{[0-9]+}}, 31
; ANY:         send5v. {{[0-9]+}}, {{[0-9]+}}, 31
define void @sendsv(ptr %handler) {
  call i32 @llvm.xnet.vector.send0v(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.vector.send1v(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.vector.send2v(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.vector.send3v(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.vector.send4v(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.vector.send5v(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: sendshv:
; ANY-LABEL: sendshv:
; CHECK:       send0hv. {{[0-9]+}}, {{[0-9]+}}, 26
; ANY:         send0hv. {{[0-9]+}}, {{[0-9]+}}, 26
; CHECK:       send1hv. {{[0-9]+}}, {{[0-9]+}}, 27
; ANY:         send1hv. {{[0-9]+}}, {{[0-9]+}}, 27
; CHECK:       send2hv. {{[0-9]+}}, {{[0-9]+}}, 28
; ANY:         send2hv. {{[0-9]+}}, {{[0-9]+}}, 28
; CHECK:       send3hv. {{[0-9]+}}, {{[0-9]+}}, 29
; ANY:         send3hv. {{[0-9]+}}, {{[0-9]+}}, 29
; CHECK:       send4hv. {{[0-9]+}}, {{[0-9]+}}, 30
; ANY:         send4hv. {{[0-9]+}}, {{[0-9]+}}, 30
; CHECK:       send5hv. {{[0-9]+}}, {{[0-9]+}}, 31
; ANY:         send5hv. {{[0-9]+}}, {{[0-9]+}}, 31
define void @sendshv(ptr %handler) {
  call i32 @llvm.xnet.vector.send0hv(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.vector.send1hv(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.vector.send2hv(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.vector.send3hv(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.vector.send4hv(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.vector.send5hv(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcsts:
; ANY-LABEL: mcsts:
; CHECK:       mcst0. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst0. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst1. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst1. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst2. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst2. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst3. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst3. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst4. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst4. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst5. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst5. {{[0-9]+}}, {{[0-9]+}}{{$}}
define void @mcsts(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0(i32 77, ptr %handler)
  call i32 @llvm.xnet.multicast.mcst1(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.multicast.mcst2(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcstsh:
; ANY-LABEL: mcstsh:
; CHECK:       mcst0h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst0h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst1h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst1h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst2h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst2h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst3h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst3h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst4h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst4h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; CHECK:       mcst5h. {{[0-9]+}}, {{[0-9]+}}{{$}}
; ANY:         mcst5h. {{[0-9]+}}, {{[0-9]+}}{{$}}
define void @mcstsh(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0h(i32 77, ptr %handler)
  call i32 @llvm.xnet.multicast.mcst1h(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.multicast.mcst2h(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3h(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4h(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5h(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcstsv:
; ANY-LABEL: mcstsv:
; CHECK:       mcst0v. {{[0-9]+}}, {{[0-9]+}}, 26
; ANY:         mcst0v. {{[0-9]+}}, {{[0-9]+}}, 26
; CHECK:       mcst1v. {{[0-9]+}}, {{[0-9]+}}, 27
; ANY:         mcst1v. {{[0-9]+}}, {{[0-9]+}}, 27
; CHECK:       mcst2v. {{[0-9]+}}, {{[0-9]+}}, 28
; ANY:         mcst2v. {{[0-9]+}}, {{[0-9]+}}, 28
; CHECK:       mcst3v. {{[0-9]+}}, {{[0-9]+}}, 29
; ANY:         mcst3v. {{[0-9]+}}, {{[0-9]+}}, 29
; CHECK:       mcst4v. {{[0-9]+}}, {{[0-9]+}}, 30
; ANY:         mcst4v. {{[0-9]+}}, {{[0-9]+}}, 30
; CHECK:       mcst5v. {{[0-9]+}}, {{[0-9]+}}, 31
; ANY:         mcst5v. {{[0-9]+}}, {{[0-9]+}}, 31
define void @mcstsv(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0v(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.multicast.mcst1v(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.multicast.mcst2v(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3v(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4v(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5v(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: mcstshv:
; ANY-LABEL: mcstshv:
; CHECK:       mcst0hv. {{[0-9]+}}, {{[0-9]+}}, 26
; ANY:         mcst0hv. {{[0-9]+}}, {{[0-9]+}}, 26
; CHECK:       mcst1hv. {{[0-9]+}}, {{[0-9]+}}, 27
; ANY:         mcst1hv. {{[0-9]+}}, {{[0-9]+}}, 27
; CHECK:       mcst2hv. {{[0-9]+}}, {{[0-9]+}}, 28
; ANY:         mcst2hv. {{[0-9]+}}, {{[0-9]+}}, 28
; CHECK:       mcst3hv. {{[0-9]+}}, {{[0-9]+}}, 29
; ANY:         mcst3hv. {{[0-9]+}}, {{[0-9]+}}, 29
; CHECK:       mcst4hv. {{[0-9]+}}, {{[0-9]+}}, 30
; ANY:         mcst4hv. {{[0-9]+}}, {{[0-9]+}}, 30
; CHECK:       mcst5hv. {{[0-9]+}}, {{[0-9]+}}, 31
; ANY:         mcst5hv. {{[0-9]+}}, {{[0-9]+}}, 31
define void @mcstshv(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0hv(i32 77, ptr %handler, i32 26)
  call i32 @llvm.xnet.multicast.mcst1hv(i32 77, ptr %handler, i32 27, i32 11)
  call i32 @llvm.xnet.multicast.mcst2hv(i32 77, ptr %handler, i32 28, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3hv(i32 77, ptr %handler, i32 29, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4hv(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.multicast.mcst5hv(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; The words are in r3 on, behind the vector register in the builtin's list.
; CHECK-LABEL: words:
; CHECK-DAG:     li 3, 11
; CHECK-DAG:     li 4, 12
; CHECK:         send2v. {{[0-9]+}}, {{[0-9]+}}, 9
define void @words(ptr %handler) {
  call i32 @llvm.xnet.vector.send2v(i32 77, ptr %handler, i32 9, i32 11, i32 12)
  ret void
}

; A branch on the outcome is one on EQ of CR0.
; CHECK-LABEL: retry:
; CHECK:       [[AGAIN:\.LBB[0-9_]+]]:
; CHECK:         send1hv. {{[0-9]+}}, {{[0-9]+}}, 1
; CHECK-NEXT:    bc 4, 2, [[AGAIN]]
define void @retry(i32 %dest, ptr %handler, i32 %a) {
entry:
  br label %again
again:
  %sent = call i32 @llvm.xnet.vector.send1hv(i32 %dest, ptr %handler, i32 1, i32 %a)
  %refused = icmp eq i32 %sent, 0
  br i1 %refused, label %again, label %done
done:
  ret void
}

; The address is the sum of two registers, or one register.
; CHECK-LABEL: addresses:
; CHECK-DAG:     li [[NEXT:[0-9]+]], 128
; CHECK-DAG:     lwvx 4, 0, 3
; CHECK:         stwvx 31, 3, [[NEXT]]
; CHECK:         lwvx 0, 3, 4
; ANY-LABEL: addresses:
; ANY:         lwvx 4, 0, {{[0-9]+}}
; ANY:         stwvx 31, {{[0-9]+}}, {{[0-9]+}}
define void @addresses(ptr %p, i32 %i) {
  call void @llvm.xnet.vector.lwv(i32 4, ptr %p)
  %next = getelementptr i32, ptr %p, i32 32
  call void @llvm.xnet.vector.swv(i32 31, ptr %next)
  %other = getelementptr i8, ptr %p, i32 %i
  call void @llvm.xnet.vector.lwv(i32 0, ptr %other)
  ret void
}

; In the frame. None moves over an access of memory.
; CHECK-LABEL: frame:
; CHECK:       bl use
; CHECK:       lwvx 2, 0, {{[0-9]+}}
; CHECK-NOT:   bl
; CHECK:       stwvx 3, 0, {{[0-9]+}}
; CHECK:       bl use
; ANY-LABEL: frame:
; ANY:         lwvx 2, 0, {{[0-9]+}}
define void @frame() {
  %x = alloca [32 x i32]
  %y = alloca [32 x i32]
  call void @use(ptr %x)
  call void @llvm.xnet.vector.lwv(i32 2, ptr %x)
  call void @llvm.xnet.vector.swv(i32 3, ptr %y)
  call void @use(ptr %y)
  ret void
}

; A handler's own registers hold addresses: it keeps none for a vector.
; CHECK-LABEL: handler:
; CHECK-NOT:     stwu
; CHECK:         stwvx 1, 0, 3
; CHECK-NEXT:    hret
define void @handler(ptr %to) "xnet-handler" {
  call void @llvm.xnet.vector.swv(i32 1, ptr %to)
  ret void
}
