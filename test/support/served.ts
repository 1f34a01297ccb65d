import { test as base, onTestFinished } from 'vitest'
import type { KeyKind } from '../../src/api/operations/operation.ts'
import { type ServeOptions, type Serving, serve } from '../../src/service/index.ts'
import { seededRandom, TestClock } from './deterministic.ts'
import { freshDatabase } from './fresh-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface Served {
  readonly url: string
  readonly keys: Readonly<Record<KeyKind, string>>
  /** Variables of a command that uses it. */
  readonly env: Readonly<Record<string, string>>
  /** Every line of the service's log so far. */
  readonly log: readonly string[]
  readonly clock: TestClock
  readonly serving: Serving
}

/** A service on a free local port with its own database and two keys; stopped after the test. */
export async function serveForTest(options: Partial<ServeOptions> = {}): Promise<Served> {
  const folder = temporaryFolder()
  const log: string[] = []
  const clock = new TestClock()
  const serving = await serve({
    ...(await freshDatabase(folder)),
    env: {},
    clock,
    random: seededRandom(folder),
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: { write: (line) => void log.push(line), quiet: false },
    ...options,
  })
  onTestFinished(() => serving.stop())
  const { key: validation } = await serving.service.keys.create('validation')
  const { key: management } = await serving.service.keys.create('management')
  const { url } = serving
  const env = { TXWARDEN_BASE_URL: url, TXWARDEN_VALIDATION_KEY: validation, TXWARDEN_MANAGEMENT_KEY: management }
  return { url, keys: { validation, management }, env, log, clock, serving }
}

/** A test with a server: `served`. */
export const test = base.extend('served', () => serveForTest())
