import type { KeyKind } from '../../api/operation.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'

export interface KeyCheck {
  readonly accepted: boolean
  /** What was asked and what came back, in words. */
  readonly said: string
}

/** An id of the right form that no transaction has: the nil UUID (RFC 9562, 5.9). */
const NO_TRANSACTION = '00000000-0000-0000-0000-000000000000'

/**
 * Asks the service whether it takes the key, without changing anything there.
 * Throws WardenError when the service gives no answer that says so.
 */
export function checkKey(client: Client, kind: KeyKind): Promise<KeyCheck> {
  return kind === 'management' ? checkManagementKey(client) : checkValidationKey(client)
}

async function checkManagementKey(client: Client): Promise<KeyCheck> {
  try {
    await client.call('listControlLists', { query: { size: 1 } })
    return { accepted: true, said: 'the control lists could be read with it' }
  } catch (error) {
    return refusal(error)
  }
}

/** Validation keys have nothing to read with. A service asks for the key first, and only then misses the transaction. */
async function checkValidationKey(client: Client): Promise<KeyCheck> {
  try {
    const nothing = { params: { 'svc-transaction-id': NO_TRANSACTION }, body: {} }
    await client.call('updateTransaction', nothing, { changesNothing: true })
    return { accepted: true, said: 'a report about a transaction that is not there was taken' }
  } catch (error) {
    if (isMissingTransaction(error))
      return { accepted: true, said: 'asked about a transaction that is not there, the service looked for it (404)' }
    return refusal(error)
  }
}

/** Not a path that is missing, nor the page some web server shows for one: those never asked for the key. */
function isMissingTransaction(error: unknown): boolean {
  if (!(error instanceof WardenError) || error.status !== 404) return false
  return error.code !== 'unknown-route' && !error.message.includes('web page')
}

function refusal(error: unknown): KeyCheck {
  if (error instanceof WardenError && error.kind === 'auth') return { accepted: false, said: error.message }
  throw error
}
