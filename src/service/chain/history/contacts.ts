import { isZeroAddress } from '../../evm/words.ts'
import type { Contact } from '../../store/repositories/counterparties.ts'
import type { BlockTime } from '../nodes/read-block.ts'
import type { LoggedTransfer } from './transfer-logs.ts'

/**
 * Lists the contacts of an address by its transfers. Only what it sent of a known token had value: any third party can send
 * it something, can deploy a token that emits any event, and can transfer zero of a real token in its name.
 * @param knownTokens lower case
 * @param span the first and the last block that were read, for times that the node does not say
 */
export function contactsOf(
  transfers: readonly LoggedTransfer[],
  address: string,
  knownTokens: ReadonlySet<string>,
  span: readonly [BlockTime, BlockTime],
): Contact[] {
  const others = transfers.filter(({ other }) => !isZeroAddress(other) && other !== address.toLowerCase())
  return Array.from(
    Map.groupBy(others, ({ other }) => other),
    ([counterparty, group]) => {
      const times = group.map((transfer) => timeOf(transfer, span) * 1000)
      return {
        counterparty,
        firstSeen: times.reduce((one, other) => Math.min(one, other)),
        lastSeen: times.reduce((one, other) => Math.max(one, other)),
        count: group.length,
        hadValue: group.some(
          ({ direction, isPositive, token }) => direction === 'sent' && isPositive && knownTokens.has(token),
        ),
      }
    },
  )
}

/** Seconds: as the node says, or in proportion between the two blocks. */
function timeOf({ block, timestamp }: LoggedTransfer, [first, last]: readonly [BlockTime, BlockTime]): number {
  if (timestamp !== undefined && timestamp >= first.timestamp && timestamp <= last.timestamp) return timestamp
  const blocks = Number(last.number - first.number)
  const share = blocks === 0 ? 1 : Number(block - first.number) / blocks
  return Math.floor(first.timestamp + share * (last.timestamp - first.timestamp))
}
