# What runtime/build takes for a CM-5. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Of runtime/, beside this folder: what one node needs.
rooms='host libc cxx'
# Scripts of the linker, in lib/.
scripts='machine/cm5/cm5.ld'

libraries='default'
flags() { :; }
without() { echo 'am/portable/'; }

check_objects() { :; }

programs() {
    # The network interface's instructions are T1's.
    rm "$work/include/xnet_isa.h" "$work/include/xnet_asm.h"
}
