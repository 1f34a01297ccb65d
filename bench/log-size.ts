import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { insertTransaction } from '../src/service/store/repositories/transactions.ts'
import { openSqliteStore } from '../src/service/store/sqlite/open.ts'
import { storedValidation } from '../test/support/stored-validation.ts'

/**
 * Size of SQLite's write-ahead log while validations are stored at full speed: without readers, with a reader that holds
 * a snapshot, and after that reader ends.
 * `npx tsx bench/log-size.ts 20` for phases of twenty seconds.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const phaseMs = Number(process.argv[2] ?? 10) * 1000
const AT_ONCE = 64
const TEXT = 'x'.repeat(600)

const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const path = join(folder, 'local.db')
const mebibytes = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1024 ** 2

let index = 0
const store = await openSqliteStore(path)

async function phase(name: string): Promise<void> {
  const end = performance.now() + phaseMs
  const first = index
  let largest = 0
  while (performance.now() < end) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => store.write((db) => insertTransaction(db, row(index++)))))
    largest = Math.max(largest, mebibytes(`${path}-wal`))
  }
  const rate = Math.round((index - first) / (phaseMs / 1000))
  say(
    `| ${name} | ${rate.toLocaleString('en')} | ${largest.toFixed(1)} MiB | ${mebibytes(`${path}-wal`).toFixed(1)} MiB |`,
  )
}

const row = (nth: number) =>
  storedValidation({
    id: `t${String(nth).padStart(31, '0')}`,
    combined_score: nth % 101,
    request: TEXT,
    result: TEXT,
    created_at: nth,
  })

say('| while | rows a second | largest log | log at the end |\n| --- | --- | --- | --- |')
await phase('nobody reads')
const reader = new DatabaseSync(path, { readOnly: true })
reader.exec('begin')
reader.prepare('select count(*) from transactions').get()
await phase('somebody reads one snapshot all the time')
reader.exec('commit')
reader.close()
await phase('that one is gone')
await store.close()
rmSync(folder, { recursive: true, force: true })
