/** A time that is only known to be in a span: when a request was sent first, and when it was answered (wall clock, ms). */
export interface Span {
  readonly sent: number
  readonly answered: number
}

/** A payment as its client knows it. */
export interface Payment {
  /** Which budget it takes from. */
  readonly budget: number
  /** In the smallest unit. */
  readonly amount: bigint
  readonly from: string
  /** Sender and nonce: of those with the same one the largest counts that is not released. */
  readonly nonce: string | undefined
  /** How long its payload can be used (ms). */
  readonly expiresAfter: number | undefined
  readonly sent: number
  /** Infinity: not answered yet. */
  answered: number
  /** unknown: there was no answer, or one that says only that there was an earlier one. */
  outcome: 'unknown' | 'allowed' | 'denied'
  svcTxId?: string
  released?: Span
  mined?: Span
}

export interface Budget {
  readonly decimals: number
  readonly unit: string
  readonly windows: readonly { readonly name: string; readonly ms: number; readonly limit: bigint }[]
}

type Time = readonly [from: number, until: number]

/** What counts in one window: when it certainly does, and when it may. */
interface Counted {
  readonly payment: Payment
  readonly certain: readonly Time[]
  readonly possible: readonly Time[]
}

type Window = Budget['windows'][number]

/** The end of a payload is in whole seconds. */
const SECOND_MS = 1000

/**
 * What budgets have to be, by the answers that clients have: it knows windows, nonces and ends of payloads, and no sums
 * of the service.
 */
export class BudgetModel {
  readonly payments: Payment[] = []
  readonly budgets: readonly Budget[]

  constructor(budgets: readonly Budget[]) {
    this.budgets = budgets
  }

  /** The one of a nonce that counts; undefined: none, or an answer is missing. */
  holderOf(nonce: string): Payment | undefined {
    const all = this.payments.filter((each) => each.nonce === nonce)
    if (all.some(({ outcome }) => outcome === 'unknown')) return undefined
    return all
      .filter(({ outcome, released }) => outcome === 'allowed' && !released)
      .sort((a, b) => (isBeatenBy(a, b) ? 1 : -1))[0]
  }

  /** What a window has at a time in the span, at least and at most. */
  used(budget: number, window: Window, { sent, answered }: Span): { least: bigint; most: bigint } {
    return usedOf(this.#counted(budget, window), { sent, answered })
  }

  /** The room of a budget at a time in the span; undefined: not certain. */
  room(budget: number, span: Span, without?: string | Payment): bigint | undefined {
    const rooms = (this.budgets[budget]?.windows ?? []).map((window) => {
      const { least, most } = usedOf(this.#counted(budget, window), span, without)
      return least === most ? window.limit - most : undefined
    })
    return rooms.reduce((less, each) => (less === undefined || each === undefined ? undefined : min(less, each)))
  }

  /** What the answers say that cannot be, with the payments of all budgets. */
  faults(): { above: string[]; refused: string[] } {
    const [above, refused]: [string[], string[]] = [[], []]
    for (const [budget, { windows }] of this.budgets.entries()) {
      const counted = windows.map((window) => ({ window, rows: this.#counted(budget, window) }))
      for (const { window, rows } of counted) {
        const peak = peakOf(rows)
        if (peak > window.limit) above.push(`${peak} of ${window.limit} counted at once in ${window.name}`)
      }
      for (const each of this.payments) {
        if (each.budget !== budget || each.outcome === 'unknown') continue
        const sums = counted.map(({ window, rows }) => ({ window, ...usedOf(rows, each, each.nonce ?? each) }))
        const over = sums.find(({ window, least }) => least + each.amount > window.limit)
        const fits = sums.every(({ window, most }) => most + each.amount <= window.limit)
        const text = `${each.svcTxId} of ${each.amount}`
        if (each.outcome === 'allowed' && over) above.push(`${text} was allowed on top of ${over.least}`)
        if (each.outcome === 'denied' && fits) refused.push(`${text} fits ${sums.map(({ most }) => most).join(', ')}`)
      }
    }
    return { above, refused }
  }

  #counted(budget: number, window: Window): Counted[] {
    const nonces = Map.groupBy(this.payments, ({ nonce }) => nonce)
    return this.payments
      .filter((each) => each.budget === budget && each.outcome !== 'denied')
      .map((each) => countedOf(each, each.nonce === undefined ? [] : (nonces.get(each.nonce) ?? []), window.ms))
  }
}

function countedOf(payment: Payment, nonce: readonly Payment[], ms: number): Counted {
  const { sent, answered, outcome, expiresAfter, released, mined } = payment
  // A report moves it: it counts from the time of the report on. One that had left its window comes back.
  const stays = mined !== undefined && mined.answered < sent + ms
  // What is replaced by it later, and does not replace it, moves it as well.
  const smaller = nonce.filter((other) => other.outcome !== 'denied' && isBeatenBy(other, payment))
  const latest = {
    sent: Math.max(sent, ...smaller.filter((other) => other.outcome === 'allowed').map((other) => other.sent)),
    answered: Math.max(answered, ...smaller.map((other) => other.answered)),
  }
  const ends: Span[] = [
    { sent: (stays ? mined.sent : mined ? sent : latest.sent) + ms, answered: (mined ?? latest).answered + ms },
    ...(mined
      ? []
      : [
          ...(released ? [released] : []),
          ...(expiresAfter === undefined
            ? []
            : [{ sent: sent + expiresAfter - SECOND_MS, answered: answered + expiresAfter }]),
        ]),
  ]
  const until = { least: Math.min(...ends.map((end) => end.sent)), most: Math.min(...ends.map((end) => end.answered)) }
  const larger = nonce.filter((other) => other.outcome !== 'denied' && isBeatenBy(payment, other))
  const may = larger.map((other): Time => [other.sent, other.released?.answered ?? Number.POSITIVE_INFINITY])
  const does = larger
    .filter((other) => other.outcome === 'allowed')
    .map((other): Time => [other.answered, other.released?.sent ?? Number.POSITIVE_INFINITY])
  return {
    payment,
    certain: outcome === 'allowed' ? without([answered, until.least], may) : [],
    possible: without([sent, until.most], does),
  }
}

/** A time without others. */
function without(time: Time, others: readonly Time[]): Time[] {
  return others.reduce(
    (left: Time[], [from, until]) =>
      left
        .flatMap(([start, end]): Time[] => [
          [start, Math.min(end, from)],
          [Math.max(start, until), end],
        ])
        .filter(([start, end]) => start < end),
    [time],
  )
}

/** The larger counts; of two that are equal, the first. */
function isBeatenBy(one: Payment, other: Payment): boolean {
  return other.amount > one.amount || (other.amount === one.amount && other.sent < one.sent)
}

/** @param left what does not count: a nonce, or one payment */
function usedOf(rows: readonly Counted[], { sent, answered }: Span, left?: string | Payment) {
  let [least, most] = [0n, 0n]
  for (const { payment, certain, possible } of rows) {
    if (left !== undefined && (payment === left || payment.nonce === left)) continue
    if (certain.some(([from, until]) => from <= sent && until > answered)) least += payment.amount
    if (possible.some(([from, until]) => from <= answered && until > sent)) most += payment.amount
  }
  return { least, most }
}

/** The most that certainly counted at one time. */
function peakOf(rows: readonly Counted[]): bigint {
  const changes = rows
    .flatMap(({ payment: { amount }, certain }) => certain.map(([from, until]) => ({ amount, from, until })))
    .filter(({ from, until }) => from < until)
    .flatMap(({ amount, from, until }) => [
      { at: from, amount },
      { at: until, amount: -amount },
    ])
    .sort((a, b) => a.at - b.at || (a.amount < b.amount ? -1 : 1))
  let [sum, peak] = [0n, 0n]
  for (const { amount } of changes) {
    sum += amount
    if (sum > peak) peak = sum
  }
  return peak
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Decimal text of an amount, and back. */
export function decimalOf(amount: bigint, { decimals, unit }: Pick<Budget, 'decimals' | 'unit'>): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`} ${unit}`
}
