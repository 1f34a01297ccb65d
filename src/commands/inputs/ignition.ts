import { refusedError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'
import type { InputTransaction } from './input.ts'
import { bodyOf, type RequestMembers } from './members.ts'

const STARTED = 'DEPLOYMENT_INITIALIZE'
const REQUESTED = 'NETWORK_INTERACTION_REQUEST'
/** Ends the name of the message that says which account sends what follows of the same future. */
const FUTURE_STARTED = '_EXECUTION_STATE_INITIALIZE'
const ON_CHAIN = 'ONCHAIN_INTERACTION'

/** Whether lines are messages of a journal: each has a type, and one starts a deployment or wants a transaction. */
export function isJournal(lines: readonly unknown[]): boolean {
  return (
    lines.every((line) => isRecord(line) && typeof line.type === 'string') &&
    lines.some((line) => isRecord(line) && (line.type === STARTED || line.type === REQUESTED))
  )
}

/** Reads the transactions that a deployment of Hardhat Ignition wanted, in their order, from its journal. */
export function readJournal(lines: readonly unknown[], name: string): InputTransaction[] {
  const senders = new Map<unknown, unknown>()
  let chainId: unknown
  return lines.filter(isRecord).flatMap((line) => {
    const type = String(line.type)
    if (type === STARTED) chainId = line.chainId
    if (type.endsWith(FUTURE_STARTED)) senders.set(line.futureId, line.from)
    if (type !== REQUESTED) return []
    const { networkInteraction: wanted, futureId } = line
    if (!isRecord(wanted)) throw refusedError(`${name}: ${JSON.stringify(futureId)} has no networkInteraction`)
    // What is only read: a static call.
    if (wanted.type !== ON_CHAIN) return []
    const transaction = {
      ...(chainId !== undefined && { chainId }),
      ...(senders.get(futureId) !== undefined && { from: senders.get(futureId) }),
      ...(wanted.to !== undefined && { to: wanted.to }),
      value: integerIn(wanted.value),
      data: wanted.data,
    }
    return [{ kind: 'transaction', body: bodyOf(transaction, name) }]
  })
}

/** Ignition writes integers of any size as `{"_kind": "bigint", "value": "0"}`. */
function integerIn(value: unknown): unknown {
  const tagged: RequestMembers = isRecord(value) ? value : {}
  return tagged._kind === 'bigint' ? tagged.value : value
}
