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
        send3v. 9, 10, 31       # CHECK: send3v. 9, 10, 31 # encoding: [0x17,0xe9,0x53,0x43]
                                # DIS-NEXT: send3v. 9, 10, 31
        send0hv. 0, 31, 1       # CHECK: send0hv. 0, 31, 1 # encoding: [0x14,0x20,0xf8,0x47]
                                # DIS-NEXT: send0hv. 0, 31, 1
        mcst5. 9, 10            # CHECK: mcst5. 9, 10 # encoding: [0x14,0x09,0x55,0x49]
                                # DIS-NEXT: mcst5. 9, 10
        mcst1h. 3, 4            # CHECK: mcst1h. 3, 4 # encoding: [0x14,0x03,0x21,0x4d]
                                # DIS-NEXT: mcst1h. 3, 4
        mcst4v. 3, 4, 7         # CHECK: mcst4v. 3, 4, 7 # encoding: [0x14,0xe3,0x24,0x4b]
                                # DIS-NEXT: mcst4v. 3, 4, 7
        mcst2hv. 3, 4, 0        # CHECK: mcst2hv. 3, 4, 0 # encoding: [0x14,0x03,0x22,0x4f]
                                # DIS-NEXT: mcst2hv. 3, 4, 0
        lwvx 4, 0, 3            # CHECK: lwvx 4, 0, 3 # encoding: [0x14,0x80,0x18,0x64]
                                # DIS-NEXT: lwvx 4, 0, 3
        lwvx 31, 9, 10          # CHECK: lwvx 31, 9, 10 # encoding: [0x17,0xe9,0x50,0x64]
                                # DIS-NEXT: lwvx 31, 9, 10
        stwvx 1, 1, 12          # CHECK: stwvx 1, 1, 12 # encoding: [0x14,0x21,0x60,0x74]
                                # DIS-NEXT: stwvx 1, 1, 12
        mfxr    3, 19           # CHECK: mfxr 3, 19 # encoding: [0x14,0x73,0x00,0x04]
                                # DIS-NEXT: mfxr 3, 19
        mtxr    23, 8           # CHECK: mtxr 23, 8 # encoding: [0x15,0x17,0x00,0x0c]
                                # DIS-NEXT: mtxr 23, 8
        hret                    # CHECK: hret # encoding: [0x14,0x00,0x00,0x38]
                                # DIS-NEXT: hret
