import { durationMs, limitText } from '../../../api/policies/limits.ts'
import { isoDate } from '../../../shared/text/iso-date.ts'
import { ReplayLedger } from '../replay/ledger.ts'
import { type DraftAsset, type Need, type PaidNeed, roundedUp } from './needs.ts'
import { Counts, type DraftedClause, type Note } from './tally.ts'

const WINDOWS = ['24h', '30d'].map((window) => ({ window, ms: durationMs(window) ?? 0 }))

/** What clauses about an asset are about, and why no limit would hold. */
const texts = {
  payments: (asset: string) => `payments of ${asset}`,
  allowances: (asset: string) => `allowances of ${asset}, and payments to those who have one`,
  unlimited: (asset: string) => `payments of ${asset} to those who may take all by an allowance: without a limit`,
  unlisted: (asset: string) => `payments of ${asset}, of which no list has the decimals: without a limit`,
} as const

interface Clause {
  readonly about: keyof typeof texts
  readonly asset: DraftAsset
  readonly parties: Counts
  /** In one validation, and when. */
  largest: { readonly amount: bigint; readonly at: number }
}

type Clauses = ReadonlyMap<string, Clause>
type Sums = ReadonlyMap<string, bigint>
type Ledgers = Readonly<Record<'passed' | 'replayed', ReplayLedger>>

/** What one validation pays, by asset and party. */
interface Validated {
  readonly at: number
  readonly isValid: boolean
  readonly paid: readonly PaidNeed[]
}

/** Gathers payments and allowances: one clause for the payees of an asset, another for those who may take it. */
export class PaymentTotals {
  readonly #validated: Validated[] = []
  /** Asset and party. */
  readonly #spenders = new Set<string>()
  readonly #unlimited = new Set<string>()
  /** Words of the assets of one key: native currencies, and tokens with the symbol of a wrapped one. */
  readonly #natives = new Map<string, string>()
  readonly #others = new Map<string, string>()

  add(needs: readonly Need[], { at, isValid }: Pick<Validated, 'at' | 'isValid'>): void {
    const paid = needs.filter((need) => need.kind === 'pays')
    if (paid.length > 0) this.#validated.push({ at, isValid, paid })
    for (const need of isValid ? needs : []) {
      if (need.kind !== 'pays') {
        if (need.unlimited) this.#unlimited.add(pairOf(need.unlimited))
        continue
      }
      if (need.isAllowance) this.#spenders.add(pairOf(need))
      const words = need.asset.isNative ? this.#natives : this.#others
      words.set(need.asset.key, need.asset.word)
    }
  }

  clauses(): DraftedClause[] {
    const validated = this.#validated.map((each) => ({ ...each, sums: this.#sumsOf(each.paid) }))
    const clauses = new Map<string, Clause>()
    for (const { at, isValid, paid, sums } of validated) {
      if (!isValid) continue
      for (const each of paid) this.#clauseOf(each, clauses).parties.add(each.party, at)
      for (const [key, amount] of sums) {
        const clause = clauses.get(key)
        if (clause && amount >= clause.largest.amount) clause.largest = { amount, at }
      }
    }
    const lengths = new Set(WINDOWS.map(({ ms }) => ms))
    const windows = new Map(Array.from(clauses.keys(), (key) => [key, lengths]))
    const ledgers = { passed: new ReplayLedger(windows), replayed: new ReplayLedger(windows) }
    for (const { at, isValid, paid, sums } of validated) {
      // A replay also counts what only a policy blocked and the draft allows.
      if (!isValid && !this.#isAllowed(paid, sums, clauses)) continue
      for (const [budget, amount] of sums) {
        if (isValid) ledgers.passed.add({ budget, unit: '', amount }, at)
        ledgers.replayed.add({ budget, unit: '', amount }, at)
      }
    }
    return Array.from(clauses, ([key, clause]) => this.#drafted(clause, key, ledgers))
  }

  #clauseOf(paid: PaidNeed, clauses: Map<string, Clause>): Clause {
    const key = this.#keyOf(paid)
    const clause = clauses.get(key) ?? {
      about: this.#aboutOf(paid),
      asset: paid.asset,
      parties: new Counts(),
      largest: { amount: 0n, at: 0 },
    }
    clauses.set(key, clause)
    return clause
  }

  #aboutOf(paid: PaidNeed): Clause['about'] {
    if (paid.amount === undefined) return 'unlisted'
    if (this.#unlimited.has(pairOf(paid))) return 'unlimited'
    return this.#spenders.has(pairOf(paid)) ? 'allowances' : 'payments'
  }

  #keyOf(paid: PaidNeed): string {
    return `${paid.asset.key} ${this.#aboutOf(paid)}`
  }

  #sumsOf(paid: readonly PaidNeed[]): Sums {
    const sums = new Map<string, bigint>()
    for (const each of paid) sums.set(this.#keyOf(each), (sums.get(this.#keyOf(each)) ?? 0n) + (each.amount ?? 0n))
    return sums
  }

  #isAllowed(paid: readonly PaidNeed[], sums: Sums, clauses: Clauses): boolean {
    return (
      paid.every((each) => clauses.get(this.#keyOf(each))?.parties.has(each.party)) &&
      Array.from(sums).every(([key, amount]) => amount <= roundedUp(clauses.get(key)?.largest.amount ?? 0n))
    )
  }

  #drafted({ about, asset, parties, largest }: Clause, key: string, { passed, replayed }: Ledgers): DraftedClause {
    const words = [this.#natives.get(asset.key), this.#others.get(asset.key)].filter((each) => each !== undefined)
    // The symbol of the wrapped form means the native currency, too.
    const word = words.at(-1) ?? asset.word
    const pays = { assets: [word], to: [...parties.kept().keys()] }
    const drafted = { text: texts[about](words.join(' and ')), words: parties, list: 'pays.to' }
    if (about === 'unlimited' || about === 'unlisted') return { ...drafted, given: { pays }, limits: [] }
    const limitOf = (amount: bigint) => `${limitText(roundedUp(amount))} ${word}`
    const worst = WINDOWS.map(({ window, ms }) => {
      const { most, at = 0 } = replayed.worst(key, '', ms)
      return { window, most, at, hasBlocked: most > passed.worst(key, '', ms).most }
    })
    const limits: Note[] = [
      { path: 'pays.perTransaction', text: `largest: ${limitText(largest.amount)}, on ${isoDate(largest.at)}` },
      ...worst.map(({ window, most, at, hasBlocked }) => ({
        path: `pays.per.${window}`,
        text: `most: ${limitText(most)}, until ${isoDate(at)}${hasBlocked ? ', with what only a policy blocked' : ''}`,
      })),
    ]
    const per = Object.fromEntries(worst.map(({ window, most }) => [window, limitOf(most)]))
    return { ...drafted, given: { pays: { ...pays, perTransaction: limitOf(largest.amount), per } }, limits }
  }
}

function pairOf({ asset, party }: Pick<PaidNeed, 'asset' | 'party'>): string {
  return `${asset.key} ${party}`
}
