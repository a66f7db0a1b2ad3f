; RUN: %llc_t1 -O2 -mattr=+reserve-s0,+reserve-s3 < %s | FileCheck %s
; RUN: not %llc_t1 -O2 < %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FREE

; A register that the program reserved is a variable that code and handlers share: nobody else uses it, nobody saves it.

; FREE: LLVM ERROR: register $16 must be reserved to be a global variable
; FREE-NOT: Stack dump

declare i32 @llvm.read_register.i32(metadata)
declare void @llvm.write_register.i32(metadata, i32)
declare void @other()
!0 = !{!"$16"}
!1 = !{!"$28"}

define void @handler(i32 %v) nounwind "xnet-handler" {
; CHECK-LABEL: handler:
; CHECK-NOT: sw
; CHECK: addu $16, $16, $4
; CHECK-NEXT: hret
  %old = call i32 @llvm.read_register.i32(metadata !0)
  %new = add i32 %old, %v
  call void @llvm.write_register.i32(metadata !0, i32 %new)
  ret void
}

define void @handler_gp(i32 %v) nounwind "xnet-handler" {
; CHECK-LABEL: handler_gp:
; CHECK-NOT: sw
; CHECK: addu $gp, $gp, $4
; CHECK-NEXT: hret
  %old = call i32 @llvm.read_register.i32(metadata !1)
  %new = add i32 %old, %v
  call void @llvm.write_register.i32(metadata !1, i32 %new)
  ret void
}

; Ten values that live over a call: $16 and $19 are not among their registers.
define i32 @pressure(ptr %p) nounwind {
; CHECK-LABEL: pressure:
; CHECK-NOT: {{\$(16|19)}}
; CHECK: .end pressure
  %p1 = getelementptr i32, ptr %p, i32 1
  %p2 = getelementptr i32, ptr %p, i32 2
  %p3 = getelementptr i32, ptr %p, i32 3
  %p4 = getelementptr i32, ptr %p, i32 4
  %p5 = getelementptr i32, ptr %p, i32 5
  %p6 = getelementptr i32, ptr %p, i32 6
  %p7 = getelementptr i32, ptr %p, i32 7
  %p8 = getelementptr i32, ptr %p, i32 8
  %v0 = load volatile i32, ptr %p
  %v1 = load volatile i32, ptr %p1
  %v2 = load volatile i32, ptr %p2
  %v3 = load volatile i32, ptr %p3
  %v4 = load volatile i32, ptr %p4
  %v5 = load volatile i32, ptr %p5
  %v6 = load volatile i32, ptr %p6
  %v7 = load volatile i32, ptr %p7
  %v8 = load volatile i32, ptr %p8
  call void @other()
  %s1 = add i32 %v0, %v1
  %s2 = xor i32 %s1, %v2
  %s3 = add i32 %s2, %v3
  %s4 = xor i32 %s3, %v4
  %s5 = add i32 %s4, %v5
  %s6 = xor i32 %s5, %v6
  %s7 = add i32 %s6, %v7
  %s8 = xor i32 %s7, %v8
  ret i32 %s8
}
