import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { serve } from '../../src/service/index.ts'
import { makeCli } from '../support/cli.ts'
import { seededRandom } from '../support/deterministic.ts'

const ADDRESS = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const OTHER = `0x${'7e'.repeat(20)}`
const atOnce = { signal: AbortSignal.abort() }

/** A local database with one entry in it. */
async function withDatabase() {
  const cli = makeCli()
  expect((await cli(['control-list', 'add', ADDRESS, '--type', 'block'])).code).toBe(0)
  return { cli, database: join(cli.home, 'local.db') }
}

/** Every file of the folder, with its content. */
function filesIn(folder: string): [string, string][] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')])
}

test.each([
  ['serve', ['serve', '--drain', '0', '--port', '0']],
  ['a command that writes', ['control-list', 'add', OTHER, '--type', 'block']],
  ['a command that reads', ['local', 'status']],
  ['a backup', ['local', 'backup', '~/copy.db']],
  ['a reset', ['local', 'reset', '--yes']],
])('%s refuses a database with two hard links, and writes nothing', async (_, argv) => {
  const { cli, database } = await withDatabase()
  const second = join(cli.home, 'second.db')
  linkSync(database, second)
  const before = filesIn(cli.home)

  const refused = await cli(
    [...argv.map((word) => word.replace('~', cli.home)), '--json'],
    argv[0] === 'serve' ? atOnce : {},
  )

  expect({ code: refused.code, ...JSON.parse(refused.stderr) }).toMatchObject({
    code: 8,
    error: { code: 'hard-linked-database', message: expect.stringContaining(`${database} has 2 names (hard links)`) },
  })
  expect(filesIn(cli.home)).toEqual(before)
  rmSync(second)
  expect((await cli(['local', 'status'])).code).toBe(0)
})

test('doctor reports a database with two hard links', async () => {
  const { cli, database } = await withDatabase()
  linkSync(database, join(cli.home, 'second.db'))
  const { code, stdout } = await cli(['doctor', '--json'])
  const { content: checks } = JSON.parse(stdout) as { content: { check: string; level: string; text: string }[] }
  expect(code).toBe(13)
  expect(checks).toContainEqual(
    expect.objectContaining({ check: 'database', level: 'fail', text: expect.stringContaining('hard links') }),
  )
})

test.each(['renamed.db', 'elsewhere/local.db'])(
  'a database that is renamed to %s while it is served is refused under that name',
  async (name) => {
    const { cli, database } = await withDatabase()
    mkdirSync(join(cli.home, 'elsewhere'))
    const renamed = join(cli.home, name)
    const options = { database, env: {}, clock: cli.clock, random: seededRandom(), host: '127.0.0.1', port: 0 }
    const serving = await serve({ ...options, version: '0.0.0', log: { write: () => undefined, quiet: true } })
    renameSync(database, renamed)
    const before = readdirSync(dirname(renamed))

    const env = { TXWARDEN_DATABASE: renamed }
    for (const refused of [
      await cli(['serve', '--drain', '0', '--port', '0', '--database', renamed, '--json'], atOnce),
      await cli(['control-list', 'add', OTHER, '--type', 'block', '--json'], { env }),
    ])
      expect({ code: refused.code, ...JSON.parse(refused.stderr) }).toMatchObject({
        code: 8,
        error: { code: 'open-under-another-name' },
      })
    expect(readdirSync(dirname(renamed))).toEqual(before)

    renameSync(renamed, database)
    await serving.stop()
    renameSync(database, renamed)
    expect(await cli(['serve', '--drain', '0', '--port', '0', '--database', renamed], atOnce)).toMatchObject({
      code: 0,
    })
  },
)
