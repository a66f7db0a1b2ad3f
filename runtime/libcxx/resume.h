// The compiler calls it at the end of cleanups, on x86 with its parameter on the stack, whatever
// -mregparm says (LLVM 19, DwarfEHPrepare.cpp: a call without inreg).
#if defined(__i386__) && !defined(__ASSEMBLER__)
struct _Unwind_Exception;
void _Unwind_Resume(struct _Unwind_Exception *) __attribute__((regparm(0)));
#endif
