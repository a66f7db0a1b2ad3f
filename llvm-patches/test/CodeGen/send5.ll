; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O0 %s -o - | FileCheck %s --check-prefix=ANY
; RUN: %llc_t1 -O2 -frame-pointer=all %s -o - | FileCheck %s --check-prefix=ANY

; SEND5 takes $29. A function that has it as stack pointer puts it aside; the
; restore is the instruction between SEND and BC2F, and is done on both paths.

declare i32 @llvm.xnet.send5(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.send5h(i32, ptr, i32, i32, i32, i32, i32)
declare void @use(ptr)

; CHECK-LABEL: with_frame:
; CHECK:       addiu $sp, $sp, -[[SIZE:[0-9]+]]
; CHECK:       jal use
; CHECK:       [[LOOP:\$BB[0-9_]+]]:
; CHECK:       move $[[SAVE:[0-9]+]], $sp
; CHECK-NEXT:  move $sp, ${{[0-9]+}}
; CHECK-NEXT:  send5 ${{[0-9]+}}, ${{[0-9]+}}
; CHECK-NEXT:  move $sp, $[[SAVE]]
; CHECK-NEXT:  bc2f [[LOOP]]
; CHECK:       jal use
; CHECK:       addiu $sp, $sp, [[SIZE]]
; ANY-LABEL:   with_frame:
; ANY:         move $[[SAVE:[0-9]+]], $sp
; ANY-NEXT:    move $sp, $[[WORD:[0-9]+]]
; ANY-NEXT:    send5 ${{[0-9]+}}, ${{[0-9]+}}
; ANY-NEXT:    move $sp, $[[SAVE]]
define void @with_frame(i32 %dest, ptr %handler) {
entry:
  %x = alloca [4 x i32]
  call void @use(ptr %x)
  br label %loop
loop:
  %a = load i32, ptr %x
  %ok = call i32 @llvm.xnet.send5(i32 %dest, ptr %handler, i32 %a, i32 2, i32 3, i32 4, i32 5)
  %no = icmp eq i32 %ok, 0
  br i1 %no, label %loop, label %done
done:
  call void @use(ptr %x)
  ret void
}

; The value of the flag is read after the restore.
; CHECK-LABEL: value:
; CHECK:       send5h
; CHECK-NEXT:  move $sp, $
; CHECK-NEXT:  cfc2
define i32 @value(i32 %dest, ptr %handler, i32 %a) {
  %ok = call i32 @llvm.xnet.send5h(i32 %dest, ptr %handler, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret i32 %ok
}

; The fifth word may be an address in the frame: taken before $29 changes.
; CHECK-LABEL: own_address:
; CHECK:       addiu $[[A:[0-9]+]], $sp, {{[0-9]+}}
; CHECK:       move $[[SAVE:[0-9]+]], $sp
; CHECK-NEXT:  move $sp, $[[A]]
; CHECK-NEXT:  send5
; CHECK-NEXT:  move $sp, $[[SAVE]]
define void @own_address(i32 %dest, ptr %handler) {
  %x = alloca i32
  %p = ptrtoint ptr %x to i32
  store volatile i32 1, ptr %x
  call i32 @llvm.xnet.send5(i32 %dest, ptr %handler, i32 1, i32 2, i32 3, i32 4, i32 %p)
  ret void
}
