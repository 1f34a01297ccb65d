import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test as base, describe, expect } from 'vitest'
import { type Cli, makeCli, says } from './support/cli.ts'
import { endingCommands, startInOwnFolder } from './support/every-command.ts'
import { argvOf } from './support/examples.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const test = base.extend('home', () => withoutKey())

// `reset` deletes what is sealed.
const commands = endingCommands.filter(({ name }) => name !== 'local reset' && name !== 'local restore')

startInOwnFolder()

const payment = ['validate', '--chain', '1', '--from', `0x${'1'.repeat(40)}`, '--to', `0x${'2'.repeat(40)}`]
const sign = [...payment, '--sign', '--data', '0x']

const isKey = (file: string) => file.includes('.key')
const keyFilesOf = (cli: Cli) => readdirSync(cli.home, { recursive: true }).map(String).filter(isKey)

/** A database with a destination and a signer whose key file was moved away. */
async function withoutKey() {
  const cli = makeCli()
  const create = ['destination', 'create', '--name', 'ops', '--channel', 'EMAIL', '--email', 'ops@example.org']
  const { id } = (await cli.json(create)) as { id: string }
  const away = join(temporaryFolder(), 'moved.key')
  renameSync(join(cli.home, 'local.db.key'), away)
  return { cli, id, away }
}

/** What is sealed, and in the lists that destinations appear in. */
function sealedRows(cli: Cli) {
  const database = new DatabaseSync(join(cli.home, 'local.db'), { readOnly: true })
  try {
    return ['select * from destinations order by id', 'select * from signers', 'select * from chain_nodes'].map(
      (query) => database.prepare(query).all(),
    )
  } finally {
    database.close()
  }
}

describe('with a sealed secret and no master key', () => {
  test.each(commands.flatMap(({ name, examples }) => examples.map(({ command }) => [name, command] as const)))(
    '%s makes no key and seals nothing: %s',
    async (_, command) => {
      const { cli } = await withoutKey()
      const before = sealedRows(cli)
      await cli([...argvOf(command), '--no-input'], { signal: AbortSignal.timeout(15_000) })
      expect(keyFilesOf(cli)).toEqual([])
      expect(sealedRows(cli)).toEqual(before)
    },
  )

  test.each([
    ['destination', 'list'],
    ['destination', 'create', '--name', 'b', '--channel', 'EMAIL', '--email', 'b@example.org'],
    ['destination', 'update', 'ID', '--email', 'c@example.org'],
    ['destination', 'test', 'ID'],
    ['delivery', 'send'],
    ['local', 'rekey', '--yes'],
    sign,
    ['serve', '--drain', '0', '--port', '0'],
  ])('%s %s says where the key was looked for, and how to bring it', async (...argv) => {
    const { cli, id } = await withoutKey()
    const { code, stdout, stderr } = await cli(argv.map((word) => (word === 'ID' ? id : word)))
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(stderr).toContain('master key')
    expect(stderr).toContain(`${cli.home}/local.db.key`)
    expect(stderr).toContain('TXWARDEN_MASTER_KEY')
    expect(keyFilesOf(cli)).toEqual([])
  })

  test('a wrong key is a missing one', async ({ home: { cli } }) => {
    const env = { TXWARDEN_MASTER_KEY: '07'.repeat(32) }
    expect(await cli(['destination', 'list', '--json'], { env })).toMatchObject(says(8, 'another-master-key'))
    const create = ['destination', 'create', '--name', 'b', '--channel', 'EMAIL', '--email', 'b@example.org']
    expect(await cli(create, { env })).toMatchObject({ code: 8 })
  })

  test('everything works again once the key is brought back', async ({ home: { cli, id, away } }) => {
    await cli(['destination', 'list'])
    renameSync(away, join(cli.home, 'local.db.key'))
    expect((await cli.json(['destination', 'list'])).content).toMatchObject([{ id, errorMessage: '' }])
  })

  test('validate, lists and doctor work; doctor names the fault', async ({ home: { cli } }) => {
    expect(await cli(['control-list', 'list'])).toMatchObject({ code: 0, stderr: '' })
    expect(await cli([...payment, '--value', '1'])).toMatchObject({ code: 0 })
    const { code, stdout } = await cli(['doctor', '--json'])
    expect(code).toBe(13)
    expect(stdout).toContain('stored secrets need a missing master key')
  })
})

describe('with a key that is here', () => {
  const FORGET = '--without-secrets'
  const forget = ['local', 'rekey', FORGET, '--yes']

  test('a variable that hides the key file is named, and nothing is forgotten', async ({ home: { cli, away } }) => {
    renameSync(away, join(cli.home, 'local.db.key'))
    expect(await cli(sign)).toMatchObject({ code: 0 })
    const before = sealedRows(cli)
    const env = { TXWARDEN_MASTER_KEY: '07'.repeat(32) }
    for (const argv of [
      ['destination', 'list'],
      ['delivery', 'send'],
      sign,
      ['serve', '--drain', '0', '--port', '0'],
      forget,
    ]) {
      const { code, stderr } = await cli(argv, { env })
      expect({ argv, code }).toEqual({ argv, code: 8 })
      expect(stderr).toContain(`The key file ${cli.home}/local.db.key has it`)
      expect(stderr).toContain('Try: unset TXWARDEN_MASTER_KEY')
      expect(stderr).not.toContain(FORGET)
    }
    expect(sealedRows(cli)).toEqual(before)
    expect(await cli(['destination', 'list'])).toMatchObject({ code: 0 })
  })

  test.each([
    ['a folder', (file: string) => mkdirSync(file, { mode: 0o700 }), 'ls -ld'],
    ['an empty file', (file: string) => writeFileSync(file, '', { mode: 0o600 }), 'wc -c'],
  ])('%s in its place is a missing key, and no reason to make or forget one', async (_, make, next) => {
    const { cli } = await withoutKey()
    const before = sealedRows(cli)
    make(join(cli.home, 'local.db.key'))
    for (const argv of [
      ['destination', 'list'],
      ['delivery', 'send'],
      ['serve', '--drain', '0', '--port', '0'],
      forget,
    ]) {
      const { code, stderr } = await cli(argv)
      expect({ argv, code }).toEqual({ argv, code: 8 })
      expect(stderr).toContain(`${cli.home}/local.db.key`)
      expect(stderr).not.toMatch(/Try: .*(openssl|--without-secrets)/)
    }
    expect((await cli(['doctor', '--json'])).stdout).toContain(`${next} ${cli.home}/local.db.key`)
    expect(sealedRows(cli)).toEqual(before)
  })

  test('a key file that others can read gets another mode', async ({ home: { cli, away } }) => {
    const file = join(cli.home, 'local.db.key')
    renameSync(away, file)
    chmodSync(file, 0o644)
    expect((await cli(['destination', 'list'])).stderr).not.toContain(FORGET)
    expect((await cli(['doctor', '--json'])).stdout).toContain(`chmod 600 ${file}`)
  })
})
