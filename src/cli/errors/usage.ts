import { WardenError } from '../../shared/errors.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'

/** An invalid command line: exit code 2. */
export function usageError(message: string, more: { details?: readonly string[]; try?: string } = {}): WardenError {
  return new WardenError({ kind: 'usage', code: 'usage', message, ...more })
}

/** A value that is refused before anything is sent: exit code 8. */
export function refusedError(message: string, more: { details?: readonly string[]; try?: string } = {}): WardenError {
  return new WardenError({ kind: 'refused', code: 'refused-value', message, ...more })
}

/** Unknown members are refused, because a typo could silently drop a value. `where` is a prefix with its colon. */
export function unknownMember(name: string, known: readonly string[], where = ''): WardenError {
  return refusedError(
    `${where}unknown field ${JSON.stringify(name)}${didYouMean(name, known)}; known: ${known.join(', ')}`,
  )
}
