import type { UnaccountedItem, ValidationResult } from '../../api/schemas/transaction.ts'

/** What is signed and not accounted for. Results of other services have none. */
export function unaccountedOf({ explanation }: Pick<ValidationResult, 'explanation'>): readonly UnaccountedItem[] {
  return explanation?.unaccounted ?? []
}

/** Items that a sentence names. */
const MOST_NAMED = 3

/** A sentence that names the first ones; undefined: everything is accounted for. */
export function unaccountedSentence(result: Pick<ValidationResult, 'explanation'>): string | undefined {
  const items = unaccountedOf(result)
  if (items.length === 0) return undefined
  const named = items.slice(0, MOST_NAMED).map(({ text }) => text)
  const more = items.length - named.length
  return `Not accounted for: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.`
}

/** The address, where the text does not have it whole, and the path. */
export function unaccountedPlace({ address, text, path }: UnaccountedItem): string {
  const isWhole = address === undefined || text.toLowerCase().includes(address.toLowerCase())
  return [...(isWhole ? [] : [address]), ...(path === '' ? [] : [path])].join(' · ')
}
