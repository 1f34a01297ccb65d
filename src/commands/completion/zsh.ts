/** Can be sourced, or installed as `_txwarden` in $fpath. */
export const zshScript = `#compdef txwarden
# txwarden completion for zsh
_txwarden() {
  local line value files=no
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      files=yes
      continue
    fi
    value=\${line%%$'\\t'*}
    # A colon separates the value from the description.
    if [[ $line == *$'\\t'* ]]; then
      candidates+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
    else
      candidates+=("\${value//:/\\\\:}")
    fi
  done < <("\${(Q)words[1]}" __complete "\${(Q@)words[2,CURRENT]}" 2>/dev/null </dev/null)
  if [[ $files == yes ]]; then
    compset -P '--*='
    _files
  else
    _describe -V value candidates
  fi
}
if [[ $funcstack[1] == _txwarden ]]; then
  _txwarden "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
  compdef _txwarden txwarden
fi
`
