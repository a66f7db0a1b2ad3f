# The packages, and the source package of the same version (../build).

#-------------------------------------------------------------------------------
progress 1 "checking the packages"

command -v dpkg-query >/dev/null ||
  fail "this build uses Debian's packages of LLVM $release; it needs Debian 12 (bookworm)"

case $version in
'' | 1:"$release"-*) ;;
*) fail "llvm-$major-dev is $version, the patches are for LLVM $release: install a revision 1:$release-... of ${versioned_packages[*]} (snapshot.debian.org keeps all of them)" ;;
esac
# All of one revision, whichever it is.
wanted=() have_wrong=
for p in "${versioned_packages[@]}"; do
  v=$(installed_version "$p")
  if [ -z "$v" ] || [ "$v" != "$version" ]; then
    wanted+=("$p${version:+=$version}")
    [ -z "$v" ] || have_wrong="$p is $v: "
  fi
done
for p in "${other_packages[@]}"; do
  [ -n "$(installed_version "$p")" ] || wanted+=("$p")
done
[ ${#wanted[@]} -eq 0 ] ||
  fail "${have_wrong}install the packages with: apt-get install --no-install-recommends ${wanted[*]}"

free=$(df -Pk "$work" | awk 'NR == 2 { print int($4 / 1024 / 1024) }')
[ -f "$work/pristine/version" ] || [ "$free" -ge 5 ] ||
  fail "$work needs 5 GB, $free GB are free: make room or set XDG_CACHE_HOME"

#-------------------------------------------------------------------------------
# The source package, from the archive that the installed packages come from.
# apt's own configuration is only read: everything is in private directories.

write_sources() {
  # Archive, suite and component of the installed version, as apt knows them.
  local list=$1
  apt-cache policy "llvm-$major-dev" | awk -v want="$version" '
    $1 == "***" { on = $2 == want; next }
    on && NF <= 3 && $1 !~ /^[0-9]+$/ { on = 0 }
    on && $2 ~ /:\/\// { split($3, a, "/"); print $2, a[1], a[2] }' |
    sort -u >"$list.targets"
  if ! [ -s "$list.targets" ]; then
    apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' \
      'Created-By: Packages' | awk '$3 == "main"' | sort -u >"$list.targets"
  fi
  : >"$list"
  local site suite component entry key
  while read -r site suite component; do
    # The key that the machine's own entry is signed with.
    entry=$(apt-get indextargets --format '$(SOURCESENTRY)' "Site: $site" \
      "Release: $suite" "Component: $component" | sed -n 1p)
    key=$(sed -n -e 's/^[Ss]igned-[Bb]y:[[:space:]]*\(\/[^[:space:]]*\).*/\1/p' \
      -e 's/.*signed-by=\(\/[^] ,]*\).*/\1/p' "${entry%:*}" 2>/dev/null | sed -n 1p)
    printf 'deb-src %s%s %s %s\n' "${key:+[signed-by=$key] }" "$site" "$suite" \
      "$component" >>"$list"
  done <"$list.targets"
  [ -s "$list" ]
}

download_source() {
  local apt=$work/apt
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$work/download"
  write_sources "$apt/sources.list" ||
    fail "apt knows no archive with llvm-$major-dev $version: run apt-get update, or give --source DIR"
  local options=(-o Dir::Etc::SourceList="$apt/sources.list"
    -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$apt/lists"
    -o Dir::Cache="$apt/cache" -o APT::Sandbox::User= -o Acquire::Retries=3)
  run "cannot read the list of source packages (is there a network?)" \
    apt-get "${options[@]}" update
  (cd "$work/download" && run "cannot download $source_package $version (an archive keeps the newest revision only: upgrade the packages, or give --source DIR with what snapshot.debian.org has)" \
    apt-get "${options[@]}" source --download-only "$source_package=$version")
}

# What the build and the tests read, of a tree of 2 GB.
kept=(clang/include clang/lib/AST clang/lib/Basic clang/lib/CodeGen clang/lib/Driver clang/lib/Lex clang/lib/Parse
  clang/lib/Sema clang/test/Sema clang/tools/driver clang/utils/TableGen
  compiler-rt/lib/builtins lld/ELF lld/include lld/test/ELF llvm/cmake/modules
  llvm/include llvm/lib/Analysis llvm/lib/CodeGen llvm/lib/IR
  llvm/lib/Target/{Lanai,Mips,PowerPC,Sparc,X86,TargetMachine.cpp}
  llvm/test/CodeGen/{Mips,PowerPC,SPARC,X86}
  llvm/test/MC/Disassembler/{Mips,PowerPC,Sparc,X86}
  llvm/test/MC/{Mips,PowerPC,Sparc,X86} llvm/tools/llc llvm/tools/llvm-mc llvm/tools/llvm-objdump
  llvm/tools/opt llvm/utils/lit)

# clang's tests of builtins and of MIPS, of directories with thousands of files.
kept_tests=(-path 'clang/test/CodeGen*' -name '*mips*' -o -path 'clang/test/CodeGen*' -name '*builtin*'
  -o -path 'clang/test/SemaCXX/*' -name '*builtin*'
  -o -path 'clang/test/Preprocessor/*' -name '*mips*' -o -path 'clang/test/Driver/*'
  -name 'mips-a[bs]*.c' -o -path 'clang/test/Driver/*' -name 'mips-f[el]*.c'
  -o -path 'clang/test/Driver/*' -name 'mips-*-warning.c')

# A tree of before, with less or of another revision, is made anew.
kept_version=$(printf '%s\n' "$version" "${kept[@]}" "${kept_tests[@]}" | sha256sum | cut -c1-16)

# Moves (or, from the user's tree, copies) the kept directories to pristine/.
keep_source() {
  local from=$1 how=$2 d
  rm -rf "$work/pristine.new"
  for d in "${kept[@]}"; do
    [ -e "$from/$d" ] || fail "$from/$d is missing: --source wants the whole source tree"
    mkdir -p "$work/pristine.new/$(dirname "$d")"
    $how "$from/$d" "$work/pristine.new/$d"
  done
  (cd "$from" && find clang/test -type f \( "${kept_tests[@]}" \) -print0 |
    xargs -0 cp --parents -t "$work/pristine.new")
  printf '%s\n' "$kept_version" >"$work/pristine.new/version"
  # Other packages bring other archives.
  if [ "$(cat "$work/packages" 2>/dev/null)" != "$version" ]; then
    rm -rf "$work/obj" "$work/bin"
    printf '%s\n' "$version" >"$work/packages"
  fi
  # src/ gets what it does not have: its files keep their time stamps.
  [ ! -d "$work/src" ] || cp -aln "$work/pristine.new/." "$work/src"
  rm -rf "$work/pristine"
  mv "$work/pristine.new" "$work/pristine"
}

if [ "$(cat "$work/pristine/version" 2>/dev/null)" != "$kept_version" ]; then
  tree=
  if [ -n "$user_source" ] && [ -f "$user_source/debian/changelog" ]; then
    tree=$user_source
    progress 2 "using the source in $tree"
    head -n 1 "$tree/debian/changelog" | grep -qF "($version)" ||
      fail "$tree is not $source_package $version: its debian/changelog says $(head -n 1 "$tree/debian/changelog")"
    [ -f "$tree/.pc/applied-patches" ] ||
      fail "$tree lacks Debian's patches: extract the source with dpkg-source -x"
    progress 3 "copying what the build needs"
    keep_source "$tree" "cp -a"
  else
    download=$work/download
    dsc=${source_package}_${version#*:}.dsc
    if [ -n "$user_source" ]; then
      download=$user_source
      [ -f "$download/$dsc" ] || fail "--source $user_source has neither a source tree nor $dsc"
      progress 2 "using the source package in $download"
    else
      progress 2 "downloading the source package (165 MB)"
      download_source
    fi
    progress 3 "extracting the source"
    rm -rf "$work/extract"
    run "cannot extract $download/$dsc" \
      dpkg-source --no-check -x "$download/$dsc" "$work/extract"
    keep_source "$work/extract" mv
    rm -rf "$work/extract" "$work/apt"
    [ -n "$user_source" ] || rm -rf "$work/download"
  fi
fi
