# Checks that no number and no class moved that the distribution's archives were compiled with (../build).

# Intrinsics are numbered by name.
moved=$(diff "$llvm/include/llvm/IR/IntrinsicEnums.inc" gen/llvm/IR/IntrinsicEnums.inc |
  grep '^[<>]' | grep -v '^[<>] *num_intrinsics = [0-9]*$' || :)
if [ -n "$moved" ]; then
  printf '%s\n' "$moved" >>"$log"
  fail "the numbering of the intrinsics changed (see $log): the name of a new one must sort behind all others"
fi
for t in "${intrinsic_targets[@]}"; do
  h=Intrinsics${t%%:*}.h
  [ ! -f "$llvm/include/llvm/IR/$h" ] ||
    cmp -s <(grep -v '^|\*' "$llvm/include/llvm/IR/$h") <(grep -v '^|\*' "gen/llvm/IR/$h") ||
    fail "$h differs from the installed one: the series may add intrinsics only to xnet"
done

# Builtins: the list of every target begins with the installed one.
builtin_ids() { # INCLUDE-OPTIONS...: NAMESPACE NAME of every builtin of a target, in their order
  printf '#include "clang/Basic/TargetBuiltins.h"\n' |
    "$llvm/bin/clang++" -x c++ -std=c++17 -fsyntax-only "$@" -I"$llvm/include" -Xclang -ast-dump - 2>>"$log" |
    sed -n "s/.*EnumConstantDecl.* \(BI[A-Za-z0-9_]*\|LastTSBuiltin\) 'clang::\([A-Za-z0-9]*\)::.*/\2 \1/p"
}
builtin_ids >gen/builtins.installed
builtin_ids -Ioverlay/include -Iisa -Isrc/clang/include >gen/builtins.ours
namespaces=$(sed -n 's/^\([A-Za-z0-9]*\) LastTSBuiltin$/\1/p' gen/builtins.installed)
[ "$(printf '%s\n' "$namespaces" | wc -l)" -ge 10 ] || fail "clang/Basic/TargetBuiltins.h is not as expected"
for space in $namespaces; do
  # All but the last entry, which stands for the number of builtins.
  grep "^$space BI" gen/builtins.installed >gen/builtins.before
  grep "^$space BI" gen/builtins.ours >gen/builtins.after
  cmp -s <(head -n "$(wc -l <gen/builtins.before)" gen/builtins.after) gen/builtins.before ||
    fail "the series moves the IDs of the builtins of $space: new ones belong behind them"
done

# Classes of public headers: what the archives have of them is as large as what is compiled here.
cat >gen/classes.cpp <<'EOF'
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/TargetBuiltins.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Target/TargetMachine.h"
// An identifier has 16 bits for one of these, or for a keyword of Objective-C.
static_assert(2 * clang::LargestBuiltinID < 1 << 16);
using namespace clang;
extern const unsigned long sizes[];
const unsigned long sizes[] = {
  sizeof(ASTContext), sizeof(Builtin::Context), sizeof(Builtin::Info), sizeof(CodeGenOptions),
  sizeof(CompilerInstance), sizeof(FunctionDecl), sizeof(IdentifierInfo), sizeof(LangOptions),
  sizeof(NeonTypeFlags), sizeof(ParsedAttr), sizeof(ParsedAttrInfo), sizeof(SVETypeFlags), sizeof(Sema),
  sizeof(TargetInfo), sizeof(TargetOptions), sizeof(llvm::Function), sizeof(llvm::MCStreamer),
  sizeof(llvm::MCSubtargetInfo), sizeof(llvm::MachineFunction), sizeof(llvm::MachineInstr),
  sizeof(llvm::TargetLowering), sizeof(llvm::TargetMachine), sizeof(llvm::TargetSubtargetInfo)};
EOF
class_sizes() { # INCLUDE-OPTIONS...
  "$llvm/bin/clang++" -std=c++17 -fno-exceptions -w -D__STDC_CONSTANT_MACROS -D__STDC_LIMIT_MACROS \
    -D__STDC_FORMAT_MACROS -D_GNU_SOURCE -S "$@" -I"$llvm/include" gen/classes.cpp -o - 2>>"$log" |
    sed -n '/^_\?sizes:/,/\.size/p'
}
class_sizes >gen/classes.installed &
class_sizes -Ioverlay/include -Iisa -Igen -Isrc/clang/include >gen/classes.ours
wait $!
[ "$(grep -c '\.quad' gen/classes.installed)" -gt 20 ] || fail "the sizes of LLVM's classes are not found; see $log"
cmp -s gen/classes.installed gen/classes.ours ||
  fail "the series changes the size of a class that the distribution's archives were compiled with"

# Diagnostics: each component's begin with those of the archives. Only what is compiled here knows groups by number.
diagnostic_names() { # FILE
  sed -n 's/^DIAG(\([^,]*\),.*/\1/p' "$1"
}
for c in "${diagnostics[@]}"; do
  f=clang/Basic/Diagnostic${c}Kinds.inc
  diagnostic_names "$llvm/include/$f" >gen/diagnostics.installed
  diagnostic_names "gen/$f" >gen/diagnostics.ours
  lines=$(wc -l <gen/diagnostics.installed)
  [ "$c" != Sema ] || [ "$lines" -gt 0 ] || fail "clang/Basic/DiagnosticSemaKinds.inc is not as expected"
  cmp -s <(head -n "$lines" gen/diagnostics.ours) gen/diagnostics.installed ||
    fail "the series moves the numbers of clang's diagnostics ($f): the name of a new one must sort behind all others"
done
