/**
 * bash cuts words at `=` and `:` as well: the pieces are glued again for the program, and what stands before the last
 * cut is taken off its answers, for bash keeps it. Descriptions only where candidates are merely listed (COMP_TYPE 63):
 * anywhere else they would end up in the line.
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
  # The cut itself is no part of what is replaced.
  [[ $piece == [=:] ]] && before=$before$piece

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
