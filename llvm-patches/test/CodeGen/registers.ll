; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O0 %s -o /dev/null

; CTC2, CFC2 with their delays (A.10), nicond as a value and as a branch, HRET.

declare i32 @llvm.xnet.read(i32 immarg)
declare void @llvm.xnet.write(i32 immarg, i32)
declare i32 @llvm.xnet.flag()
declare void @llvm.xnet.handler.return()
declare void @other()

@shared = global i32 0

; CHECK-LABEL: read:
; CHECK:       cfc2 $2, $22
; CHECK-NEXT:  jr $ra
; CHECK-NEXT:  nop
define i32 @read() {
  %r = call i32 @llvm.xnet.read(i32 22)
  ret i32 %r
}

; CHECK-LABEL: read_and_use:
; CHECK:       cfc2 $[[R:[0-9]+]], $9
; CHECK-NEXT:  nop
; CHECK-NEXT:  sw $[[R]], 0($4)
define void @read_and_use(ptr %p) {
  %r = call i32 @llvm.xnet.read(i32 9)
  store volatile i32 %r, ptr %p
  store volatile i32 %r, ptr %p
  ret void
}

; The slot of the return is far enough away.
; CHECK-LABEL: read_and_use_late:
; CHECK:       cfc2 $[[R:[0-9]+]], $9
; CHECK-NEXT:  jr $ra
; CHECK-NEXT:  addiu $2, $[[R]], 100
define i32 @read_and_use_late() nounwind {
  %r = call i32 @llvm.xnet.read(i32 9)
  %s = add i32 %r, 100
  ret i32 %s
}

; The change holds for what follows.
; CHECK-LABEL: critical:
; CHECK:       ctc2 $4, $19
; CHECK-NEXT:  nop
; CHECK-NEXT:  lui ${{.*}}%hi(shared)
; CHECK-NEXT:  lw ${{.*}}%lo(shared)
; CHECK:       sw ${{.*}}%lo(shared)
; CHECK:       ctc2 $5, $19
; CHECK-NEXT:  jr $ra
; CHECK-NEXT:  nop
define void @critical(i32 %off, i32 %on) {
  call void @llvm.xnet.write(i32 19, i32 %off)
  %v = load i32, ptr @shared
  %w = add i32 %v, 1
  store i32 %w, ptr @shared
  call void @llvm.xnet.write(i32 19, i32 %on)
  ret void
}

; CHECK-LABEL: flag:
; CHECK:       cfc2 $2, $19
; CHECK-NEXT:  nop
; CHECK-NEXT:  srl $2, $2, 30
; CHECK:       andi $2, $2, 1
define i32 @flag() {
  %f = call i32 @llvm.xnet.flag()
  ret i32 %f
}

; CHECK-LABEL: flag_branch:
; CHECK-NOT:   cfc2
; CHECK:       bc2{{[ft]}}
; CHECK-NOT:   cfc2
; CHECK:       jal other
define void @flag_branch() {
  %f = call i32 @llvm.xnet.flag()
  %no = icmp eq i32 %f, 0
  br i1 %no, label %then, label %done
then:
  call void @other()
  br label %done
done:
  ret void
}

; Writing nistat writes the flag.
; CHECK-LABEL: flag_written:
; CHECK:       cfc2
; CHECK:       ctc2
; CHECK-NOT:   bc2
; CHECK:       jal other
define void @flag_written(i32 %v) {
  %f = call i32 @llvm.xnet.flag()
  call void @llvm.xnet.write(i32 19, i32 %v)
  %no = icmp eq i32 %f, 0
  br i1 %no, label %then, label %done
then:
  call void @other()
  br label %done
done:
  ret void
}

; CHECK-LABEL: leave:
; CHECK:       sw
; CHECK:       hret
define void @leave() noreturn {
  store i32 1, ptr @shared
  call void @llvm.xnet.handler.return()
  unreachable
}
