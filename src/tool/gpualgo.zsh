#compdef gpualgo
# SPDX-License-Identifier: Apache-2.0
# Completion of the command line of gpualgo, for zsh. The tool itself lists commands, options and values.

# The words that begin the lines of a section of a help page: commands or options.
_gpualgo_listed() {
    sed -n "/^$1:/,/^\$/p" | tail -n +2 | sed -nE 's/^  ([^ ]+) .*/\1/p' | tr ',' '\n'
}

# The values of an option: the tool lists them if it is given none of them. Flags have no values.
_gpualgo_values() {
    case $3 in
    --device) print -l host simulated cuda ;;
    --json | --csv | --quiet | --check | --clear | --exclusive | --descending | --output | --svg) ;;
    *) "$1" "$2" "$3" '?' 2>&1 >/dev/null | sed -nE 's/.*\{(.*)\}.*/\1/p' | tr ',' '\n' ;;
    esac
}

_gpualgo() {
    local tool=${words[1]} before=${words[CURRENT - 1]} command='' word
    local -a candidates
    for word in ${words[2,CURRENT-1]}; do
        [[ $word == -* ]] || { command=$word; break; }
    done
    if [[ -z $command ]]; then
        candidates=(${(f)"$("$tool" --help | _gpualgo_listed Subcommands)"} --help --version)
    elif [[ ${words[CURRENT]} == -* ]]; then
        candidates=(${(f)"$("$tool" "$command" --help | _gpualgo_listed Options)"})
    elif [[ $before == --* ]]; then
        candidates=(${(f)"$(_gpualgo_values "$tool" "$command" "$before")"})
    fi
    if ((${#candidates})); then compadd -a candidates; else _files; fi
}

_gpualgo "$@"
