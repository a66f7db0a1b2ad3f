// An exception handler that stores the state and continues: at `exception_resume` if that is not 0, else
// after the instruction. It uses $26 and $27 only, so it can run in a handler as well.
#include <cop0.h>
        .set    noreorder
        .set    noat

        .bss
        .balign 4
        .globl  exceptions, exception_resume
exceptions:
        .space  20              // number of exceptions; Cause, BadVAddr, EPC, Status
exception_resume:
        .space  4
        .text
        .globl  exception_entry
        .type   exception_entry, @function
exception_entry:
        lui     $26, %hi(exceptions)
        addiu   $26, $26, %lo(exceptions)
        lw      $27, 0($26)
        nop
        addiu   $27, $27, 1
        sw      $27, 0($26)
        mfc0    $27, $COP0_CAUSE
        nop
        sw      $27, 4($26)
        mfc0    $27, $COP0_BADVADDR
        nop
        sw      $27, 8($26)
        mfc0    $27, $COP0_STATUS
        nop
        sw      $27, 16($26)
        mfc0    $27, $COP0_EPC
        nop
        sw      $27, 12($26)
        lw      $26, 20($26)
        nop
        bnez    $26, 1f
        nop
        addiu   $26, $27, 4
1:      jr      $26
        rfe
        .size   exception_entry, . - exception_entry

// Continues here after an exception at the first instruction of an event's handler: it returns.
        .globl  leave_handler
        .type   leave_handler, @function
leave_handler:
        hret
        .size   leave_handler, . - leave_handler
