#compdef chatfmt
# zsh completion of chatfmt: the program itself says what a word may become (chatfmt complete), so
# it cannot be out of date.
local line
local -a offers
for line in ${(f)"$(chatfmt complete "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    if [[ $line == :files ]]; then
        _files
    elif [[ -n $line ]]; then
        offers+=("$line")
    fi
done
(( $#offers )) && compadd -Q -- $offers
