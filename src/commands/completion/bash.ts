/**
 * bash also splits words at `=`, `:` and `@`: the script joins the pieces for the program, and removes the part before the
 * last split from the candidates. Descriptions are shown only in lists (COMP_TYPE 63); otherwise they would be inserted.
 */
export const bashScript = `# txwarden completion for bash
_txwarden() {
  local rest="\${COMP_LINE:0:COMP_POINT}" words=() piece= before= index glued
  for ((index = 0; index <= COMP_CWORD; index++)); do
    glued=yes
    [[ $rest == [[:space:]]* ]] && glued=no
    rest=\${rest#"\${rest%%[![:space:]]*}"}
    piece=\${COMP_WORDS[index]}
    ((index == COMP_CWORD)) && piece=$rest
    rest=\${rest#"$piece"}
    if [[ $glued == yes && index -gt 0 ]]; then
      before=\${words[\${#words[@]} - 1]}
      words[\${#words[@]} - 1]=$before$piece
    else
      before=
      words+=("$piece")
    fi
  done
  # The separator is not replaced.
  [[ $piece == [=:@] ]] && before=$before$piece

  local value description width=0 descriptions=()
  COMPREPLY=()
  while IFS=$'\\t' read -r value description; do
    if [[ $value == :files ]]; then
      compopt -o filenames 2>/dev/null
      rest=\${words[\${#words[@]} - 1]}
      rest=\${rest#"$before"}
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$rest")
      return 0
    fi
    value=\${value#"$before"}
    COMPREPLY+=("$value")
    descriptions+=("$description")
    ((\${#value} > width)) && width=\${#value}
  done < <("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null </dev/null)
  if [[ $COMP_TYPE == 63 && \${#COMPREPLY[@]} -gt 1 ]]; then
    for index in "\${!COMPREPLY[@]}"; do
      [[ -n \${descriptions[index]} ]] &&
        printf -v "COMPREPLY[$index]" '%-*s  (%s)' "$width" "\${COMPREPLY[index]}" "\${descriptions[index]}"
    done
  fi
  return 0
}
complete -o nosort -F _txwarden txwarden 2>/dev/null || complete -F _txwarden txwarden
`
