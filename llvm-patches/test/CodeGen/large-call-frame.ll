; RUN: %llc_t1 -O0 < %s | FileCheck %s
; RUN: %llc_t1 -O2 < %s | FileCheck %s

; Arguments of more than 32 KiB: the stack pointer moves once, and everything is found from there.

%large = type { [10000 x i32] }
declare i32 @takes(i32, ptr byval(%large) align 4, i32)

define i32 @calls(ptr %from, i32 %kept) nounwind {
; CHECK-LABEL: calls:
; CHECK: subu $sp, $sp, $1
; CHECK-NOT: $sp, $sp
; CHECK: jal memcpy
; CHECK-NOT: $sp, $sp
; CHECK: jal takes
; CHECK-NOT: subu $sp, $sp
; CHECK: addu $sp, $sp, $1
  %r = call i32 @takes(i32 1, ptr byval(%large) align 4 %from, i32 2)
  %s = add i32 %r, %kept
  ret i32 %s
}
