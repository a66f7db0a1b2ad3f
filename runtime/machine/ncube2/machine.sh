# Settings of runtime/build for an nCUBE/2 with x86 processors. $prefix has the compiler, $work gets lib/, $objects those of
# one library.

# Folders of runtime/lib/. No io: I/O nodes belong to T1.
rooms="$common xnet"
# Blocks by vectors.
more_sources='machine/t1/am_block.c'
# Linker scripts, in lib/.
scripts='machine/ncube2/ncube2.ld'

# lib/xnet is for programs for a network interface in the processor (ncube2-clang -mxnet), without a kernel.
libraries='default xnet'
flags() {
    case $1 in xnet) echo '-D__x86_xnet' ;; esac
    echo '-fforce-dwarf-frame' # debuggers cannot unwind code without frame pointers by themselves
}
# Through the kernel, bulk transfers and blocks are messages of up to a kilobyte; by instructions, vectors.
without() {
    case $1 in
    xnet) echo 'am/src/portable/am_block|machine/ncube2/(kernel/|stub|crt0|am_core|am_bulk|xnet_traps)' ;;
    *) echo 'am/src/portable/|machine/t1/|machine/ncube2/xnet/' ;;
    esac
}

# The kernel does not call the user's library, and no code uses instructions later than the i486's.
check_objects() {
    ! "$prefix/bin/llvm-objdump" -d "$objects"/*.o | grep -wE 'xmm[0-7]|mm[0-7]|cmov[a-z]+|sysenter|cpuid' ||
        fail "the library has instructions that the processor does not"
}

programs() {
    # The network interface's instructions in assembly are T1's.
    rm "$work/include/xnet_asm.h"
    printf '%s\n' $(flags xnet) '-L<CFGDIR>' '-Wl,-mllvm,-mattr=+xnet' > "$work/lib/xnet/xnet.cfg"
}
