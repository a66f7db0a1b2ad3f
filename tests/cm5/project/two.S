        .text
        .globl two
        .type two, @function
two:    retl
        mov 2, %o0
        .size two, .-two
