import type {
  ChainTransaction,
  CheckedBlock,
  MatchedTransaction,
  TransactionReceipt,
} from '../../../../src/service/chain/blocks/block.ts'

/** Hash of a block or transaction by its number. */
export function hashOf(number: number | bigint): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

export function blockOf(number: number, transactions: readonly MatchedTransaction[]): CheckedBlock {
  return {
    header: { number, hash: hashOf(number), parentHash: hashOf(number - 1), timestamp: 1_700_000_000 + 12 * number },
    transactions: transactions.length,
    matched: transactions,
    credits: [],
  }
}

let last = 0xaaaa_0000

export function matched(
  transaction: Partial<ChainTransaction>,
  receipt: Partial<TransactionReceipt>,
): MatchedTransaction {
  return {
    transaction: {
      hash: hashOf(++last),
      index: 0,
      from: `0x${'f0'.repeat(20)}`,
      to: `0x${'f1'.repeat(20)}`,
      value: 0n,
      data: '0x',
      nonce: 0,
      type: 2,
      mint: 0n,
      authorizations: [],
      ...transaction,
    },
    receipt: { succeeded: true, fee: 0n, created: undefined, logs: [], ...receipt },
    candidates: [],
  }
}

export type Transfer = Partial<ChainTransaction & TransactionReceipt>

export function transfer({ created, logs = [], ...rest }: Transfer): MatchedTransaction {
  const { succeeded, fee, ...transaction } = { succeeded: true, fee: 0n, ...rest }
  return matched(transaction, { succeeded, fee, created, logs })
}
