/**
 * An example as the shell passes it: placeholders filled in, no pipes and redirections.
 * @param fill the value of `<address>`, given `address`
 */
export function argvOf(example: string, fill: (name: string) => string = filledIn): string[] {
  const ours = example.split(' | ').find((part) => part.startsWith('txwarden ')) ?? example
  const line = ours.replace(/<([^\s>][^>]*)>/g, (_, name: string) => fill(name)).replace(/\s[<>]\s.*$/, '')
  const words: string[] = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []
  return words.map((word) => word.replace(/(^|=)['"](.*)['"]$/, '$1$2')).slice(words.indexOf('txwarden') + 1)
}

function filledIn(name: string): string {
  return name === 'hex' ? '0x00' : 'filled-in'
}
