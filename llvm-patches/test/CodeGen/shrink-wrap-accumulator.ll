; RUN: llc -O2 -mtriple=mips-unknown-elf -mcpu=mips2 -mattr=+soft-float,+noabicalls < %s | FileCheck %s

; A quotient and a remainder live across calls: HI and LO are copied, which determineCalleeSaves() expands. Shrink wrapping
; would split the block of the epilogue here, and crashed at the virtual registers of that (stock LLVM 19.1.7 does).

; CHECK-LABEL: main:
; CHECK: addiu $sp, $sp, -
; CHECK: div
; CHECK: jr $ra
define i32 @main(i32 %0, i1 %1, ptr %2, i32 %3, i1 %4, ptr %where) {
  br i1 %1, label %6, label %14

6:                                                ; preds = %5
  %7 = load volatile i32, ptr null, align 4
  %8 = tail call i32 null(ptr null)
  %9 = load ptr, ptr null, align 4
  %10 = tail call i32 null(ptr %9)
  %11 = select i1 %4, i32 0, i32 %3
  store i32 %11, ptr null, align 4
  store i32 0, ptr %where, align 4
  store i32 %10, ptr null, align 4
  %12 = tail call i32 @llvm.smin.i32(i32 %0, i32 0)
  %13 = select i1 %1, i32 0, i32 %12
  br label %14

14:                                               ; preds = %6, %5
  %15 = phi i32 [ %13, %6 ], [ 0, %5 ]
  store i32 %15, ptr null, align 4
  %16 = srem i32 1, %0
  br i1 %1, label %19, label %17

17:                                               ; preds = %14
  %18 = srem i32 1, %0
  br label %19

19:                                               ; preds = %17, %14
  %20 = phi i32 [ 0, %14 ], [ %18, %17 ]
  store i32 %20, ptr null, align 4
  br label %21

21:                                               ; preds = %21, %19
  %22 = tail call i32 null(i32 %16, ptr null, i32 0)
  br i1 %1, label %21, label %23

23:                                               ; preds = %21
  ret i32 0
}
declare i32 @llvm.smin.i32(i32, i32)
