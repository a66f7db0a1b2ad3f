# Settings of runtime/build for T1. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Folders of runtime/lib/.
rooms="$common io"
# Linker scripts, in lib/.
scripts='machine/t1/t1.ld machine/t1/kernel/t1-kernel.ld'

# lib/polled is a T1 that offers only what <am_core.h> promises on every machine, for tests (docs/runtime-port.md): t1-clang
# --config=.../t1/lib/polled/polled.cfg.
libraries='default polled'
flags() {
    case $1 in polled) echo '-DAM_ASYNC=0 -DAM_MAX_WORDS=4 -DAM_ORDERED=0' ;; esac
}
without() {
    case $1 in polled) echo 'machine/t1/am_(bulk|block|defer)' ;; *) echo 'am/src/portable/' ;; esac
}

check_objects() {
    # The kernel uses no code outside its folder: a program could overwrite such code.
    outside=$("$prefix/bin/llvm-nm" -u "$objects"/kernel_*.o |
        sed -nE 's/^ +[Uw] //p' | grep -vxE 'kernel_.*|__kernel_base|_start|__xnet_(holds|am_entry)|__(low_stack|high_stack|heap)_guard|__main_stack_guard_end' || :)
    [ -z "$outside" ] || fail "the kernel uses what is not its own: $outside"
    # Not in the library: the program of the I/O nodes.
    mkdir "$objects/io"
    mv "$objects/io_server.o" "$objects/io_entry.o" "$objects/io"
}

programs() {
    "$clang" -nostdlib -T "$work/lib/t1.ld" -Wl,--defsym,__text_base=0x800000 "$work"/objects.default/io/io_server.o \
        "$work"/objects.default/io/io_entry.o "$work/lib/libt1.a" "$prefix/t1/lib/libclang_rt.builtins.a" -o "$work/lib/io_server.elf"
    printf '%s\n' $(flags polled) '-L<CFGDIR>' > "$work/lib/polled/polled.cfg"
}
