import type { KeyKind } from '../../api/operations/operation.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'

export interface KeyCheck {
  readonly accepted: boolean
  /** The evidence, in words. */
  readonly message: string
}

/** A valid id without a transaction: the nil UUID (RFC 9562, 5.9). */
const NO_TRANSACTION = '00000000-0000-0000-0000-000000000000'

/** The operation that each key is tried with. */
export const keyTrials = {
  validation: { id: 'updateTransaction', input: { params: { 'svc-transaction-id': NO_TRANSACTION }, body: {} } },
  management: { id: 'listControlLists', input: { query: { size: 1 } } },
} as const satisfies Record<KeyKind, object>

/**
 * Asks the service whether it accepts the key, without changing anything there.
 * Throws WardenError when the response does not show it.
 */
export function checkKey(client: Client, kind: KeyKind): Promise<KeyCheck> {
  return kind === 'management' ? checkManagementKey(client) : checkValidationKey(client)
}

async function checkManagementKey(client: Client): Promise<KeyCheck> {
  try {
    await client.call('listControlLists', keyTrials.management.input)
    return { accepted: true, message: 'the control lists are readable with it' }
  } catch (error) {
    return refusal(error)
  }
}

/** A validation key cannot read anything. The service checks the key before it looks for the transaction. */
async function checkValidationKey(client: Client): Promise<KeyCheck> {
  try {
    await client.call('updateTransaction', keyTrials.validation.input, { changesNothing: true })
    return { accepted: true, message: 'a report for an unknown transaction was accepted' }
  } catch (error) {
    if (isMissingTransaction(error))
      return { accepted: true, message: 'the service looked for an unknown transaction (404)' }
    return refusal(error)
  }
}

/** Neither an unknown path nor the 404 page of a web server: those do not check the key. */
function isMissingTransaction(error: unknown): boolean {
  if (!(error instanceof WardenError) || error.status !== 404) return false
  return error.code !== 'unknown-route' && error.parameters.received === undefined
}

function refusal(error: unknown): KeyCheck {
  if (error instanceof WardenError && error.kind === 'auth') return { accepted: false, message: error.message }
  throw error
}
