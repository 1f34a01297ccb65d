import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { administer, openService } from '../../src/service/index.ts'
import { systemClock } from '../../src/shared/clock.ts'
import { seededRandom } from '../support/deterministic.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'

/**
 * Damages the files of a killed service at random: tsx test/campaigns/damage.ts [damages] [seed] [--short]. A damage is
 * silent when the check before `serve` and backups accepts the database although its rows differ.
 */
const { count, seed } = campaignArguments({ usual: 1000, short: 310 })
const WRITES = 150

/** Rows that a verdict, an alert or an audit depends on. */
const TABLES = ['transactions', 'control_list_entries', 'alerts', 'destinations', 'api_keys', 'audit']

type Damage = (bytes: Buffer, at: number, random: () => number) => Buffer | undefined

const damages: Readonly<Record<string, Damage>> = {
  missing: () => undefined,
  cut: (bytes, at) => bytes.subarray(0, at),
  flipped: (bytes, at, random) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
    return bytes
  },
  overwritten: (bytes, at, random) => bytes.fill(Math.floor(random() * 256), at, at + 512),
}

const work = mkdtempSync(join(tmpdir(), 'txwarden-damage-'))
const report = new Report('damage')
const random = randomFrom(seed)
try {
  const image = join(work, 'image.db')
  await makeImage(image)
  const copy = join(work, 'copy.db')
  for (const suffix of ['', '-wal']) copyFileSync(image + suffix, copy + suffix)
  const intact = contentOf(copy)
  const tallies = new Map<string, { cases: number; noticed: number; harmless: number; silent: number }>()
  for (let index = 0; index < count; index++) {
    const suffix = index % 2 === 0 ? '-wal' : ''
    const kinds = Object.keys(damages).filter((kind) => suffix === '-wal' || kind !== 'missing')
    const kind = kinds[Math.floor(random() * kinds.length)] ?? ''
    const outcome = damageOne(image, suffix, kind, intact)
    const name = `${suffix === '' ? 'database' : 'log'} ${kind}`
    const tally = tallies.get(name) ?? { cases: 0, noticed: 0, harmless: 0, silent: 0 }
    tallies.set(name, { ...tally, cases: tally.cases + 1, [outcome]: tally[outcome] + 1 })
  }
  const rows = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))
  report.table(
    ['damage', 'cases', 'noticed', 'harmless', 'silent'],
    rows.map(([name, { cases, noticed, harmless, silent }]) => [name, cases, noticed, harmless, silent]),
  )
  const silentOf = (file: string) => rows.reduce((sum, [name, t]) => sum + (name.startsWith(file) ? t.silent : 0), 0)
  report.count('damages', count)
  report.say(`silent: ${silentOf('log') + silentOf('database')} of ${count}`)
  report.promise('no damage of the log is silent', silentOf('log') === 0, `${silentOf('log')} silent`)
  const cut = tallies.get('database cut')?.silent ?? 0
  report.promise('no cut of the database is silent', cut === 0, `${cut} silent`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
report.end()

/** A database with rows in the file, and later ones in the log only. */
async function makeImage(image: string): Promise<void> {
  const live = join(work, 'live.db')
  await write(live, 'first')
  const holder = new DatabaseSync(live)
  holder.prepare('select * from audit').all()
  await write(live, 'second')
  for (const suffix of ['', '-wal', '-mark']) copyFileSync(live + suffix, image + suffix)
  holder.close()
}

async function write(database: string, name: string): Promise<void> {
  const service = await openService({
    database,
    env: {},
    clock: systemClock,
    random: seededRandom(name),
    report: (error) => {
      throw error
    },
  })
  const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
  const post = async (path: string, body: object) => {
    const request = { method: 'POST', path, query: '', headers, body: JSON.stringify(body) }
    const { status, body: text } = await service.handle(request, { kind: 'in-process' })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  }
  for (let index = 0; index < WRITES; index++) {
    const address = `0x${Buffer.from(seededRandom(`${name} ${index}`)(20)).toString('hex')}`
    if (index % 3 === 0)
      await post('/api/v2/management/control-lists', { address, type: 'BLOCK', productType: 'SONAR' })
    else
      await post('/api/v2/transaction/validate', {
        transaction: { chainId: '1', from: address, to: '0x7e57000000000000000000000000000000000001', value: '1' },
        trackNonce: false,
      })
  }
  await service.keys.create('validation')
  await service.close()
}

function damageOne(image: string, suffix: string, kind: string, intact: string): 'noticed' | 'harmless' | 'silent' {
  const folder = mkdtempSync(join(work, 'case-'))
  const database = join(folder, 'image.db')
  try {
    for (const each of ['', '-wal', '-mark']) copyFileSync(image + each, database + each)
    const bytes = readFileSync(database + suffix)
    const damaged = damages[kind]?.(bytes, Math.floor(random() * bytes.length), random)
    if (damaged) writeFileSync(database + suffix, damaged)
    else rmSync(database + suffix)
    try {
      administer({ database, env: {}, clock: systemClock, random: seededRandom(folder) }).checkIntegrity()
    } catch {
      return 'noticed'
    }
    return contentOf(database) === intact ? 'harmless' : 'silent'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All rows of the tables, as text; unreadable ones differ from every other. */
function contentOf(path: string): string {
  const database = new DatabaseSync(path)
  try {
    return JSON.stringify(TABLES.map((table) => database.prepare(`select * from ${table} order by rowid`).all()))
  } catch (error) {
    return String(error)
  } finally {
    database.close()
  }
}
