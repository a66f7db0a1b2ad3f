# RUN: llvm-mc %s %mips2 -mattr=+xnet -show-encoding | FileCheck %s
# RUN: llvm-mc %s %mips2 -mattr=+xnet -filetype=obj -o %t
# RUN: llvm-objdump -d --no-show-raw-insn %t | FileCheck %s --check-prefix=DIS

# CSD-94-823 A.6 with a vector register, A.8, and the vector loads and stores.

        .set noreorder

# Figure 18: handler, destination, vector
        send5.v $8, $9, $vr4    # CHECK: send5.v $8, $9, $vr4 # encoding: [0x4a,0xa8,0x49,0x21]
        send0.v $2, $31, $vr5   # CHECK: send0.v $2, $ra, $vr5 # encoding: [0x4a,0x02,0xf9,0x61]
        send1.v $2, $31, $vr12  # CHECK: send1.v $2, $ra, $vr12 # encoding: [0x4a,0x22,0xfb,0x21]
        send2.v $2, $31, $vr19  # CHECK: send2.v $2, $ra, $vr19 # encoding: [0x4a,0x42,0xfc,0xe1]
        send3.v $2, $31, $vr26  # CHECK: send3.v $2, $ra, $vr26 # encoding: [0x4a,0x62,0xfe,0xa1]
        send4.v $2, $31, $vr1   # CHECK: send4.v $2, $ra, $vr1 # encoding: [0x4a,0x82,0xf8,0x61]
        send5.v $2, $31, $vr7   # CHECK: send5.v $2, $ra, $vr7 # encoding: [0x4a,0xa2,0xf9,0xe1]
        send0h.v $2, $31, $vr10  # CHECK: send0h.v $2, $ra, $vr10 # encoding: [0x4a,0x02,0xfa,0xa3]
        send1h.v $2, $31, $vr17  # CHECK: send1h.v $2, $ra, $vr17 # encoding: [0x4a,0x22,0xfc,0x63]
        send2h.v $2, $31, $vr24  # CHECK: send2h.v $2, $ra, $vr24 # encoding: [0x4a,0x42,0xfe,0x23]
        send3h.v $2, $31, $vr31  # CHECK: send3h.v $2, $ra, $vr31 # encoding: [0x4a,0x62,0xff,0xe3]
        send4h.v $2, $31, $vr6   # CHECK: send4h.v $2, $ra, $vr6 # encoding: [0x4a,0x82,0xf9,0xa3]
        send5h.v $2, $31, $vr12  # CHECK: send5h.v $2, $ra, $vr12 # encoding: [0x4a,0xa2,0xfb,0x23]
        mcst0   $2, $31         # CHECK: mcst0 $2, $ra # encoding: [0x4a,0x02,0xf8,0x24]
        mcst1   $2, $31         # CHECK: mcst1 $2, $ra # encoding: [0x4a,0x22,0xf8,0x24]
        mcst2   $2, $31         # CHECK: mcst2 $2, $ra # encoding: [0x4a,0x42,0xf8,0x24]
        mcst3   $2, $31         # CHECK: mcst3 $2, $ra # encoding: [0x4a,0x62,0xf8,0x24]
        mcst4   $2, $31         # CHECK: mcst4 $2, $ra # encoding: [0x4a,0x82,0xf8,0x24]
        mcst5   $2, $31         # CHECK: mcst5 $2, $ra # encoding: [0x4a,0xa2,0xf8,0x24]
        mcst0.v $2, $31, $vr5   # CHECK: mcst0.v $2, $ra, $vr5 # encoding: [0x4a,0x02,0xf9,0x65]
        mcst1.v $2, $31, $vr12  # CHECK: mcst1.v $2, $ra, $vr12 # encoding: [0x4a,0x22,0xfb,0x25]
        mcst2.v $2, $31, $vr19  # CHECK: mcst2.v $2, $ra, $vr19 # encoding: [0x4a,0x42,0xfc,0xe5]
        mcst3.v $2, $31, $vr26  # CHECK: mcst3.v $2, $ra, $vr26 # encoding: [0x4a,0x62,0xfe,0xa5]
        mcst4.v $2, $31, $vr1   # CHECK: mcst4.v $2, $ra, $vr1 # encoding: [0x4a,0x82,0xf8,0x65]
        mcst5.v $2, $31, $vr7   # CHECK: mcst5.v $2, $ra, $vr7 # encoding: [0x4a,0xa2,0xf9,0xe5]
        mcst0h  $2, $31         # CHECK: mcst0h $2, $ra # encoding: [0x4a,0x02,0xf8,0x26]
        mcst1h  $2, $31         # CHECK: mcst1h $2, $ra # encoding: [0x4a,0x22,0xf8,0x26]
        mcst2h  $2, $31         # CHECK: mcst2h $2, $ra # encoding: [0x4a,0x42,0xf8,0x26]
        mcst3h  $2, $31         # CHECK: mcst3h $2, $ra # encoding: [0x4a,0x62,0xf8,0x26]
        mcst4h  $2, $31         # CHECK: mcst4h $2, $ra # encoding: [0x4a,0x82,0xf8,0x26]
        mcst5h  $2, $31         # CHECK: mcst5h $2, $ra # encoding: [0x4a,0xa2,0xf8,0x26]
        mcst0h.v $2, $31, $vr10  # CHECK: mcst0h.v $2, $ra, $vr10 # encoding: [0x4a,0x02,0xfa,0xa7]
        mcst1h.v $2, $31, $vr17  # CHECK: mcst1h.v $2, $ra, $vr17 # encoding: [0x4a,0x22,0xfc,0x67]
        mcst2h.v $2, $31, $vr24  # CHECK: mcst2h.v $2, $ra, $vr24 # encoding: [0x4a,0x42,0xfe,0x27]
        mcst3h.v $2, $31, $vr31  # CHECK: mcst3h.v $2, $ra, $vr31 # encoding: [0x4a,0x62,0xff,0xe7]
        mcst4h.v $2, $31, $vr6   # CHECK: mcst4h.v $2, $ra, $vr6 # encoding: [0x4a,0x82,0xf9,0xa7]
        mcst5h.v $2, $31, $vr12  # CHECK: mcst5h.v $2, $ra, $vr12 # encoding: [0x4a,0xa2,0xfb,0x27]

# Vector register, offset, base
        lw.v    $vr4, 0($5)         # CHECK: lw.v $vr4, 0($5) # encoding: [0xc8,0xa4,0x00,0x00]
        lw.v    $vr0, -32768($2)    # CHECK: lw.v $vr0, -32768($2) # encoding: [0xc8,0x40,0x80,0x00]
        lw.v    $vr31, 32767($29)   # CHECK: lw.v $vr31, 32767($sp) # encoding: [0xcb,0xbf,0x7f,0xff]
        sw.v    $vr4, 0($5)         # CHECK: sw.v $vr4, 0($5) # encoding: [0xe8,0xa4,0x00,0x00]
        sw.v    $vr0, -32768($2)    # CHECK: sw.v $vr0, -32768($2) # encoding: [0xe8,0x40,0x80,0x00]
        sw.v    $vr31, 32767($29)   # CHECK: sw.v $vr31, 32767($sp) # encoding: [0xeb,0xbf,0x7f,0xff]
        lw.v    $vr4, %lo(data)($5)
# CHECK: lw.v $vr4, %lo(data)($5) # encoding: [0xc8,0xa4,A,A]
# CHECK: fixup A - offset: 0, value: %lo(data), kind: fixup_Mips_LO16

# DIS:      send5.v $8, $9, $vr4
# DIS-NEXT: send0.v $2, $ra, $vr5
# DIS-NEXT: send1.v $2, $ra, $vr12
# DIS-NEXT: send2.v $2, $ra, $vr19
# DIS-NEXT: send3.v $2, $ra, $vr26
# DIS-NEXT: send4.v $2, $ra, $vr1
# DIS-NEXT: send5.v $2, $ra, $vr7
# DIS-NEXT: send0h.v $2, $ra, $vr10
# DIS-NEXT: send1h.v $2, $ra, $vr17
# DIS-NEXT: send2h.v $2, $ra, $vr24
# DIS-NEXT: send3h.v $2, $ra, $vr31
# DIS-NEXT: send4h.v $2, $ra, $vr6
# DIS-NEXT: send5h.v $2, $ra, $vr12
# DIS-NEXT: mcst0 $2, $ra
# DIS-NEXT: mcst1 $2, $ra
# DIS-NEXT: mcst2 $2, $ra
# DIS-NEXT: mcst3 $2, $ra
# DIS-NEXT: mcst4 $2, $ra
# DIS-NEXT: mcst5 $2, $ra
# DIS-NEXT: mcst0.v $2, $ra, $vr5
# DIS-NEXT: mcst1.v $2, $ra, $vr12
# DIS-NEXT: mcst2.v $2, $ra, $vr19
# DIS-NEXT: mcst3.v $2, $ra, $vr26
# DIS-NEXT: mcst4.v $2, $ra, $vr1
# DIS-NEXT: mcst5.v $2, $ra, $vr7
# DIS-NEXT: mcst0h $2, $ra
# DIS-NEXT: mcst1h $2, $ra
# DIS-NEXT: mcst2h $2, $ra
# DIS-NEXT: mcst3h $2, $ra
# DIS-NEXT: mcst4h $2, $ra
# DIS-NEXT: mcst5h $2, $ra
# DIS-NEXT: mcst0h.v $2, $ra, $vr10
# DIS-NEXT: mcst1h.v $2, $ra, $vr17
# DIS-NEXT: mcst2h.v $2, $ra, $vr24
# DIS-NEXT: mcst3h.v $2, $ra, $vr31
# DIS-NEXT: mcst4h.v $2, $ra, $vr6
# DIS-NEXT: mcst5h.v $2, $ra, $vr12
# DIS-NEXT: lw.v $vr4, 0x0($5)
# DIS-NEXT: lw.v $vr0, -0x8000($2)
# DIS-NEXT: lw.v $vr31, 0x7fff($sp)
# DIS-NEXT: sw.v $vr4, 0x0($5)
# DIS-NEXT: sw.v $vr0, -0x8000($2)
# DIS-NEXT: sw.v $vr31, 0x7fff($sp)
# DIS-NEXT: lw.v $vr4, 0x0($5)
