import type { ChainEventRow } from '../../../src/service/store/schema/schema.ts'
import type { Touching } from '../../support/chain/full-read.ts'
import type { Notification } from '../../support/chain/notified-receiver.ts'

/** What is on the canonical chain at the end, against what was stored and notified. Hashes of transactions, each with why. */
export interface NotifiedCheck {
  readonly lost: readonly string[]
  readonly extra: readonly string[]
  readonly twice: readonly string[]
  /** Notification, not in the chain at the end, and not taken back; or taken back, and in the chain at the end. */
  readonly wrong: readonly string[]
  readonly retracted: number
  readonly again: number
}

export interface Evidence {
  /** A full re-read of the chain. */
  readonly canonical: ReadonlyMap<string, Touching>
  /** Every transaction that touches a monitored address, also those that a reorg removed. */
  readonly touching: ReadonlySet<string>
  readonly events: readonly ChainEventRow[]
  readonly notified: readonly Notification[]
  readonly alertIds: readonly string[]
}

const count = (notified: readonly Notification[], step: Notification['step']) =>
  notified.filter((each) => each.step === step).length

export function checkNotified({ canonical, touching, events, notified, alertIds }: Evidence): NotifiedCheck {
  const lost: string[] = []
  const extra: string[] = []
  const twice: string[] = []
  const wrong: string[] = []
  let [retracted, again] = [0, 0]
  const byHash = Map.groupBy(notified, ({ alertId, hash }) => `${alertId} ${hash}`)
  const eventsOf = Map.groupBy(events, ({ tx_hash }) => tx_hash)
  for (const alertId of alertIds) {
    for (const hash of new Set([...touching, ...canonical.keys()])) {
      const own = byHash.get(`${alertId} ${hash}`) ?? []
      const [included, back, returned] = [
        count(own, 'included'),
        count(own, 'retracted'),
        count(own, 'included-again'),
      ] as const
      retracted += back
      again += returned
      const stored = eventsOf.get(hash) ?? []
      const place = canonical.get(hash)
      const steps = own.map(({ step, confirmations }) => `${step} ${confirmations}`).join(', ')
      const states = stored.map(({ state, round }) => `${state} ${round}`).join(', ')
      const why = `${hash} notified (${steps}) stored (${states})`
      const isIn = included - back + returned
      if (place) {
        if (included === 0 || stored.length === 0) lost.push(why)
        else if (isIn < 1) wrong.push(`${why} is in the chain`)
        else if (stored.some(({ state, block_hash }) => state !== 'IN' || block_hash !== place.blockHash))
          wrong.push(`${why} is in block ${place.blockNumber} ${place.blockHash}`)
      } else if (isIn > 0) wrong.push(`${why} is not in the chain`)
      else if (stored.some(({ state }) => state === 'IN')) wrong.push(`${why} is not in the chain`)
      const rounds = Math.max(0, ...stored.map(({ round }) => round))
      const isOut = stored.some(({ state }) => state === 'OUT')
      if (included > 1 || back > rounds || returned > rounds - (isOut ? 1 : 0)) twice.push(why)
    }
  }
  for (const { hash, kind } of notified) if (hash === undefined || !touching.has(hash)) extra.push(`${hash} ${kind}`)
  for (const { tx_hash, kind, state } of events)
    if (!touching.has(tx_hash)) extra.push(`${tx_hash} ${kind} ${state} stored`)
  return { lost, extra, twice, wrong, retracted, again }
}
