import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Validated } from '../../../src/service/alerts/matching/build-event.ts'
import { minedIn } from '../../../src/service/chain/blocks/block.ts'
import type { BlockReader } from '../../../src/service/chain/blocks/block-reader.ts'
import { createBlockReader } from '../../../src/service/chain/blocks/worker-block-reader.ts'
import { environmentNodes } from '../../../src/service/chain/nodes/environment-nodes.ts'
import { type OpenedChain, openChain } from '../../../src/service/chain/open-chain.ts'
import type { RpcReply } from '../../../src/service/chain/rpc/json-rpc.ts'
import { Refusals } from '../../../src/service/chain/rpc/refusals.ts'
import type { SendBatch } from '../../../src/service/chain/state/state-reader.ts'
import { StepTraces } from '../../../src/service/chain/traces.ts'
import { readActivities } from '../../../src/service/follower/activity/read-activities.ts'
import { recordFollowed, type ValidatedTransaction } from '../../../src/service/follower/verdict/record-followed.ts'
import { validateFollowed } from '../../../src/service/follower/verdict/validate-followed.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import { createIds } from '../../../src/service/runtime/ids.ts'
import { systemClock } from '../../../src/shared/time/clock.ts'
import { startLocalIntel } from '../../service/intel/local-intel.ts'
import { safeCall, signedPermit } from '../../support/chain/signed-calls.ts'
import { callData, hex } from '../../support/chain/test-chain.ts'
import { canonical, people, startWorld, units, type World } from '../../support/chain/world.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { needs } from '../../support/needs.ts'
import { validate } from '../../support/requests.ts'

const { alice, bob, carol, thief } = people
const { usdc, multicall } = canonical
const APPROVE = 'approve(address,uint256)'
const MOVE = 'transferFrom(address,address,uint256)'
const FRIEND = '0x51e1d2c390ab51e1d2c390ab51e1d2c390ab90ab'

needs('anvil').describe('what a block of a node has is judged', () => {
  let world: World
  let reader: BlockReader
  let local: Awaited<ReturnType<typeof startLocalIntel>>
  let chain: OpenedChain
  const newId = createIds(new TestClock(), seededRandom('judge'))

  beforeAll(async () => {
    world = await startWorld('anvil')
    local = await startLocalIntel()
    reader = createBlockReader()
    const { store, masterKey } = local.local.service
    chain = openChain({
      environment: environmentNodes({ TXWARDEN_CHAIN_ETHEREUM_URL: world.url }).nodes,
      store,
      masterKey,
      random: seededRandom('chain'),
      keepsHeadsFresh: false,
      clock: { now: () => Date.parse('2026-01-02T03:04:06.000Z'), elapsed: systemClock.elapsed },
      report: (error) => {
        throw error
      },
    })
    await reader.watch('1', [alice.address.toLowerCase(), world.safe.toLowerCase()])
  })
  afterAll(async () => {
    await chain?.close()
    await reader?.close()
    await local?.close()
    await world?.[Symbol.asyncDispose]()
  })

  const send: SendBatch = async (requests) =>
    await Promise.all(
      requests.map(async ({ method, params }): Promise<RpcReply> => {
        try {
          return { result: await world.chain.rpc(method, ...params) }
        } catch (error) {
          return { failure: { kind: String(error).includes('revert') ? 'reverted' : 'failed', message: String(error) } }
        }
      }),
    )

  /** The only transaction of the latest block that touches the monitored addresses. */
  async function latest(): Promise<Validated> {
    const head = Number(await world.chain.rpc('eth_blockNumber'))
    const request = { chainId: '1', url: world.url, block: head, receipts: 'receipts', timeoutMs: 20_000 } as const
    const { block } = await reader.read(request)
    if (!('header' in block)) throw new Error(block.message)
    const { store } = local.local.service
    const reads = createReads(store.read)
    const monitored = new Set([alice.address.toLowerCase(), world.safe.toLowerCase()])
    const activities = await readActivities(block, monitored, {
      chainId: '1',
      reads,
      source: { send, refusals: new Refusals(new TestClock()) },
      traces: new StepTraces(),
    })
    const [matched, ...others] = block.matched
    if (matched === undefined || others.length > 0) throw new Error('not one transaction')
    const now = block.header.timestamp * 1000
    const followed = { ...minedIn('1', block.header, matched), activities }
    const [validated] = await validateFollowed([followed], { reads, chain, now })
    return store.write((db) => recordFollowed(validated as ValidatedTransaction, { db, now, newId }))
  }

  const rulesOf = ({ result }: Validated) =>
    (result.explanation?.reasons ?? [])
      .filter(({ points }) => points > 0)
      .map(({ rule, points }) => `${points} ${rule}`)

  test('a drain by an allowance: who, how much, by the trace of the node', async () => {
    await world.chain.invoke(alice.address, usdc, APPROVE, thief.address, units.usd(90))
    expect(rulesOf(await latest())[0]).toBe('80 grant-to-eoa')
    await world.chain.invoke(thief.address, usdc, MOVE, alice.address, FRIEND, units.usd(40))
    const drained = await latest()
    expect(rulesOf(drained)[0]).toBe('80 spent-allowance')
    expect(drained.result.simulation).toMatchObject({
      status: 'ok',
      method: 'trace',
      executed: true,
      blockHash: drained.row.block_hash,
      assetChanges: [{ owner: alice.address, amount: `-${units.usd(40)}`, symbol: 'USDC', decimals: 6 }],
    })
    expect(drained.result.simulation?.summary).toContain('40 USDC')
    expect(drained.result.chainCoverage).toMatchObject({ node: expect.any(String) })
    expect(drained.row).toMatchObject({ from_key: thief.address.toLowerCase(), validated_as: null })
  })

  test('by an allowance for Multicall3, which makes any call for anyone: the caller counts', async () => {
    await world.chain.invoke(alice.address, usdc, APPROVE, multicall, units.usd(90))
    const move = callData(MOVE, alice.address, thief.address, units.usd(30))
    const aggregate = 'aggregate3((address,bool,bytes)[])'
    await world.chain.invoke(thief.address, multicall, aggregate, [[usdc, false, move]])
    expect(rulesOf(await latest())[0]).toBe('80 spent-allowance')
    await world.chain.invoke(alice.address, usdc, APPROVE, multicall, 0n)
  })

  test('a permit that the thief submits is one for the holder of a key', async () => {
    const [token, ...rest] = await signedPermit(world.chain, thief.address)
    const permit = 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'
    await world.chain.invoke(thief.address, String(token), permit, alice.address, thief.address, ...rest)
    const granted = await latest()
    expect(rulesOf(granted)[0]).toBe('80 grant-to-eoa')
    expect(granted.result.simulation?.approvals).toMatchObject([{ spender: thief.address, amount: 'unlimited' }])
    await world.chain.invoke(alice.address, usdc, APPROVE, thief.address, 0n)
  })

  test('a Safe pays Ether: a call inside, which only the trace shows', async () => {
    const { safe } = world
    await world.chain.rpc('hardhat_setBalance', safe, hex(10n ** 19n))
    const data = await safeCall(world.chain, { safe, to: carol.address, value: 10n ** 18n })
    await world.chain.send({ from: alice.address, to: safe, data })
    const paid = await latest()
    expect(paid.result.simulation?.assetChanges).toMatchObject([
      { owner: expect.stringMatching(new RegExp(safe, 'i')), standard: 'native', amount: `-${10n ** 18n}` },
    ])
  })

  test('what a Safe does was validated as such', async () => {
    const { safe } = world
    const transaction = { from: safe, to: carol.address, value: '7', data: '0x' }
    const { svcTxId } = await validate(local.local.service, transaction, { 'x-txwarden-simulate': 'no' })
    const data = await safeCall(world.chain, { safe, to: carol.address, value: 7n })
    await world.chain.send({ from: alice.address, to: safe, data })
    expect((await latest()).row.validated_as).toBe(svcTxId)
  })

  test('a transaction that fails moves nothing', async () => {
    await world.chain.trySend({ from: alice.address, to: usdc, data: callData(MOVE, bob.address, FRIEND, 10n ** 30n) })
    expect((await latest()).result.simulation).toMatchObject({ status: 'reverted', executed: true, assetChanges: [] })
  })
})
