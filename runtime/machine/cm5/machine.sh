# Settings of runtime/build for a CM-5. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Folders of runtime/lib/. No io: I/O nodes belong to T1.
rooms="$common am_xnet xnet"
# Blocks by vectors.
more_sources='machine/t1/am_block.c'
# Linker scripts, in lib/.
scripts='machine/cm5/cm5.ld'

# lib/xnet is for programs for a network interface in the coprocessor (cm5-clang -mxnet), with their own headers.
libraries='default xnet'
flags() {
    case $1 in xnet) echo '-D__sparc_xnet' ;; esac
}
# Bulk transfers use CMAM's own segments, which the other library does not have. loggp/ is a library of its own.
without() {
    case $1 in xnet) echo 'am/src/portable/am_block|machine/cm5/cmam/|machine/cm5/am_bulk|machine/cm5/loggp/' ;; *) echo 'machine/t1/|am/src/portable/am_bulk|machine/cm5/(xnet|loggp)/' ;; esac
}

check_objects() { :; }

programs() {
    # For machines of kind loggp: bulk transfers by the interface, instead of CMAM's (cm5-clang -lloggp).
    "$clang" -std=c11 -isystem "$newlib/include" -O2 -g0 -fno-builtin -Wall -Wextra -Werror $private -I "$work/include" \
        -c machine/cm5/loggp/loggp_bulk.c -o "$work/loggp_bulk.o"
    "$ar" rcsD "$work/lib/libloggp.a" "$work/loggp_bulk.o"
    # The network interface's instructions are T1's.
    printf '%s\n' $(flags xnet) '-isystem <CFGDIR>/include' '-L<CFGDIR>' '-Wl,-mllvm,-mattr=+xnet' > "$work/lib/xnet/xnet.cfg"
    mkdir "$work/lib/xnet/include"
    cp "$work/include/xnet_isa.h" "$work/lib/xnet/include"
    mv "$work/include/xnet.h" "$work/lib/xnet/include"
    rm "$work/include/xnet_asm.h"
    for name in xnet.h xnet_isa.h; do
        echo "#error \"<$name> is for programs with network instructions: compile with -mxnet\"" > "$work/include/$name"
    done
}
