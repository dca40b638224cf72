# SPDX-License-Identifier: Apache-2.0
# Completion of the command line of gpualgo, for fish. The tool itself lists commands, options and values.

# The words that begin the lines of a section of a help page: commands or options.
function __gpualgo_listed
    sed -n "/^$argv[1]:/,/^\$/p" | tail -n +2 | sed -nE 's/^  ([^ ]+) .*/\1/p' | tr ',' '\n'
end

# The values of an option: the tool lists them if it is given none of them. Flags have no values.
function __gpualgo_values
    switch $argv[3]
        case --device
            printf '%s\n' host simulated cuda
        case --json --csv --quiet --check --clear --exclusive --descending --output --svg
        case '*'
            $argv[1] $argv[2] $argv[3] '?' 2>&1 >/dev/null | sed -nE 's/.*\{(.*)\}.*/\1/p' | tr ',' '\n'
    end
end

function __gpualgo_candidates
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l tool $words[1]
    set -l command (string match --invert -- '-*' $words[2..])[1]
    if test -z "$command"
        $tool --help | __gpualgo_listed Subcommands
        printf '%s\n' --help --version
    else if string match --quiet -- '-*' $current
        $tool $command --help | __gpualgo_listed Options
    else if string match --quiet -- '--*' $words[-1]
        __gpualgo_values $tool $command $words[-1]
    end
end

# Files are offered only if there is nothing else.
complete --command gpualgo --no-files --arguments '(__gpualgo_candidates)'
complete --command gpualgo --force-files --condition 'test -z "$(__gpualgo_candidates)"'
