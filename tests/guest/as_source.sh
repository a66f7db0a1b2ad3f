# What a guest program's source says of its own run; part of tests/guest/run. The comment lines at the top of SOURCE:
#   run: --nodes N [--max-cycles N] [ARGUMENT...]   options of `inlet run`, --NAME VALUE or --NAME=VALUE, then the program's;
#                            --machine NAME may be tests/machines/NAME.json
#   io: FILE...              files beside this one that are in the directory of --io-root
#   io-expect: NAME FILE     after the run that directory has a file NAME that equals FILE beside this one
#   with: FILE...            more source files, beside this one
#   flags: OPTION...         more compiler options
#   expect: LINE             the output is these lines and no others, without the node in front (for
#                            examples NAME.expected, as it is)
#   status: N                exit status, if not 0
#   expect-part: TEXT        the output contains TEXT (each of them), whatever else there is
#   expect-error: TEXT       `inlet` reports an error that contains TEXT (each of them), and fails; output that is expected comes before
#   expect-compile-error: TEXT    the compiler does
# With INLET_REFRESH=1 in the environment the output of an example becomes its NAME.expected.

header() { sed -n -e '/^\/\//!q' -e "s|^// $1: ||p" "$source"; }
differs() { # WHAT
    failed=$((failed + 1))
    echo "FAILED: $source $level: $1"
    for f in output errors; do
        if [ -s "$work/$f" ]; then echo "--- $f"; head -40 "$work/$f"; fi
    done
}

as_source() { # SOURCE: C11, C++20 or Split-C
    source=$root/$1 standard=c11 warnings='-Wall -Wextra -Werror' plus=
    directory=$(dirname "$source") file=$(basename "$source")
    case $file in
    *.cpp) plus=++ standard=c++20 ;;
    *.sc) standard=gnu89 warnings=-Werror ;; # Split-C as it was written
    esac
    runs=$((runs + 1))
    mkdir -p "$work/bin"
    program=$work/bin/${file%.*}
    files=$source
    for extra in $(header with); do files="$files $directory/$extra"; done
    error=$(header expect-compile-error)
    : > "$work/output"
    if "$(compiler_of "$kind")$plus" $own -std=$standard $warnings -ffile-prefix-map="$directory/=" $level $(header flags) \
        -I "$directory" $files -o "$program" 2> "$work/errors"; then
        [ -z "$error" ] || { differs "compiles, '$error' expected"; return; }
    elif [ -z "$error" ]; then
        differs "does not compile"
        return
    else
        grep -qF -- "$error" "$work/errors" || differs "no '$error' in the compiler's errors"
        return
    fi

    # Options of inlet come first, each with a value; the rest is the program's.
    set -f
    set -- $(header run)
    set +f
    options=
    [ "$machine" = t1 ] || options="--machine $machine"
    while [ $# -gt 1 ]; do
        case $1 in
        --machine)
            on=$root/tests/machines/$2.json
            [ -f "$on" ] || on=$2
            options="$options $1 $on"
            shift 2
            ;;
        --*=*) options="$options $1"; shift ;;
        --*) options="$options $1 $2"; shift 2 ;;
        *) break ;;
        esac
    done
    if [ -n "$(header io)" ]; then
        rm -rf "$work/root"
        mkdir "$work/root"
        for extra in $(header io); do cp "$directory/$extra" "$work/root"; done
        options="$options --io-root $work/root"
    fi
    status=0
    "$inlet" run $options "$program" "$@" > "$work/output" 2> "$work/errors" || status=$?
    before=$failed
    compare_with_source
    [ $failed -eq $before ] || return 0
    header io-expect > "$work/files"
    while read -r made expected; do
        cmp "$work/root/$made" "$directory/$expected" || differs "another $made than $expected"
    done < "$work/files"
}

# What the run has written, and its status, with the lines of the source.
compare_with_source() {
    expected=$directory/${file%.*}.expected wanted=$(header status)
    header expect-error > "$work/texts"
    if [ -s "$work/texts" ]; then
        [ $status -ne 0 ] || { differs "no error, '$(head -1 "$work/texts")' expected"; return; }
        while IFS= read -r text; do
            grep -qiF -- "$text" "$work/errors" || { differs "no '$text' in the error message (status $status)"; return; }
        done < "$work/texts"
        [ -n "$(header expect)" ] || return 0
        header expect > "$work/expected"
        sed 's/^\[node [0-9]*\] //' "$work/output" | cmp -s "$work/expected" - || differs "another output than expected"
        return
    fi
    [ $status -eq "${wanted:-0}" ] || { differs "status $status, ${wanted:-0} expected"; return; }
    header expect-part > "$work/texts"
    if [ -s "$work/texts" ]; then
        while IFS= read -r text; do
            grep -qF -- "$text" "$work/output" || { differs "no '$text' in the output"; return; }
        done < "$work/texts"
        return
    fi
    if [ -n "${INLET_REFRESH:-}" ] && [ -f "$expected" ]; then cp "$work/output" "$expected"; fi
    if [ -f "$expected" ]; then
        cp "$expected" "$work/expected"
    else
        header expect > "$work/expected"
        sed -i 's/^\[node [0-9]*\] //' "$work/output"
    fi
    cmp -s "$work/expected" "$work/output" || {
        diff -u "$work/expected" "$work/output" > "$work/errors" || :
        : > "$work/output"
        differs "another output than expected"
    }
}
