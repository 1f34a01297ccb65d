import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { answerOf, fakeChain } from '../support/chain/fake-chain.ts'
import { type Cli, refuses, test } from '../support/cli.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'

const PAYROLL = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Begins and ends as the address of payroll does. */
const TWIN = '0x5290840000000000000000000000000000169Ee7'.toLowerCase()
const SAFE = '0x7e57000000000000000000000000000000000005'

const listed = async (cli: Cli, ...flags: string[]) =>
  (await cli.json(['name', 'list', ...flags])).content.map(({ name, chainId, source }: Record<string, string>) => [
    name,
    chainId,
    source,
  ])

describe('names of addresses', () => {
  test('are added, listed with those of other nouns, and removed', async ({ cli }) => {
    const body = await cli.json(['name', 'add', PAYROLL, 'payroll'])
    expect(body).toEqual({ address: PAYROLL, chainId: 'all', name: 'payroll', source: 'operator', alike: [] })
    await cli(['monitor', 'add', SAFE, '--chain', 'base', '--name', 'hot wallet'])
    await cli(['safe', 'add', SAFE, '--chain', 'ethereum', '--name', 'treasury'])
    expect(await listed(cli)).toEqual([
      ['hot wallet', '8453', 'monitor'],
      ['payroll', 'all', 'operator'],
      ['treasury', '1', 'safe'],
    ])
    expect(await listed(cli, '--chain', 'base', '--source', 'monitor')).toEqual([['hot wallet', '8453', 'monitor']])
    expect(await listed(cli, '--address', PAYROLL.toLowerCase())).toEqual([['payroll', 'all', 'operator']])
    expect((await cli(['name', 'list'], { tty: true })).stdout).toMatch(/payroll +0x5290.*every chain +address book/)
    expect(await cli(['name', 'remove', 'treasury', '--yes'])).toMatchObject(refuses(5, 'treasury'))
    expect(await cli(['name', 'remove', 'payroll', '--yes'])).toMatchObject({
      code: 0,
    })
    expect(await listed(cli, '--source', 'operator')).toEqual([])
  })

  test('that can be taken for others are said', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    const added = async (address: string, name: string) => (await cli(['name', 'add', address, name])).stderr
    expect(await added(SAFE, 'payroll')).toBe(`! ${PAYROLL} has the name "payroll", too (address book, every chain)\n`)
    expect(await added(SAFE, 'pаyroll')).toBe(
      `! "pаyroll" looks like "payroll", which is ${PAYROLL} (address book, every chain)\n`,
    )
    expect(await added(TWIN, 'new payee')).toContain(`looks like ${PAYROLL} ("payroll"): the first and last digits`)
    expect(await added(SAFE, 'suppliers')).toBe('')
  })

  test('are imported from CSV, where a row says what it can be taken for', async ({ cli }) => {
    const file = join(cli.home, 'names.csv')
    writeFileSync(file, `address,name,chain\n${PAYROLL},payroll,\n${SAFE},payroll,base\n`)
    const { content } = await cli.json(['name', 'import', file])
    expect(content.map(({ name, chainId, alike }: Record<string, string>) => [name, chainId, alike])).toEqual([
      ['payroll', 'all', ''],
      ['payroll', '8453', `${PAYROLL} has the name "payroll", too (address book, every chain)`],
    ])
    writeFileSync(file, `address,name\n${PAYROLL},@payroll\n`)
    expect(await cli(['name', 'import', file])).toMatchObject(refuses(8, 'begins with @'))
    expect((await listed(cli)).length).toBe(2)
  })

  test('are a kind of manifests', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    const { stdout } = await cli(['export', 'name'])
    expect(stdout).toContain('kind: name')
    const file = join(cli.home, 'names.yaml')
    writeFileSync(file, stdout.replace('payroll', 'salaries'))
    expect((await cli(['diff', '-f', file, '--exit-code'])).code).toBe(13)
    expect((await cli(['apply', '-f', file, '--yes'])).code).toBe(0)
    expect((await cli(['diff', '-f', file, '--exit-code'])).code).toBe(0)
    expect(await listed(cli)).toEqual([['salaries', 'all', 'operator']])
  })
})

describe('a named address', () => {
  const FROM = ['validate', '--chain', 'ethereum', '--from', SAFE, '--value', '1ether', '--fail-on', 'never']
  const validated = async (cli: Cli, to: string) => cli.json([...FROM, '--to', to, '--explain'])

  test('has its name beside it in the verdict, which is the same without', async ({ cli }) => {
    const before = await validated(cli, PAYROLL)
    await cli(['monitor', 'add', PAYROLL, '--chain', 'ethereum', '--name', 'payroll'])
    const after = await validated(cli, PAYROLL)
    expect([after.verdict, after.combinedScore]).toEqual([before.verdict, before.combinedScore])
    expect(after.explanation.actions).toEqual([`pays 1 ETH to ${PAYROLL} ("payroll", unknown)`])
    expect(after.explanation.names).toEqual([{ address: PAYROLL, name: 'payroll' }])
    const { stdout } = await cli([...FROM, '--to', PAYROLL], { tty: true })
    expect(stdout).toContain(`to        ${PAYROLL} ("payroll")`)
    await cli(['name', 'add', PAYROLL, 'salaries'])
    expect((await validated(cli, PAYROLL)).explanation.actions).toEqual([
      `pays 1 ETH to ${PAYROLL} ("salaries", unknown)`,
    ])
  })

  test('is named where it is blocked, and its name does not lift that', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    await cli(['control-list', 'add', '@payroll', '--type', 'block'])
    const { verdict, error } = await validated(cli, PAYROLL)
    expect([verdict, error]).toEqual(['BLOCKED', expect.stringContaining(`The recipient ${PAYROLL} ("payroll") is`)])
  })

  test('is what another one is compared with', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    const { combinedScore, explanation } = await validated(cli, TWIN)
    expect(combinedScore).toBeGreaterThanOrEqual(80)
    expect(explanation.reasons[0]).toMatchObject({
      rule: 'contract-lookalike',
      source: 'address book',
      text: expect.stringContaining(`looks like ${PAYROLL}, named "payroll", but is a different address`),
    })
    await cli(['name', 'add', TWIN, 'its twin'])
    expect((await validated(cli, TWIN)).combinedScore).toBe(0)
  })
})

describe('lists for people', () => {
  const table = async (cli: Cli, argv: readonly string[], columns = 160) =>
    (await cli(argv, { tty: true, columns })).stdout

  test('have names beside addresses, those of the chain, and nothing instead of them', async ({ cli }) => {
    await cli(['control-list', 'add', PAYROLL, '--type', 'block', '--chain', 'base'])
    await cli(['control-list', 'add', SAFE, '--type', 'allow'])
    const before = await table(cli, ['control-list', 'list'])
    expect(before).not.toContain('NAMED')
    await cli(['name', 'add', PAYROLL, 'payroll', '--chain', 'base'])
    await cli(['name', 'add', PAYROLL, 'elsewhere', '--chain', 'ethereum'])
    const list = await table(cli, ['control-list', 'list'])
    expect(list).toMatch(/ADDRESS +NAMED/)
    expect(list).toMatch(new RegExp(`${PAYROLL} +payroll +SONAR`))
    expect(list).not.toContain('elsewhere')
    expect(await table(cli, ['control-list', 'list'], 80)).toContain(PAYROLL)
    expect(await table(cli, ['control-list', 'check', PAYROLL])).toMatch(/payroll on base|elsewhere on ethereum/)
    expect((await cli.json(['control-list', 'list'])).content[0]).not.toHaveProperty('named')
    expect((await cli(['control-list', 'list'])).stdout).not.toContain('payroll')
  })

  test('say a name of the address book beside the one of the thing, and no name twice', async ({ cli }) => {
    await cli(['monitor', 'add', SAFE, '--chain', 'base', '--name', 'hot wallet'])
    expect(await table(cli, ['monitor', 'list'])).not.toContain('NAMED')
    await cli(['name', 'add', SAFE, 'treasury'])
    expect(await table(cli, ['monitor', 'list'])).toMatch(/hot wallet +0x7e57\w+ +treasury/)
    expect(await table(cli, ['safe', 'add', SAFE, '--chain', 'base', '--name', 'vault'])).not.toContain('treasury')
    expect(await table(cli, ['safe', 'list'])).toMatch(/vault +0x7e57\w+ +treasury/)
  })

  test('of transactions have them beside the receiver and in the words', async ({ cli }) => {
    await validatedBy(cli, PAYROLL)
    await cli(['name', 'add', PAYROLL, 'pay"roll'])
    const list = await table(cli, ['tx', 'list'], 240)
    expect(list).toMatch(new RegExp(`${PAYROLL} +pay"roll`))
    expect(list).toContain(`${PAYROLL} ("pay\\"roll", unknown)`)
  })

  test('say what an address is named that feeds do not know', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    const { stderr } = await cli(['intel', 'check', PAYROLL], { tty: true, columns: 200 })
    expect(stderr).toBe(`${PAYROLL} is named "payroll" on every chain. A name vouches for nothing.\n`)
    expect((await cli(['intel', 'check', PAYROLL, '--json'])).stderr).toBe('')
  })
})

async function validatedBy(cli: Cli, to: string): Promise<void> {
  await cli(['validate', '--chain', 'ethereum', '--from', SAFE, '--value', '1ether', '--fail-on', 'never', '--to', to])
}

describe('@name', () => {
  test('stands for the address, which is said first', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    const { code, stderr, stdout } = await cli(['monitor', 'add', '@payroll', '--chain', 'base', '--json'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`@payroll is ${PAYROLL} ("payroll" on every chain)`),
    })
    expect(JSON.parse(stdout)).toMatchObject({ address: PAYROLL, chainId: '8453' })
  })

  test('is that of the chain, and refused where it is of several addresses', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll', '--chain', 'base'])
    await cli(['name', 'add', SAFE, 'payroll', '--chain', 'ethereum'])
    const to = (chain: string) => [
      'validate',
      '--chain',
      chain,
      '--from',
      SAFE,
      '--to',
      '@payroll',
      '--value',
      '1',
      '--dry-run',
    ]
    expect((await cli(to('base'))).stderr).toContain(PAYROLL)
    const checked = await cli(['control-list', 'check', '@payroll'])
    expect(checked).toMatchObject(refuses(2, 'names several addresses'))
    expect(checked.stderr).toContain(SAFE)
  })

  test('that names nothing is refused with those that are near', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    expect(await cli(['validate', '--chain', 'base', '--from', SAFE, '--to', '@payrol'])).toMatchObject(
      refuses(2, '--to: no address has the name "payrol" (Did you mean @payroll?)'),
    )
  })

  test('stands in the rows of a batch', async ({ cli }) => {
    await cli(['name', 'add', PAYROLL, 'payroll'])
    const file = join(cli.home, 'batch.csv')
    writeFileSync(file, `chain,from,to,value\nbase,${SAFE},@payroll,1wei\n`)
    const { content } = await cli.json(['validate', '--batch', file, '--fail-on', 'never'])
    expect(content[0]).toMatchObject({ to: PAYROLL })
    writeFileSync(file, `chain,from,to,value\nbase,${SAFE},@payrol,1wei\n`)
    const refused = await cli(['validate', '--batch', file])
    expect(refused).toMatchObject({ code: 8, stderr: expect.stringContaining('Did you mean @payroll') })
  })
})

describe('a name of ENS', () => {
  /** namehash('vitalik.eth'), as EIP-137 computes it. */
  const NODE = 'ee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835'
  const RESOLVER = '0x7e57000000000000000000000000000000000009'
  const words: Readonly<Record<string, string>> = { '0x0178b8bf': RESOLVER, '0x3b3b57de': PAYROLL }

  test('is read from a node, and the address is what is sent', async ({ cli }) => {
    const argv = [
      'validate',
      '--chain',
      'ethereum',
      '--from',
      SAFE,
      '--value',
      '1',
      '--fail-on',
      'never',
      '--json',
      '--to',
    ]
    expect((await cli([...argv, 'vitalik.eth'])).stderr).toContain('No node of ethereum is configured')
    const chain = fakeChain({ head: 100 })
    const node = await startFaultProxy((call) => {
      const [{ data = '' } = {}] = (call.params ?? []) as readonly { readonly data?: string }[]
      const word = call.method === 'eth_call' && data.endsWith(NODE) ? words[data.slice(0, 10)] : undefined
      return word === undefined
        ? answerOf(chain, call)
        : { result: `0x${word.slice(2).toLowerCase().padStart(64, '0')}` }
    })
    onTestFinished(() => node.close())
    writeFileSync(join(cli.home, 'node.txt'), node.url)
    await cli(['chain', 'add', 'ethereum', '--url-file', join(cli.home, 'node.txt')])
    const { stderr, stdout } = await cli([...argv, 'vitalik.eth', '--dry-run'])
    expect(stderr).toContain(`vitalik.eth is ${PAYROLL} (ENS)`)
    expect(stdout).toContain(PAYROLL.slice(2, 8))
    expect(await cli([...argv, 'other.eth'])).toMatchObject(refuses(2, '--to: other.eth has no address in ENS'))
  })
})
