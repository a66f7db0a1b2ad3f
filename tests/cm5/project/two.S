        .text
        .globl two
        .type two, @function
#ifdef __sparc__
two:    retl
        mov 2, %o0
#else /* PowerPC */
two:    li 3, 2
        blr
#endif
        .size two, .-two
