#compdef chatfmt
# zsh completion of chatfmt: the options are read from --help, so they cannot be out of date.
if (( CURRENT == 2 )); then
    compadd -- ${(f)"$(chatfmt --help | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p')"} --help --version
elif [[ $words[CURRENT-1] == --output ]]; then
    compadd -- text json spans
elif [[ $words[CURRENT-1] == --color ]]; then
    compadd -- auto always never
elif [[ $words[CURRENT] == -* ]]; then
    compadd -- ${(f)"$(chatfmt $words[2] --help | sed -n 's/^  \(--[a-z-]\{1,\}\).*/\1/p')"}
else
    _files
fi
