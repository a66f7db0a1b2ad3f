# RUN: llvm-mc %s -triple=sparc-cm5-elf -mattr=+xnet -show-encoding | FileCheck %s
# RUN: llvm-mc %s -triple=sparc-cm5-elf -mattr=+xnet -filetype=obj -o %t
# RUN: llvm-objdump -d --no-show-raw-insn %t | FileCheck %s --check-prefix=DIS
# RUN: not llvm-mc %s -triple=sparc-cm5-elf -filetype=obj -o /dev/null

# docs/cm5-xnet.md
        send4   %g1, %g2        ! CHECK: send4 %g1, %g2 ! encoding: [0x81,0xb8,0x40,0x82]
                                ! DIS: send4 %g1, %g2
        send2h  %l0, %o0        ! CHECK: send2h %l0, %o0 ! encoding: [0x81,0xbc,0x02,0x48]
                                ! DIS-NEXT: send2h %l0, %o0
        rdni    %n19, %o0       ! CHECK: rdni %n19, %o0 ! encoding: [0x91,0xb4,0xc0,0x20]
                                ! DIS-NEXT: rdni %n19, %o0
        wrni    %i3, %n27       ! CHECK: wrni %i3, %n27 ! encoding: [0xb7,0xb6,0xc0,0x40]
                                ! DIS-NEXT: wrni %i3, %n27
        send3v  %o1, %g2, %c31  ! CHECK: send3v %o1, %g2, %c31 ! encoding: [0xbf,0xba,0x41,0x62]
                                ! DIS-NEXT: send3v %o1, %g2, %c31
        send0hv %l0, %o0, %c1   ! CHECK: send0hv %l0, %o0, %c1 ! encoding: [0x83,0xbc,0x03,0x08]
                                ! DIS-NEXT: send0hv %l0, %o0, %c1
        mcst1   %g1, %g2        ! CHECK: mcst1 %g1, %g2 ! encoding: [0x81,0xb8,0x44,0x22]
                                ! DIS-NEXT: mcst1 %g1, %g2
        mcst4h  %g1, %g2        ! CHECK: mcst4h %g1, %g2 ! encoding: [0x81,0xb8,0x46,0x82]
                                ! DIS-NEXT: mcst4h %g1, %g2
        mcst2v  %g1, %g2, %c7   ! CHECK: mcst2v %g1, %g2, %c7 ! encoding: [0x8f,0xb8,0x45,0x42]
                                ! DIS-NEXT: mcst2v %g1, %g2, %c7
        mcst2hv %g1, %g2, %c7   ! CHECK: mcst2hv %g1, %g2, %c7 ! encoding: [0x8f,0xb8,0x47,0x42]
                                ! DIS-NEXT: mcst2hv %g1, %g2, %c7
        ld      [%o0+8], %c4    ! CHECK: ld [%o0+8], %c4 ! encoding: [0xc9,0x82,0x20,0x08]
                                ! DIS-NEXT: ld [%o0+8], %c4
        st      %c4, [%o0+%o1]  ! CHECK: st %c4, [%o0+%o1] ! encoding: [0xc9,0xa2,0x00,0x09]
                                ! DIS-NEXT: st %c4, [%o0+%o1]
        hret                    ! CHECK: hret ! encoding: [0x81,0xb0,0x00,0x60]
                                ! DIS-NEXT: hret
