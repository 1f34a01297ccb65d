import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../detection/random.ts'
import { runLoad } from './load.ts'
import { BIN, startTxwarden } from './servers.ts'

const ROWS = 1_000_000
const ROWS_A_PIECE = 5_000
const PRELOAD = join(import.meta.dirname, 'loop-delay.ts')

export interface Delay {
  /** ms */
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Validations a second meanwhile. */
  readonly perSecond: number
  /** Of the import. */
  readonly seconds: number
  readonly refused: number
}

/**
 * Event loop delay of `serve` under load while another process imports a feed of a million rows into its database.
 * @param connections each with one request in progress
 */
export async function delayBesideImport(
  folder: string,
  load: { bodies: readonly string[]; connections: number },
): Promise<Delay> {
  const feed = join(folder, 'feed.csv')
  writeFeed(feed)
  const server = await startTxwarden(folder, { node: ['--import', PRELOAD], stderr: 'pipe' })
  const { url, headers } = server
  await runLoad({ ...load, url, headers, ms: 3_000 })
  const asked = () => {
    const notified = once(server.process.stderr as NonNullable<typeof server.process.stderr>, 'data')
    server.process.kill('SIGUSR2')
    return notified.then(([data]) => JSON.parse(String(data)) as Omit<Delay, 'perSecond' | 'seconds' | 'refused'>)
  }
  // Counting starts here.
  await asked()
  const started = performance.now()
  const importing = spawn(process.execPath, [BIN, 'intel', 'import', feed, '--format', 'addresses'], {
    env: { ...process.env, TXWARDEN_HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(importing, 'exit').then(([status]) => {
    if (status !== 0) throw new Error(`the import ended with ${status}`)
    return (performance.now() - started) / 1000
  })
  const [seconds, { perSecond, refused }] = await Promise.all([
    ended,
    runLoad({ ...load, url, headers, ms: Number.POSITIVE_INFINITY, until: ended }),
  ])
  const delay = await asked()
  await server.stop()
  return { ...delay, perSecond, seconds, refused }
}

/** Our own format: different addresses, one in ten a contract that lookalikes are compared with. */
function writeFeed(path: string): void {
  const random = new Random(11)
  const file = openSync(path, 'w')
  writeSync(file, 'address,kind,chainIds,subCategory,severity,label\n')
  for (let first = 0; first < ROWS; first += ROWS_A_PIECE) {
    const lines = Array.from({ length: ROWS_A_PIECE }, (_, index) =>
      index % 10 === 0
        ? `${random.address()},protocol,1,,,Protocol ${first + index}`
        : `${random.address()},malicious,,maliciousInteraction,90,Fake_Phishing${first + index}`,
    )
    writeSync(file, `${lines.join('\n')}\n`)
  }
  closeSync(file)
}
