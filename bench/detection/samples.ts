import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenignTransaction, Data, FeedRow, Spender } from './data.ts'
import type { Payoff } from './transactions.ts'

/** A few cases of each kind with made-up addresses: enough to show that the benchmark works. */

export function samplePayoffs(): Payoff[] {
  return read<readonly (Omit<Payoff, 'amount'> & { amount: string })[]>('payoffs').map((payoff) => ({
    ...payoff,
    amount: BigInt(payoff.amount),
  }))
}

export function sampleBenign(): BenignTransaction[] {
  type Row = Omit<BenignTransaction['transaction'], 'value'> & { readonly name: string; readonly value: string }
  return read<readonly Row[]>('benign').map(({ name, value, ...transaction }) => ({
    name,
    transaction: { ...transaction, value: BigInt(value) },
  }))
}

export function sampleSpenders(): Spender[] {
  return read<{ readonly spenders: Spender[] }>('feeds').spenders
}

/** Feed files as text. */
export function sampleFeeds(): Data['feeds'] {
  return read<{ readonly feeds: Data['feeds'] }>('feeds').feeds
}

export function sampleRows(): FeedRow[] {
  return read<{ readonly rows: FeedRow[] }>('feeds').rows
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'samples', `${name}.json`), 'utf8')) as T
}
