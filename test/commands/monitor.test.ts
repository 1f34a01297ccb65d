import { describe, expect } from 'vitest'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const BOB = '0x7e57000000000000000000000000000000000002'

interface Monitor {
  readonly id: string
  readonly address: string
  readonly name: string
  readonly chainId: string
  readonly enabled: boolean
}

async function add(cli: Cli, ...argv: string[]): Promise<Monitor> {
  return (await cli.json(['monitor', 'add', ...argv])) as Monitor
}

const list = async (cli: Cli, ...argv: string[]) =>
  (await cli(['monitor', 'list', '--fields', 'address,name,chainId,enabled', ...argv])).stdout

describe('monitor add', () => {
  test('answers with what is monitored from now on', async () => {
    const added = await add(makeCli(), ALICE, '--chain', 'base', '--name', 'treasury')
    expect(added).toEqual({ id: added.id, address: ALICE, name: 'treasury', chainId: '8453', enabled: true })
  })

  test('monitors each address on each chain', async ({ cli }) => {
    const added = await cli(['monitor', 'add', ALICE, BOB, '--chain', 'ethereum,base'], { tty: true })
    expect(added.code).toBe(0)
    expect(added.stdout.replace(/id \S+/g, 'id …')).toBe(
      [ALICE, BOB]
        .flatMap((address) => ['ethereum', 'base'].map((chain) => `✓ Monitoring ${address} on ${chain}`))
        .map((line) => `${line} (profile local)\n  id …\n`)
        .join(''),
    )
    expect(await list(cli)).toBe(
      [`${ALICE}\t\t1`, `${ALICE}\t\t8453`, `${BOB}\t\t1`, `${BOB}\t\t8453`].map((row) => `${row}\ttrue\n`).join(''),
    )
  })

  test('can leave it disabled at first', async () => {
    expect(await add(makeCli(), BOB, '--chain', '1', '--state', 'inactive')).toMatchObject({ enabled: false })
  })

  test('of one that is there goes on with the others, and ends with 4', async ({ cli }) => {
    await add(cli, BOB, '--chain', 'ethereum')
    const added = await cli(['monitor', 'add', BOB, '--chain', 'ethereum,base'])
    expect(added).toMatchObject(says(4, `${BOB} on ethereum: `))
    expect(await list(cli)).toBe(`${BOB}\t\t1\ttrue\n${BOB}\t\t8453\ttrue\n`)
  })

  test.each([
    [[], 2, 'monitor add needs <address>, --chain'],
    [[BOB], 2, 'monitor add needs --chain'],
    [[BOB, '--chain', 'moon'], 2, '"moon" is not a chain'],
    [['0x12', '--chain', '1'], 2, 'is not an address'],
    [[ALICE.replace('d8dA', 'D8dA'), '--chain', '1'], 2, 'wrong EIP-55 checksum'],
  ])('%j is refused, and nothing is added', async (argv, code, text) => {
    const cli = makeCli()
    expect(await cli(['monitor', 'add', ...argv])).toMatchObject(refuses(code, text))
    expect(await list(cli)).toBe('')
  })

  test('with --dry-run shows what would be sent', async ({ cli }) => {
    const dry = await cli(['monitor', 'add', BOB, '--chain', 'ethereum', '--dry-run'])
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('"chainId"') })
    expect(await list(cli)).toBe('')
  })
})

describe('monitor list', () => {
  test('can be narrowed down by address and by part of a name, in any case', async ({ cli }) => {
    await add(cli, ALICE, '--chain', '1', '--name', 'Cold Treasury')
    await add(cli, BOB, '--chain', '1', '--name', '100%')
    expect(await list(cli, '--name', 'TREASURY')).toBe(`${ALICE}\tCold Treasury\t1\ttrue\n`)
    expect(await list(cli, '--name', '%')).toBe(`${BOB}\t100%\t1\ttrue\n`)
    expect(await list(cli, '--address', ALICE.toLowerCase())).toBe(`${ALICE}\tCold Treasury\t1\ttrue\n`)
    expect(await cli(['monitor', 'list', '--name', 'none'], { tty: true })).toMatchObject({
      stdout: 'No matching monitored addresses.\n',
    })
  })

  test('shows addresses whole and chains by name', async ({ cli }) => {
    const { id } = await add(cli, ALICE, '--chain', '1', '--name', 'treasury')
    expect((await cli(['monitor', 'list'], { tty: true, columns: 140 })).stdout).toBe(
      [
        'NAME      ADDRESS                                     CHAIN     STATE   ID',
        `treasury  ${ALICE}  ethereum  active  …${id.slice(-6)}`,
        '',
      ].join('\n'),
    )
    expect((await cli(['monitor', 'list'], { tty: true, columns: 80 })).stdout).toContain(ALICE)
  })

  test('of none says how to add one', async () => {
    expect((await makeCli()(['monitor', 'list'], { tty: true })).stdout).toBe(
      'No monitored addresses yet. Try: txwarden monitor add <address> --chain ethereum\n',
    )
  })
})

describe('monitor update', () => {
  test('changes only what is given', async ({ cli }) => {
    const monitor = await add(cli, ALICE, '--chain', '1', '--name', 'treasury')
    const update = async (...argv: string[]) => (await cli.json(['monitor', 'update', monitor.id, ...argv])) as Monitor
    expect(await update('--state', 'inactive')).toEqual({ ...monitor, enabled: false })
    expect(await update('--name', 'cold')).toEqual({ ...monitor, name: 'cold', enabled: false })
    expect(await update('--name', '', '--state', 'active')).toEqual({ ...monitor, name: '', enabled: true })
  })

  test('says in a sentence what holds now', async ({ cli }) => {
    const { id } = await add(cli, ALICE, '--chain', '1', '--name', 'treasury')
    expect((await cli(['monitor', 'update', id, '--state', 'inactive'], { tty: true })).stdout).toBe(
      `✓ ${ALICE} (treasury) on ethereum is now inactive (profile local)\n`,
    )
  })

  test.each([
    [[], 2, 'monitor update needs --name, --state or --kinds'],
    [['--state', 'active'], 5, 'There is no monitored address "nothing"'],
  ])('%j of something that is not there is refused', async (argv, code, text) => {
    expect(await makeCli()(['monitor', 'update', 'nothing', ...argv])).toMatchObject(refuses(code, text))
  })
})

describe('monitor remove', () => {
  test('asks, and a no changes nothing', async ({ cli }) => {
    const { id } = await add(cli, BOB, '--chain', '1')
    expect(await cli(['monitor', 'remove', id])).toMatchObject({ code: 2 })
    expect(await cli(['monitor', 'remove', id], { typed: [['Remove monitored address', 'n\n']] })).toMatchObject({
      code: 130,
    })
    expect(await list(cli)).not.toBe('')
    expect(await cli(['monitor', 'remove', id, '--yes', '--json'])).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ id }, undefined, 2)}\n`,
    })
    expect(await list(cli)).toBe('')
  })

  test('of an id that is not there ends with 5', async () => {
    expect(await makeCli()(['monitor', 'remove', 'nothing', '--yes'])).toMatchObject({ code: 5 })
  })
})
