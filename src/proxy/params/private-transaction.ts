import { isRecord } from '../../shared/json/json.ts'
import { Members, readCount } from './members.ts'
import { checkPayees, readFlag } from './refunds.ts'
import { readPreferences, readSignedTransaction } from './signed-transaction.ts'
import type { ReadingContext, ReadRequest, SigningRequest } from './signing-request.ts'
import { readUnsignedTransaction } from './unsigned-transaction.ts'

/**
 * Reads a transaction that is sent to block builders only: `{ tx, maxBlockNumber, preferences }` (Flashbots), the
 * transaction alone, or its bytes. Each may be signed or not.
 */
export const readPrivateTransaction: ReadRequest = (method, [given], context) => {
  if (!isRecord(given) || !('tx' in given)) return readEither(method, given, context)
  const members = new Members(given, 'the private transaction', ['tx', 'maxBlockNumber', 'preferences', 'fast'])
  members.optional('maxBlockNumber', readCount)
  members.optional('fast', readFlag)
  const request = readEither(method, members.get('tx'), context)
  checkPayees(readPreferences(members.get('preferences')), request.senders)
  return request
}

function readEither(method: string, given: unknown, context: ReadingContext): SigningRequest {
  const read = isRecord(given) ? readUnsignedTransaction : readSignedTransaction
  return read(method, [given], context)
}
