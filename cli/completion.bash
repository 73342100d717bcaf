# bash completion of chatfmt: the program itself says what a word may become (chatfmt complete), so
# it cannot be out of date.
_chatfmt()
{
    local words=("${COMP_WORDS[@]:1:COMP_CWORD}") word=${COMP_WORDS[COMP_CWORD]} line
    COMPREPLY=()
    while IFS= read -r line; do
        if [ "$line" = :files ]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
        else
            COMPREPLY+=("$line")
        fi
    done < <(chatfmt complete "${words[@]}" 2>/dev/null)
}
complete -F _chatfmt chatfmt
