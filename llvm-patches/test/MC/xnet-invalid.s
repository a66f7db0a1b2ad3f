# RUN: not llvm-mc %s %mips2 -mattr=+xnet 2>&1 | FileCheck %s

        send6   $8, $9          # CHECK: [[#@LINE]]:9: error: unknown instruction
        send6h  $8, $9          # CHECK: [[#@LINE]]:9: error: unknown instruction
        send2   $8              # CHECK: [[#@LINE]]:9: error: too few operands for instruction
        send2   $8, $9, $10     # CHECK: [[#@LINE]]:25: error: invalid operand for instruction
        send2   $8, 9           # CHECK: [[#@LINE]]:21: error: invalid operand for instruction
        send2   $f0, $9         # CHECK: [[#@LINE]]:17: error: invalid operand for instruction
        send2   $8, $32         # CHECK: [[#@LINE]]:21: error: invalid register number
        hret    $31             # CHECK: [[#@LINE]]:17: error: invalid operand for instruction
        cfc2    $1              # CHECK: [[#@LINE]]:9: error: too few operands for instruction
        cfc2    $1, 19          # CHECK: [[#@LINE]]:21: error: invalid operand for instruction
        ctc2    19, $1          # CHECK: [[#@LINE]]:17: error: invalid operand for instruction
        cfc2    $1, $32         # CHECK: [[#@LINE]]:21: error: invalid register number
        bc2f    $8, 4           # CHECK: [[#@LINE]]:17: error: invalid operand for instruction
        bc2f    2               # CHECK: [[#@LINE]]:9: error: branch to misaligned address
        bc2t    131072          # CHECK: [[#@LINE]]:9: error: branch target out of range
        bc2fl   -131076         # CHECK: [[#@LINE]]:9: error: branch target out of range
