import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { administer } from '../src/service/administration/administration.ts'
import { openService } from '../src/service/index.ts'
import { keepChecksums } from '../src/service/store/sqlite/row-checksums.ts'
import { systemClock } from '../src/shared/time/clock.ts'

/**
 * What the checksums of rows cost: processor time of a row of a control list with and without them, in turns in one process,
 * and of a validation, whose row has none; bytes a second of a check. `--rows N` of each turn.
 */
const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 3000
const TURNS = 5

const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
try {
  const validation = await validations(join(folder, 'service.db'))
  const source = join(folder, 'service.db')
  const rows = { without: [] as number[], with: [] as number[] }
  for (let turn = 0; turn < TURNS; turn++) {
    rows.without.push(inserts(source, join(folder, `without-${turn}.db`), false))
    rows.with.push(inserts(source, join(folder, `with-${turn}.db`), true))
  }
  const [without, kept] = [Math.min(...rows.without), Math.min(...rows.with)]
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`a validation, whose row has no checksum: ${validation.toFixed(0)} µs of processor time`)
  say(`a row of a control list: ${without.toFixed(1)} µs, with checksum ${kept.toFixed(1)} µs`)
  const before = processorTime()
  administer({
    database: source,
    env: {},
    clock: systemClock,
    random: (length) => new Uint8Array(length),
  }).checkIntegrity()
  const seconds = (processorTime() - before) / 1e6
  say(`a check: ${(statSync(source).size / seconds / 1e6).toFixed(0)} MB/s of processor time, with integrity_check`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Processor time of one validation (µs). */
async function validations(database: string): Promise<number> {
  const service = await openService({
    database,
    env: {},
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => {
      throw error
    },
  })
  const body = JSON.stringify({
    transaction: {
      chainId: '1',
      from: '0x7e57000000000000000000000000000000000001',
      to: '0x7e57000000000000000000000000000000000002',
      value: '1',
      data: `0xa9059cbb${'7e57000000000000000000000000000000000003'.padStart(64, '0')}${'1'.padStart(64, '0')}`,
    },
    trackNonce: false,
  })
  const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
  const request = { method: 'POST', path: '/api/v2/transaction/validate', query: '', headers, body }
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < TURNS; turn++) {
    const before = processorTime()
    for (let at = 0; at < ROWS; at += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => service.handle(request, { kind: 'in-process' })),
      )
      for (const { status, body: text } of answers) if (status !== 200) throw new Error(text)
    }
    best = Math.min(best, (processorTime() - before) / ROWS)
  }
  await service.close()
  return best
}

/** Adds entries of a control list to an empty database, ten a commit. Processor time of one (µs). */
function inserts(source: string, target: string, isKept: boolean): number {
  const from = new DatabaseSync(source, { readOnly: true })
  const schema = from.prepare("select sql from sqlite_schema where sql is not null and name <> 'sqlite_sequence'").all()
  from.close()
  const into = new DatabaseSync(target)
  into.exec(`pragma journal_mode = wal; pragma synchronous = full; ${schema.map(({ sql }) => sql).join(';')}`)
  if (isKept) keepChecksums(into, target, () => true)
  const insert = into.prepare(`insert into control_list_entries
    (id, address, address_key, chain_ids, type, product_type, created_at, last_updated_at)
    values (?, ?, ?, '[]', 'BLOCK', 'SONAR', ?, ?)`)
  const before = processorTime()
  for (let at = 0; at < ROWS; at += 10) {
    into.exec('begin immediate')
    for (let row = at; row < at + 10; row++) {
      const address = `0x${hash('sha256', `${row}`).slice(0, 40)}`
      insert.run(String(row).padStart(36, '0'), address, address, row, row)
    }
    into.exec('commit')
  }
  const spent = (processorTime() - before) / ROWS
  into.close()
  return spent
}

/** Of this process (µs). */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
