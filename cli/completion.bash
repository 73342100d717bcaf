# bash completion of chatfmt: the options are read from --help, so they cannot be out of date.
_chatfmt()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(chatfmt --help | sed -n 's/^  \([a-z]\+\)  .*/\1/p') --help --version" -- "$word")
        return
    fi
    case $before in
    --output)
        if [ "${COMP_WORDS[1]}" = map ]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -W "text json spans ids tokens" -- "$word")
        fi
        ;;
    --mask) mapfile -t COMPREPLY < <(compgen -W "hf generation derived" -- "$word") ;;
    --quotes) mapfile -t COMPREPLY < <(compgen -W "single double keep" -- "$word") ;;
    --fail-on) mapfile -t COMPREPLY < <(compgen -W "note warning error never" -- "$word") ;;
    --ignore) mapfile -t COMPREPLY < <(compgen -W "$(chatfmt lint --rules | cut -d" " -f1)" -- "$word") ;;
    --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word") ;;
    *)
        if [[ $word == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(chatfmt "${COMP_WORDS[1]}" --help | sed -n 's/^  \(--[a-z-]\+\).*/\1/p')" -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
        fi
        ;;
    esac
}
complete -F _chatfmt chatfmt
