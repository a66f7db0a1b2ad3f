# Settings of runtime/build for an SP-2. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Folders of runtime/lib/. No io: I/O nodes belong to T1.
rooms="$common am_xnet xnet"
# Blocks by vectors.
more_sources='machine/t1/am_block.c'
# Linker scripts, in lib/.
scripts='machine/sp2/sp2.ld machine/ppc/ppc.ld'
# What it shares with another machine, folders.
shared=machine/ppc

# lib/xnet is for programs for network instructions in the processor (sp2-clang -mxnet), with their own headers.
libraries='default xnet'
flags() {
    case $1 in xnet) echo '-D__powerpc_xnet' ;; esac
}
# Bulk transfers belong to the adapter's protocol.
without() {
    case $1 in xnet) echo 'am/src/portable/am_block|machine/sp2/(am_core|am_bulk|sp2_am|poll_deferring)' ;; *) echo 'machine/t1/|am/src/portable/am_bulk|xnet/' ;; esac
}

# DCBZ clears a line of this machine's cache, and line sizes differ: only the protocol of the adapter may use it.
# __am_poll leaves by a jump, so it must not have a frame.
check_objects() {
    [ ! -f "$objects/am_core.o" ] || ! "$prefix/bin/llvm-objdump" -d --disassemble-symbols=__am_poll "$objects/am_core.o" | grep -w stwu ||
        fail "__am_poll has a frame, which it leaves"
    ! find "$objects" -name '*.o' ! -name sp2_am.o -exec "$prefix/bin/llvm-objdump" -d {} + | grep -w dcbz ||
        fail "the library clears lines of the cache, whose size it does not know"
}

programs() {
    # The network interface's instructions are T1's.
    printf '%s\n' $(flags xnet) -mcrbits '-isystem <CFGDIR>/include' '-L<CFGDIR>' '-Wl,-mllvm,-mattr=+xnet' > "$work/lib/xnet/xnet.cfg"
    mkdir "$work/lib/xnet/include"
    cp "$work/include/xnet_isa.h" "$work/lib/xnet/include"
    mv "$work/include/xnet.h" "$work/lib/xnet/include"
    rm "$work/include/xnet_asm.h"
    for name in xnet.h xnet_isa.h; do
        echo "#error \"<$name> is for programs with network instructions: compile with -mxnet\"" > "$work/include/$name"
    done
}
