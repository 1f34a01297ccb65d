import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { fakeNode } from '../support/chain/fake-node.ts'
import { type Cli, makeCli } from '../support/cli.ts'

const PAYER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'
const ROLLUP = '777001'

const define = (cli: Cli, ...more: readonly string[]) =>
  cli(['chain', 'define', ROLLUP, '--name', 'our-rollup', '--currency', 'FOO', ...more])

const pay = (cli: Cli, chain: string, ...more: readonly string[]) =>
  cli(['validate', '--chain', chain, '--from', PAYER, '--to', PAYEE, '--value', '1500000000000000000', ...more])

const chains = async (cli: Cli, ...more: readonly string[]) =>
  JSON.parse((await cli(['chain', 'list', '--json', ...more])).stdout).content as { id: string; nodes: unknown[] }[]

describe('a chain of the list', () => {
  test.each(['59144', 'linea', 'Linea-Mainnet'])('is validated on as %s, without a definition', async (chain) => {
    const { code, stdout } = await pay(makeCli(), chain, '-o', 'table')
    expect(code).toBe(0)
    expect(stdout).toMatch(/NO DATA/)
    expect(stdout).toMatch(/linea \(59144\)/)
    expect(stdout).toMatch(/1\.5 ETH/)
  })

  test('takes entries of lists, monitored addresses and alerts, each for this chain only', async () => {
    const cli = makeCli()
    await cli(['control-list', 'add', PAYEE, '--type', 'block', '--chain', 'gnosis'])
    await cli(['monitor', 'add', PAYER, '--chain', 'gnosis', '--name', 'treasury'])
    expect((await pay(cli, 'gnosis')).code).toBe(12)
    expect((await pay(cli, 'linea')).code).toBe(0)
    expect((await pay(cli, 'ethereum')).code).toBe(0)
    expect((await cli(['monitor', 'list', '-o', 'table'])).stdout).toMatch(/gnosis/)
    expect((await chains(cli)).map(({ id }) => id)).toContain('100')
  })

  test('is in the list when something names it, and always with --all', async () => {
    const cli = makeCli()
    expect(await chains(cli)).toHaveLength(8)
    await cli(['monitor', 'add', PAYER, '--chain', 'linea'])
    expect((await chains(cli)).at(-1)).toEqual({
      id: '59144',
      name: 'linea',
      currency: 'ETH',
      decimals: 18,
      explorer: 'https://lineascan.build',
      source: 'list',
      isTest: false,
      nodes: [],
    })
    expect((await chains(cli, '--all')).length).toBeGreaterThan(500)
  })
})

describe('a chain that no list knows', () => {
  test('is refused with the command that defines it', async () => {
    const cli = makeCli()
    expect(await pay(cli, ROLLUP)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"777001" is not a chain that is known.*\nTry: txwarden chain define 777001 /s),
    })
  })

  test('is validated on, monitored and listed once it is defined, by id and by name', async () => {
    const cli = makeCli()
    expect(await define(cli, '--explorer', 'https://scan.example')).toMatchObject({ code: 0 })
    for (const chain of [ROLLUP, 'our-rollup', 'Our-Rollup'])
      expect((await pay(cli, chain, '-o', 'table')).stdout).toMatch(/our-rollup \(777001\)[\s\S]*1\.5 FOO/)
    expect((await cli(['monitor', 'add', PAYER, '--chain', 'our-rollup'])).code).toBe(0)
    expect((await chains(cli)).at(-1)).toMatchObject({
      id: ROLLUP,
      name: 'our-rollup',
      currency: 'FOO',
      source: 'defined',
    })
    expect((await cli(['audit', 'list'])).stdout).toContain('chain.define')
  })

  test('a threat that is known everywhere is known there, and a contract of another chain is not', async () => {
    const cli = makeCli()
    await define(cli)
    const drained = await cli([
      'validate',
      '--chain',
      'our-rollup',
      '--from',
      PAYER,
      '--to',
      testAddresses.drainer,
      '--value',
      '1',
    ])
    expect(drained.code).toBe(12)
  })

  test.each([
    [['59144', '--name', 'mine', '--currency', 'FOO'], 'Chain 59144 is linea'],
    [['1', '--name', 'mine', '--currency', 'FOO'], 'Chain 1 is ethereum'],
    [[ROLLUP, '--name', 'linea', '--currency', 'FOO'], '"linea" is that of chain 59144'],
    [[ROLLUP, '--name', 'bnb', '--currency', 'FOO'], '"bnb" is that of chain 56'],
  ])('define %j is refused', async (words, text) => {
    const cli = makeCli()
    const { code, stderr } = await cli(['chain', 'define', ...words])
    expect({ code, isSaid: stderr.includes(text) }).toEqual({ code: 8, isSaid: true })
    if (/is linea|is that of/.test(text)) expect(stderr).toContain('Try: txwarden chain list --all\n')
  })

  test.each([
    [['0', '--name', 'mine', '--currency', 'FOO'], '"0" is not a chain id'],
    [[ROLLUP, '--name', 'Our Rollup', '--currency', 'FOO'], '--name is not a name'],
    [[ROLLUP, '--name', 'mine', '--currency', 'F\u00d6O'], '--currency is not a symbol'],
    [[ROLLUP, '--name', 'mine', '--currency', 'FOO', '--explorer', 'scan'], '--explorer is not an https:// URL'],
    [[ROLLUP, '--name', 'mine', '--currency', 'FOO', '--max-fee', '1parsec'], '--max-fee'],
    [[ROLLUP, '--name', 'mine', '--currency', 'FOO', '--finality', 'soon'], '--finality'],
  ])('define %j is a usage error', async (words, text) => {
    const { code, stderr } = await makeCli()(['chain', 'define', ...words])
    expect({ code, isSaid: stderr.includes(text) }).toEqual({ code: 2, isSaid: true })
  })

  test.each([
    ['ethereum', 'Chain 1 is ethereum, which is built in, and nothing is set for it'],
    ['linea', 'Chain 59144 is linea, which is in the list, and nothing is set for it'],
  ])('undefine %s says that there is nothing to remove', async (chain, text) => {
    expect(await makeCli()(['chain', 'undefine', chain, '--yes'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(text),
    })
  })

  test('two chains never have one name', async () => {
    const cli = makeCli()
    await define(cli)
    expect((await cli(['chain', 'define', '777002', '--name', 'our-rollup', '--currency', 'BAR'])).stderr).toContain(
      'that of chain 777001',
    )
  })

  test('stays while something names it, and is refused again when it is not defined any more', async () => {
    const cli = makeCli()
    await define(cli)
    const { id } = await cli.json(['monitor', 'add', PAYER, '--chain', 'our-rollup'])
    expect(await cli(['chain', 'undefine', 'our-rollup', '--yes'])).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/name chain 777001[\s\S]*Try: txwarden chain list\n/),
    })
    await cli(['monitor', 'remove', id, '--yes'])
    expect((await cli(['chain', 'undefine', 'our-rollup', '--yes'])).code).toBe(0)
    expect((await pay(cli, ROLLUP)).code).toBe(2)
  })

  test('has nodes, of the store and of the environment', async () => {
    const node = await fakeNode({ chainId: Number(ROLLUP) })
    const cli = makeCli()
    await define(cli)
    expect(await cli(['chain', 'add', 'our-rollup', '--url-file', '-'], { stdin: node.url })).toMatchObject({ code: 0 })
    expect((await chains(cli)).at(-1)?.nodes).toMatchObject([{ chain: 'our-rollup', host: new URL(node.url).host }])
    const env = { TXWARDEN_CHAIN_OUR_ROLLUP_URL: `${node.url}/other` }
    const listed = JSON.parse((await cli(['chain', 'list', '--json'], { env })).stdout).content
    expect(listed.at(-1).nodes).toHaveLength(2)
  })
})

test('a chain that an alert names stays defined; one that was only followed or paused does not', async () => {
  const cli = makeCli()
  await define(cli)
  await cli(['alert', 'create', '--name', 'theirs', '--type', 'SONAR', '--when', 'blocked', '--chain', 'our-rollup'])
  expect((await cli(['chain', 'undefine', 'our-rollup', '--yes'])).code).toBe(8)
  await cli(['chain', 'define', '777002', '--name', 'other-rollup', '--currency', 'BAR'])
  await cli(['chain', 'pause', 'other-rollup'])
  expect((await cli(['chain', 'undefine', 'other-rollup', '--yes'])).code).toBe(0)
})

describe('limits', () => {
  test('are set for any chain, keep what was set before, and are taken back', async () => {
    const cli = makeCli()
    await cli(['chain', 'set', 'linea', '--max-fee', '0.1ether'])
    await cli(['chain', 'set', 'linea', '--finality', '20'])
    expect((await chains(cli)).at(-1)).toMatchObject({
      id: '59144',
      source: 'list',
      finality: 20,
      maxFee: '100000000000000000',
    })
    await define(cli)
    await cli(['chain', 'set', 'our-rollup', '--finality', 'safe'])
    expect((await chains(cli)).at(-1)).toMatchObject({ name: 'our-rollup', currency: 'FOO', finality: 'safe' })
    expect((await cli(['chain', 'undefine', 'linea', '--yes'])).code).toBe(0)
    expect((await chains(cli)).map(({ id }) => id)).not.toContain('59144')
  })

  test('that are set at the same time are both kept', async () => {
    const cli = makeCli()
    const set = await Promise.all([
      cli(['chain', 'set', 'linea', '--max-fee', '1']),
      cli(['chain', 'set', 'linea', '--finality', '20']),
    ])
    expect(set).toMatchObject([{ code: 0 }, { code: 0 }])
    expect((await chains(cli)).at(-1)).toMatchObject({ finality: 20, maxFee: '1' })
  })

  test('chain set needs one', async () => {
    expect(await makeCli()(['chain', 'set', 'linea'])).toMatchObject({ code: 2 })
  })
})

describe('a unit of an amount stands for 18 decimals', () => {
  const to = ['--from', PAYER, '--to', PAYEE]
  const refused = (decimals: number) => ({
    code: 2,
    stderr: expect.stringMatching(
      new RegExp(`"[05.]*(?:ether|gwei)" has a unit of 18 decimals, and (?:USD|FOO) of .* has ${decimals}: write 1 `),
    ),
  })

  test('and is refused where the currency of the chain has others', async () => {
    const cli = makeCli()
    await define(cli, '--decimals', '6')
    const file = join(cli.home, 'rows.csv')
    writeFileSync(file, `chain,from,to,value\nour-rollup,${PAYER},${PAYEE},5ether\n`)
    const transaction = join(cli.home, 'transaction.json')
    writeFileSync(transaction, JSON.stringify({ chainId: ROLLUP, from: PAYER, to: PAYEE }))
    for (const argv of [
      ['validate', '--chain', 'tempo', ...to, '--value', '5ether'],
      ['validate', '--file', transaction, '--value', '0.5gwei'],
      ['tx', 'decode', '--chain', 'our-rollup', '--data', '0x', '--to', PAYEE, '--value', '5ether'],
      ['chain', 'set', 'our-rollup', '--max-fee', '5ether'],
      ['chain', 'define', '777002', '--name', 'other', '--currency', 'FOO', '--decimals', '6', '--max-fee', '5ether'],
      ['proxy', '--upstream', 'our-rollup=http://127.0.0.1:1', '--max-fee', 'our-rollup=5ether'],
      ['proxy', '--upstream', 'our-rollup=http://127.0.0.1:1', '--max-fee', '5ether'],
    ])
      expect({ argv, ...(await cli(argv)) }).toMatchObject({ argv, ...refused(6) })
    expect(await cli(['validate', '--batch', file])).toMatchObject({ ...refused(6), code: 8 })
    const { stdout } = await cli(['validate', '--chain', 'tempo', ...to, '--value', '5000000', '-o', 'table'])
    expect(stdout).toMatch(/pays 5 USD/)
  })

  test('and is an amount everywhere else', async () => {
    const cli = makeCli()
    await define(cli)
    for (const chain of ['our-rollup', 'gnosis', 'ethereum'])
      expect((await cli(['validate', '--chain', chain, ...to, '--value', '1.5ether', '-o', 'table'])).stdout).toMatch(
        /pays 1\.5 (?:FOO|XDAI|ETH)/,
      )
  })
})
