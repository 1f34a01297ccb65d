export const fishScript = `# txwarden completion for fish
function __txwarden_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] "$typed" 2>/dev/null </dev/null)
        if test "$line" = :files
            set -l flag (string match -r -- '^--[^=]*=' "$typed")
            for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$typed"))
                echo "$flag$path"
            end
        else
            echo $line
        end
    end
end
complete -c txwarden -e
complete -c txwarden -f -k -a '(__txwarden_complete)'
`
