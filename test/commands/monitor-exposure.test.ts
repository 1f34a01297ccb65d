import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { checksummed } from '../../src/api/address.ts'
import type { FakeChain, FakeLog } from '../support/chain/fake-chain.ts'
import { about, fakeNode, type Lie, refusing } from '../support/chain/fake-node.ts'
import { type Cli, makeCli } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const OWNER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const TOKEN = checksummed(`0x${'a0'.repeat(20)}`)
const ITEMS = checksummed(`0x${'b0'.repeat(20)}`)
const [SPENDER, OTHER, OPERATOR] = ['51', '52', '53'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string]
const HEAD = 5000
/** Keccak-256 of the signatures. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const PERMIT2_APPROVAL = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'

const word = (value: string | bigint | number) =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')
const topic = (value: string | bigint | number) => `0x${word(value)}`

const approve = (spender: string, amount: bigint, block: number): FakeLog => ({
  address: TOKEN,
  topics: [APPROVAL, topic(OWNER), topic(spender)],
  data: topic(amount),
  block,
})
const allowanceOf = (spender: string) => `${TOKEN} 0xdd62ed3e${word(OWNER)}${word(spender)}`
const ends = Date.parse('2027-01-01T00:00:00Z') / 1000

/** An allowance, one through Permit2, an operator and an item; each has an event. */
const open: Partial<FakeChain> = {
  logs: [
    approve(SPENDER, 2n ** 256n - 1n, 10),
    approve(OTHER, 5n, 4000),
    {
      address: PERMIT2,
      topics: [PERMIT2_APPROVAL, topic(OWNER), topic(TOKEN), topic(SPENDER)],
      data: `0x${word(70n)}${word(ends)}`,
      block: 30,
    },
    { address: ITEMS, topics: [APPROVAL_FOR_ALL, topic(OWNER), topic(OPERATOR)], data: topic(1n), block: 40 },
    { address: ITEMS, topics: [APPROVAL, topic(OWNER), topic(OTHER), topic(7n)], data: '0x', block: 50 },
  ],
  calls: {
    [allowanceOf(SPENDER)]: topic(2n ** 256n - 1n),
    [allowanceOf(OTHER)]: topic(0n),
    [`${PERMIT2} 0x927da105${word(OWNER)}${word(TOKEN)}${word(SPENDER)}`]: `0x${word(70n)}${word(ends)}${word(1n)}`,
    [`${ITEMS} 0xe985e9c5${word(OWNER)}${word(OPERATOR)}`]: topic(1n),
    [`${ITEMS} 0x081812fc${word(7n)}`]: topic(OTHER),
    [`${ITEMS} 0x6352211e${word(7n)}`]: topic(OWNER),
    [`${TOKEN} 0x95d89b41`]: topic(BigInt(`0x${Buffer.from('USDQ').toString('hex').padEnd(64, '0')}`)),
    [`${TOKEN} 0x313ce567`]: topic(1n),
  },
}

async function withNode(
  { logs = [], calls = {} }: Partial<FakeChain>,
  lie?: Lie,
): Promise<(...argv: string[]) => ReturnType<Cli>> {
  const lower = Object.entries(calls).map(([asked, answer]) => [asked.toLowerCase(), answer])
  const headTime = Date.parse('2026-01-02T00:00:00Z') / 1000
  const node = await fakeNode({ head: HEAD, headTime, logs, calls: Object.fromEntries(lower), isBasic: true }, lie)
  const cli = makeCli()
  const env = { TXWARDEN_CHAIN_ETHEREUM_URL: `${node.url}/plantedKey` }
  return (...argv) => cli(argv, { env })
}

const exposure = ['monitor', 'exposure', OWNER]

describe('monitor exposure', () => {
  test('lists what is open now, with the call that revokes it', async () => {
    const cli = await withNode(open)
    const { code, stdout, stderr } = await cli(...exposure, '--chain', 'ethereum', '--json')
    expect([code, stderr]).toEqual([0, ''])
    const { content, searched } = JSON.parse(stdout)
    expect(searched).toMatchObject([{ chain: 'ethereum', block: HEAD, fromBlock: 0, notRead: null, unknown: 0 }])
    const inToken = { token: TOKEN, symbol: 'USDQ', decimals: 1, chain: 'ethereum' }
    const call = (signature: string, ...args: readonly unknown[]) =>
      AbiFunction.encodeData(
        AbiFunction.from(`function ${signature}` as 'function approve(address,uint256)'),
        args as never,
      )
    expect(content).toMatchObject([
      {
        kind: 'operator',
        token: ITEMS,
        spender: OPERATOR,
        amount: 'unlimited',
        isUnlimited: true,
        since: 40,
        revoke: { to: ITEMS, data: call('setApprovalForAll(address,bool)', OPERATOR, false) },
      },
      {
        ...inToken,
        kind: 'allowance',
        spender: SPENDER,
        amount: String(2n ** 256n - 1n),
        isUnlimited: true,
        since: 10,
        revoke: { to: TOKEN, data: call('approve(address,uint256)', SPENDER, 0n) },
      },
      {
        kind: 'item',
        token: ITEMS,
        tokenId: '7',
        spender: OTHER,
        amount: '1',
        isUnlimited: false,
        revoke: { to: ITEMS, data: call('approve(address,uint256)', `0x${'00'.repeat(20)}`, 7n) },
      },
      {
        ...inToken,
        kind: 'permit2',
        spender: SPENDER,
        amount: '70',
        expiration: '2027-01-01T00:00:00.000Z',
        revoke: { to: PERMIT2, data: call('approve(address,address,uint160,uint48)', TOKEN, SPENDER, 0n, 0) },
      },
    ])
    expect(content).toHaveLength(4)
  })

  test('writes the chosen revocations for the Transaction Builder of a Safe, readable by its owner only', async () => {
    const cli = await withNode(open)
    const file = join(temporaryFolder(), 'revoke.json')
    const batch = ['--chain', 'ethereum', '--revoke-batch', file, '--json']
    const transactions = () => JSON.parse(readFileSync(file, 'utf8')).transactions
    const all = await cli(...exposure, ...batch)
    expect(all).toMatchObject({ code: 0, stderr: `${file} has 4 revocations for the Safe Transaction Builder.\n` })
    const { content } = JSON.parse(all.stdout)
    expect(transactions()).toMatchObject(content.map(({ revoke }: { revoke: object }) => ({ ...revoke, value: '0' })))
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const chosen = await cli(...exposure, ...batch, '--spender', `${SPENDER.toLowerCase()},${OTHER}`, '--token', TOKEN)
    const { content: rows } = JSON.parse(chosen.stdout)
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['allowance', 'permit2'])
    expect(transactions()).toHaveLength(2)

    const before = readFileSync(file, 'utf8')
    const none = await cli(...exposure, ...batch, '--spender', OWNER)
    expect(none).toMatchObject({ code: 0, stderr: `Nothing to revoke: ${file} is not written.\n` })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('shows a table for people, and says when nothing is open', async () => {
    const cli = await withNode(open)
    const table = await cli(...exposure, '--output', 'table', '--wide')
    expect(table.stdout).toMatch(/operator.*unlimited/)
    expect(table.stdout).toMatch(/permit2.*USDQ.*\b7\b/)
    const nothing = await (await withNode({}))(...exposure, '--output', 'table')
    expect(nothing).toMatchObject({ code: 0, stdout: 'No open allowances or operators on ethereum.\n' })
  })

  test.each([
    ['whose token has another allowance now', { [allowanceOf(SPENDER)]: topic(0n) }],
    ['whose contract is gone', { [allowanceOf(SPENDER)]: '0x' }],
  ])('leaves out an event %s', async (_, calls) => {
    const cli = await withNode({ logs: [approve(SPENDER, 9n, 10)], calls })
    expect(JSON.parse((await cli(...exposure, '--json')).stdout).content).toEqual([])
  })

  test('leaves out an item that somebody else holds, and a Permit2 allowance that ended', async () => {
    const cli = await withNode({
      ...open,
      calls: {
        ...open.calls,
        [`${ITEMS} 0x6352211e${word(7n)}`]: topic(SPENDER),
        [`${PERMIT2} 0x927da105${word(OWNER)}${word(TOKEN)}${word(SPENDER)}`]: `0x${word(70n)}${word(1_700_000_000)}${word(1n)}`,
      },
    })
    const { content } = JSON.parse((await cli(...exposure, '--json')).stdout)
    expect(content.map(({ kind }: { kind: string }) => kind)).toEqual(['operator', 'allowance'])
  })

  test('on a node without old logs, says since which block, and finds what was validated', async () => {
    const recent = refusing((first, last) => {
      if (last - first >= 1000) return { error: { code: -32_602, message: 'query exceeds max block range 1000' } }
      return first < 2500 ? { error: { code: -32_000, message: 'no logs of old blocks' } } : undefined
    })
    const cli = await withNode(open, recent)
    await cli('control-list', 'add', SPENDER, TOKEN, '--type', 'allow', '--product', 'SONAR', '--chain', 'ethereum')
    const data = `0x095ea7b3${word(SPENDER)}${word(50n)}`
    const validate = ['validate', '--chain', 'ethereum', '--from', OWNER, '--to', TOKEN, '--data', data]
    const validated = await cli(...validate, '--simulate', 'no', '--json')
    const { svcTxId } = JSON.parse(validated.stdout)
    await cli(
      'tx',
      'update',
      svcTxId,
      '--transaction-id',
      topic(1n),
      '--block-number',
      '10',
      '--block-time',
      '2026-01-01T00:00:00Z',
    )
    const { code, stdout, stderr } = await cli(...exposure, '--json')
    const { content, searched } = JSON.parse(stdout)
    expect(content).toMatchObject([
      { kind: 'allowance', spender: SPENDER, since: null },
      { kind: 'permit2', spender: SPENDER },
    ])
    const [{ fromBlock, notRead }] = searched
    expect([fromBlock, notRead.isFailure]).toEqual([expect.any(Number), true])
    expect(fromBlock).toBeGreaterThanOrEqual(2500)
    expect(stderr).toContain(`On ethereum, events since block ${fromBlock} were read`)
    expect(stderr).toContain('older allowances may be missing')
    expect(code).toBe(4)
  })

  test('without a node, or with one that fails, there is one clear line and no list', async () => {
    const none = await makeCli()([...exposure, '--chain', 'ethereum', '--json'])
    expect([none.code, none.stdout]).toEqual([6, ''])
    expect(JSON.parse(none.stderr).error).toMatchObject({ code: 'no-node', try: 'txwarden chain add ethereum' })
    expect(JSON.parse((await makeCli()([...exposure, '--json'])).stderr).error.code).toBe('no-node')

    const down = () => ({ error: { code: -32_000, message: 'down' } })
    const cli = await withNode(open, about({ eth_call: down, eth_getLogs: down }))
    const failed = await cli(...exposure, '--json')
    expect([failed.code, failed.stdout]).toEqual([6, ''])
    expect(JSON.parse(failed.stderr).error.code).toBe('exposure-unavailable')
    expect(failed.stderr).not.toContain('planted')
  })

  test('a chain that cannot be read is named, and the exit code says so', async () => {
    const cli = await withNode(open)
    for (const chain of ['ethereum', 'base']) await cli('monitor', 'add', OWNER, '--chain', chain)
    const { code, stdout, stderr } = await cli(...exposure, '--json')
    expect(code).toBe(4)
    expect(JSON.parse(stdout).content).toHaveLength(4)
    expect(JSON.parse(stdout).failed).toMatchObject([{ chain: 'base' }])
    expect(stderr).toContain('Not read: base (no node of base is configured).')
  })

  test('the answers to another question are refused', async () => {
    const strange = { ...approve(SPENDER, 1n, 10), topics: [APPROVAL, topic(OTHER), topic(SPENDER)] }
    const foreign = about({ eth_getLogs: () => ({ result: [{ ...strange, blockNumber: '0xa' }] }) })
    const cli = await withNode({}, foreign)
    const failed = await cli(...exposure, '--json')
    expect([failed.code, failed.stdout]).toEqual([6, ''])
    expect(failed.stderr).toContain('does not fit the request')
  })

  test.each([
    [['monitor', 'exposure', '0x12'], 2],
    [[...exposure, '--chain', 'nowhere'], 2],
  ])('%j is refused', async (argv, code) => {
    const failed = await makeCli()(argv)
    expect([failed.code, failed.stdout]).toEqual([code, ''])
  })
})
