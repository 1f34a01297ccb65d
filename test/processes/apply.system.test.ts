import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Program, runProgram } from './program.ts'

const OBJECTS = 2000
const address = (index: number) => `0x7e57${index.toString(16).padStart(36, '0')}`

/** Monitors and entries in turns. */
const documentOf = (index: number) =>
  index % 2 === 0
    ? `kind: monitor\nchainId: "1"\naddress: "${address(index)}"\nname: wallet ${index}\n`
    : `kind: control-list\ntype: BLOCK\nproductType: SONAR\naddress: "${address(index)}"\n`

const TABLES = { control_list_entries: 'address_key', monitored_addresses: 'address_key', audit: 'resource_id' }

/** The values of a column, or of each table of the objects, sorted. */
function stored(database: string, tables: readonly (keyof typeof TABLES)[]): string[] {
  const file = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  try {
    return tables
      .flatMap((table) => file.prepare(`select ${TABLES[table]} as value from ${table}`).all())
      .map(({ value }) => String(value))
      .sort()
  } finally {
    file.close()
  }
}

test('a manifest that is applied again after kills makes each object once', async () => {
  const folder = temporaryFolder()
  const [file, database] = [join(folder, 'infra.yaml'), join(folder, 'local.db')]
  writeFileSync(file, Array.from({ length: OBJECTS }, (_, index) => documentOf(index)).join('---\n'))
  const argv = ['apply', '-f', file, '--yes', '--json']
  const env = { TXWARDEN_HOME: folder }
  expect((await runProgram(['control-list', 'list'], env)).code).toBe(0)
  expect(existsSync(database)).toBe(true)
  const objects = () => stored(database, ['control_list_entries', 'monitored_addresses'])

  for (const until of [1, 500, 1200]) {
    const program = new Program(argv, env)
    await expect.poll(() => objects().length, { interval: 1 }).toBeGreaterThanOrEqual(until)
    program.signal('SIGKILL')
    expect(await program.ended).toMatchObject({ signal: 'SIGKILL' })
    expect(objects().length).toBeLessThan(OBJECTS)
  }
  const before = objects().length
  const last = await runProgram(argv, env)
  expect(last).toMatchObject({ code: 0 })
  const { summary } = JSON.parse(last.stdout) as { summary: object }
  expect(summary).toMatchObject({ created: OBJECTS - before, unchanged: before, updated: 0, deleted: 0, failed: 0 })

  expect(objects()).toEqual(Array.from({ length: OBJECTS }, (_, index) => address(index)).sort())
  const recorded = stored(database, ['audit'])
  expect(recorded).toHaveLength(OBJECTS)
  expect(new Set(recorded).size).toBe(OBJECTS)
  const again = await runProgram(argv, env)
  expect(JSON.parse(again.stdout)).toMatchObject({ content: [], summary: { created: 0, unchanged: OBJECTS } })
})
