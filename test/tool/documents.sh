#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# documents.sh TOOL SOURCE_DIR: the tool's man page has all commands, options and values that the tool has, and no others; the completions
# of bash, and of zsh and fish if they are here, offer them.
set -euo pipefail
tool=$(realpath "$1")
source=$(realpath "$2")/src/tool
failures=0

wrong() {
    echo "$1"
    failures=$((failures + 1))
}

# The page's words.
page=$(sed -E 's/\\f[BRI]//g; s/\\-/-/g' "$source/gpualgo.1.in" | tr -s ' ,;."' '\n' | sort -u)
documented() { grep -qxF -e "$1" <<<"$page" || wrong "the man page does not have $1, which is one of the $2"; }

# The words of a section of a help page, and the values that an option takes.
listed() { sed -n "/^$1:/,/^\$/p" | tail -n +2 | sed -nE 's/^  ([^ ]+) .*/\1/p' | tr ',' '\n'; }
values() { "$tool" "$1" "$2" '?' 2>&1 | sed -nE 's/.*\{(.*)\}.*/\1/p' | tr ',' '\n' || true; }

commands=$("$tool" --help | listed Subcommands)
[[ $commands == *reduce*scan*sort*histogram*matmul* ]] || wrong "the help lists no commands: $commands"
options='--version'
for command in $commands; do
    documented "$command" commands
    options+=$'\n'$("$tool" "$command" --help | listed Options)
    for option in --policy --type --accumulator --op --sort; do
        for value in $(values "$command" "$option"); do documented "${value%%.*}" "values of $option"; done
    done
done
for option in $options; do documented "$option" options; done
while read -r word; do
    grep -qxF -e "$word" <<<"$options" || wrong "the man page has $word, which is no option"
done < <(grep -E -- '^(-[a-z]|--[a-z-]+)$' <<<"$page")
if command -v groff >/dev/null; then
    warnings=$(groff -man -Tutf8 -ww -z "$source/gpualgo.1.in" 2>&1)
    [[ -z $warnings ]] || wrong "groff: $warnings"
fi

# Completion: what is offered for words of which the last is being typed.
# shellcheck source=/dev/null
source "$source/gpualgo.bash"
offered() {
    COMP_WORDS=("$tool" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _gpualgo "$tool" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
    echo "${COMPREPLY[*]-}"
}
# zsh calls the function with the words in an array; compadd, which this one replaces, takes those that begin like the last.
offered_by_zsh() {
    zsh -f -c 'compadd() { local word; for word in ${(P)2}; do [[ $word != ${words[CURRENT]}* ]] || print -r -- "$word"; done; }
        _files() { :; }
        file=$1; shift; words=("$@"); CURRENT=$#words; source "$file"' zsh "$source/gpualgo.zsh" "$tool" "$@"
}
# Without a name of a file that begins like the last word: the directory is empty.
offered_by_fish() {
    (cd "$empty" && PATH=$(dirname "$tool"):$PATH fish --no-config -c "source $source/gpualgo.fish; complete --do-complete 'gpualgo $*'")
}
empty=$(mktemp -d)
trap 'rmdir "$empty"' EXIT

# offers EXPECTED WORDS...: in every shell that is here, which quote words in their own ways
offers() {
    local expected=$1 found shell
    shift
    for shell in '' _by_zsh _by_fish; do
        [[ -z $shell ]] || command -v "${shell#_by_}" >/dev/null || continue
        found=$("offered$shell" "$@" | tr '\n' ' ' | tr -d '\\')
        [[ " $found " == *" $expected "* ]] || wrong "completion${shell//_/ } of '$*' offers '$found', not '$expected'"
    done
}
for command in $commands; do
    offers "$command" "${command:0:1}"
    for option in $("$tool" "$command" --help | listed Options); do
        dashes=${option%%[a-z]*}
        offers "$option" "$command" "$dashes"
    done
done
offers --version --v
offers 'bit_and bit_or bit_xor' reduce --op bit
offers 'cg_tile<8>' matmul --shape 2x2x2 --policy cg_tile
offers 'interleaved.in(global)' reduce --policy interleaved.in
offers 'int16' reduce --accumulator i
offers simulated reduce --device s
offers 'time' reduce --n 5 --sort t
for shell in '' _by_zsh _by_fish; do
    [[ -z $shell ]] || command -v "${shell#_by_}" >/dev/null || continue
    for option in '' --json --csv --output; do
        # shellcheck disable=SC2086 # no word if there is none
        [[ -z $("offered$shell" reduce $option some_file) ]] || wrong "completion${shell//_/ } does not leave files after '$option' to the shell"
    done
done

((failures == 0)) || exit 1
