import { Hash, Hex } from 'ox'
import { afterAll, beforeAll, expect } from 'vitest'
import { delegation } from '../support/chain/signed-calls.ts'
import { callData, type Tx } from '../support/chain/test-chain.ts'
import { type Judged, judged, requestOf } from '../support/chain/verdicts.ts'
import { type Contracts, canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, bob, carol, deployer, thief } = people
const { usdc, weth } = canonical
const { usd, ether } = units
const me = alice.address
const NOBODY = `0x${'0'.repeat(40)}`
const TRANSFER_FROM = 'transferFrom(address,address,uint256)'
const BRIDGE = 'bridgeERC20To(address,address,address,uint256,uint32,bytes)'
const PARTY = '0x7c01b4d29ae85f6371d0ce4492b83f15a6d7e09c'
const REMOTE_TOKEN = '0x1e57e0f0a2b4c6d8e0f1a3b5c7d9ebfd0e2f4a6c'

interface Step {
  readonly kind: number
  readonly to: string
  readonly value: bigint
  readonly data: string
}

const call = (to: string, signature: string, ...args: readonly unknown[]): Step => ({
  kind: 0,
  to,
  value: 0n,
  data: callData(signature, ...args),
})
const pay = (to: string, value: bigint): Step => ({ kind: 0, to, value, data: '0x' })
const word = (value: string | bigint) =>
  Hex.padLeft(typeof value === 'bigint' ? Hex.fromNumber(value) : (value as Hex.Hex), 32)
const store = (slot: bigint, value: string): Step => ({
  kind: 1,
  to: NOBODY,
  value: 0n,
  data: Hex.concat(word(slot), word(value)),
})
const unread = (name: string, ...words: readonly (string | bigint)[]) =>
  Hex.concat(Hex.slice(Hash.keccak256(Hex.fromString(name)), 0, 4), ...words.map(word))

const { describe, test } = needs('anvil')

describe('third parties in what a node runs', () => {
  let world: World
  const calls = new Map<string, Tx>()

  beforeAll(async () => {
    world = await startWorld('anvil', { early: (contracts) => prepare(contracts) })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  async function prepare({ chain }: Contracts): Promise<void> {
    const by = deployer.address
    const add = async (id: string, steps: (self: string) => readonly Step[], tx: Omit<Tx, 'from' | 'to'>) => {
      const contract = await chain.create(by, 'Scripted', 'address', by)
      const script = 'script((uint8 kind, address to, uint256 value, bytes data)[])'
      await chain.invoke(by, contract, script, steps(contract))
      calls.set(id, { from: me, to: contract, ...tx })
      return contract
    }
    const bid = { value: ether(3), data: unread('raise') }
    const auction = await add('bid', () => [store(5n, me), pay(carol.address, ether(2))], bid)
    await chain.rpc('hardhat_setStorageAt', auction, word(5n), word(carol.address))
    await add('payment to another', () => [store(5n, me), pay(thief.address, ether(2))], bid)

    const bridged = (to: string) => ({ data: callData(BRIDGE, usdc, REMOTE_TOKEN, to, usd(700), 200_000, '0x') })
    const lock = (self: string) => [call(usdc, TRANSFER_FROM, me, self, usd(700))]
    for (const [id, to] of [
      ['bridge for the sender', me],
      ['bridge for another', thief.address],
    ] as const)
      await chain.invoke(me, usdc, 'approve(address,uint256)', await add(id, lock, bridged(to)), usd(700))

    const unwrapped = async (id: string, back: bigint) => {
      const steps = (self: string) => [
        call(weth, TRANSFER_FROM, me, self, ether(4)),
        call(weth, 'withdraw(uint256)', ether(4)),
        pay(me, back),
        pay(thief.address, ether(4) - back),
      ]
      await chain.invoke(me, weth, 'approve(address,uint256)', await add(id, steps, { data: unread(id) }), ether(4))
    }
    await unwrapped('all ether but a fee', ether(3.9))
    await unwrapped('half of the ether', ether(2))

    const listed = { data: unread('enrol', usdc) }
    await add('unread function that names a third party', () => [], { data: unread('enrol', PARTY) })
    await add('unread function that names two', () => [], { data: unread('enrol', PARTY, thief.address) })
    await add('unread function that names a known address', () => [], listed)

    // An account that runs the code of a delegate; without code no function runs.
    const wallet = await chain.create(by, 'Scripted', 'address', by)
    await chain.rpc('hardhat_setCode', bob.address, delegation(wallet))
    const own = (from: string, data: string): Tx => ({ from, to: from, value: 0n, data })
    calls.set('own unread function that names a third party', own(bob.address, unread('enrol', PARTY)))
    calls.set('own unread function that names a known address', own(bob.address, listed.data))
    calls.set('data for an account without code', own(carol.address, unread('enrol', PARTY)))

    const grant = (role: string) => ({ data: callData('grantRole(bytes32,address)', role, NOBODY) })
    await add('role for everyone', () => [], grant(Hash.keccak256(Hex.fromString('PROPOSER_ROLE'))))
    await add('executor role for everyone', () => [], grant(Hash.keccak256(Hex.fromString('EXECUTOR_ROLE'))))
  }

  async function result(id: string) {
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const stdin = JSON.stringify(requestOf(calls.get(id) as Tx))
    const { stdout } = await makeCli()(argv, { stdin, env: { TXWARDEN_CHAIN_ETHEREUM_URL: world.url } })
    return JSON.parse(stdout)
  }
  const verdict = async (id: string): Promise<Judged> => judged(await result(id))

  for (const [honest, attack, reason] of [
    ['bid', 'payment to another', /^45 unpaid-outflow/],
    ['bridge for the sender', 'bridge for another', /^45 foreign-receiver/],
    ['all ether but a fee', 'half of the ether', /^60 unpaid-outflow: takes an asset for much less in return/],
  ] as const)
    test(`${honest} is none, ${attack} is a WARNING`, async () => {
      expect(await verdict(honest)).toMatchObject({ verdict: 'NO DATA', reasons: [] })
      expect(await verdict(attack)).toMatchObject({
        verdict: 'WARNING',
        reasons: expect.arrayContaining([expect.stringMatching(reason)]),
      })
    })

  test('an unread function that names third parties has them in the first line, without points where nothing can move', async () => {
    const sentence = async (id: string) => {
      const { explanation, combinedScore } = await result(id)
      return { combinedScore, named: JSON.stringify(explanation.actions[0]).toLowerCase().includes(PARTY) }
    }
    expect(await sentence('unread function that names a third party')).toEqual({ combinedScore: 0, named: true })
    expect(await sentence('unread function that names two')).toEqual({ combinedScore: 0, named: true })
  })

  test('an unread function of an own account that names a third party is a WARNING', async () => {
    expect(await verdict('own unread function that names a third party')).toMatchObject({
      verdict: 'WARNING',
      reasons: [expect.stringMatching(/^45 unread-own-call/)],
    })
    for (const id of [
      'own unread function that names a known address',
      'data for an account without code',
      'unread function that names a known address',
    ])
      expect(await verdict(id), id).toMatchObject({ verdict: 'NO DATA', reasons: [] })
  })

  test('a role for everyone is a WARNING, unless it executes what a timelock holds', async () => {
    expect(await verdict('role for everyone')).toMatchObject({
      verdict: 'WARNING',
      reasons: [expect.stringMatching(/stands for everyone/)],
    })
    expect(await verdict('executor role for everyone')).toMatchObject({ verdict: 'NO DATA', reasons: [] })
  })
})
