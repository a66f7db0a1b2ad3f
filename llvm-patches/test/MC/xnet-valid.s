# RUN: llvm-mc %s %mips2 -mattr=+xnet -show-encoding | FileCheck %s
# RUN: llvm-mc %s %mips2 -mattr=+xnet -filetype=obj -o %t
# RUN: llvm-objdump -d --no-show-raw-insn %t | FileCheck %s --check-prefix=DIS

# CSD-94-823 A.4-A.7. No --mattr for llvm-objdump: it is a MIPS-II.

        .set noreorder

# A.6: SENDn handler, destination
        send0   $8, $9          # CHECK: send0 $8, $9 # encoding: [0x4a,0x08,0x48,0x20]
        send1   $8, $9          # CHECK: send1 $8, $9 # encoding: [0x4a,0x28,0x48,0x20]
        send2   $8, $9          # CHECK: send2 $8, $9 # encoding: [0x4a,0x48,0x48,0x20]
        send3   $8, $9          # CHECK: send3 $8, $9 # encoding: [0x4a,0x68,0x48,0x20]
        send4   $8, $9          # CHECK: send4 $8, $9 # encoding: [0x4a,0x88,0x48,0x20]
        send5   $8, $9          # CHECK: send5 $8, $9 # encoding: [0x4a,0xa8,0x48,0x20]
        send0h  $2, $31         # CHECK: send0h $2, $ra # encoding: [0x4a,0x02,0xf8,0x22]
        send1h  $2, $31         # CHECK: send1h $2, $ra # encoding: [0x4a,0x22,0xf8,0x22]
        send2h  $2, $31         # CHECK: send2h $2, $ra # encoding: [0x4a,0x42,0xf8,0x22]
        send3h  $2, $31         # CHECK: send3h $2, $ra # encoding: [0x4a,0x62,0xf8,0x22]
        send4h  $2, $31         # CHECK: send4h $2, $ra # encoding: [0x4a,0x82,0xf8,0x22]
        send5h  $2, $31         # CHECK: send5h $2, $ra # encoding: [0x4a,0xa2,0xf8,0x22]
# A.7
        hret                    # CHECK: hret # encoding: [0x4a,0x00,0x00,0x1c]
# A.4
        cfc2    $1, $19         # CHECK: cfc2 $1, $19 # encoding: [0x48,0x41,0x98,0x00]
        cfc2    $31, $25        # CHECK: cfc2 $ra, $25 # encoding: [0x48,0x5f,0xc8,0x00]
        ctc2    $4, $18         # CHECK: ctc2 $4, $18 # encoding: [0x48,0xc4,0x90,0x00]
        ctc2    $0, $7          # CHECK: ctc2 $zero, $7 # encoding: [0x48,0xc0,0x38,0x00]
# A.5
        bc2f    8               # CHECK: bc2f 8 # encoding: [0x49,0x00,0x00,0x02]
        nop
        bc2t    -4              # CHECK: bc2t -4 # encoding: [0x49,0x01,0xff,0xff]
        nop
        bc2fl   131068          # CHECK: bc2fl 131068 # encoding: [0x49,0x02,0x7f,0xff]
        nop
        bc2tl   -131072         # CHECK: bc2tl -131072 # encoding: [0x49,0x03,0x80,0x00]
        nop
back:
        bc2f    back            # CHECK: bc2f back # encoding: [0x49,0x00,A,A]
        nop                     # CHECK: fixup A - offset: 0, value: back-4, kind: fixup_Mips_PC16

# DIS:      send0 $8, $9
# DIS-NEXT: send1 $8, $9
# DIS-NEXT: send2 $8, $9
# DIS-NEXT: send3 $8, $9
# DIS-NEXT: send4 $8, $9
# DIS-NEXT: send5 $8, $9
# DIS-NEXT: send0h $2, $ra
# DIS-NEXT: send1h $2, $ra
# DIS-NEXT: send2h $2, $ra
# DIS-NEXT: send3h $2, $ra
# DIS-NEXT: send4h $2, $ra
# DIS-NEXT: send5h $2, $ra
# DIS-NEXT: hret
# DIS-NEXT: cfc2 $1, $19
# DIS-NEXT: cfc2 $ra, $25
# DIS-NEXT: ctc2 $4, $18
# DIS-NEXT: ctc2 $zero, $7
# DIS-NEXT: bc2f 0x50
# DIS:      bc2t 0x4c
# DIS:      bc2fl
# DIS:      bc2tl
# DIS:      bc2f 0x64 <back>
