import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Cli, makeCli } from '../support/cli.ts'

const OWNER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const AGENT = '0x52908400098527886E0F7030069857D2E4169EE7'
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const ZERO = `0x${'0'.repeat(40)}`
const example = JSON.parse(readFileSync('examples/permit-to-drainer.json', 'utf8'))

/** Without the type of the domain: its members are those that are there. */
const permit = (chainId: number | undefined, spender: string = PERMIT2) => ({
  ...example,
  types: { Permit: example.types.Permit },
  domain: { ...example.domain, chainId },
  message: { ...example.message, spender, deadline: '1' },
})

async function judged(cli: Cli, given: unknown, ...flags: readonly string[]) {
  const argv = ['validate', '--typed-data', '-', '--from', OWNER, '--json', ...flags]
  const { code, stdout } = await cli(argv, { stdin: JSON.stringify(given) })
  const { verdict, explanation } = JSON.parse(stdout)
  return { code, verdict, rules: explanation.reasons.map(({ rule }: { rule: string }) => rule), ...explanation }
}

const chainless: readonly (readonly [title: string, chainId: number | undefined, missing: string, data: object])[] = [
  [
    'names no chain',
    undefined,
    'The message names no chain: its signature may be valid on every chain, and nothing is known of its addresses',
    { code: 'no-chain' },
  ],
  [
    'names a chain that is not known here',
    4_294_967_111,
    'Chain 4294967111 of the message is neither listed nor defined here: nothing is known of addresses there',
    { code: 'unknown-chain', chainId: '4294967111' },
  ],
]

describe.each(chainless)('a message that %s', (_, chainId, text, data) => {
  test('has a verdict that says so, and is never SAFE', async () => {
    const { code, verdict, missing, missingData } = await judged(makeCli(), permit(chainId))
    expect(code).toBe(0)
    expect(verdict).not.toBe('SAFE')
    expect(missing[0]).toBe(text)
    expect(missingData[0]).toEqual(data)
  })

  test('gives nothing away, and has no data all the same', async () => {
    const types = { Login: [{ name: 'text', type: 'string' }] }
    const login = { types, primaryType: 'Login', domain: { name: 'Some App', chainId }, message: { text: 'hello' } }
    expect((await judged(makeCli(), login)).verdict).toBe('NO DATA')
  })

  test('gets nothing of what is known on another chain', async () => {
    const cli = makeCli()
    const before = await judged(cli, permit(chainId, AGENT))
    expect(before.verdict).toBe('WARNING')
    for (const address of [AGENT, example.domain.verifyingContract])
      await cli(['control-list', 'add', address, '--type', 'allow', '--chain', 'ethereum'])
    expect(await judged(cli, permit(chainId, AGENT))).toEqual(before)
    expect((await judged(cli, permit(1, AGENT))).verdict).toBe('SAFE')
  })

  test('is worded for people', async () => {
    const argv = ['validate', '--typed-data', '-', '--from', OWNER, '-o', 'table', '--explain']
    const { stdout } = await makeCli()(argv, { stdin: JSON.stringify(permit(chainId)) })
    expect(stdout.replace(/\s+/g, ' ')).toContain(text)
  })
})

test('a message without a chain is blocked by what blocks on any chain; one for an unknown chain is not', async () => {
  const cli = makeCli()
  await cli(['control-list', 'add', AGENT, '--type', 'block', '--chain', 'gnosis'])
  expect((await judged(cli, permit(undefined, AGENT))).verdict).toBe('BLOCKED')
  expect((await judged(cli, permit(1, AGENT))).verdict).toBe('WARNING')
  expect((await judged(cli, permit(4_294_967_111, AGENT))).verdict).toBe('WARNING')
})

test('a message on a chain that is defined later has what is known there', async () => {
  const cli = makeCli()
  expect((await judged(cli, permit(777_001))).missingData[0]).toMatchObject({ code: 'unknown-chain' })
  await cli(['chain', 'define', '777001', '--name', 'our-rollup', '--currency', 'FOO'])
  expect((await judged(cli, permit(777_001))).missingData[0]).not.toMatchObject({ code: 'unknown-chain' })
})

test('Hyperliquid signs for a number that is no chain of its own, and it has a verdict', async () => {
  const message = { hyperliquidChain: 'Mainnet', agentAddress: AGENT, agentName: '', nonce: 1_748_970_123_456 }
  const [uint256, string] = ['uint256', 'string']
  const approval = (chainId: unknown) => ({
    types: {
      EIP712Domain: [
        { name: 'name', type: string },
        { name: 'version', type: string },
        { name: 'chainId', type: uint256 },
        { name: 'verifyingContract', type: 'address' },
      ],
      'HyperliquidTransaction:ApproveAgent': [
        { name: 'hyperliquidChain', type: string },
        { name: 'agentAddress', type: 'address' },
        { name: 'agentName', type: string },
        { name: 'nonce', type: 'uint64' },
      ],
    },
    primaryType: 'HyperliquidTransaction:ApproveAgent',
    domain: { name: 'HyperliquidSignTransaction', version: '1', chainId, verifyingContract: ZERO },
    message,
  })
  for (const chainId of ['0x66eee', 421_614, 1337])
    for (const flags of [[], ['--chain', 'arbitrum']]) {
      const { verdict, rules, missingData } = await judged(makeCli(), approval(chainId), ...flags)
      expect([verdict, rules[0]]).toEqual(['WARNING', 'unknown-right'])
      expect(missingData.map(({ code }: { code: string }) => code)).not.toContain('unknown-chain')
    }
})

describe('an authorization for every chain', () => {
  const authorization = (address: string) => ({ chainId: 0, address, nonce: 5 })

  test.each([[[]], [['--chain', 'ethereum']]])('of the zero address revokes, and is SAFE (%j)', async (flags) => {
    const { verdict, actions } = await judged(makeCli(), authorization(ZERO), ...flags)
    expect(verdict).toBe('SAFE')
    expect(actions.join()).toMatch(/ends|revokes/)
  })

  test.each([[[]], [['--chain', 'ethereum']]])('is WARNING at least, with any delegate (%j)', async (flags) => {
    const cli = makeCli()
    expect((await judged(cli, authorization(AGENT), ...flags)).verdict).toBe('BLOCKED')
    await cli(['control-list', 'add', AGENT, '--type', 'allow'])
    const { verdict, reasons } = await judged(cli, authorization(AGENT), ...flags)
    expect(verdict).toBe('WARNING')
    expect(reasons[0]).toMatchObject({ rule: 'account-delegation', points: 50 })
    const once = { ...authorization(AGENT), chainId: 1 }
    expect((await judged(cli, once)).verdict).toBe('SAFE')
  })
})

test('what counts on every chain is blocked by an entry for any, and allowed by none for one, whichever chain is given', async () => {
  const cli = makeCli()
  await cli(['control-list', 'add', AGENT, '--type', 'block', '--chain', 'gnosis'])
  for (const flags of [[], ['--chain', 'ethereum']]) {
    expect((await judged(cli, permit(undefined, AGENT), ...flags)).code).toBe(12)
    expect((await judged(cli, { chainId: 0, address: AGENT, nonce: 0 }, ...flags)).code).toBe(12)
  }
  const other = makeCli()
  await other(['control-list', 'add', AGENT, '--type', 'allow', '--chain', 'ethereum'])
  expect((await judged(other, permit(undefined, AGENT), '--chain', 'ethereum')).verdict).toBe('WARNING')
})
