import { Authorization, Hash, Hex } from 'ox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlockReader } from '../../../src/service/chain/blocks/block-reader.ts'
import { createBlockReader } from '../../../src/service/chain/blocks/worker-block-reader.ts'
import type { RpcReply, RpcRequest } from '../../../src/service/chain/rpc/json-rpc.ts'
import { Refusals } from '../../../src/service/chain/rpc/refusals.ts'
import type { SendBatch } from '../../../src/service/chain/state/state-reader.ts'
import { StepTraces } from '../../../src/service/chain/traces.ts'
import type { Activity } from '../../../src/service/follower/activity/activity.ts'
import { readActivities } from '../../../src/service/follower/activity/read-activities.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import { startLocalIntel } from '../../service/intel/local-intel.ts'
import { createSafe } from '../../support/chain/safe-contracts.ts'
import { delegation, safeCall, signedPermit, userOperation } from '../../support/chain/signed-calls.ts'
import { callData, hex } from '../../support/chain/test-chain.ts'
import { canonical, people, startWorld, type World } from '../../support/chain/world.ts'
import { TestClock } from '../../support/deterministic.ts'
import { needs } from '../../support/needs.ts'

const { alice, bob, carol, deployer, thief } = people
const { usdc, permit2, entryPoint, delegate, multicall } = canonical
const FRIEND = '0x51e1d2c390ab51e1d2c390ab51e1d2c390ab90ab'
const LOOKALIKE = '0x51e10000000000000000000000000000000090ab'
const CONTRACT = '0x9f3c41d27aa05b1c88e0d4f6b72519ce30a48d15'
const APPROVE = 'approve(address,uint256)'
const MOVE = 'transferFrom(address,address,uint256)'

/** Code that emits Transfer(from, to, 777). */
function eventCode(from: string, to: string): string {
  const topics = [to, from, Hash.keccak256(Hex.fromString('Transfer(address,address,uint256)'))]
  const pushed = topics.map((topic) => `7f${topic.slice(2).toLowerCase().padStart(64, '0')}`)
  return `0x610309600052${pushed.join('')}60206000a300`
}

needs('anvil').describe('what happens on a chain', () => {
  let world: World
  let reader: BlockReader
  let local: Awaited<ReturnType<typeof startLocalIntel>>
  let names: ReadonlyMap<string, string>
  /** With the real contracts, which have modules. */
  let team: string

  beforeAll(async () => {
    world = await startWorld('anvil')
    local = await startLocalIntel()
    const owners = [alice.address, bob.address]
    team = (await createSafe(world.chain, deployer.address, '1.4.1', { owners, threshold: 2 })).safe
    reader = createBlockReader()
    names = new Map(
      Object.entries({
        alice: alice.address,
        carol: carol.address,
        safe: world.safe,
        team,
        account: world.account,
        proxy: world.ownProxy,
        vault: world.proxiedVault,
        store: world.vault,
      }).map(([name, address]) => [address.toLowerCase(), name]),
    )
    await reader.watch('1', [...names.keys()])
  })
  afterAll(async () => {
    await reader?.close()
    await local?.close()
    await world?.[Symbol.asyncDispose]()
  })

  const requests: RpcRequest[] = []
  const send: SendBatch = async (batch) => {
    requests.push(...batch)
    return await Promise.all(
      batch.map(async ({ method, params }): Promise<RpcReply> => {
        try {
          return { result: await world.chain.rpc(method, ...params) }
        } catch (error) {
          return { failure: { kind: String(error).includes('revert') ? 'reverted' : 'failed', message: String(error) } }
        }
      }),
    )
  }

  /** Activities of the latest block. */
  async function latest(): Promise<Activity[]> {
    const head = Number(await world.chain.rpc('eth_blockNumber'))
    const request = { chainId: '1', url: world.url, block: head, receipts: 'receipts', timeoutMs: 20_000 } as const
    const { block } = await reader.read(request)
    if (!('header' in block)) throw new Error(block.message)
    const context = {
      chainId: '1',
      reads: createReads(local.local.service.store.read),
      source: { send, refusals: new Refusals(new TestClock()) },
      traces: new StepTraces(),
    }
    return await readActivities(block, new Set(names.keys()), context)
  }

  async function kinds(): Promise<string[]> {
    return (await latest()).map(({ address, kind }) => `${names.get(address)} ${kind}`)
  }

  async function only(): Promise<Activity> {
    const [activity, ...others] = await latest()
    if (activity === undefined || others.length > 0) throw new Error(`${(await kinds()).join()}`)
    return activity
  }

  test('a payment arrives; one that fails moves nothing', async () => {
    const { chain } = world
    await chain.send({ from: deployer.address, to: alice.address, value: 5n })
    expect(await kinds()).toEqual(['alice received'])
    await chain.trySend({
      from: alice.address,
      to: usdc,
      data: callData(APPROVE.replace('approve', 'refuse'), FRIEND, 1n),
    })
    expect(await only()).toMatchObject({ kind: 'sent', details: { failed: true } })
  })

  test('an allowance is granted, used by another and revoked', async () => {
    const { chain } = world
    await chain.invoke(alice.address, usdc, APPROVE, thief.address, 90n)
    expect(await kinds()).toEqual(['alice allowance-granted', 'alice sent'])
    await chain.invoke(thief.address, usdc, MOVE, alice.address, FRIEND, 40n)
    expect(await latest()).toMatchObject([
      {
        kind: 'allowance-spent',
        details: {
          moves: [{ token: usdc.toLowerCase(), amount: '40', direction: 'out', other: FRIEND }],
          other: thief.address.toLowerCase(),
        },
      },
    ])
    await chain.invoke(alice.address, usdc, APPROVE, thief.address, 0n)
    expect(await kinds()).toEqual(['alice sent', 'alice allowance-revoked'])
  })

  test('a permit that another submits', async () => {
    const [token, ...rest] = await signedPermit(world.chain, thief.address)
    const permit = 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'
    await world.chain.invoke(thief.address, String(token), permit, alice.address, thief.address, ...rest)
    expect(await only()).toMatchObject({ kind: 'allowance-granted', details: { other: thief.address.toLowerCase() } })
    await world.chain.invoke(alice.address, usdc, APPROVE, thief.address, 0n)
  })

  test('an allowance of Permit2 is granted and used', async () => {
    const { chain } = world
    const end = 2n ** 48n - 1n
    await chain.invoke(alice.address, permit2, 'approve(address,address,uint160,uint48)', usdc, thief.address, 50n, end)
    expect(await kinds()).toEqual(['alice allowance-granted', 'alice sent'])
    await chain.invoke(
      thief.address,
      permit2,
      'transferFrom(address,address,uint160,address)',
      alice.address,
      FRIEND,
      9n,
      usdc,
    )
    expect(await kinds()).toEqual(['alice allowance-spent'])
  })

  test('poison: nothing of a real token, and events of tokens that are none', async () => {
    const { chain } = world
    await chain.invoke(alice.address, usdc, 'transfer(address,uint256)', FRIEND, 7n)
    await chain.invoke(thief.address, usdc, MOVE, alice.address, LOOKALIKE, 0n)
    expect(await only()).toMatchObject({ kind: 'poison', details: { other: LOOKALIKE } })
    // A contract that is nothing but the event.
    await chain.rpc('anvil_setCode', CONTRACT, eventCode(alice.address, LOOKALIKE))
    await chain.send({ from: thief.address, to: CONTRACT })
    expect(await only()).toMatchObject({ kind: 'poison', details: { other: LOOKALIKE, moves: [{ amount: '777' }] } })
    const fake = await chain.create(thief.address, 'Erc20')
    await chain.invoke(thief.address, fake, 'init(string,string,uint8)', 'USD Coin', 'UЅDC', 6)
    await chain.invoke(thief.address, fake, 'mint(address,uint256)', alice.address, 1_000n)
    expect(await kinds()).toEqual(['alice poison'])
  })

  test('many fake tokens in one block are decided with one call of the lens for each state', async () => {
    const { chain } = world
    const tokens = Array.from({ length: 9 }, (_, index) => `0x${String(index).padStart(40, 'c')}`)
    for (const token of tokens) await chain.rpc('anvil_setCode', token, eventCode(alice.address, LOOKALIKE))
    const steps = tokens.map((target) => ({ target, allowFailure: false, callData: '0x' }))
    await chain.invoke(
      thief.address,
      multicall,
      'aggregate3((address target,bool allowFailure,bytes callData)[])',
      steps,
    )
    requests.length = 0
    expect(await kinds()).toEqual(['alice poison'])
    expect(requests.filter(({ params }) => params.length === 3)).toHaveLength(3)
    expect(requests).toHaveLength(3)
  })

  test('an unlisted token arrives, and is taken by an allowance', async () => {
    const { chain, rewardToken } = world
    await chain.invoke(deployer.address, rewardToken, 'transfer(address,uint256)', alice.address, 30n)
    expect(await only()).toMatchObject({ kind: 'received', details: { notes: [{ code: 'unlisted-token' }] } })
    await chain.invoke(alice.address, rewardToken, APPROVE, thief.address, 20n)
    await chain.invoke(thief.address, rewardToken, MOVE, alice.address, FRIEND, 20n)
    expect(await only()).toMatchObject({ kind: 'allowance-spent', details: { other: thief.address.toLowerCase() } })
  })

  test('an operator is named, and takes an item', async () => {
    const { chain, collection } = world
    await chain.invoke(alice.address, collection, 'setApprovalForAll(address,bool)', thief.address, true)
    expect(await kinds()).toEqual(['alice operator', 'alice sent'])
    await chain.invoke(thief.address, collection, MOVE, alice.address, FRIEND, 1n)
    expect(await only()).toMatchObject({
      kind: 'allowance-spent',
      details: { moves: [{ token: collection.toLowerCase(), tokenId: '1' }], other: thief.address.toLowerCase() },
    })
  })

  test('a Safe pays, and gets another owner', async () => {
    const { chain, safe } = world
    const pay = callData('transfer(address,uint256)', FRIEND, 5n)
    await chain.send({ from: alice.address, to: safe, data: await safeCall(chain, { safe, to: usdc, data: pay }) })
    expect(await kinds()).toEqual(['alice sent', 'safe sent'])
    const add = callData('addOwnerWithThreshold(address,uint256)', thief.address, 1n)
    await chain.send({ from: alice.address, to: safe, data: await safeCall(chain, { safe, to: safe, data: add }) })
    expect(await latest()).toMatchObject([
      { kind: 'sent' },
      { kind: 'owners-changed', details: { other: thief.address.toLowerCase() } },
      { kind: 'sent' },
    ])
  })

  test('a module of a Safe takes what the Safe has: its execution is reported, with the module', async () => {
    const { chain } = world
    await chain.invoke(deployer.address, usdc, 'mint(address,uint256)', team, 50n)
    const enable = callData('enableModule(address)', carol.address)
    await chain.send({
      from: alice.address,
      to: team,
      data: await safeCall(chain, { safe: team, to: team, data: enable }),
    })
    expect(await kinds()).toContain('team owners-changed')
    const take = callData('transfer(address,uint256)', thief.address, 5n)
    const execute = 'execTransactionFromModule(address,uint256,bytes,uint8)'
    const { logs } = await chain.invoke(carol.address, team, execute, usdc, 0n, take, 0)
    const event = Hash.keccak256(Hex.fromString('ExecutionFromModuleSuccess(address)'))
    expect(JSON.stringify(logs)).toContain(event)
    const found = (await latest()).filter(({ address }) => names.get(address) === 'team')
    expect(found).toMatchObject([
      { kind: 'allowance-spent', details: { moves: [{ amount: '5' }], other: carol.address.toLowerCase() } },
    ])
  })

  test('a smart account pays by a user operation of a bundler', async () => {
    const { chain, account } = world
    const pay = callData('transfer(address,uint256)', FRIEND, 5n)
    const data = await userOperation(chain, account, callData('execute(address,uint256,bytes)', usdc, 0n, pay))
    await chain.send({ from: bob.address, to: entryPoint, data })
    expect(await only()).toMatchObject({ kind: 'sent', details: { other: FRIEND } })
  })

  test('code and owner of contracts change', async () => {
    const { chain, ownProxy, nextVault, proxiedVault } = world
    await chain.invoke(alice.address, ownProxy, 'upgradeTo(address)', nextVault)
    expect(await kinds()).toEqual(['alice sent', 'proxy upgraded'])
    await chain.invoke(carol.address, proxiedVault, 'transferOwnership(address)', thief.address)
    expect(await kinds()).toEqual(['carol owners-changed', 'carol sent', 'vault owners-changed'])
  })

  test('a contract pays by its own code, called by a contract of others', async () => {
    const { chain, vault } = world
    const step = (target: string, callData: string) => ({ target, allowFailure: false, callData })
    await chain.invoke(deployer.address, usdc, 'mint(address,uint256)', multicall, 100n)
    await chain.invoke(bob.address, multicall, 'aggregate3((address target,bool allowFailure,bytes callData)[])', [
      step(usdc, callData(APPROVE, vault, 100n)),
      step(vault, callData('deposit(uint256,address)', 100n, multicall)),
      step(vault, callData('redeem(uint256,address,address)', 60n, FRIEND, multicall)),
    ])
    expect(await latest()).toMatchObject([
      { kind: 'sent', details: { moves: [{ token: usdc.toLowerCase(), direction: 'out', other: FRIEND }] } },
      { kind: 'received', details: { moves: [{ amount: '100', direction: 'in' }] } },
    ])
  })

  test('an allowance of Permit2 is used behind two contracts', async () => {
    const { chain } = world
    const end = 2n ** 48n - 1n
    await chain.invoke(alice.address, permit2, 'approve(address,address,uint160,uint48)', usdc, multicall, 50n, end)
    await chain.invoke(alice.address, usdc, APPROVE, permit2, 50n)
    const take = callData('transferFrom(address,address,uint160,address)', alice.address, FRIEND, 9n, usdc)
    const relay = await chain.create(thief.address, 'Multicall3')
    const step = (target: string, data: string) => ({ target, allowFailure: false, callData: data })
    const aggregate = 'aggregate3((address target,bool allowFailure,bytes callData)[])'
    await chain.invoke(thief.address, relay, aggregate, [step(multicall, callData(aggregate, [step(permit2, take)]))])
    expect(await latest()).toMatchObject([{ kind: 'allowance-spent', details: { moves: [{ amount: '9' }] } }])
  })

  test('an account delegates to code by a signature that another submits; the signature again has no effect', async () => {
    const { chain } = world
    const nonce = BigInt((await chain.rpc('eth_getTransactionCount', alice.address, 'latest')) as string)
    const signed = { address: delegate as Hex.Hex, chainId: 1, nonce }
    const signature = alice.sign(Authorization.getSignPayload(signed)) as Hex.Hex
    const authorization = {
      address: delegate,
      chainId: '0x1',
      nonce: hex(nonce),
      r: Hex.slice(signature, 0, 32),
      s: Hex.slice(signature, 32, 64),
      yParity: hex(Number(Hex.slice(signature, 64)) - 27),
    }
    const submit = async () => {
      const fees = { gas: hex(200_000), maxFeePerGas: hex(100_000_000_000), maxPriorityFeePerGas: '0x0' }
      const tx = { from: bob.address, to: bob.address, authorizationList: [authorization], ...fees }
      await chain.send({ from: deployer.address, to: bob.address, value: 1n })
      await chain.rpc('hardhat_impersonateAccount', bob.address)
      await chain.rpc('eth_sendTransaction', tx)
      await chain.rpc('evm_mine')
    }
    await submit()
    expect(await chain.rpc('eth_getCode', alice.address, 'latest')).toBe(delegation(delegate))
    expect(await only()).toMatchObject({ kind: 'delegation', details: { other: delegate.toLowerCase() } })
    await submit()
    expect(await kinds()).toEqual([])
  })
})
