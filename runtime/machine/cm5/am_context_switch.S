! Contexts (am_context.h of lib/threads). A thread's registers are its windows: `ta 3` stores all but the
! current one to their stacks, so only that one is left. With another thread's %fp in it, RESTORE meets
! window_underflow, which loads that thread's frame with traps off (001 6.5.3: "each (user-level) thread
! switch requires a trap"). Every call may destroy the floating-point registers (SPARC ABI).
!
! A handler that interrupts anywhere here finds a stack below the current window's %sp.
#define FRAME 96
#define LEFT 64                 /* in the bottom frame of an upcall's stack: 0 when f has left */

        .text
        .globl  am_context_switch
        .type   am_context_switch, @function
am_context_switch:
        save    %sp, -FRAME, %sp
        ta      3
        st      %fp, [%i0]
        st      %i7, [%i0 + 4]
        ld      [%i1 + 4], %i7
        ld      [%i1], %fp
        ret
        restore %g0, 0, %o0             ! of am_upcall: left
        .size   am_context_switch, . - am_context_switch

        .globl  am_upcall
        .type   am_upcall, @function
am_upcall:                              ! (top, f, arg)
        save    %sp, -FRAME, %sp
        mov     %i2, %o0
        sub     %i0, FRAME, %l0
        st      %l0, [%l0 + LEFT]
        call    %i1
        mov     %l0, %sp
        ld      [%sp + LEFT], %l1
        cmp     %l1, 0
        be      1f
        nop
        ret
        restore %g0, 1, %o0
1:      call    __am_upcall_end
        nop
        .size   am_upcall, . - am_upcall

! Stores all windows: the frame of am_upcall, whose window names the activity below, then is in memory.
        .globl  __am_windows_flush
        .type   __am_windows_flush, @function
__am_windows_flush:
        save    %sp, -FRAME, %sp
        ta      3
        ret
        restore
        .size   __am_windows_flush, . - __am_windows_flush

        .globl  __am_context_begin      ! %l0: f, %l1: arg
        .type   __am_context_begin, @function
__am_context_begin:
        mov     %l1, %o0
        call    %l0
        mov     0, %i7
        .size   __am_context_begin, . - __am_context_begin
