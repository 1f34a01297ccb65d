import type { WardenError } from '../api/errors.ts'
import { didYouMean } from '../config/did-you-mean.ts'
import { refusedError } from './usage.ts'

/** For a member nobody knows: what it holds would be left out without a word. `where` stands in front, with its colon. */
export function unknownMember(name: string, known: readonly string[], where = ''): WardenError {
  return refusedError(
    `${where}${JSON.stringify(name)} is unknown${didYouMean(name, known)}; there are ${known.join(', ')}`,
  )
}
