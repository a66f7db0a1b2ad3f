// run: --nodes 1
// expect-error: HRET
        .text
        .globl  main
main:   hret
