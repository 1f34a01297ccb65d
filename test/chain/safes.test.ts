import * as Address from 'ox/Address'
import { afterAll, beforeAll, expect } from 'vitest'
import { controlSlots, mappingSlot } from '../../src/service/evm/control-slots.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import type { NodeProcess } from '../support/chain/node-process.ts'
import {
  createOfSafe,
  createSafe,
  type RealSafe,
  type SafeVersionName,
  safeVersions,
} from '../support/chain/safe-contracts.ts'
import { multiSend, type SafeCall, safeCall } from '../support/chain/signed-calls.ts'
import { callData, hex, TestChain } from '../support/chain/test-chain.ts'
import { type Judged, judged, requestOf } from '../support/chain/verdicts.ts'
import { people, units } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, bob, carol, deployer } = people
const { describe, test } = needs('anvil')

describe('real Safes on a node', () => {
  let node: NodeProcess
  let chain: TestChain
  const safes = new Map<SafeVersionName, RealSafe>()

  beforeAll(async () => {
    node = await startAnvil({ noMining: true })
    chain = new TestChain(node.rpc)
    for (const { address } of Object.values(people))
      await chain.rpc('hardhat_setBalance', address, hex(units.ether(1000)))
    for (const version of safeVersions) {
      const real = await createSafe(chain, deployer.address, version, {
        owners: [alice.address, bob.address],
        threshold: 2,
      })
      await chain.rpc('hardhat_setBalance', real.safe, hex(units.ether(100)))
      safes.set(version, real)
    }
  })
  afterAll(() => node.stop())

  const safeOf = (version: SafeVersionName) => (safes.get(version) as RealSafe).safe

  interface Shown {
    readonly judged: Judged
    readonly invariants: readonly { part: string; before: unknown; after: unknown; announced: boolean }[]
    readonly missing: readonly string[]
    readonly first: string
  }

  async function shown(tx: { from: string; to: string; data: string }): Promise<Shown> {
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
    const { code, stdout, stderr } = await makeCli()(argv, { stdin: JSON.stringify(requestOf(tx)), env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const result = JSON.parse(stdout)
    const missing = (result.chainCoverage?.missing ?? []).filter((line: string) => /Safe|Not read/.test(line))
    const { invariants = [] } = result.simulation ?? {}
    return { judged: judged(result), invariants, missing, first: result.explanation.actions[0] }
  }

  const ofRule = ({ reasons }: Judged, rule: string) => reasons.filter((reason) => reason.includes(` ${rule}: `))

  for (const version of safeVersions) {
    const title = (what: string) => `of version ${version} ${what}`
    const executed = async (call: Omit<SafeCall, 'safe'>) => {
      const safe = safeOf(version)
      return await shown({ from: alice.address, to: safe, data: await safeCall(chain, { safe, ...call }) })
    }
    const changed = ({ invariants }: Shown) => invariants.filter(({ announced }) => !announced).map(({ part }) => part)

    test(title('pay, also in a batch, and nothing else changes'), async () => {
      const library = await createOfSafe(chain, [deployer.address, version, 'libraries/MultiSend:MultiSend'])
      const data = multiSend([carol.address, bob.address].map((to) => ({ to, data: '0x' })))
      for (const call of [{ to: carol.address, value: 5n }, { to: library, data, operation: 1 } as const]) {
        const found = await executed(call)
        expect(ofRule(found.judged, 'foreign-delegatecall')).toEqual([])
        expect(ofRule(found.judged, 'safe-invariant')).toEqual([])
        expect(found.missing).toEqual([])
        expect(Object.fromEntries(found.invariants.map(({ part, before, after }) => [part, [before, after]]))).toEqual({
          ...stateOf(version),
          nonce: ['0', '1'],
        })
        expect(changed(found)).toEqual([])
      }
    })

    test(title('do not know a copy of MultiSend with other code'), async () => {
      const library = await createOfSafe(chain, [deployer.address, version, 'libraries/MultiSend:MultiSend'])
      const code = String(await chain.rpc('eth_getCode', library, 'latest'))
      await chain.rpc('hardhat_setCode', library, `${code.slice(0, -2)}00`)
      const data = multiSend([carol.address, bob.address].map((to) => ({ to, data: '0x' })))
      const { judged: judgement } = await executed({ to: library, data, operation: 1 })
      expect(judgement.verdict).toBe('UNSAFE')
      expect(ofRule(judgement, 'foreign-delegatecall')).toEqual([expect.stringMatching(/^80 /)])
    })

    test(title('are UNSAFE for each part that a delegatecall writes'), async () => {
      for (const [part, writes] of Object.entries(writesOf())) {
        const found = await executed({ to: await writer(writes), operation: 1 })
        expect(changed(found), part).toEqual([part])
        expect(ofRule(found.judged, 'safe-invariant'), part).toHaveLength(1)
        expect(found.judged.verdict).toBe('UNSAFE')
      }
    })

    test(title('name in the first sentence what they announce'), async () => {
      for (const [signature, args, sentence] of announcements) {
        const found = await executed({ to: safeOf(version), data: callData(signature, ...args) })
        expect(found.first, signature).toMatch(sentence)
        expect(ofRule(found.judged, 'safe-invariant'), signature).toEqual([])
        expect(changed(found), signature).toEqual([])
        const differ = found.invariants.filter(({ before, after }) => String(before) !== String(after))
        expect(differ.length, signature).toBeGreaterThan(1)
      }
    })

    test(title('are simulated as they execute, without the signatures'), async () => {
      const safe = safeOf(version)
      const unsigned = (to: string, operation: number) => {
        const data = execution([to, 0n, '0x', operation, 0n, 0n, 0n, NOBODY, NOBODY])
        return shown({ from: carol.address, to: safe, data })
      }
      const parts = ({ invariants }: Shown) =>
        Object.fromEntries(invariants.map(({ part, before, after, announced }) => [part, [before, after, announced]]))
      expect(parts(await unsigned(carol.address, 0))).toMatchObject({
        nonce: ['0', '1', true],
        threshold: ['2', '2', true],
      })
      expect(parts(await unsigned(await writer([[4n, 1n]]), 1))).toMatchObject({ threshold: ['2', '1', false] })
    })
  }

  const NOBODY = `0x${'0'.repeat(40)}`
  const execution = (fields: readonly unknown[]) =>
    callData(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      ...fields,
      '0x',
    )

  type Write = readonly [slot: bigint, value: bigint]
  const { guard, moduleGuard, fallbackHandler } = controlSlots
  const entry = (key: string, list: bigint) => BigInt(mappingSlot(key, list))
  const SENTINEL = `0x${'0'.repeat(39)}1`

  /** What a delegatecall writes, by the part that it changes. */
  function writesOf(): Readonly<Record<string, readonly Write[]>> {
    const attacker = BigInt(people.thief.address)
    return {
      singleton: [[0n, attacker]],
      threshold: [[4n, 1n]],
      nonce: [[5n, 40n]],
      guard: [[BigInt(guard), attacker]],
      moduleGuard: [[BigInt(moduleGuard), attacker]],
      fallbackHandler: [[BigInt(fallbackHandler), attacker]],
      // After the last owner, which is not the start of the list.
      owners: [
        [entry(bob.address, 2n), attacker],
        [entry(people.thief.address, 2n), 1n],
        [3n, 3n],
      ],
      // It may sign, and is in no list.
      storage: [[entry(people.thief.address, 2n), 1n]],
      modules: [
        [entry(SENTINEL, 1n), attacker],
        [entry(people.thief.address, 1n), 1n],
      ],
    }
  }

  let made = 0
  /** Code that writes slots of the account that runs it: PUSH32 value, PUSH32 slot, SSTORE. */
  async function writer(writes: readonly Write[]): Promise<string> {
    const address = `0x${'c0de'.repeat(9)}${(made++).toString(16).padStart(4, '0')}`
    const push = (value: bigint) => `7f${value.toString(16).padStart(64, '0')}`
    const code = writes.map(([slot, value]) => `${push(value)}${push(slot)}55`).join('')
    await chain.rpc('hardhat_setCode', address, `0x${code}`)
    return address
  }

  const announcements: readonly (readonly [string, readonly unknown[], RegExp])[] = [
    [
      'addOwnerWithThreshold(address,uint256)',
      [carol.address, 1n],
      /^adds owner 0x\S+ \(unknown\) to the Safe 0x\S+ and lowers the threshold from 2 to 1$/,
    ],
    ['changeThreshold(uint256)', [1n], /^lowers the threshold of the Safe 0x\S+ from 2 to 1$/],
    ['enableModule(address)', [carol.address], /^adds module 0x\S+ \(unknown\) to the Safe 0x\S+$/],
    [
      'setFallbackHandler(address)',
      [carol.address],
      /^makes 0x\S+ \(unknown\) the fallback handler of the Safe 0x\S+$/,
    ],
  ]

  function stateOf(version: SafeVersionName) {
    const { singleton } = safes.get(version) as RealSafe
    const both = (value: unknown) => [value, value]
    return {
      singleton: both(Address.checksum(singleton as Address.Address)),
      owners: both([alice.address, bob.address].map((each) => Address.checksum(each as Address.Address))),
      threshold: both('2'),
      modules: both([]),
      guard: both(NOBODY),
      moduleGuard: both(NOBODY),
      fallbackHandler: both(NOBODY),
    }
  }
})
