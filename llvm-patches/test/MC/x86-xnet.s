# REQUIRES: ncube2
# RUN: llvm-mc %s -triple=i386-ncube2-elf -mattr=+xnet,+dma-channels -show-encoding | FileCheck %s
# RUN: llvm-mc %s -triple=i386-ncube2-elf -mattr=+xnet,+dma-channels -filetype=obj -o %t
# RUN: llvm-objdump -d --no-show-raw-insn %t | FileCheck %s --check-prefix=DIS
# RUN: llvm-objdump -d --no-show-raw-insn -M intel %t | FileCheck %s --check-prefix=INTEL
# RUN: not llvm-mc %s -triple=i386-ncube2-elf -filetype=obj -o /dev/null

# docs/ncube2-xnet.md, docs/ncube2-x86.md
        send    8(%esi)         # CHECK: send 8(%esi) # encoding: [0xf3,0x0f,0xb9,0x46,0x08]
                                # DIS: send 0x8(%esi)
                                # INTEL: send dword ptr [esi + 0x8]
        sendh1  %ebx            # CHECK: sendh1 %ebx # encoding: [0xf3,0x0f,0xb9,0xcb]
                                # DIS-NEXT: sendh1 %ebx
        cfc     %ecx            # CHECK: cfc %ecx # encoding: [0xf3,0x0f,0xb9,0xd9]
                                # DIS-NEXT: cfc %ecx
        ctc     (%esp)          # CHECK: ctc (%esp) # encoding: [0xf3,0x0f,0xb9,0x24,0x24]
                                # DIS-NEXT: ctc (%esp)
        hret                    # CHECK: hret # encoding: [0xf3,0x0f,0xb9,0xd0]
                                # DIS-NEXT: hret
        lcnt    %eax            # CHECK: lcnt %eax # encoding: [0xf2,0x0f,0xb9,0xc8]
                                # DIS-NEXT: lcnt %eax
        stor    4(%ebp)         # CHECK: stor 4(%ebp) # encoding: [0xf2,0x0f,0xb9,0x75,0x04]
                                # DIS-NEXT: stor 0x4(%ebp)
