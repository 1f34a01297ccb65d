import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createKey, Program, runForJson, runProgram } from './program.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

interface Place {
  readonly folder: string
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  /** Reads what the service has. */
  readonly service: Readonly<Record<string, string>>
}

/** A file of transactions, every tenth of them a repetition, and the local service to judge them. */
function local(count: number): Place {
  const folder = temporaryFolder()
  const file = join(folder, 'rows.ndjson')
  const rows = Array.from({ length: count }, (_, row) => ({
    chainId: '1',
    from: SENDER,
    to: address(1_000_000 + row - (row % 10 === 9 ? 1 : 0)),
  }))
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const env = { TXWARDEN_HOME: folder }
  return { folder, file, env, service: env }
}

/** The same behind a server of its own. */
async function remote(count: number): Promise<Place> {
  const place = local(count)
  const server = new Program(['serve', '--drain', '0', '--port', '0', '--quiet'], place.env)
  const TXWARDEN_BASE_URL = await server.address()
  const validation = await createKey('validation', place.env)
  const management = await createKey('management', place.env)
  const keys = { TXWARDEN_VALIDATION_KEY: validation.key, TXWARDEN_MANAGEMENT_KEY: management.key }
  return { ...place, env: { ...place.env, TXWARDEN_BASE_URL, ...keys } }
}

async function judged({ service }: Place): Promise<string[]> {
  const { content } = await runForJson<{ content: { to: string }[] }>(['tx', 'list', '--all'], service)
  return content.map(({ to }) => to.toLowerCase())
}

function expected({ file }: Place): string[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { to: string }).to)
}

describe.each([
  ['by the local service', async (count: number) => local(count)],
  ['over HTTP', remote],
])('rows validated %s', (_, prepare) => {
  test('are each validated once, even when the program is killed repeatedly', async () => {
    const count = 600
    const place = await prepare(count)
    const report = join(place.folder, 'report.ndjson')
    const argv = ['validate', '--batch', place.file, '--report', report, '-o', 'ndjson', '--concurrency', '24']
    for (const until of [40, 200, 400]) {
      const program = new Program([...argv, '--resume'], place.env)
      await program.says('stdout', `"line":${until},`)
      program.signal('SIGKILL')
      await program.ended
    }
    const last = await runProgram([...argv, '--resume'], place.env)
    expect(last.code).toBe(0)
    expect(last.stderr).toContain(`${count} rows: ${count} NO DATA`)
    expect(last.stderr).toContain('of them in earlier runs')
    expect((await judged(place)).sort()).toEqual(expected(place).sort())
    const lines = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { line: number }).line)
    expect(lines).toEqual(Array.from({ length: count }, (_, row) => row + 1))
  })

  test('end at Ctrl-C with the line that goes on', async () => {
    // Enough that it is interrupted long before the end.
    const count = 1500
    const place = await prepare(count)
    const program = new Program(['validate', '--batch', place.file, '-o', 'ndjson', '--concurrency', '8'], place.env)
    await program.says('stdout', '"line":100,')
    program.signal('SIGINT')
    const { code, stdout, stderr } = await program.ended
    expect(code).toBe(130)
    const before = stdout.trim().split('\n').length
    expect(before).toBeLessThan(count)
    expect(stderr).toContain('txwarden: interrupted: ')
    const [, line = ''] = /^Try: txwarden (.*)$/m.exec(stderr) ?? []
    expect(line).toBe(`validate --concurrency 8 --batch ${place.file} --resume --output ndjson`)
    // What was answered is recorded: the service has nothing that was not printed.
    expect(await judged(place)).toHaveLength(before)
    const resumed = await runProgram(line.split(' '), place.env)
    expect(resumed.code).toBe(0)
    expect(resumed.stdout.trim().split('\n')).toHaveLength(count - before)
    expect(await judged(place)).toHaveLength(count)
  })
})

/** Addresses of a table and resources of the audit log. */
function storedIn(database: string, table: string) {
  const file = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  try {
    const all = (sql: string) =>
      file
        .prepare(sql)
        .all()
        .map(({ value }) => String(value))
    return {
      addresses: all(`select address_key as value from ${table}`),
      audit: all('select resource_id as value from audit'),
    }
  } finally {
    file.close()
  }
}

test.each([
  ['control-list', 'control_list_entries', 'type', 'block'],
  ['monitor', 'monitored_addresses', 'chain', '1'],
])(
  'rows of %s import are each stored once, even when the program is killed repeatedly',
  async (noun, table, column, value) => {
    const count = 3000
    const folder = temporaryFolder()
    const [file, database] = [join(folder, 'rows.csv'), join(folder, 'local.db')]
    const addresses = Array.from({ length: count }, (_, row) => address(row + 1))
    writeFileSync(file, [`address,${column}`, ...addresses.map((each) => `${each},${value}`)].join('\n'))
    const env = { TXWARDEN_HOME: folder }
    const argv = [noun, 'import', file, '-o', 'ndjson', '--resume']
    expect((await runProgram([noun, 'list'], env)).code).toBe(0)
    for (const until of [1, 1000]) {
      const program = new Program(argv, env)
      const stored = () => storedIn(database, table).addresses.length
      await expect.poll(stored, { interval: 1 }).toBeGreaterThanOrEqual(until)
      program.signal('SIGKILL')
      expect(await program.ended).toMatchObject({ signal: 'SIGKILL' })
      expect(stored()).toBeLessThan(count)
    }
    const last = await runProgram(argv, env)
    expect(last.code).toBe(0)
    expect(last.stderr).toContain('in earlier runs')
    const { addresses: after, audit } = storedIn(database, table)
    expect(after.sort()).toEqual(addresses)
    expect(new Set(audit).size).toBe(count)
    expect(audit).toHaveLength(count)
  },
)
