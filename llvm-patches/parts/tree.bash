# src/, the source with the series applied, and the other files that the build file names (../build).

#-------------------------------------------------------------------------------
# src/: the pristine files with the series applied. Files whose text stays the
# same keep their time stamps, for ninja.

progress 3 "applying the series"
patches=("$input"/series/*.patch)
patched_files() {
  sed -n 's|^+++ b/\([^[:space:]]*\).*|\1|p' "${patches[@]}" | sort -u
}

# The archives were compiled with the headers as they came: with the numbers of attributes, tokens, options and
# diagnostics that follow from them. These four may change, and what follows from that is checked below.
for f in $(patched_files); do
  case $f in
  llvm/include/llvm/IR/Intrinsics.td | clang/include/clang/Basic/TargetBuiltins.h) ;;
  clang/include/clang/Basic/DiagnosticGroups.td | clang/include/clang/Basic/DiagnosticSemaKinds.td) ;;
  */include/*) fail "the series changes $f, which the distribution's archives were compiled with" ;;
  esac
done
for d in clang lld llvm; do
  (cd "$work/pristine/$d/include" && find . \( -name '*.h' -o -name '*.def' -o -name '*.td' \) -type f) |
    while IFS= read -r f; do
      if [ -f "$llvm/include/$f" ] && ! cmp -s "$work/pristine/$d/include/$f" "$llvm/include/$f"; then
        printf '%s\n' "$d/include/$f"
      fi
    done
done >"$work/headers.different"
[ ! -s "$work/headers.different" ] ||
  fail "the source's headers are not those of the packages: $(head -n 3 "$work/headers.different" | tr '\n' ' ')"

rm -rf "$work/src.new"
mkdir -p "$work/src.new"
for f in $(patched_files); do
  mkdir -p "$work/src.new/$(dirname "$f")"
  [ ! -f "$work/pristine/$f" ] || cp "$work/pristine/$f" "$work/src.new/$f"
done
for p in "${patches[@]}"; do
  (cd "$work/src.new" && run "${p##*/} does not apply" \
    patch -p1 --no-backup-if-mismatch --fuzz=0 -i "$p")
done
if ! [ -d "$work/src" ]; then
  rm -rf "$work/src.link"
  cp -al "$work/pristine" "$work/src.link"
  mv "$work/src.link" "$work/src"
fi
# What an earlier series changed and this one does not goes back, as a new file: ninja compares times.
touch "$work/src.patched"
# A file that one patch adds and a later one removes is none.
patched_files | while read -r f; do
  [ ! -f "$work/src.new/$f" ] || printf '%s\n' "$f"
done >"$work/src.patched.new"
comm -23 "$work/src.patched" "$work/src.patched.new" | while read -r f; do
  rm -f "$work/src/$f"
  [ ! -f "$work/pristine/$f" ] || cp "$work/pristine/$f" "$work/src/$f"
done
# copy_changed FROM TO: breaks the link to the pristine file.
copy_changed() {
  cmp -s "$1" "$2" || {
    mkdir -p "$(dirname "$2")"
    rm -f "$2"
    cp "$1" "$2"
  }
}
sort -u "$work/src.patched" "$work/src.patched.new" >"$work/src.patched.all"
mv "$work/src.patched.all" "$work/src.patched"
while read -r f; do
  copy_changed "$work/src.new/$f" "$work/src/$f"
done <"$work/src.patched.new"
mv "$work/src.patched.new" "$work/src.patched"
rm -rf "$work/src.new"

copy_changed "$input/isa/IntrinsicsXNET.td" "$work/isa/llvm/IR/IntrinsicsXNET.td"
copy_changed "$input/isa/XNetTargets.def" "$work/isa/clang/Basic/XNetTargets.def"
for t in "${xnet_targets[@]}"; do
  copy_changed "$input/isa/BuiltinsXNet$t.def" "$work/isa/clang/Basic/BuiltinsXNet$t.def"
done
for t in Mips Sparc PPC X86; do
  copy_changed "$input/isa/${t}XNetGenInstrs.td" "$work/isa/${t}XNetGenInstrs.td"
done
printf '#define LLD_VERSION_STRING "%s"\n' "$release" \
  >"$input/overlay/include/lld/Common/Version.inc"

# The targets that the tools initialize: these lists are found before the distribution's, which name all.
list_targets() { # FILE MACRO: of those that the distribution's list has
  local t
  printf '#ifndef %s\n#error Please define the macro %s(TargetName)\n#endif\n' "$2" "$2"
  for t in "${targets[@]}"; do
    ! grep -qx "$2($t)" "$llvm/include/llvm/Config/$1.def" || printf '%s(%s)\n' "$2" "$t"
  done
  printf '#undef %s\n' "$2"
}
while read -r file macro; do
  list_targets "$file" "$macro" >"$input/overlay/include/llvm/Config/$file.def"
done <<EOF
Targets LLVM_TARGET
AsmParsers LLVM_ASM_PARSER
AsmPrinters LLVM_ASM_PRINTER
Disassemblers LLVM_DISASSEMBLER
EOF
(cd "$input/overlay" && find . -type f) | while IFS= read -r f; do
  copy_changed "$input/overlay/$f" "$work/overlay/$f"
done
(cd "$work/overlay" && find . -type f) | while IFS= read -r f; do
  [ -f "$input/overlay/$f" ] || rm "$work/overlay/$f"
done
