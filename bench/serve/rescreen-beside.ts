import { setTimeout as pause } from 'node:timers/promises'
import { openService } from '../../src/service/service.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { insertRows, madeAddress } from '../../test/support/indexable-rows.ts'
import { median } from '../figures/report.ts'
import { validationBodies } from './bodies.ts'
import { requestBytes } from './connections.ts'
import { openLoad } from './open-load.ts'
import { startTxwarden } from './servers.ts'

const ROUNDS = 5
/** Entries of a round; a stored transaction pays each, and so does a known counterparty of its sender. */
const ENTRIES = 8000
const ROUND_MS = 6000
/** Validations a second: what a core does easily, so that no request waits for others of the load. */
const RATE = 100
const CONNECTIONS = 32
const CHUNK = 4000

export interface Beside {
  /** p99 (ms) of validations. */
  readonly alone: number
  readonly beside: number
  /** Of the two of one round. */
  readonly ratio: number
  /** Transactions that were compared in a second. */
  readonly perSecond: number
}

/** p99 of a `serve` that goes on with a rescreen in which every transaction got worse, against that of the same `serve` without. */
export async function delayBesideRescreen(folder: string): Promise<Beside> {
  const database = `${folder}/local.db`
  const service = await openService({
    database,
    keyFolder: folder,
    clock: systemClock,
    env: {},
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
    report: (error) => process.stderr.write(`${String(error)}\n`),
  })
  const { store } = service
  const stored = ROUNDS * ENTRIES
  for (let from = 0; from < stored; from += CHUNK) await insertRows(store, from, from + CHUNK, Date.now() - 2 * stored)
  const result = JSON.stringify({ valid: true, combinedScore: 0, coverage: 'none' })
  await store.write((db) => db.updateTable('transactions').set({ result }).execute())
  await service.indexAddresses(3_600_000)
  const server = await startTxwarden(folder, { database })
  try {
    const requests = validationBodies(1000).map((body) => requestBytes(server.url, server.headers, body))
    const load = async () => {
      const outcome = await openLoad({ url: server.url, requests, connections: CONNECTIONS, ms: ROUND_MS, rate: RATE })
      if (outcome.refused + outcome.others + outcome.broken > 0) throw new Error('serve did not answer all requests')
      return outcome.p99
    }
    await load()
    const intel = await service.intel()
    const rounds: Beside[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await load()
      const entries = Array.from({ length: ENTRIES }, (_, at) => madeAddress(`receiver ${round * ENTRIES + at}`))
      const text = ['address,kind,label', ...entries.map((address) => `${address},sanctioned,Listed`)].join('\n')
      const stream = (async function* () {
        yield Buffer.from(text)
      })()
      const source = `round-${round}`
      const from = { stream, name: source }
      const { rescreenId = '' } = await intel.import({ format: 'addresses', source, from, rescreenSince: 0 })
      const run = async () =>
        store.read.selectFrom('rescreens').select(['state', 'next_at']).where('id', '=', rescreenId).executeTakeFirst()
      while ((await run())?.next_at == null) await pause(5)
      const begun = performance.now()
      const beside = await load()
      if ((await run())?.state === 'DONE') throw new Error('the rescreen was done before the load: use more entries')
      while ((await run())?.state !== 'DONE') await pause(50)
      rounds.push({ alone, beside, ratio: beside / alone, perSecond: ENTRIES / ((performance.now() - begun) / 1000) })
    }
    const of = (pick: (round: Beside) => number) => median(rounds.map(pick))
    return {
      alone: of((round) => round.alone),
      beside: of((round) => round.beside),
      ratio: of((round) => round.ratio),
      perSecond: of((round) => round.perSecond),
    }
  } finally {
    await server.stop()
    await service.close()
  }
}
