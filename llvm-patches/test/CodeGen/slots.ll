; RUN: %llc_t1 -O2 < %s | FileCheck %s
; RUN: %llc_t1 -O0 < %s | FileCheck %s --check-prefix=O0

; The instructions that A.5 and A.10 want after a send, CFC2 and CTC2 are those of the program where they can be; without
; optimization what follows counts, but nothing moves.

declare i32 @llvm.xnet.send1(i32, ptr, i32)
declare i32 @llvm.xnet.read(i32 immarg)
declare void @llvm.xnet.write(i32 immarg, i32)

; A return and its delay slot are the two of CTC2.
; CHECK-LABEL: last:
; CHECK:       ctc2 $4, $19
; CHECK-NEXT:  jr $ra
; CHECK-NEXT:  nop
; CHECK-NOT:   nop
; CHECK:       .end last
; O0-LABEL:    last:
; O0:          ctc2 ${{[0-9]+}}, $19
; O0-NEXT:     jr $ra
; O0-NEXT:     nop
define void @last(i32 %v) nounwind {
  call void @llvm.xnet.write(i32 19, i32 %v)
  ret void
}

; Memory is read when the change holds.
; CHECK-LABEL: then_memory:
; CHECK:       ctc2 $4, $19
; CHECK-NEXT:  nop
; CHECK-NEXT:  nop
; CHECK:       lw
define i32 @then_memory(i32 %v, ptr %p) nounwind {
  call void @llvm.xnet.write(i32 19, i32 %v)
  %r = load i32, ptr %p
  ret i32 %r
}

; Two changes: the second after the first.
; CHECK-LABEL: two:
; CHECK:       ctc2 $4, $19
; CHECK-NEXT:  nop
; CHECK-NEXT:  nop
; CHECK-NEXT:  ctc2 $5, $20
; CHECK-NEXT:  jr $ra
; CHECK-NEXT:  nop
define void @two(i32 %v, i32 %w) nounwind {
  call void @llvm.xnet.write(i32 19, i32 %v)
  call void @llvm.xnet.write(i32 20, i32 %w)
  ret void
}

; What neither needs the other moves behind. $4-$9 stay: a CTC2 may change which set of them is there.
; CHECK-LABEL: computed:
; CHECK:       or $[[SUM:[0-9]+]], ${{[0-9]+}}, $1
; CHECK-NEXT:  ctc2 $[[SUM]], $19
; CHECK-NOT:   $4
; CHECK:       jr $ra
define i32 @computed(i32 %v) nounwind {
  %s = call i32 @llvm.xnet.read(i32 19)
  %t = or i32 %s, 65536
  call void @llvm.xnet.write(i32 19, i32 %t)
  ret i32 %s
}

; One of CFC2: the sum, which does not need it.
; CHECK-LABEL: read:
; CHECK:       cfc2 $[[R:[0-9]+]], $19
; CHECK-NEXT:  addu $[[T:[0-9]+]], $4, $5
; CHECK-NEXT:  xor ${{[0-9]+}}, {{\$}}[[R]], $[[T]]
; O0-LABEL:    read:
; O0:          cfc2 ${{[0-9]+}}, $19
define void @read(i32 %a, i32 %b, ptr %p) nounwind {
  %t = add i32 %a, %b
  %s = call i32 @llvm.xnet.read(i32 19)
  %x = xor i32 %s, %t
  store volatile i32 %x, ptr %p
  store volatile i32 %t, ptr %p
  ret void
}
