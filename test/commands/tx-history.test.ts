import { describe, expect, test } from 'vitest'
import { transferLog } from '../support/chain/fake-chain.ts'
import { fakeNode, type Lie, refusing } from '../support/chain/fake-node.ts'
import { type Cli, makeCli } from '../support/cli.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'

const OWNER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const LOOKALIKE = '0xabcd9e0f8d7c6b5a4938271605142332415099ff'

const transfer = (to: string, amount: bigint, block: number) =>
  transferLog({ block, token: USDC, from: OWNER, to, amount })
const chain = {
  logs: [transfer(PAYEE, 5n, 2), transfer(LOOKALIKE, 0n, 5)],
  head: 1000,
  headTime: Date.parse('2026-01-02T00:00:00Z') / 1000 + 1000 * 12,
  isBasic: true,
}
const sync = ['tx', 'history', 'sync', OWNER, '--chain', 'ethereum']

async function withNode(lie?: Lie): Promise<{ cli: (argv: string[]) => ReturnType<Cli>; proxy: FaultProxy }> {
  const proxy = await fakeNode(chain, lie)
  const cli = makeCli()
  const env = { TXWARDEN_CHAIN_ETHEREUM_URL: `${proxy.url}/plantedKey` }
  return { cli: (argv) => cli(argv, { env }), proxy }
}

describe('tx history sync', () => {
  test('stores contacts, and a second run changes nothing', async () => {
    const { cli } = await withNode()
    const first = await cli([...sync, '--json'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(first.stdout)).toMatchObject({
      address: OWNER.toLowerCase(),
      chainId: '1',
      fromBlock: 0,
      toBlock: 1000,
      transfers: 2,
      contacts: 2,
      added: 2,
      changed: 0,
    })
    expect(JSON.parse((await cli([...sync, '--json'])).stdout)).toMatchObject({ added: 0, changed: 0 })
    const audit = (await cli(['audit', 'list', '--json'])).stdout
    expect(JSON.parse(audit).content).toMatchObject([{ action: 'history.sync', resourceId: OWNER.toLowerCase() }])
    expect(`${first.stdout}${audit}`).not.toContain('planted')
  })

  test('makes a verdict find the address that imitates a payee', async () => {
    const { cli, proxy } = await withNode()
    const data = `0xa9059cbb${LOOKALIKE.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`
    const judge = ['validate', '--chain', 'ethereum', '--from', OWNER, '--to', USDC, '--data', data, '--simulate', 'no']
    expect((await cli([...judge, '--json'])).stdout).not.toContain('addressPoisoning')
    await cli(sync)
    const asked = proxy.exchanges.length
    const after = await cli([...judge, '--json'])
    expect([after.code, JSON.parse(after.stdout).combinedScoreDetails.subCategory]).toEqual([12, 'addressPoisoning'])
    expect(proxy.exchanges.length).toBe(asked)
  })

  test('reads from a block, an age or a date', async () => {
    const { cli } = await withNode()
    const from = async (since: string) =>
      JSON.parse((await cli([...sync, '--since', since, '--json'])).stdout).fromBlock
    expect(await from('700')).toBe(700)
    expect(await from('0x10')).toBe(16)
    expect(await from('1h')).toBe(700)
    expect(await from('2026-01-01')).toBe(0)
  })

  test('says what was not read: exit code 4', async () => {
    const { cli } = await withNode(
      refusing((first, last) => {
        if (last - first > 400) return { error: { code: -32_602, message: 'block range too large' } }
        return last < 700 ? { error: { code: -32_000, message: 'missing trie node' } } : undefined
      }),
    )
    const shown = await cli(sync)
    expect(shown.code).toBe(4)
    expect(shown.stderr).toMatch(/Not read: blocks 0 to \d+ \(127\.0\.0\.1:\d+: error -32000: missing trie node\)/)
  })

  test.each([
    ['an unknown address', ['tx', 'history', 'sync', '0x12', '--chain', 'ethereum'], 2],
    ['no chain', ['tx', 'history', 'sync', OWNER], 2],
    ['a time that is none', [...sync, '--since', 'yesterday'], 2],
    ['a block that is not there', [...sync, '--since', '5000'], 8],
  ])('refuses %s', async (_title, argv, code) => {
    const { cli } = await withNode()
    const refused = await cli([...argv, '--json'])
    expect(refused).toMatchObject({ code, stdout: '' })
    expect((await cli(['audit', 'list', '--json'])).stdout).toContain('"totalElements": 0')
  })

  test('without a node, or with one that is down: exit code 6', async () => {
    const none = await makeCli()([...sync, '--json'])
    expect(none).toMatchObject({ code: 6, stdout: '' })
    expect(none.stderr).toContain('No node of ethereum is configured')
    const { cli, proxy } = await withNode()
    await proxy.close()
    const down = await cli([...sync, '--json'])
    expect(down).toMatchObject({ code: 6, stdout: '' })
    expect(down.stderr).not.toContain('planted')
  })

  test('--dry-run shows the request and asks no node', async () => {
    const { cli, proxy } = await withNode()
    expect((await cli([...sync, '--dry-run'])).stdout).toContain('POST /ext/v1/history/sync')
    expect(proxy.exchanges).toEqual([])
  })
})
