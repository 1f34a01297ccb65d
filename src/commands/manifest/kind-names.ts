import { usageError } from '../../cli/usage.ts'

/** What a manifest may hold, in the order it is applied: an alert names destinations. */
export const kinds = ['destination', 'control-list', 'monitor', 'alert'] as const
export type Kind = (typeof kinds)[number]

const aliases: Readonly<Record<string, Kind>> = { dest: 'destination', cl: 'control-list' }

/** The kinds that words mean, in any number and case, each once; none: undefined. */
export function kindsOf(words: readonly string[]): readonly Kind[] | undefined {
  if (words.length === 0) return undefined
  const meant = new Set(words.map(kindOf))
  return kinds.filter((kind) => meant.has(kind))
}

function kindOf(word: string): Kind {
  const singular = word.toLowerCase().replace(/s$/, '')
  const found = kinds.find((kind) => kind === singular) ?? aliases[singular]
  if (found === undefined) throw usageError(`${JSON.stringify(word)} is not one of ${kinds.join(', ')}`)
  return found
}
