# Settings of runtime/build for StarT-Voyager. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Folders of runtime/lib/. No io: I/O nodes belong to T1.
rooms=$common
# Linker scripts, in lib/.
scripts='machine/voyager/voyager.ld machine/voyager/firmware.ld machine/ppc/ppc.ld'
# What it shares with another machine, folders.
shared=machine/ppc

libraries=default
flags() { :; }
without() { echo 'machine/voyager/firmware/|am/src/portable/'; }

check_objects() { :; }

# What the service processors run unless `inlet run --firmware` names something else.
programs() {
    rm "$work/include/xnet_asm.h"
    for name in xnet.h xnet_isa.h; do
        echo "#error \"<$name> is for programs with network instructions, which StarT-Voyager does not have\"" > "$work/include/$name"
    done
    "$clang" -O2 -g1 -Wall -Wextra -Werror -nostdlib -I machine/voyager/firmware -I "$work/include" -L "$work/lib" -T "$work/lib/firmware.ld" \
        machine/voyager/firmware/*.c "$work/lib/libvoyager.a" "$prefix/voyager/lib/libclang_rt.builtins.a" -o "$work/lib/firmware.elf"
}
