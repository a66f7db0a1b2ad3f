# REQUIRES: sp2
# RUN: llvm-mc %s -triple=powerpc-sp2-elf -mattr=+xnet -show-encoding | FileCheck %s
# RUN: llvm-mc %s -triple=powerpc-sp2-elf -mattr=+xnet -filetype=obj -o %t
# RUN: llvm-objdump -d --no-show-raw-insn --mattr=+xnet %t | FileCheck %s --check-prefix=DIS
# RUN: not llvm-mc %s -triple=powerpc-sp2-elf -filetype=obj -o /dev/null

# docs/sp2-xnet.md
        send4.  9, 10           # CHECK: send4. 9, 10 # encoding: [0x14,0x09,0x54,0x41]
                                # DIS: send4. 9, 10
        send2h. 0, 31           # CHECK: send2h. 0, 31 # encoding: [0x14,0x00,0xfa,0x45]
                                # DIS-NEXT: send2h. 0, 31
        mfxr    3, 19           # CHECK: mfxr 3, 19 # encoding: [0x14,0x73,0x00,0x04]
                                # DIS-NEXT: mfxr 3, 19
        mtxr    23, 8           # CHECK: mtxr 23, 8 # encoding: [0x15,0x17,0x00,0x0c]
                                # DIS-NEXT: mtxr 23, 8
        hret                    # CHECK: hret # encoding: [0x14,0x00,0x00,0x38]
                                # DIS-NEXT: hret
