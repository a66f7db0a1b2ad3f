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
        hret                    ! CHECK: hret ! encoding: [0x81,0xb0,0x00,0x60]
                                ! DIS-NEXT: hret
