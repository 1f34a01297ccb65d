import { TRANSFER } from '../../evm/logs.ts'
import { addressOfWord, word, wordAt } from '../../evm/words.ts'
import type { LogQuery } from './walk-logs.ts'

/** What a token says about a transfer. Addresses in lower case. */
export interface LoggedTransfer {
  readonly direction: 'sent' | 'received'
  readonly token: string
  readonly other: string
  /** An amount above zero (ERC-20), or a token with an id (ERC-721). */
  readonly isPositive: boolean
  readonly block: bigint
  /** Time of the block (s), where the node says it. */
  readonly timestamp: number | undefined
}

/** Looks for the transfers of an address. */
export function transfersOf(address: string): LogQuery<LoggedTransfer> {
  const party = [`0x${word(address)}`]
  return {
    noun: 'transfers',
    filters: [{ topics: [[TRANSFER], party] }, { topics: [[TRANSFER], null, party] }],
    read({ address: token, topics, data, block, timestamp }, filter) {
      const isSent = filter === 0
      const other = topics[isSent ? 2 : 1]
      if (other === undefined || !/^0x0{24}/.test(other)) return undefined
      const isKnownTime = timestamp !== undefined && timestamp <= Number.MAX_SAFE_INTEGER
      return [
        {
          direction: isSent ? 'sent' : 'received',
          token,
          other: addressOfWord(other),
          // With three indexed arguments the third is the id of an ERC-721 token, else the data is the amount.
          isPositive: topics.length === 4 || (data.length === 66 && wordAt(data) !== 0n),
          block,
          timestamp: isKnownTime ? Number(timestamp) : undefined,
        },
      ]
    },
  }
}
