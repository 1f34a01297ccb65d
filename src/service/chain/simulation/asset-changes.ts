import { NATIVE, nativeAssetId } from '../../evm/asset.ts'
import { type BalanceChange, type Balances, differencesOf, Holdings, leastOf } from '../../evm/holdings.ts'
import type { Movement } from '../../evm/logs.ts'
import { addressAt, wordAt } from '../../evm/words.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import type { EnvironmentDifference } from '../../risk/chain/simulation.ts'
import type { Question } from './questions.ts'

/** Balances and allowances as one run shows them. */
export interface BalanceReadings {
  readonly questions: readonly Question[]
  /** One answer for each question, '0x' where there is none. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface MeasuredBalances {
  readonly balances: Balances
  /** Keys of the balances that were read before and after. */
  readonly measured: ReadonlySet<string>
  /** Tokens that did not answer before or did not answer afterwards, but once. */
  readonly unread: ReadonlySet<string>
}

interface BalanceInput {
  readonly owners: readonly string[]
  readonly accounts: ReadonlyMap<string, ChainAccount>
  /** Who paid for the gas, and how much: no part of the changes. */
  readonly payer: string
  readonly fee: bigint
}

/** Computes changes of assets: balances afterwards less balances before. Events only find what to read. */
export function measureBalances(readings: BalanceReadings, input: BalanceInput): MeasuredBalances {
  const sums = new Holdings()
  const unread = new Set<string>()
  const itemTokens = itemTokensIn(readings, input.accounts)
  const { questions, before, after } = readings
  for (const [index, question] of questions.entries()) {
    const [first = '0x', last = '0x'] = [before[index], after[index]]
    switch (question.kind) {
      case 'native': {
        const change = changeIn(first, last)
        const fee = question.owner === input.payer ? input.fee : 0n
        if (change === undefined) unread.add(NATIVE)
        else sums.add(question.owner, nativeAssetId, change + fee)
        break
      }
      case 'balance':
      case 'items': {
        const { owner, token, id } = { id: undefined, ...question }
        const change = changeIn(first, last)
        // A contract that never answers is no token.
        if (change === undefined && (first !== '0x' || last !== '0x')) unread.add(token)
        if (change === undefined) break
        const standard = question.kind === 'items' ? 'erc1155' : itemTokens.has(token) ? 'erc721' : 'erc20'
        sums.add(owner, { standard, token, id }, change)
        break
      }
      case 'holder': {
        const asset = { standard: 'erc721', token: question.token, id: question.id } as const
        const [from, to] = [addressAt(first), addressAt(last)]
        if (from === undefined && to === undefined) break
        for (const owner of input.owners) sums.add(owner, asset, count(owner === to) - count(owner === from))
        break
      }
    }
  }
  return { balances: withoutCountedItems(sums), measured: sums.keys(), unread }
}

function count(holds: boolean): bigint {
  return holds ? 1n : 0n
}

function changeIn(before: string, after: string): bigint | undefined {
  const [first, last] = [wordAt(before, 0), wordAt(after, 0)]
  return first === undefined || last === undefined ? undefined : last - first
}

/** Tokens whose balance counts items: ERC-721. */
function itemTokensIn(
  { questions, before, after }: BalanceReadings,
  accounts: BalanceInput['accounts'],
): ReadonlySet<string> {
  return new Set(
    questions.flatMap((question, index) => {
      if (question.kind === 'balance')
        return accounts.get(question.token)?.token?.standard === 'erc721' ? question.token : []
      if (question.kind !== 'holder') return []
      const holders = [addressAt(before[index]), addressAt(after[index])]
      return holders.some((holder) => holder !== undefined) ? question.token : []
    }),
  )
}

/** Owners and assets that events may name; more are left out, because runs are compared with each other. */
const MAX_CLAIMED = 1024

/** Sums what the events of contracts claim; it proves nothing about balances. */
export function claimedBalances(movements: readonly Movement[], owners: readonly string[]): Balances {
  const claimed = new Holdings(MAX_CLAIMED)
  for (const movement of movements) claimed.move(movement, (owner) => owners.includes(owner))
  return claimed.net()
}

/** The number of items of an ERC-721, less those that are named. */
function withoutCountedItems(holdings: Holdings): Balances {
  for (const { owner, token, standard, id, amount } of holdings.net().values())
    if (standard === 'erc721' && id !== undefined && holdings.has(owner, { token }))
      holdings.add(owner, { standard, token }, -amount)
  return holdings.net()
}

/**
 * Gives the least amount that any run shows for each asset, in the order of the owners, so that no run can hide a loss
 * of another.
 */
export function minimumChanges(all: readonly Balances[], owners: readonly string[]): BalanceChange[] {
  return leastOf(all).toSorted((a, b) => owners.indexOf(a.owner) - owners.indexOf(b.owner))
}

/** Lists the assets of which two runs move different amounts: a contract that pays in one run only detects simulations. */
export function environmentDifferences(inNodeDefault: Balances, inNextBlock: Balances): EnvironmentDifference[] {
  return differencesOf(inNodeDefault, inNextBlock).map(({ first: plain, second: realistic, ...asset }) => {
    return { ...asset, plain, realistic }
  })
}
