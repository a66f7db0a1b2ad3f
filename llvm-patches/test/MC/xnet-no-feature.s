# RUN: not llvm-mc %s %mips2 2>&1 | FileCheck %s
# RUN: not llvm-mc %s -triple=mips-unknown-elf -mcpu=mips32r6 -mattr=+xnet 2>&1 | FileCheck %s

        send0   $8, $9          # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
        send5h  $8, $9          # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
        mcst2   $8, $9          # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
        hret                    # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
        cfc2    $1, $19         # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
        ctc2    $1, $19         # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
        bc2f    8               # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
        bc2tl   8               # CHECK: [[#@LINE]]:9: error: instruction requires a CPU feature not currently enabled
