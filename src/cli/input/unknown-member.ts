import { didYouMean } from '../../shared/did-you-mean.ts'
import type { WardenError } from '../../shared/errors.ts'
import { refusedError } from '../usage.ts'

/** For a member nobody knows: what it holds would be left out without a word. `where` stands in front, with its colon. */
export function unknownMember(name: string, known: readonly string[], where = ''): WardenError {
  return refusedError(
    `${where}${JSON.stringify(name)} is unknown${didYouMean(name, known)}; there are ${known.join(', ')}`,
  )
}
