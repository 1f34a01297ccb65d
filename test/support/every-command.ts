import { DatabaseSync } from 'node:sqlite'
import { beforeEach } from 'vitest'
import { nouns, commands as oneWordCommands } from '../../src/commands/index.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const everyCommand = [...oneWordCommands, ...(await Promise.all(nouns.map((noun) => noun.load()))).flat()]

/** Those that end of themselves, with the examples that do. */
export const endingCommands = everyCommand
  .filter(({ name }) => !['serve', 'watch', 'proxy'].includes(name))
  .map((command) => ({ ...command, examples: command.examples.filter((each) => !each.command.includes('--watch')) }))

/**
 * Each test of the file starts in a folder of its own: some commands write files where they are started. The folder goes away,
 * and other tests of this process are at home where it began.
 */
export function startInOwnFolder(fill: () => void = () => {}): void {
  beforeEach(() => {
    const before = process.cwd()
    process.chdir(temporaryFolder())
    fill()
    return () => process.chdir(before)
  })
}

/** Every row of every table, as text. */
export function rowsIn(file: string): Readonly<Record<string, string>> {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
  const hex = (_: string, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
  const rows = tables.map(({ name }) => [name, JSON.stringify(database.prepare(`select * from "${name}"`).all(), hex)])
  database.close()
  return Object.fromEntries(rows)
}
