# RUN: not llvm-mc %s %mips2 -mattr=+xnet 2>&1 | FileCheck %s

        send6.v $8, $9, $vr4    # CHECK: [[#@LINE]]:9: error: unknown instruction
        mcst6   $8, $9          # CHECK: [[#@LINE]]:9: error: unknown instruction
        mcst7h.v $8, $9, $vr4   # CHECK: [[#@LINE]]:9: error: unknown instruction
        send5.v $8, $9          # CHECK: [[#@LINE]]:9: error: too few operands for instruction
        mcst2   $8, $9, $vr4    # CHECK: [[#@LINE]]:25: error:
        send5.v $8, $9, $10     # CHECK: [[#@LINE]]:25: error: expected a vector register, $vr0 to $vr31
        send5.v $8, $9, 4       # CHECK: [[#@LINE]]:25: error: expected a vector register, $vr0 to $vr31
        send5.v $8, $9, $vr32   # CHECK: [[#@LINE]]:25: error: expected a vector register, $vr0 to $vr31
        send5.v $8, $9, $vr04   # CHECK: [[#@LINE]]:25: error: expected a vector register, $vr0 to $vr31
        send5.v $8, $9, $vr     # CHECK: [[#@LINE]]:25: error: expected a vector register, $vr0 to $vr31
        lw.v    $4, 0($5)       # CHECK: [[#@LINE]]:17: error: expected a vector register, $vr0 to $vr31
        lw.v    $vr4, $5        # CHECK: [[#@LINE]]:33: error: ')' expected
        lw.v    $vr4, 32768($5) # CHECK: [[#@LINE]]:23: error: expected memory with 16-bit signed offset
        sw.v    $vr4, -32769($5) # CHECK: [[#@LINE]]:23: error: expected memory with 16-bit signed offset
