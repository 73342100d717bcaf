# fish completion of chatfmt: the program itself says what a word may become (chatfmt complete), so
# it cannot be out of date.
function __chatfmt_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (chatfmt complete $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c chatfmt -f -a '(__chatfmt_complete)'
