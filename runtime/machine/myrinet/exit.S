# void exit(int status): runs the functions of atexit, if the program has any. The node continues to
# handle messages: of Active Messages in a loop that waits for the next packet (lfc.c), others in
# interrupts. The emulator takes it for idle while it waits on this stack.
        .set    LFC_FULL_AT, 4 + 1024 + 8       # struct incoming (lfc.c)
        .text
        .weak   __xnet_at_exit
        .weak   __am_poll
        .globl  exit
        .type   exit, @function
exit:
        movl    %eax, %esi
        movl    $__xnet_at_exit, %ecx
        testl   %ecx, %ecx
        je      1f
        call    *%ecx
        movl    %esi, %eax
        jmp     1f
        .size   exit, . - exit

        .globl  _exit
        .type   _exit, @function
_exit:                                  # without them
1:      movl    %eax, %ebx
        xorl    %eax, %eax
        int     $0x80
        movl    $__am_poll, %edx
        testl   %edx, %edx
        je      3f
2:      movl    __lfc_posted, %eax      # has_arrived()
        movl    __lfc_take_next, %ecx
        movl    (%eax,%ecx,4), %eax
        testl   %eax, %eax              # a loop with one branch back is seen to wait
        je      4f
        movl    LFC_FULL_AT(%eax), %eax
        testl   %eax, %eax
        je      2b
4:      call    __am_poll
        jmp     2b
3:      jmp     3b
        .size   _exit, . - _exit
        .weak   __lfc_posted
        .weak   __lfc_take_next
