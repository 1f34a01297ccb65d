import { expect } from 'vitest'
import { seenAccounts } from '../../src/service/chain/accounts/seen-accounts.ts'
import { PoolObserver } from '../../src/service/chain/chain-observer.ts'
import { simulateByDefault } from '../../src/service/chain/observer.ts'
import { analyze } from '../../src/service/risk/analyze.ts'
import type { Transaction } from '../../src/service/risk/types.ts'
import { openStore } from '../../src/service/store/open.ts'
import { NO_CHAINS } from '../../src/service/store/repositories/chain-nodes.ts'
import { poolOf } from '../service/chain/nodes/pool-of.ts'
import { answeringCode } from '../support/chain/answering-code.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { callData } from '../support/chain/test-chain.ts'
import { seededRandom } from '../support/deterministic.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { needs } from '../support/needs.ts'

const anvil = needs('anvil')

const sender = `0x7e57${'00'.repeat(17)}01`
const token = `0x7e57${'00'.repeat(17)}02`
const contract = `0x7e57${'00'.repeat(17)}03`
const APPROVE = '0x095ea7b3'
const PING = '0x5c36b186'
const yes = `0x${'1'.padStart(64, '0')}` as const

/** A server whose clock stands still: it asks for the head once. */
async function startServer() {
  const node = await startAnvil()
  const proxy = await startFaultProxy(node.url)
  await node.rpc('anvil_setBalance', sender, '0xde0b6b3a7640000')
  await node.rpc('anvil_setCode', token, answeringCode({ [APPROVE]: yes }))
  const { pool, clock, database } = await poolOf([proxy])
  const store = await openStore(database, { env: {} })
  const observer = new PoolObserver({
    pool,
    seen: seenAccounts({ store, clock }),
    clock,
    random: seededRandom('kept head'),
  })
  const observe = async (given: Pick<Transaction, 'to' | 'data'>, block?: string) => {
    const before = proxy.exchanges.length
    const observed = await observer.observe({
      analysis: analyze({ chainId: '1', from: sender, value: 0n, ...given }),
      chains: NO_CHAINS,
      options: { ...simulateByDefault, timeoutMs: 30_000, block },
    })
    if (!observed || 'unknownNode' in observed) throw new Error('no node was read')
    return { ...observed.observation, trips: proxy.exchanges.length - before }
  }
  /** Nothing happens at the first head that is kept. */
  await observe({ to: token, data: `${APPROVE}${'00'.repeat(64)}` })
  return {
    node,
    observe,
    mine: (code: Readonly<Record<string, `0x${string}`>>) =>
      node.rpc('evm_mine').then(() => node.rpc('anvil_setCode', contract, answeringCode(code))),
    async [Symbol.asyncDispose]() {
      await store.close()
      await proxy.close()
      await node.stop()
    },
  }
}

const approval = { to: token, data: callData('approve(address,uint256)', contract, 1000n) }
const call = { to: contract, data: PING }

for (const [what, given] of [
  ['a spender', approval],
  ['a called contract', call],
] as const)
  anvil.test(`${what} that was deployed since the head was asked for is no account without code`, async () => {
    await using server = await startServer()
    await server.mine({ [PING]: yes })
    const { accounts, block, simulation, trips } = await server.observe(given)
    expect(accounts?.get(contract)?.kind).toBe('contract')
    expect(block?.number).toBe(1n)
    expect(simulation?.status).toBe('ok')
    expect(trips).toBe(4)
  })

anvil.test('what fails at a kept head is tried at the next one', async () => {
  await using server = await startServer()
  await server.node.rpc('anvil_setCode', contract, '0x5f5ffd')
  const failing = await server.observe(call)
  expect([failing.simulation?.status, failing.block?.number, failing.trips]).toEqual(['reverted', 0n, 2])
  await server.mine({ [PING]: yes })
  const { simulation, block } = await server.observe(call)
  expect([simulation?.status, block?.number]).toEqual(['ok', 1n])
})

anvil.test('nothing is asked again without a newer head, nor at a block that was asked for', async () => {
  await using server = await startServer()
  const first = await server.observe(approval)
  expect([first.accounts?.get(contract)?.kind, first.trips]).toEqual(['empty', 2])
  await server.mine({ [PING]: yes })
  const { accounts, block, trips } = await server.observe(approval, '0')
  expect([accounts?.get(contract)?.kind, block?.number, trips]).toEqual(['empty', 0n, 3])
})
