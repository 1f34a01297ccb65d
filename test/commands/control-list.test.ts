import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const address = (digit: string) => `0x${digit.repeat(40)}`

async function add(cli: Cli, ...argv: string[]): Promise<string> {
  const added = await cli(['control-list', 'add', ...argv])
  expect(added).toMatchObject({ code: 0, stderr: '' })
  return added.stdout.trim()
}

async function entries(cli: Cli, ...argv: string[]): Promise<Record<string, unknown>[]> {
  const listed = await cli(['control-list', 'list', '--json', ...argv])
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  return (JSON.parse(listed.stdout) as { content: Record<string, unknown>[] }).content
}

test('an address that was blocked is listed, and gone when it was removed', async ({ cli }) => {
  const id = await add(cli, ADDRESS, '--type', 'block')
  const listed = await cli(['control-list', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toEqual({
    content: [
      {
        id,
        address: ADDRESS,
        chainIds: [],
        type: 'BLOCK',
        productType: 'SONAR',
        createdAt: '2026-01-02T03:04:05.000Z',
        lastUpdatedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
    size: 25,
    number: 0,
    totalPages: 1,
    totalElements: 1,
  })
  expect(await cli(['control-list', 'remove', id, '--yes'])).toEqual({ code: 0, stdout: `${id}\n`, stderr: '' })
  expect(await entries(cli)).toEqual([])
})

describe('adding', () => {
  test('takes several addresses, chain names, and says where it went', async ({ cli }) => {
    const added = await cli(
      [
        'control-list',
        'add',
        address('1'),
        address('2'),
        '--type',
        'allow',
        '--chain',
        'ethereum,base',
        '--chain',
        '10',
      ],
      { tty: true },
    )
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(added.stdout).toContain(`✓ Allowed ${address('1')} for SONAR on ethereum, base, optimism (profile local)`)
    expect(await entries(cli, '--fields', 'address,chainIds')).toEqual([
      { address: address('1'), chainIds: ['1', '8453', '10'] },
      { address: address('2'), chainIds: ['1', '8453', '10'] },
    ])
  })

  test('names everything that is missing at once', async () => {
    expect(await makeCli()(['control-list', 'add'])).toMatchObject(
      refuses(2, 'control-list add needs <address>, --type'),
    )
  })

  test('refuses a wrong checksum before anything is written', async ({ cli }) => {
    const refused = await cli(['control-list', 'add', address('1'), ADDRESS.replace('d8dA', 'D8dA'), '--type', 'block'])
    expect(refused).toMatchObject(refuses(2, 'wrong EIP-55 checksum'))
    expect(await entries(cli)).toEqual([])
  })

  test('goes on when one of several fails, and says which: exit code 4', async ({ cli }) => {
    const id = await add(cli, address('1'), '--type', 'block')
    const partial = await cli(['control-list', 'add', address('1'), address('2'), '--type', 'block'])
    expect(partial).toMatchObject(says(4, id))
    expect(partial.stderr).toContain('1 of 2 failed')
    expect(await entries(cli)).toHaveLength(2)
  })

  test('answers in JSON with one list for several addresses', async ({ cli }) => {
    const added = await cli(['control-list', 'add', address('1'), address('2'), '--type', 'allow', '--json'])
    expect(JSON.parse(added.stdout).content).toEqual([
      { controlListId: expect.any(String) },
      { controlListId: expect.any(String) },
    ])
  })

  test('only shows what it would send with --dry-run and --curl', async ({ cli }) => {
    const dry = await cli(['control-list', 'add', ADDRESS, '--type', 'block', '--dry-run'])
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('POST /api/v2/management/control-lists') })
    const curl = await cli(['control-list', 'add', ADDRESS, '--type', 'block', '--curl'])
    expect(curl).toMatchObject({ code: 0, stdout: expect.stringContaining('"$TXWARDEN_MANAGEMENT_KEY"') })
    expect(await entries(cli)).toEqual([])
  })
})

describe('removing several, of which some are not there', () => {
  const remove = (cli: Cli, ...argv: string[]) => cli(['control-list', 'remove', '--yes', ...argv])
  const missing = (id: string) => `  ${id}: There is no control list entry "${id}".`

  test('lists each failure on a line of its own, once, and what to run next last', async ({ cli }) => {
    expect(await remove(cli, 'a', 'b')).toEqual({
      code: 5,
      stdout: '',
      stderr: ['txwarden: 2 of 2 failed', missing('a'), missing('b'), 'Try: txwarden control-list list', ''].join('\n'),
    })
    const id = await add(cli, address('1'), '--type', 'block')
    expect(await remove(cli, 'a', id, 'b')).toEqual({
      code: 4,
      stdout: `${id}\n`,
      stderr: ['txwarden: 2 of 3 failed', missing('a'), missing('b'), 'Try: txwarden control-list list', ''].join('\n'),
    })
  })

  test('says the same in JSON, as one document', async () => {
    const { code, stderr } = await remove(makeCli(), 'a', 'b', '--json')
    expect(code).toBe(5)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not-found', status: 404, details: { length: 2 } } })
  })
})

describe('changing', () => {
  test('replaces the chains of an entry', async ({ cli }) => {
    const id = await add(cli, ADDRESS, '--type', 'block', '--chain', 'ethereum')
    cli.clock.advance(60_000)
    expect(await cli(['control-list', 'update', id, '--chain', 'base'])).toMatchObject({ code: 0, stdout: `${id}\n` })
    expect(await entries(cli)).toMatchObject([{ chainIds: ['8453'], lastUpdatedAt: '2026-01-02T03:05:05.000Z' }])
    expect(await cli(['control-list', 'update', id, '--every-chain'])).toMatchObject({ code: 0 })
    expect(await entries(cli)).toMatchObject([{ chainIds: [] }])
  })

  test('needs chains, or every chain, not both', async ({ cli }) => {
    for (const argv of [[], ['--chain', '1', '--every-chain']])
      expect(await cli(['control-list', 'update', 'some-id', ...argv])).toMatchObject({ code: 2, stdout: '' })
  })

  test('of an entry that is not there is exit code 5', async () => {
    expect(await makeCli()(['control-list', 'update', 'nobody', '--chain', '1'])).toMatchObject({ code: 5, stdout: '' })
  })
})

describe('removing', () => {
  test('off a terminal needs --yes, before anything is sent', async ({ cli }) => {
    const id = await add(cli, ADDRESS, '--type', 'block')
    expect(await cli(['control-list', 'remove', id])).toMatchObject(says(2, '--yes'))
    expect(await cli(['control-list', 'remove', id, '--no-input'], { tty: true })).toMatchObject({ code: 2 })
    expect(await entries(cli)).toHaveLength(1)
  })

  test('on a terminal asks, and no means no', async ({ cli }) => {
    const id = await add(cli, ADDRESS, '--type', 'block')
    const declined = await cli(['control-list', 'remove', id], { typed: ['n\n'] })
    expect(declined).toMatchObject({ code: 130, stdout: '' })
    expect(declined.stderr).toContain(`Remove control list entry ${id} (BLOCK`)
    expect(declined.stderr).toContain(`  ${ADDRESS} for SONAR on every chain) from profile local?`)
    expect(await entries(cli)).toHaveLength(1)
    expect(await cli(['control-list', 'remove', id], { typed: ['y\n'] })).toMatchObject({ code: 0 })
    expect(await entries(cli)).toEqual([])
  })
})

describe('listing', () => {
  test('is a table whose addresses are whole', async ({ cli }) => {
    await add(cli, ADDRESS, '--type', 'block', '--chain', 'ethereum')
    const wide = await cli(['control-list', 'list'], { tty: true, columns: 140 })
    expect(wide.stdout).toMatch(
      /^TYPE +ADDRESS +PRODUCT +CHAINS +ID +CREATED\nBLOCK +0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 +SONAR/,
    )
    const narrow = await cli(['control-list', 'list'], { tty: true, columns: 80 })
    expect(narrow.stdout).toMatch(
      /^TYPE +ADDRESS .*\nBLOCK +0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 +SONAR +ethereum /,
    )
    for (const line of narrow.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('is tab-separated without header in a pipe, and each other format when asked', async ({ cli }) => {
    const id = await add(cli, ADDRESS, '--type', 'block', '--chain', '1,10')
    const row = `${ADDRESS}\tBLOCK\tSONAR\t1,10\t${id}\t2026-01-02T03:04:05.000Z\n`
    const in_ = async (...argv: string[]) => (await cli(['cl', 'ls', '--fields', 'address,chainIds', ...argv])).stdout
    expect((await cli(['cl', 'ls'])).stdout).toContain(row.split('\t2026')[0])
    expect(await in_('-o', 'tsv')).toBe(`${ADDRESS}\t1,10\n`)
    expect(await in_('-o', 'csv')).toBe(`address,chainIds\n${ADDRESS},"1,10"\n`)
    expect(await in_('-o', 'ndjson')).toBe(`${JSON.stringify({ address: ADDRESS, chainIds: ['1', '10'] })}\n`)
    expect(await in_('-o', 'yaml')).toContain(`  - address: "${ADDRESS}"`)
  })

  test('goes through pages, or all of them', async ({ cli }) => {
    for (const digit of ['1', '2', '3']) await add(cli, address(digit), '--type', 'allow')
    const people = await cli(['control-list', 'list', '--size', '2'], { tty: true })
    expect(people.stderr).toBe('1 more: txwarden control-list list --size 2 --page 1 (or --all)\n')
    expect(await entries(cli, '--size', '2', '--page', '1')).toHaveLength(1)
    expect(await entries(cli, '--all')).toHaveLength(3)
    expect(await entries(cli, '--all', '--limit', '2', '--sort', 'address,desc', '--fields', 'address')).toEqual([
      { address: address('3') },
      { address: address('2') },
    ])
  })

  test('prints a runnable command for the next page, with size, filters and order', async ({ cli }) => {
    for (const digit of '12345') await add(cli, address(digit), '--type', 'block')
    await add(cli, address('9'), '--type', 'allow')
    const list = ['control-list', 'list', '--type', 'block', '--sort', 'address,desc', '--size', '2']
    const pages: string[] = []
    for (let argv = list; argv.length > 0; ) {
      const { stdout, stderr } = await cli([...argv, '--fields', 'address'])
      pages.push(stdout)
      argv = /: txwarden (.*) \(or --all\)\n$/.exec(stderr)?.[1]?.split(' ') ?? []
    }
    expect(pages.map((page) => page.trim().split('\n'))).toEqual([
      [address('5'), address('4')],
      [address('3'), address('2')],
      [address('1')],
    ])
  })

  test('says what to do when there is nothing, and that is no failure', async ({ cli }) => {
    expect(await cli(['control-list', 'list'], { tty: true })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Try: txwarden control-list add'),
    })
    expect(await cli(['control-list', 'list'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('refuses a field that is not there and names those that are', async ({ cli }) => {
    await add(cli, ADDRESS, '--type', 'block')
    expect(await cli(['control-list', 'list', '--fields', 'adress'])).toMatchObject(refuses(2, 'address, chainIds'))
  })
})

describe('allowing what stays blocked all the same', () => {
  const allow = (address: string, ...more: string[]) => ['control-list', 'add', address, '--type', 'allow', ...more]
  const ENTER = '\r'
  const DOWN = '\u001b[B'

  test.each([
    ['blocked on every chain', [], ['--chain', 'base'], true],
    ['blocked on the same chain', ['--chain', 'base,1'], ['--chain', '8453'], true],
    ['blocked on another chain', ['--chain', 'base'], ['--chain', 'ethereum'], false],
    ['blocked for another product', ['--product', 'RASP'], [], false],
  ])('an address that is %s', async (_, blocked, allowed, warns) => {
    const cli = makeCli()
    const id = await add(cli, address('1'), '--type', 'block', ...blocked)
    const { code, stdout, stderr } = await cli(allow(address('1'), ...allowed))
    expect(code).toBe(0)
    expect(stdout).not.toBe('')
    expect(stderr.includes(`by entry ${id}. BLOCK beats ALLOW`)).toBe(warns)
  })

  test('a sanctioned address', async ({ cli }) => {
    const { code, stderr } = await cli(allow(testAddresses.sanctioned))
    expect(code).toBe(0)
    expect(stderr).toContain('An ALLOW entry never lifts a sanction.')
    expect(await entries(cli)).toHaveLength(1)
  })

  test('on a terminal it is confirmed first, and Enter alone means no', async ({ cli }) => {
    const refused = await cli(allow(testAddresses.sanctioned), { typed: [['anyway', ENTER]] })
    expect(refused).toMatchObject({ code: 130, stdout: '' })
    expect(await entries(cli)).toEqual([])
    expect(await cli(allow(testAddresses.sanctioned), { typed: [['anyway', `y${ENTER}`]] })).toMatchObject({ code: 0 })
    expect(await cli(allow(testAddresses.sanctioned, '--if-absent', '--yes'), { tty: true })).toMatchObject({
      code: 0,
    })
  })

  test('after prompts, the warning comes before the single confirmation', async ({ cli }) => {
    const asked = await cli(['control-list', 'add', testAddresses.sanctioned, '--chain', 'base'], {
      typed: [
        ['❯ BLOCK', DOWN],
        ['❯ ALLOW', ENTER],
        ['Add this', ENTER],
      ],
    })
    expect(asked).toMatchObject({ code: 0, stderr: expect.stringMatching(/never lifts a sanction.*Add this/s) })
  })

  test('blocking, other addresses and --curl say nothing', async ({ cli }) => {
    for (const argv of [
      allow(testAddresses.drainer),
      allow(testAddresses.sanctioned, '--curl'),
      ['control-list', 'add', testAddresses.sanctioned, '--type', 'block'],
    ])
      expect(await cli(argv)).toMatchObject({ code: 0, stderr: '' })
  })
})
