import type { Rpc } from './rpc.ts'
import { hex } from './test-chain.ts'

/** A transaction of the chain that touches addresses that were asked for. */
export interface Touching {
  readonly hash: string
  readonly blockNumber: number
  readonly blockHash: string
  /** Lower case. */
  readonly touches: ReadonlySet<string>
}

interface Log {
  readonly address: string
  readonly topics: readonly string[]
}

interface Transaction {
  readonly hash: string
  readonly from: string
  readonly to: string | null
}

interface Receipt {
  readonly contractAddress: string | null
  readonly logs: readonly Log[]
}

const EMPTY_WORD_START = `0x${'0'.repeat(24)}`

/**
 * Reads a range of blocks of the canonical chain again, both included, by plain questions and with nothing of the program:
 * which transactions touch one of the addresses, as sender, recipient, created contract, emitter or topic.
 */
export async function readFully(
  rpc: Rpc,
  { first, last, addresses }: { first: number; last: number; addresses: ReadonlySet<string> },
): Promise<Map<string, Touching>> {
  const found = new Map<string, Touching>()
  for (let number = first; number <= last; number++) {
    const block = (await rpc('eth_getBlockByNumber', hex(number), true)) as {
      hash: string
      transactions: readonly Transaction[]
    }
    const receipts = (await rpc('eth_getBlockReceipts', hex(number))) as readonly Receipt[]
    for (const [index, transaction] of block.transactions.entries()) {
      const named = namedIn(transaction, receipts[index] as Receipt)
      const touches = new Set([...named].filter((address) => addresses.has(address)))
      const { hash } = transaction
      if (touches.size > 0) found.set(hash, { hash, blockNumber: number, blockHash: block.hash, touches })
    }
  }
  return found
}

function namedIn({ from, to }: Transaction, { contractAddress, logs }: Receipt): Set<string> {
  const topics = logs.flatMap((log) => log.topics.filter((topic) => topic.startsWith(EMPTY_WORD_START)))
  const all = [
    from,
    to,
    contractAddress,
    ...logs.map(({ address }) => address),
    ...topics.map((topic) => `0x${topic.slice(26)}`),
  ]
  return new Set(all.flatMap((address) => (address === null ? [] : [address.toLowerCase()])))
}
