import { magnitude } from '../../../shared/magnitude.ts'
import { addressAt, wordAt } from '../../evm/words.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import type { Asset, BalanceChange, EnvironmentDifference } from '../../risk/chain/simulation.ts'
import type { Movement } from '../../risk/trace/movements.ts'
import { least, most } from './extremes.ts'
import type { Question } from './questions.ts'

/** Balances and allowances as one run shows them. */
export interface Readings {
  readonly questions: readonly Question[]
  /** One answer for each question, '0x' where there is none. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Changes of balances by owner and asset, never 0. */
export type Balances = ReadonlyMap<string, BalanceChange>

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

/** Asset changes: balances afterwards less balances before. Events only find what to read. */
export function measureBalances(readings: Readings, input: BalanceInput): MeasuredBalances {
  const sums = new Sums()
  const unread = new Set<string>()
  const itemTokens = itemTokensIn(readings, input.accounts)
  const { questions, before, after } = readings
  for (const [index, question] of questions.entries()) {
    const [first = '0x', last = '0x'] = [before[index], after[index]]
    switch (question.kind) {
      case 'native': {
        const change = changeIn(first, last)
        const fee = question.owner === input.payer ? input.fee : 0n
        if (change === undefined) unread.add('')
        else sums.add(question.owner, native, change + fee)
        break
      }
      case 'balance':
      case 'items': {
        const { owner, token } = question
        const change = changeIn(first, last)
        // A contract that never answers is no token.
        if (change === undefined && (first !== '0x' || last !== '0x')) unread.add(token)
        if (change === undefined) break
        const standard = question.kind === 'items' ? 'erc1155' : itemTokens.has(token) ? 'erc721' : 'erc20'
        sums.add(owner, { standard, token, tokenId: question.kind === 'items' ? question.id : undefined }, change)
        break
      }
      case 'holder': {
        const asset = { standard: 'erc721', token: question.token, tokenId: question.id } as const
        const [from, to] = [addressAt(first), addressAt(last)]
        if (from === undefined && to === undefined) break
        for (const owner of input.owners) sums.add(owner, asset, count(owner === to) - count(owner === from))
        break
      }
    }
  }
  return { balances: sums.withoutCountedItems(), measured: sums.keys(), unread }
}

function count(holds: boolean): bigint {
  return holds ? 1n : 0n
}

const native: Asset = { standard: 'native', token: '', tokenId: undefined }

function changeIn(before: string, after: string): bigint | undefined {
  const [first, last] = [wordAt(before, 0), wordAt(after, 0)]
  return first === undefined || last === undefined ? undefined : last - first
}

/** Tokens whose balance counts items: ERC-721. */
function itemTokensIn({ questions, before, after }: Readings, accounts: BalanceInput['accounts']): ReadonlySet<string> {
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

/** The same by events: what the contracts say. */
export function claimedBalances(movements: readonly Movement[], owners: readonly string[]): Balances {
  const sums = new Sums(MAX_CLAIMED)
  for (const { standard, asset, from, to, amount } of movements) {
    const [token = '', item] = asset.split(' ')
    const tokenId = item !== undefined && /^0x[0-9a-f]{64}$/i.test(item) ? BigInt(item) : undefined
    for (const owner of owners) {
      if (owner === from) sums.add(owner, { standard, token, tokenId }, -amount)
      if (owner === to) sums.add(owner, { standard, token, tokenId }, amount)
    }
  }
  return sums.all()
}

class Sums {
  readonly #changes = new Map<string, BalanceChange>()
  readonly #limit: number

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit
  }

  add(owner: string, asset: Asset, amount: bigint): void {
    const key = balanceKey({ owner, ...asset })
    if (this.#changes.size >= this.#limit && !this.#changes.has(key)) return
    this.#changes.set(key, { owner, ...asset, amount: amount + (this.#changes.get(key)?.amount ?? 0n) })
  }

  keys(): ReadonlySet<string> {
    return new Set(this.#changes.keys())
  }

  all(): Balances {
    return new Map(Array.from(this.#changes).filter(([, { amount }]) => amount !== 0n))
  }

  /** The number of items of an ERC-721, less those that are named. */
  withoutCountedItems(): Balances {
    const changes = Array.from(this.#changes.values())
    for (const { owner, token, standard, tokenId, amount } of changes)
      if (standard === 'erc721' && tokenId !== undefined) {
        const count = { owner, token, standard, tokenId: undefined }
        if (this.#changes.has(balanceKey(count))) this.add(owner, count, -amount)
      }
    return this.all()
  }
}

export function balanceKey({ owner, token, tokenId }: Pick<BalanceChange, 'owner' | 'token' | 'tokenId'>): string {
  return `${owner} ${token} ${tokenId ?? ''}`
}

/**
 * The lesser amount of each, those of the first owner first; what differs by time only, or an item that comes in place of
 * another one, as in the first run, which is the realistic one.
 */
export function worseOf(all: readonly Balances[], owners: readonly string[]): BalanceChange[] {
  const keys = [...new Set(all.flatMap((balances) => [...balances.keys()]))]
  const worst = keys.flatMap((key) => {
    const changes = all.map((balances) => balances.get(key))
    const known = changes.find((change) => change !== undefined)
    if (!known) return []
    const [first = 0n, ...others] = changes.map((change) => change?.amount ?? 0n)
    const [realistic = none, ...further] = all
    const isSame = others.every((each) => isClose(first, each))
    const isRandom = first > 0n && further.every((each) => isOtherItem(known, each, realistic))
    return { ...known, amount: isSame || isRandom ? first : least(first, ...others) }
  })
  return worst
    .filter(({ amount }) => amount !== 0n)
    .toSorted((a, b) => owners.indexOf(a.owner) - owners.indexOf(b.owner))
}

const none: Balances = new Map()

/** Interest accrues and prices move with the time of a block; the run of a node has another one. */
const TOLERANCE_PER_MILLE = 10n

/** Assets of which the plain and the realistic run move different amounts. */
export function differencesOf(plain: Balances, realistic: Balances): EnvironmentDifference[] {
  const keys = [...new Set([...plain.keys(), ...realistic.keys()])]
  return keys.flatMap((key) => {
    const change = plain.get(key) ?? realistic.get(key)
    if (!change) return []
    const [inPlain, inRealistic] = [plain.get(key)?.amount ?? 0n, realistic.get(key)?.amount ?? 0n]
    if (isClose(inPlain, inRealistic) || isOtherItem(change, plain, realistic)) return []
    const { amount: _, ...asset } = change
    return { ...asset, plain: inPlain, realistic: inRealistic }
  })
}

function isClose(a: bigint, b: bigint): boolean {
  return magnitude(a - b) * 1000n <= most(magnitude(a), magnitude(b)) * TOLERANCE_PER_MILLE
}

/** A mint of random items gives as many in both runs. */
function isOtherItem(change: BalanceChange, plain: Balances, realistic: Balances): boolean {
  if (change.tokenId === undefined) return false
  const count = (balances: Balances) => {
    const same = Array.from(balances.values()).filter(
      ({ owner, token }) => owner === change.owner && token === change.token,
    )
    return same.reduce((sum, { amount }) => sum + amount, 0n)
  }
  return count(plain) === count(realistic)
}
