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
# UD0 with F3: the last byte is a vector register.
        sendv   $3, 8(%esi)     # CHECK: sendv $3, 8(%esi) # encoding: [0xf3,0x0f,0xff,0x46,0x08,0x03]
                                # DIS-NEXT: sendv $0x3, 0x8(%esi)
                                # INTEL: sendv dword ptr [esi + 0x8], 0x3
        sendhv  $31, (%esp)     # CHECK: sendhv $31, (%esp) # encoding: [0xf3,0x0f,0xff,0x0c,0x24,0x1f]
                                # DIS-NEXT: sendhv $0x1f, (%esp)
        mcst    (%eax)          # CHECK: mcst (%eax) # encoding: [0xf3,0x0f,0xff,0x10]
                                # DIS-NEXT: mcst (%eax)
        mcsth   4(%ebp)         # CHECK: mcsth 4(%ebp) # encoding: [0xf3,0x0f,0xff,0x5d,0x04]
                                # DIS-NEXT: mcsth 0x4(%ebp)
        mcstv   $0, (%ebx,%ecx,4) # CHECK: mcstv $0, (%ebx,%ecx,4) # encoding: [0xf3,0x0f,0xff,0x24,0x8b,0x00]
                                # DIS-NEXT: mcstv $0x0, (%ebx,%ecx,4)
        mcsthv  $1, 4660        # CHECK: mcsthv $1, 4660 # encoding: [0xf3,0x0f,0xff,0x2d,0x34,0x12,0x00,0x00,0x01]
                                # DIS-NEXT: mcsthv $0x1, 0x1234
        lwv     $4, (%edi)      # CHECK: lwv $4, (%edi) # encoding: [0xf3,0x0f,0xff,0x37,0x04]
                                # DIS-NEXT: lwv $0x4, (%edi)
        swv     $4, (%edi)      # CHECK: swv $4, (%edi) # encoding: [0xf3,0x0f,0xff,0x3f,0x04]
                                # DIS-NEXT: swv $0x4, (%edi)
