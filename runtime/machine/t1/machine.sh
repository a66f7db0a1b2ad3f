# What runtime/build takes for T1. $prefix has the compiler, $work the objects and lib/.

# Of runtime/, beside this folder.
rooms='host am fetch_add splitc tam io libc cxx'
# Scripts of the linker, in lib/.
scripts='machine/t1/t1.ld machine/t1/kernel/t1-kernel.ld'

before_archive() {
    # The kernel uses no code outside itself: that would be the program's to overwrite.
    outside=$("$prefix/bin/llvm-nm" -u "$work"/kernel_*.o |
        sed -nE 's/^ +[Uw] //p' | grep -vxE 'kernel_.*|__kernel_base|_start|__xnet_(holds|am_entry)|__(low_stack|high_stack|heap)_guard|__main_stack_guard_end' || :)
    [ -z "$outside" ] || fail "the kernel uses what is not its own: $outside"
    # Not in the library: the program of the I/O nodes.
    mkdir "$work/io"
    mv "$work/io_server.o" "$work/io_entry.o" "$work/io"
}

after_archive() {
    "$clang" -nostdlib -T "$work/lib/t1.ld" -Wl,--defsym,__text_base=0x800000 "$work"/io/io_server.o "$work"/io/io_entry.o \
        "$work/lib/libt1.a" "$prefix/t1/lib/libclang_rt.builtins.a" -o "$work/lib/io_server.elf"
}
