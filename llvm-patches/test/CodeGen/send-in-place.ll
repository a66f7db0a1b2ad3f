; RUN: %llc_t1 -O2 < %s | FileCheck %s

; A send moves nothing: words are loaded where it takes them, arguments stay where they are, and a refused send is tried again
; with nothing but the branch.

declare i32 @llvm.xnet.send4(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.send2(i32, ptr, i32, i32)
declare void @h(i32,i32,i32,i32)
; CHECK-LABEL: loaded:
; CHECK-DAG:   lw $4, 0($4)
; CHECK-DAG:   lw $5, 4($4)
; CHECK-DAG:   lw $6, 8($4)
; CHECK-DAG:   lw $7, 12($4)
; CHECK:       [[LOOP:\$BB[0-9_]+]]:
; CHECK:       send4 ${{[0-9]+}}, ${{[0-9]+}}
; CHECK-NEXT:  nop
; CHECK-NEXT:  bc2f [[LOOP]]
; CHECK-NEXT:  nop
define void @loaded(ptr %p, i32 %d) nounwind {
entry:
  %p1 = getelementptr i32, ptr %p, i32 1
  %p2 = getelementptr i32, ptr %p, i32 2
  %p3 = getelementptr i32, ptr %p, i32 3
  %a = load i32, ptr %p
  %b = load i32, ptr %p1
  %c = load i32, ptr %p2
  %e = load i32, ptr %p3
  br label %l
l:
  %s = call i32 @llvm.xnet.send4(i32 %d, ptr @h, i32 %a, i32 %b, i32 %c, i32 %e)
  %n = icmp eq i32 %s, 0
  br i1 %n, label %l, label %x
x:
  ret void
}

; CHECK-LABEL: forwarded:
; CHECK-NOT:   move
; CHECK:       send2 ${{[0-9]+}}, $6
; CHECK-NEXT:  nop
; CHECK-NEXT:  bc2f
; CHECK-NEXT:  nop
; CHECK:       jr $ra
define void @forwarded(i32 %a, i32 %b, i32 %d) nounwind {
entry:
  br label %l
l:
  %s = call i32 @llvm.xnet.send2(i32 %d, ptr @h, i32 %a, i32 %b)
  %n = icmp eq i32 %s, 0
  br i1 %n, label %l, label %x
x:
  ret void
}
