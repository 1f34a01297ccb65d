import { refusal } from '../../shared/errors.ts'
import { hashKey } from './format.ts'

const VARIABLE = 'TXWARDEN_SAFE_EVENTS_SECRET'
/** Characters: fewer can be guessed. */
const LEAST = 32

/**
 * The hash of the secret of those who send events of Safes; undefined: none is set.
 * @throws WardenError `bad-secret-variable`
 */
export function readEventSecret(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const secret = env[VARIABLE] ?? ''
  if (secret === '') return undefined
  if (secret.length >= LEAST && /^[\x21-\x7e]+$/.test(secret)) return hashKey(secret)
  throw refusal(
    'bad-secret-variable',
    `${VARIABLE} needs at least ${LEAST} characters, all of them ASCII without blanks`,
  )
}
