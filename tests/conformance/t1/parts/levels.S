// Functions that change EE and LPEE from normal code, and so must not use $4-$9 and $29 while other
// ones are visible (CSD-94-823 A.10's table).
#include <xnet_asm.h>
        .set    noreorder
        .set    noat

#define NORMAL_BITS (XNET_NISTAT_EE | XNET_NISTAT_LPEE)

        .text
// unsigned write_status(unsigned value): writes nistat, reads it immediately, restores the old value.
        .globl  write_status
        .type   write_status, @function
write_status:
        cfc2    $10, $XNET_NI_NISTAT
        move    $11, $4
        ctc2    $11, $XNET_NI_NISTAT
        cfc2    $2, $XNET_NI_NISTAT
        ctc2    $10, $XNET_NI_NISTAT
        jr      $31
        nop
        .size   write_status, . - write_status

// unsigned write_enable(unsigned value, unsigned *status): writes enable, reads it immediately and then
// nistat; enable is 1 again at the end.
        .globl  write_enable
        .type   write_enable, @function
write_enable:
        move    $10, $4
        move    $11, $5
        li      $12, 1
        ctc2    $10, $XNET_NI_ENABLE
        cfc2    $2, $XNET_NI_ENABLE
        cfc2    $13, $XNET_NI_NISTAT
        ctc2    $12, $XNET_NI_ENABLE
        jr      $31
        sw      $13, 0($11)
        .size   write_enable, . - write_enable

// unsigned open_status(unsigned value, int turns): writes nistat with EE, LPEE and mask of value, waits 3
// * turns cycles, closes the mask and sets EE and LPEE. Returns the previous nistat.
        .globl  open_status
        .type   open_status, @function
open_status:
        move    $10, $4
        move    $11, $5
        cfc2    $12, $XNET_NI_NISTAT
        li      $13, ~(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM | XNET_NISTAT_OM | XNET_NISTAT_TM)
        and     $12, $12, $13
        lui     $13, %hi(NORMAL_BITS)
        ori     $13, $13, %lo(NORMAL_BITS)
        or      $12, $12, $13
        ctc2    $10, $XNET_NI_NISTAT
1:      addiu   $11, $11, -1
        bgtz    $11, 1b
        nop
        cfc2    $2, $XNET_NI_NISTAT
        ctc2    $12, $XNET_NI_NISTAT
        jr      $31
        nop
        .size   open_status, . - open_status

// void exchange(unsigned levels, const unsigned *in, unsigned *out): EE and LPEE are `levels` of nistat;
// stores $4-$9, $29 of that set in out[0..6], and loads in[0..6] into them; EE = LPEE = 1 again.
        .globl  exchange
        .type   exchange, @function
exchange:
        move    $10, $5
        move    $11, $6
        cfc2    $12, $XNET_NI_NISTAT
        lui     $13, %hi(NORMAL_BITS)
        ori     $13, $13, %lo(NORMAL_BITS)
        nor     $14, $13, $0
        and     $14, $14, $12
        or      $14, $14, $4
        or      $12, $12, $13
        move    $24, $29
        move    $25, $4
        ctc2    $14, $XNET_NI_NISTAT
        sw      $4, 0($11)
        sw      $5, 4($11)
        sw      $6, 8($11)
        sw      $7, 12($11)
        sw      $8, 16($11)
        sw      $9, 20($11)
        sw      $29, 24($11)
        lw      $4, 0($10)
        lw      $5, 4($10)
        lw      $6, 8($10)
        lw      $7, 12($10)
        lw      $8, 16($10)
        lw      $9, 20($10)
        lw      $29, 24($10)
        nop
        ctc2    $12, $XNET_NI_NISTAT
        beq     $25, $13, 1f            // the normal set was always visible: the stack is main's
        nop
        jr      $31
        nop
1:      jr      $31
        move    $29, $24
        .size   exchange, . - exchange

// void exchange_vector(unsigned levels, const int *in, int *out): the same for the 32 words of $vr1.
        .globl  exchange_vector
        .type   exchange_vector, @function
exchange_vector:
        move    $10, $5
        move    $11, $6
        cfc2    $12, $XNET_NI_NISTAT
        lui     $13, %hi(NORMAL_BITS)
        ori     $13, $13, %lo(NORMAL_BITS)
        nor     $14, $13, $0
        and     $14, $14, $12
        or      $14, $14, $4
        or      $12, $12, $13
        ctc2    $14, $XNET_NI_NISTAT
        nop
        sw.v    $vr1, 0($11)
        lw.v    $vr1, 0($10)
        nop
        ctc2    $12, $XNET_NI_NISTAT
        jr      $31
        nop
        .size   exchange_vector, . - exchange_vector
