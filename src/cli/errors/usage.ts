import { misuse, notFound, refusal, WardenError } from '../../shared/errors.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'

/** An invalid command line: exit code 2. */
export function usageError(message: string, more: { details?: readonly string[]; try?: string } = {}): WardenError {
  return misuse('usage', message, { ...more })
}

/** A value that is refused before anything is sent: exit code 8. */
export function refusedError(message: string, more: { details?: readonly string[]; try?: string } = {}): WardenError {
  return refusal('refused-value', message, { ...more })
}

/** A thing that the command line names and the service does not have. @param next the command that lists them */
export function notFoundError(message: string, next: string): WardenError {
  return notFound('not-found', message, { try: next })
}

/**
 * Waits for what reads a value of the command line: one that it refuses is wrong as it was typed (exit code 2).
 * @param code of that refusal; absent: of every one
 */
export async function asTyped<T>(reading: Promise<T>, code?: string): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind !== 'refused' || error.code !== (code ?? error.code)) throw error
    const { message, details, parameters } = error
    throw misuse(error.code, message, { details, parameters, cause: error })
  }
}

/** Unknown members are refused, because a typo could silently drop a value. `where` is a prefix with its colon. */
export function unknownMember(name: string, known: readonly string[], where = ''): WardenError {
  return refusedError(
    `${where}unknown field ${JSON.stringify(name)}${didYouMean(name, known)}; known: ${known.join(', ')}`,
  )
}
