; RUN: %llc_t1 -O2 < %s | FileCheck %s

; What a send and a write of a register need not compute: zero, and the address before an active message's handler.

declare i32 @llvm.xnet.send2(i32, ptr, i32, i32)
declare void @llvm.xnet.write(i32 immarg, i32)
declare void @h(i32, i32)

define i32 @active_message(i32 %a) nounwind {
; CHECK-LABEL: active_message:
; CHECK: lui $[[HI:[0-9]+]], %hi(h.xnet_entry)
; CHECK: addiu $[[H:[0-9]+]], $[[HI]], %lo(h.xnet_entry)
; CHECK-NOT: -8
; CHECK: send2 $[[H]], $zero
  %s = call i32 @llvm.xnet.send2(i32 0, ptr getelementptr (i8, ptr @h, i32 -8), i32 %a, i32 0)
  ret i32 %s
}

define void @clear() nounwind {
; CHECK-LABEL: clear:
; CHECK-NOT: addiu
; CHECK: ctc2 $zero, $19
  call void @llvm.xnet.write(i32 19, i32 0)
  ret void
}

; Where the address itself is used as well, both are there.
@place = global ptr null
define i32 @both(i32 %a) nounwind {
; CHECK-LABEL: both:
; CHECK-DAG: addiu ${{[0-9]+}}, ${{[0-9]+}}, %lo(h.xnet_entry)
; CHECK-DAG: addiu ${{[0-9]+}}, ${{[0-9]+}}, %lo(h){{$}}
  store ptr @h, ptr @place
  %s = call i32 @llvm.xnet.send2(i32 1, ptr getelementptr (i8, ptr @h, i32 -8), i32 %a, i32 0)
  ret i32 %s
}
