# The directory that is installed (../build).

#-------------------------------------------------------------------------------
# Installed to a directory beside the final one, which then appears at once.
progress 6 "compiling the builtins libraries"

stage=$work/stage
rm -rf "$stage"
mkdir -p "$stage/bin" "$stage/lib/clang/$major"
for name in "${machines[@]}"; do
  mkdir -p "$stage/$name/include" "$stage/$name/lib"
  cp "overlay/$name-clang.cfg" "overlay/$name-clang++.cfg" "$stage/bin/"
done
# One program, which finds its configuration by its name.
cp bin/clang "$stage/bin/${machines[0]}-clang"
for name in "${machines[@]}"; do
  [ "$name" = "${machines[0]}" ] || ln -s "${machines[0]}-clang" "$stage/bin/$name-clang"
  ln -s "${machines[0]}-clang" "$stage/bin/$name-clang++"
done
for t in llc opt llvm-mc llvm-objdump ld.lld; do
  cp "bin/$t" "$stage/bin/$t"
done
cp -RL "$llvm/lib/clang/$major/include" "$stage/lib/clang/$major/include"
cp -R src/llvm/utils/lit "$stage/lib/lit"
# Those that need no change, copied, so that no path leads out of the directory.
for t in llvm-ar llvm-dwarfdump llvm-nm llvm-objcopy llvm-readobj llvm-size llvm-symbolizer; do
  cp -L "$llvm/bin/$t" "$stage/bin/$t"
done
ln -s llvm-ar "$stage/bin/llvm-ranlib"
ln -s llvm-objcopy "$stage/bin/llvm-strip"
ln -s llvm-readobj "$stage/bin/llvm-readelf"

rt=src/compiler-rt/lib/builtins
{
  cat <<EOF
ninja_required_version = 1.10
rule cc
  command = $stage/bin/\${machine}-clang -O2 -ffreestanding -fno-builtin -fvisibility=hidden -w \$
    -I$rt -MD -MF \$out.d -c \$in -o \$out
  depfile = \$out.d
  deps = gcc
rule ar
  command = rm -f \$out && $llvm/bin/llvm-ar rcsD \$out \$in && \$then
EOF
  # The portable files, as the library's own build lists them.
  for name in "${machines[@]}"; do
    objects=
    for f in $(sed -n '/^set(GENERIC_SOURCES$/,/^)$/p' $rt/CMakeLists.txt |
      grep -o '[a-z0-9_]*\.c'); do
      case $f in apple_versioning.c | os_version_check.c | trampoline_setup.c) continue ;; esac
      echo "build obj/rt/$name/${f%.c}.o: cc $rt/$f | $stage/bin/$name-clang"
      echo "  machine = $name"
      objects+=" obj/rt/$name/${f%.c}.o"
    done
    echo "build $stage/$name/lib/libclang_rt.builtins.a: ar $objects"
    # For both network interfaces (-mxnet): it names neither.
    case $name in
    cm5 | sp2 | ncube2) echo "  then = $llvm/bin/llvm-objcopy --remove-section=.note.inlet $stage/$name/lib/libclang_rt.builtins.a" ;;
    *) echo "  then = true" ;;
    esac
    echo "default $stage/$name/lib/libclang_rt.builtins.a"
  done
} >rt.ninja
rm -rf obj/rt
build "compiling the builtins libraries" -f rt.ninja

#-------------------------------------------------------------------------------
progress 7 "installing"

for name in "${machines[@]}"; do
  printf 'int f(int a) { return a / 3; }\n' |
    "$stage/bin/$name-clang" -O2 -c -x c - -o "obj/check-$name.o" >>"$log" 2>&1 &&
    "$stage/bin/llvm-objdump" -d "obj/check-$name.o" >>"$log" 2>&1 ||
    fail "the new $name-clang does not work; see $log; remove $work and run this again"
done
printf '%s\n' "$release" >"$stage/complete"
mkdir -p "$(dirname "$prefix")"
rm -rf "$prefix"
mv "$stage" "$prefix"
progress $steps
printf '[llvm] the compiler took %d s, %d s of processor time\n' $SECONDS "$(spent)" >&2
printf '%s\n' "$prefix"
