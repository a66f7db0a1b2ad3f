# SPARC: a landing pad runs with the stack pointer of its own frame. libunwind leaves that of the
# unwinder, so each caught exception takes stack, and variables that are addressed by the stack
# pointer (alignas(16)) are elsewhere.
/^  ld  \[%o0 + 60\],  %o7$/a\
  ld  [%o0 + 56],  %sp
# x86: the compiler's -mregparm=3 passes the first parameter in EAX, not on the stack.
/^  movl  8(%esp), %eax$/d
/^  movl   4(%esp), %eax$/d
