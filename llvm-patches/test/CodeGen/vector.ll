; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O0 %s -o - | FileCheck %s --check-prefix=ANY
; RUN: %llc_t1 -O2 -frame-pointer=all %s -o - | FileCheck %s --check-prefix=ANY

declare void @llvm.xnet.vector.lwv(i32 immarg, ptr)
declare void @llvm.xnet.vector.swv(i32 immarg, ptr)
declare i32 @llvm.xnet.vector.send5v(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5h(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst1v(i32, ptr, i32 immarg, i32)
declare void @use(ptr)

@data = global [64 x i32] zeroinitializer

; The address is base and offset, as in a scalar access.
; CHECK-LABEL: addresses:
; CHECK:       lw.v $vr4, 0($4)
; CHECK-NEXT:  sw.v $vr31, 128($4)
; CHECK:       lui $[[H:[0-9]+]], %hi(data)
; CHECK:       lw.v $vr0, %lo(data)($[[H]])
define void @addresses(ptr %p) {
  call void @llvm.xnet.vector.lwv(i32 4, ptr %p)
  %next = getelementptr i32, ptr %p, i32 32
  call void @llvm.xnet.vector.swv(i32 31, ptr %next)
  call void @llvm.xnet.vector.lwv(i32 0, ptr @data)
  ret void
}

; In the frame; and where the frame is too large for the offset.
; CHECK-LABEL: frame:
; CHECK:       lw.v $vr2, {{[0-9]+}}($sp)
; CHECK:       sw.v $vr3, {{[0-9]+}}($sp)
; ANY-LABEL:   frame:
; ANY:         lw.v $vr2, {{[0-9]+}}(${{sp|fp|[0-9]+}})
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
; CHECK:       addu $[[A:[0-9]+]], $sp, $
; CHECK:       lw.v $vr2, {{-?[0-9]+}}($[[A]])
define void @large_frame() {
  %x = alloca [32 x i32]
  %y = alloca [20000 x i32]
  call void @use(ptr %y)
  call void @llvm.xnet.vector.lwv(i32 2, ptr %x)
  ret void
}

; No load or store moves across them: a store before is made, one after is not
; yet, and what was loaded before is loaded again.
; CHECK-LABEL: order:
; CHECK-DAG:   lw $[[X:[0-9]+]], 0($4)
; CHECK-DAG:   sw ${{[0-9]+}}, 4($4)
; CHECK:       lw.v $vr1, 0($4)
; CHECK:       sw ${{[0-9]+}}, 4($4)
; CHECK:       sw.v $vr1, 0($4)
; CHECK:       lw ${{[0-9]+}}, 0($4)
; CHECK:       jr $ra
define i32 @order(ptr %p) {
  %q = getelementptr i32, ptr %p, i32 1
  %x = load i32, ptr %p
  store i32 5, ptr %q
  call void @llvm.xnet.vector.lwv(i32 1, ptr %p)
  store i32 6, ptr %q
  call void @llvm.xnet.vector.swv(i32 1, ptr %p)
  %y = load i32, ptr %p
  %sum = add i32 %x, %y
  ret i32 %sum
}

; Five words and a vector: the fifth goes through $29.
; CHECK-LABEL: five:
; CHECK:       [[LOOP:\$BB[0-9_]+]]:
; CHECK:       move $[[SAVE:[0-9]+]], $sp
; CHECK-NEXT:  move $sp, ${{[0-9]+}}
; CHECK-NEXT:  send5.v ${{[0-9]+}}, ${{[0-9]+}}, $vr4
; CHECK-NEXT:  move $sp, $[[SAVE]]
; CHECK-NEXT:  bc2f [[LOOP]]
; CHECK:       move $[[SAVE:[0-9]+]], $sp
; CHECK-NEXT:  move $sp, ${{[0-9]+}}
; CHECK-NEXT:  mcst5h ${{[0-9]+}}, ${{[0-9]+}}{{$}}
; CHECK-NEXT:  move $sp, $[[SAVE]]
; CHECK-NEXT:  cfc2
define i32 @five(i32 %dest, ptr %handler, i32 %a) {
entry:
  br label %loop
loop:
  %ok = call i32 @llvm.xnet.vector.send5v(i32 %dest, ptr %handler, i32 4, i32 %a, i32 2, i32 3, i32 4, i32 5)
  %no = icmp eq i32 %ok, 0
  br i1 %no, label %loop, label %done
done:
  %flag = call i32 @llvm.xnet.multicast.mcst5h(i32 %dest, ptr %handler, i32 %a, i32 2, i32 3, i32 4, i32 5)
  ret i32 %flag
}

; The branch on nicond has its slot.
; CHECK-LABEL: retry:
; CHECK:       [[LOOP:\$BB[0-9_]+]]:
; CHECK:       mcst1.v ${{[0-9]+}}, ${{[0-9]+}}, $vr31
; CHECK-NEXT:  nop
; CHECK-NEXT:  bc2f [[LOOP]]
define void @retry(i32 %dest, ptr %handler, i32 %a) {
entry:
  br label %loop
loop:
  %ok = call i32 @llvm.xnet.multicast.mcst1v(i32 %dest, ptr %handler, i32 31, i32 %a)
  %no = icmp eq i32 %ok, 0
  br i1 %no, label %loop, label %done
done:
  ret void
}
