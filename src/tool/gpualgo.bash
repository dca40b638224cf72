# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Completion of the command line of gpualgo, for bash. The tool itself lists commands, options and values.

# The values of an option: the tool lists them if it is given none of them. Flags have no values.
_gpualgo_values() {
    local listed
    case $3 in
    --device) echo 'host simulated cuda' | tr ' ' '\n' ;;
    --json | --csv | --quiet | --check | --clear | --exclusive | --descending | --output | --svg) ;;
    *)
        listed=$("$1" "$2" "$3" '?' 2>&1 >/dev/null)
        [[ $listed =~ \{(.*)\} ]] && tr ',' '\n' <<<"${BASH_REMATCH[1]}"
        ;;
    esac
}

# The words that begin the lines of a section of a help page: commands or options.
_gpualgo_listed() {
    sed -n "/^$2:/,/^\$/p" | tail -n +2 | sed -nE "s/^  ([^ ]+) .*/\1/p" | tr ',' '\n'
}

_gpualgo() {
    local tool=$1 word=$2 before=$3 i command='' candidates=''
    for ((i = 1; i < COMP_CWORD; ++i)); do
        [[ ${COMP_WORDS[i]} == -* ]] || { command=${COMP_WORDS[i]}; break; }
    done
    if [[ -z $command ]]; then
        candidates=$("$tool" --help | _gpualgo_listed "$tool" Subcommands; echo --help; echo --version)
    elif [[ $word == -* ]]; then
        candidates=$("$tool" "$command" --help | _gpualgo_listed "$tool" Options)
    elif [[ $before == --* ]]; then
        candidates=$(_gpualgo_values "$tool" "$command" "$before")
    fi
    COMPREPLY=()
    [[ -n $candidates ]] || return 0 # the names of files
    while IFS= read -r i; do
        COMPREPLY+=("$(printf '%q' "$i")") # names of policies have < and (
    done < <(IFS=$'\n' compgen -W "$candidates" -- "$word")
}

complete -o default -F _gpualgo gpualgo
