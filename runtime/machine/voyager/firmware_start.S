# Start of firmware on a service processor: r1 is the end of the stack. firmware_main() does not return.
        .text
        .globl  _firmware_start
        .type   _firmware_start, @function
_firmware_start:
        rlwinm  1, 1, 0, 0, 27
        li      0, 0
        stwu    1, -16(1)
        stw     0, 0(1)                         # the end of the chain of frames
        mtlr    0
        bl      firmware_main
1:      b       1b
        .size   _firmware_start, . - _firmware_start

# The note of firmware, in the place of the compiler's (firmware.ld).
        .section .note.firmware, "", @note
        .align  2
        .long   6, 32, 1
        .asciz  "inlet"
        .align  2
2:      .asciz  "machine=voyager-firmware abi=1"
        .org    2b + 32
