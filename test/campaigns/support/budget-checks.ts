import type { BudgetHistory } from './budget-history.ts'
import { decimalOf, type Payment } from './budget-model.ts'

/** Of the clients: until it is certain what a window has, at the longest (ms). */
const CERTAIN_MS = 60_000
const ROUNDS = 3
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where a server says that a budget has another sum than the answers of all clients make. */
export async function wrongUsage({ model, servers }: BudgetHistory): Promise<string[]> {
  const faults: string[] = []
  for (const server of servers.all)
    await certainly(async () => {
      const sent = Date.now()
      const { content } = await server.must('GET', '/ext/v1/policies/payouts/usage')
      const span = { sent, answered: Date.now() }
      const rows = model.budgets.flatMap((budget, at) =>
        budget.windows.map((window) => ({ budget, window, at, ...model.used(at, window, span) })),
      )
      if (rows.some(({ least, most }) => least !== most)) return undefined
      for (const { budget, window, at, most } of rows) {
        const row = content.find(
          (each: { clause: string; window: string }) => each.clause === `allow[${at}]` && each.window === window.name,
        )
        if (row?.used !== decimalOf(most, budget))
          faults.push(`usage of ${window.name} is ${row?.used}, by the answers ${decimalOf(most, budget)}`)
      }
      return true
    })
  return faults
}

/** One client alone: a payment that just fits passes, and one unit more does not. */
export async function wrongAlone(history: BudgetHistory): Promise<{ faults: string[]; tried: number }> {
  const { model } = history
  const faults: string[] = []
  let tried = 0
  for (const budget of model.budgets.keys())
    for (let round = 0; round < ROUNDS; round++) {
      await pay(budget, 1n)
      const open = model.payments.filter((each) => each.budget === budget && isOpen(each))
      const largest = open.sort((a, b) => (a.amount < b.amount ? 1 : -1))[Math.floor(history.random() * 5)] ?? open[0]
      if (largest) await history.release(largest)
      await pay(budget, 1n)
      const { paid: last } = await pay(budget, 0n)
      await pay(budget, 1n)
      if (!last) continue
      await history.release(last)
      const replaced = { from: last.from, nonce: round }
      await history.pay({ budget, amount: last.amount / 2n, ...replaced })
      await pay(budget, 1n, replaced)
      await pay(budget, 0n, replaced)
      await pay(budget, 1n)
    }
  return { faults, tried }

  /** @param more than the room that it has */
  function pay(budget: number, more: bigint, replaced?: { from: string; nonce: number }) {
    return certainly(async () => {
      const now = Date.now()
      const room = model.room(budget, { sent: now, answered: now }, replaced && `${replaced.from} ${replaced.nonce}`)
      if (room === undefined) return undefined
      if (room + more <= 0n) return { paid: undefined }
      const paid = await history.pay({ budget, amount: room + more, ...replaced })
      if (model.room(budget, paid, paid.nonce ?? paid) !== room) return undefined
      tried++
      const expected = more > 0n ? 'denied' : 'allowed'
      if (paid.outcome !== expected) faults.push(`${room} + ${more} was ${paid.outcome}: ${paid.svcTxId}`)
      return { paid }
    })
  }
}

/** It has its whole window before it. */
function isOpen({ outcome, nonce, expiresAfter, mined, released, sent }: Payment): boolean {
  const isPlain = nonce === undefined && expiresAfter === undefined
  return outcome === 'allowed' && isPlain && !mined && !released && Date.now() - sent < CERTAIN_MS / 2
}

/** Tries until nothing enters or leaves a window meanwhile. */
async function certainly<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + CERTAIN_MS; Date.now() < deadline; await pause(50)) {
    const done = await attempt()
    if (done !== undefined) return done
  }
  throw new Error('it was never certain what a window has')
}
