; RUN: llc -mtriple=sparc-cm5-elf -mattr=+xnet,+soft-mul-div -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=sparc-cm5-elf -mattr=+xnet,+soft-mul-div -O0 < %s | FileCheck %s --check-prefix=ANY

; Vectors and multicasts on a SPARC: every form, and the loads and stores of vector registers.

declare void @llvm.xnet.vector.lwv(i32 immarg, ptr)
declare void @llvm.xnet.vector.swv(i32 immarg, ptr)
declare void @use(ptr)
declare i32 @llvm.xnet.vector.send0v(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.vector.send1v(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.vector.send2v(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.vector.send3v(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.vector.send4v(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.vector.send0hv(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.vector.send1hv(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.vector.send2hv(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.vector.send3hv(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.vector.send4hv(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0(i32, ptr)
declare i32 @llvm.xnet.multicast.mcst1(i32, ptr, i32)
declare i32 @llvm.xnet.multicast.mcst2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0h(i32, ptr)
declare i32 @llvm.xnet.multicast.mcst1h(i32, ptr, i32)
declare i32 @llvm.xnet.multicast.mcst2h(i32, ptr, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3h(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4h(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0v(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1v(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2v(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3v(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4v(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0hv(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1hv(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2hv(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3hv(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4hv(i32, ptr, i32 immarg, i32, i32, i32, i32)

; CHECK-LABEL: sendsv:
; ANY-LABEL: sendsv:
; CHECK:       send0v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; ANY:       send0v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; CHECK:       send1v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; ANY:       send1v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; CHECK:       send2v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; ANY:       send2v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; CHECK:       send3v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; ANY:       send3v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; CHECK:       send4v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
; ANY:       send4v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
define void @sendsv(ptr %handler) {
  call i32 @llvm.xnet.vector.send0v(i32 77, ptr %handler, i32 27)
  call i32 @llvm.xnet.vector.send1v(i32 77, ptr %handler, i32 28, i32 11)
  call i32 @llvm.xnet.vector.send2v(i32 77, ptr %handler, i32 29, i32 11, i32 12)
  call i32 @llvm.xnet.vector.send3v(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.vector.send4v(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14)
  ret void
}

; CHECK-LABEL: sendshv:
; ANY-LABEL: sendshv:
; CHECK:       send0hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; ANY:       send0hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; CHECK:       send1hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; ANY:       send1hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; CHECK:       send2hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; ANY:       send2hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; CHECK:       send3hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; ANY:       send3hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; CHECK:       send4hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
; ANY:       send4hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
define void @sendshv(ptr %handler) {
  call i32 @llvm.xnet.vector.send0hv(i32 77, ptr %handler, i32 27)
  call i32 @llvm.xnet.vector.send1hv(i32 77, ptr %handler, i32 28, i32 11)
  call i32 @llvm.xnet.vector.send2hv(i32 77, ptr %handler, i32 29, i32 11, i32 12)
  call i32 @llvm.xnet.vector.send3hv(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.vector.send4hv(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14)
  ret void
}

; CHECK-LABEL: mcsts:
; ANY-LABEL: mcsts:
; CHECK:       mcst0 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst0 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst1 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst1 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst2 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst2 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst3 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst3 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst4 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst4 %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
define void @mcsts(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0(i32 77, ptr %handler)
  call i32 @llvm.xnet.multicast.mcst1(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.multicast.mcst2(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  ret void
}

; CHECK-LABEL: mcstsh:
; ANY-LABEL: mcstsh:
; CHECK:       mcst0h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst0h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst1h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst1h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst2h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst2h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst3h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst3h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; CHECK:       mcst4h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
; ANY:       mcst4h %{{[goli][0-7]}}, %{{[goli][0-7]}}{{$}}
define void @mcstsh(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0h(i32 77, ptr %handler)
  call i32 @llvm.xnet.multicast.mcst1h(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.multicast.mcst2h(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3h(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4h(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  ret void
}

; CHECK-LABEL: mcstsv:
; ANY-LABEL: mcstsv:
; CHECK:       mcst0v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; ANY:       mcst0v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; CHECK:       mcst1v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; ANY:       mcst1v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; CHECK:       mcst2v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; ANY:       mcst2v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; CHECK:       mcst3v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; ANY:       mcst3v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; CHECK:       mcst4v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
; ANY:       mcst4v %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
define void @mcstsv(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0v(i32 77, ptr %handler, i32 27)
  call i32 @llvm.xnet.multicast.mcst1v(i32 77, ptr %handler, i32 28, i32 11)
  call i32 @llvm.xnet.multicast.mcst2v(i32 77, ptr %handler, i32 29, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3v(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4v(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14)
  ret void
}

; CHECK-LABEL: mcstshv:
; ANY-LABEL: mcstshv:
; CHECK:       mcst0hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; ANY:       mcst0hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c27
; CHECK:       mcst1hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; ANY:       mcst1hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c28
; CHECK:       mcst2hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; ANY:       mcst2hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c29
; CHECK:       mcst3hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; ANY:       mcst3hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c30
; CHECK:       mcst4hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
; ANY:       mcst4hv %{{[goli][0-7]}}, %{{[goli][0-7]}}, %c31
define void @mcstshv(ptr %handler) {
  call i32 @llvm.xnet.multicast.mcst0hv(i32 77, ptr %handler, i32 27)
  call i32 @llvm.xnet.multicast.mcst1hv(i32 77, ptr %handler, i32 28, i32 11)
  call i32 @llvm.xnet.multicast.mcst2hv(i32 77, ptr %handler, i32 29, i32 11, i32 12)
  call i32 @llvm.xnet.multicast.mcst3hv(i32 77, ptr %handler, i32 30, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.multicast.mcst4hv(i32 77, ptr %handler, i32 31, i32 11, i32 12, i32 13, i32 14)
  ret void
}

; The words are in the outs, behind the vector register in the builtin's list.
; CHECK-LABEL: words:
; CHECK-DAG:     mov 11, %o0
; CHECK-DAG:     mov 12, %o1
; CHECK:         send2v %{{.*}}, %{{.*}}, %c9
define void @words(ptr %handler) {
  call i32 @llvm.xnet.vector.send2v(i32 77, ptr %handler, i32 9, i32 11, i32 12)
  ret void
}

; A branch on the outcome tests the coprocessor's condition, with one instruction between.
; CHECK-LABEL: retry:
; CHECK:       [[AGAIN:\.LBB[0-9_]+]]:
; CHECK:         send1hv %{{.*}}, %{{.*}}, %c1
; CHECK-NEXT:    nop
; CHECK-NEXT:    cb0 [[AGAIN]]
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

; The address is that of any access: base and distance, or two registers.
; CHECK-LABEL: addresses:
; CHECK:       ld [%o0], %c4
; CHECK:       st %c31, [%o0+128]
; CHECK:       ld [%o0+%o1], %c0
; ANY-LABEL: addresses:
; ANY:         ld [%{{.*}}], %c4
; ANY:         st %c31, [%
define void @addresses(ptr %p, i32 %i) {
  call void @llvm.xnet.vector.lwv(i32 4, ptr %p)
  %next = getelementptr i32, ptr %p, i32 32
  call void @llvm.xnet.vector.swv(i32 31, ptr %next)
  %other = getelementptr i8, ptr %p, i32 %i
  call void @llvm.xnet.vector.lwv(i32 0, ptr %other)
  ret void
}

; In the frame; and where the frame is too large for the distance. None moves over an access of memory.
; CHECK-LABEL: frame:
; CHECK:       call use
; CHECK:       ld [%{{.*}}+{{-?[0-9]+}}], %c2
; CHECK-NEXT:  st %c3, [%
; ANY-LABEL: frame:
; ANY:         %c2
define void @frame() {
  %x = alloca [32 x i32]
  %y = alloca [32 x i32]
  call void @use(ptr %x)
  call void @llvm.xnet.vector.lwv(i32 2, ptr %x)
  call void @llvm.xnet.vector.swv(i32 3, ptr %y)
  call void @use(ptr %y)
  ret void
}

; CHECK-LABEL: large_frame:
; CHECK:       add {{.*}}%g1
; CHECK:       ld [%{{[gil][0-7]}}{{.*}}], %c2
define void @large_frame() {
  %x = alloca [32 x i32]
  %y = alloca [20000 x i32]
  call void @use(ptr %x)
  call void @llvm.xnet.vector.lwv(i32 2, ptr %y)
  ret void
}
