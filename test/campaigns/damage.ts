import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { administer } from '../../src/service/administration/administration.ts'
import { aboutValidation } from '../../src/service/alerts/matching/enqueue-alerts.ts'
import { openService, type Service } from '../../src/service/index.ts'
import { PROTECTED_TABLES } from '../../src/service/store/sqlite/row-checksums.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { seededRandom } from '../support/deterministic.ts'
import { listed, send, validate } from '../support/requests.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'

/**
 * Damages the files of a killed service at random: tsx test/campaigns/damage.ts [damages] [seed] [--short]. A damage is
 * silent when the check before `serve` and backups accepts the database although its protected rows differ.
 */
const { count, seed } = campaignArguments({ usual: 1000, short: 310 })
const WRITES = 150
const PAGE = 4096
/** Of an address in a disk's error: smaller than a page. */
const SECTOR = 512

interface Files {
  readonly bytes: Buffer
  /** The same file before its last writes. */
  readonly earlier: Buffer
  readonly random: () => number
}

type Damage = (files: Files) => Buffer | undefined

/** Kinds of damage to either file. */
const anywhere: Readonly<Record<string, Damage>> = {
  cut: ({ bytes, random }) => bytes.subarray(0, below(bytes.length, random)),
  'bit flipped': ({ bytes, random }) => {
    const at = below(bytes.length, random)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(8, random)), at)
    return bytes
  },
  'sector overwritten': ({ bytes, random }) => {
    const at = below(bytes.length, random)
    return bytes.fill(below(256, random), at, at + SECTOR)
  },
}

const damages: Readonly<Record<'log' | 'database', Readonly<Record<string, Damage>>>> = {
  log: { ...anywhere, missing: () => undefined },
  database: {
    ...anywhere,
    'page zeroed': ({ bytes, random }) => {
      const at = pageOf(bytes, random)
      return bytes.fill(0, at, at + PAGE)
    },
    'page overwritten': ({ bytes, random }) => {
      const at = pageOf(bytes, random)
      for (let index = at; index < at + PAGE; index++) bytes[index] = below(256, random)
      return bytes
    },
    'pages swapped': ({ bytes, random }) => {
      const [a, b] = [pageOf(bytes, random), pageOf(bytes, random)]
      const page = Buffer.from(bytes.subarray(a, a + PAGE))
      bytes.copyWithin(a, b, b + PAGE)
      page.copy(bytes, b)
      return bytes
    },
    // A write that the disk acknowledged and lost.
    'page outdated': ({ bytes, earlier, random }) => {
      const at = pageOf(earlier, random)
      earlier.copy(bytes, at, at, at + PAGE)
      return bytes
    },
  },
}

type Outcome = 'noticed' | 'harmless' | 'silent'

const work = mkdtempSync(join(tmpdir(), 'txwarden-damage-'))
const report = new Report('damage')
const random = randomFrom(seed)
try {
  const image = join(work, 'image.db')
  await makeImage(image)
  copyFileSync(image, join(work, 'copy.db'))
  copyFileSync(`${image}-wal`, join(work, 'copy.db-wal'))
  const intact = contentOf(join(work, 'copy.db'))
  if (damageOne(image, '', ({ bytes }) => bytes, intact) !== 'harmless')
    throw new Error('the intact database is refused')
  const tallies = new Map<string, Record<Outcome, number>>()
  for (let index = 0; index < count; index++) {
    const file = index % 2 === 0 ? 'log' : 'database'
    const kinds = Object.entries(damages[file])
    const [kind, damage] = kinds[Math.floor(index / 2) % kinds.length] as [string, Damage]
    const name = `${file}: ${kind}`
    const tally = tallies.get(name) ?? { noticed: 0, harmless: 0, silent: 0 }
    tally[damageOne(image, file === 'log' ? '-wal' : '', damage, intact)] += 1
    tallies.set(name, tally)
  }
  const rows = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))
  report.table(
    ['damage', 'cases', 'noticed', 'harmless', 'silent'],
    rows.map(([name, { noticed, harmless, silent }]) => [name, noticed + harmless + silent, noticed, harmless, silent]),
  )
  report.count('damages', count)
  const silent = rows.reduce((sum, [, tally]) => sum + tally.silent, 0)
  report.promise('no damage of a protected row is silent', silent === 0, `${silent} of ${count} silent`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
report.end()

/** A database with rows in the file, and later ones in the log only. `<image>-earlier` is the file some writes before. */
async function makeImage(image: string): Promise<void> {
  const live = join(work, 'live.db')
  await write(live, 'first', arrange)
  copyFileSync(live, `${image}-earlier`)
  await write(live, 'second')
  const holder = new DatabaseSync(live)
  holder.prepare('select * from audit').all()
  await write(live, 'third')
  for (const suffix of ['', '-wal', '-mark']) copyFileSync(live + suffix, image + suffix)
  holder.close()
}

/** An alert for every validation, so that there are events and deliveries, and one that waits for its deliveries. */
async function arrange(service: Service): Promise<void> {
  const destination = { id: 'ops', name: 'ops', channel: 'SLACK', state: 'ACTIVE', error_message: '' } as const
  const secrets = { sealed_webhook_url: null, chat_id: null, sealed_token: null }
  await service.store.write((db) =>
    db
      .insertInto('destinations')
      .values({ ...destination, ...secrets, created_at: 1 })
      .execute(),
  )
  const waiting = { ...aboutValidation('waiting'), content: '{}', alerts: '{"destinations":["ops"],"alerts":[]}' }
  await service.store.write((db) =>
    db
      .insertInto('fan_outs')
      .values({ id: 'waiting', ...waiting, planned: 0, unplanned_deliveries: 1, created_at: 1 })
      .execute(),
  )
  const alert = { alertName: 'all', alertType: 'SONAR', destinationIds: ['ops'] }
  await send(service, 'POST', '/api/v2/management/alert-configurations', alert)
}

async function write(
  database: string,
  name: string,
  first: (service: Service) => Promise<void> = async () => {},
): Promise<void> {
  const service = await openService({
    database,
    env: {},
    clock: systemClock,
    random: seededRandom(name),
    report: (error) => {
      throw error
    },
  })
  await first(service)
  for (let index = 0; index < WRITES; index++) {
    const address = `0x${Buffer.from(seededRandom(`${name} ${index}`)(20)).toString('hex')}`
    if (index % 3 === 0) {
      await listed(service, 'BLOCK', address)
      continue
    }
    const transaction = { from: address, to: '0x7e57000000000000000000000000000000000001', value: '1' }
    const { svcTxId } = await validate(service, transaction)
    const mined = { transactionId: `0x${address.slice(2).padStart(64, '0')}`, blockNumber: `${index}` }
    if (index % 3 === 1) await send(service, 'PUT', `/api/v2/transaction/${svcTxId}`, mined)
  }
  await service.keys.create('validation')
  await service.close()
}

function damageOne(image: string, suffix: string, damage: Damage, intact: string): Outcome {
  const folder = mkdtempSync(join(work, 'case-'))
  const database = join(folder, 'image.db')
  try {
    for (const each of ['', '-wal', '-mark']) copyFileSync(image + each, database + each)
    const bytes = readFileSync(database + suffix)
    const damaged = damage({ bytes, earlier: readFileSync(`${image}-earlier`), random })
    if (damaged) writeFileSync(database + suffix, damaged)
    else rmSync(database + suffix)
    if (checkOf(database) === 'refused') return 'noticed'
    return contentOf(database) === intact ? 'harmless' : 'silent'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function checkOf(database: string): 'accepted' | 'refused' {
  try {
    administer({ database, env: {}, clock: systemClock, random: seededRandom('') }).checkIntegrity()
    return 'accepted'
  } catch {
    return 'refused'
  }
}

/** All protected rows, as text; unreadable ones differ from every other. */
function contentOf(path: string): string {
  const database = new DatabaseSync(path)
  try {
    return JSON.stringify(PROTECTED_TABLES.map((table) => database.prepare(`select * from ${table}`).all()))
  } catch (error) {
    return String(error)
  } finally {
    database.close()
  }
}

function pageOf(bytes: Buffer, random: () => number): number {
  return below(Math.floor(bytes.length / PAGE), random) * PAGE
}

function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit)
}
