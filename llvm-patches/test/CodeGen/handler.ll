; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O2 -filetype=obj %s -o %t
; RUN: llvm-objdump -d %t | FileCheck %s --check-prefix=OBJ

; Message handlers: $4-$8 and $29 are theirs, the rest is saved where they clobber
; it, on the stack whose base is in $9. They end in HRET.

@shared = global i32 0
@table = global [4 x i32] zeroinitializer

declare void @callee(i32, i32)
declare i32 @llvm.xnet.send1(i32, ptr, i32)
declare i32 @llvm.xnet.send5(i32, ptr, i32, i32, i32, i32, i32)

; No frame, nothing saved.
; CHECK-LABEL: leaf:
; CHECK:       # %bb.0:
; CHECK-NOT:   $sp
; CHECK:       lui $[[A:[4-8]]], %hi(shared)
; CHECK-NOT:   $sp
; CHECK:       sw ${{[4-8]}}, %lo(shared)
; CHECK-NEXT:  hret
; CHECK-NEXT:  .set
; OBJ-LABEL:   <leaf>:
; OBJ:         4a 00 00 1c  	hret
define void @leaf(i32 %a, i32 %b) nounwind "xnet-handler" {
  %v = load i32, ptr @shared
  %s = add i32 %a, %b
  %t = add i32 %s, %v
  store i32 %t, ptr @shared
  ret void
}

; CHECK-LABEL: empty:
; CHECK:       # %bb.0:
; CHECK-NEXT:  hret
define void @empty() nounwind "xnet-handler" {
  ret void
}

; The fifth word moves first; the frame is on the level's stack; $29 is not
; restored.
; CHECK-LABEL: five:
; CHECK:       # %bb.0:
; CHECK-NEXT:  move $8, $sp
; CHECK-NEXT:  lui
; CHECK-NOT:   $9
; CHECK:       hret
define void @five(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) nounwind "xnet-handler" {
  store volatile i32 %a, ptr @shared
  store volatile i32 %e, ptr @shared
  ret void
}

; An unused fifth word is left where it is.
; CHECK-LABEL: five_unused:
; CHECK-NOT:   move
; CHECK:       hret
define void @five_unused(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) nounwind "xnet-handler" {
  store i32 %a, ptr @shared
  ret void
}

; A call: all that it may clobber is saved, $9 included, HI and LO through a
; register that has been saved. The fifth word survives all of that.
; CHECK-LABEL: calls:
; CHECK:       move $8, $sp
; CHECK-NEXT:  addiu $sp, $9, -[[SIZE:[0-9]+]]
; CHECK-NOT:   {{sw|sb|sh}} ${{[4-8]}},
; CHECK-DAG:   sw $ra, [[RA:[0-9]+]]($sp)
; CHECK-DAG:   sw $25,
; CHECK-DAG:   sw $10,
; CHECK-DAG:   sw $9, [[BASE:[0-9]+]]($sp)
; CHECK-DAG:   sw $3,
; CHECK-DAG:   sw $2, [[V0:[0-9]+]]($sp)
; CHECK-DAG:   sw $1,
; CHECK:       mflo $2
; CHECK-NEXT:  sw $2, [[LO:[0-9]+]]($sp)
; CHECK-NEXT:  mfhi $2
; CHECK-NEXT:  sw $2, [[HI:[0-9]+]]($sp)
; CHECK-NOT:   $16
; CHECK:       jal callee
; CHECK:       lw $2, [[HI]]($sp)
; CHECK-NEXT:  mthi $2
; CHECK-NEXT:  lw $2, [[LO]]($sp)
; CHECK-NEXT:  mtlo $2
; CHECK:       lw $2, [[V0]]($sp)
; CHECK:       lw $9, [[BASE]]($sp)
; CHECK:       lw $ra, [[RA]]($sp)
; CHECK-NOT:   addiu $sp
; CHECK:       hret
define void @calls(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) nounwind "xnet-handler" {
  call void @callee(i32 %a, i32 %e)
  ret void
}

; No tail call, however it is asked for.
; CHECK-LABEL: no_tail:
; CHECK:       jal
; CHECK:       hret
define void @no_tail(i32 %a, i32 %b) nounwind "xnet-handler" {
  tail call void @local(i32 %a, i32 %b)
  ret void
}

define internal void @local(i32 %a, i32 %b) noinline {
  store volatile i32 %a, ptr @shared
  ret void
}

; Multiplication alone: HI and LO, nothing of a call.
; CHECK-LABEL: multiplies:
; CHECK:       addiu $sp, $9, -
; CHECK:       sw $2,
; CHECK:       mflo $2
; CHECK:       mfhi $2
; CHECK-NOT:   sw $ra
; CHECK:       mult
; CHECK:       mthi $2
; CHECK:       mtlo $2
; CHECK:       lw $2,
; CHECK-NEXT:  hret
define void @multiplies(i32 %a, i32 %b) nounwind "xnet-handler" {
  %p = mul i32 %a, %b
  store i32 %p, ptr @shared
  ret void
}

; A frame for a local array.
; CHECK-LABEL: local_array:
; CHECK:       addiu $sp, $9, -
; CHECK-NOT:   lw $sp
; CHECK:       hret
define void @local_array(i32 %i) nounwind "xnet-handler" {
  %x = alloca [4 x i32]
  %p = getelementptr [4 x i32], ptr %x, i32 0, i32 %i
  store volatile i32 1, ptr %p
  %v = load volatile i32, ptr %x
  store i32 %v, ptr @shared
  ret void
}

; Inline assembly may expand macros, which clobber $1.
; CHECK-LABEL: assembly:
; CHECK:       sw $1,
; CHECK:       #APP
; CHECK:       lw $1,
; CHECK:       hret
define void @assembly() nounwind "xnet-handler" {
  call void asm sideeffect "li $$4, 0x12345678", "~{$4},~{$1}"()
  ret void
}

; Forwarding a message of five words, without a frame when nothing is saved.
; CHECK-LABEL: forwards:
; CHECK:       move $8, $sp
; CHECK:       move $[[S:[0-9]+]], $sp
; CHECK-NEXT:  move $sp, $8
; CHECK-NEXT:  send5 ${{[0-9]+}}, $4
; CHECK-NEXT:  move $sp, $[[S]]
; CHECK-NEXT:  bc2f
; CHECK:       hret
define void @forwards(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) nounwind "xnet-handler" {
entry:
  br label %loop
loop:
  %ok = call i32 @llvm.xnet.send5(i32 %a, ptr @leaf, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e)
  %no = icmp eq i32 %ok, 0
  br i1 %no, label %loop, label %done
done:
  ret void
}

; Narrow arguments arrive as words.
; CHECK-LABEL: narrow:
; CHECK:       move $8, $sp
; CHECK:       sb $8, %lo(table)
; CHECK:       hret
define void @narrow(i8 signext %a, i16 %b, i32 %c, i32 %d, i8 zeroext %e) nounwind "xnet-handler" {
  store i8 %e, ptr @table
  ret void
}
