import { describe, expect } from 'vitest'
import { missingText } from '../../src/api/text/missing.ts'
import { slots } from '../../src/service/chain/accounts/proxies.ts'
import type { RpcRequest } from '../../src/service/chain/rpc/json-rpc.ts'
import type { ChainAccount } from '../../src/service/risk/chain/account.ts'
import { address, everything, poor, readAccounts, set, word } from '../support/chain/accounts.ts'
import { answeringCode, delegatingCode } from '../support/chain/answering-code.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { startHardhat } from '../support/chain/hardhat.ts'
import type { NodeProcess } from '../support/chain/node-process.ts'
import { needs } from '../support/needs.ts'

const IMPLEMENTATION = '0x5c60da1b'

const OLD = address('01')
const YOUNG = address('02')
const REPLACED = address('03')
const EOA = address('04')
const LIBRARY = address('05')
const NEW_LIBRARY = address('06')
const CLONE = address('07')
const NEW_CLONE_OF_OLD = address('08')
const PROXY = address('09')
const UPGRADED = address('0a')
const BEACON = address('0c')
const UPGRADED_BEACON = address('0d')
const ON_BEACON = address('0e')
const ON_UPGRADED_BEACON = address('0f')
const ADMIN = address('10')
/** Part of every anvil. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const subjects = [OLD, YOUNG, REPLACED, EOA, CLONE, NEW_CLONE_OF_OLD, PROXY, UPGRADED, ON_BEACON, ON_UPGRADED_BEACON]

/** Answers everything with its first slot. */
const BEACON_CODE = '0x60005460005260206000f3'
const clone = `0x363d3d373d3d3d363d73${LIBRARY.slice(2)}5af43d82803e903d91602b57fd5bf3`
const HOUR = 3600

/** Blocks of an hour. */
async function pass(node: NodeProcess, hours: number): Promise<void> {
  await set(node, 'mine', `0x${hours.toString(16)}`, `0x${HOUR.toString(16)}`)
}

/** Contracts of a week, and what changed an hour ago. */
async function history(node: NodeProcess): Promise<void> {
  const put = (at: string, code: string) => set(node, 'setCode', at, code)
  const store = (at: string, slot: string, value: string) => set(node, 'setStorageAt', at, slot, word(value))
  await set(node, 'setBalance', EOA, '0x1')
  for (const at of [OLD, REPLACED, LIBRARY]) await put(at, answeringCode({ [`0x1111111${at.at(-1)}`]: word(1n) }))
  await put(CLONE, clone)
  for (const at of [PROXY, UPGRADED]) {
    await put(at, delegatingCode(slots.eip1967))
    await store(at, slots.eip1967, LIBRARY)
  }
  for (const at of [BEACON, UPGRADED_BEACON]) {
    await put(at, BEACON_CODE)
    await store(at, slots.first, LIBRARY)
  }
  await put(ON_BEACON, delegatingCode(slots.beacon))
  await store(ON_BEACON, slots.beacon, BEACON)
  await put(ON_UPGRADED_BEACON, delegatingCode(slots.beacon))
  await store(ON_UPGRADED_BEACON, slots.beacon, UPGRADED_BEACON)
  await pass(node, 170)
  for (const at of [YOUNG, NEW_LIBRARY, ADMIN]) await put(at, answeringCode({}))
  await put(REPLACED, answeringCode({ [IMPLEMENTATION]: '0x' }))
  await put(NEW_CLONE_OF_OLD, clone)
  await store(UPGRADED, slots.eip1967, NEW_LIBRARY)
  // How old who may replace an implementation is says nothing.
  await store(PROXY, slots.admin, ADMIN)
  await store(UPGRADED_BEACON, slots.first, NEW_LIBRARY)
  await pass(node, 1)
}

const ages = {
  [OLD]: true,
  [YOUNG]: false,
  [REPLACED]: false,
  [EOA]: undefined,
  [CLONE]: true,
  [NEW_CLONE_OF_OLD]: false,
  [PROXY]: true,
  [UPGRADED]: false,
  [ON_BEACON]: true,
  [ON_UPGRADED_BEACON]: false,
}

describe('whether a contract was there three days ago', () => {
  for (const [name, start] of [
    ['anvil', startAnvil],
    ['hardhat', startHardhat],
  ] as const)
    needs(name).test(`${name}: by the state of then, also behind proxies`, async () => {
      await using node = await start()
      await history(node)
      const { accounts, reader } = await readAccounts(node, subjects)
      expect(agesOf(accounts)).toEqual(ages)
      expect(reader.missing()).toEqual([])
    })

  for (const [name, start] of [
    ['anvil', startAnvil],
    ['hardhat', startHardhat],
  ] as const)
    for (const days of [4, 5, 30])
      needs(name).test(`${name}: when no block came for ${days} days before, the last state still holds`, async () => {
        await using node = await start()
        await set(node, 'setBalance', EOA, '0x1')
        await set(node, 'setCode', OLD, answeringCode({}))
        for (const at of [PROXY, UPGRADED]) {
          await set(node, 'setCode', at, delegatingCode(slots.eip1967))
          await set(node, 'setStorageAt', at, slots.eip1967, word(OLD))
        }
        await pass(node, 1)
        await set(node, 'mine', '0x2', `0x${(days * 24 * HOUR).toString(16)}`)
        await set(node, 'setCode', YOUNG, answeringCode({}))
        await set(node, 'setStorageAt', UPGRADED, slots.eip1967, word(YOUNG))
        await set(node, 'mine', '0x1')
        const { accounts, reader } = await readAccounts(node, [OLD, YOUNG, PROXY, UPGRADED, EOA])
        const found = [OLD, YOUNG, PROXY, UPGRADED].map((at) => accounts.get(at)?.hadCodeBefore)
        expect(found).toEqual([true, false, true, false])
        expect(reader.missing()).toEqual([])
      })

  needs('anvil').test('without the lens, unknown behind proxies', async () => {
    await using node = await startAnvil()
    await history(node)
    const { accounts } = await readAccounts(node, [...subjects, UPGRADED_BEACON], { can: poor })
    const unknown = { [PROXY]: undefined, [ON_BEACON]: undefined }
    expect(agesOf(accounts)).toEqual({ ...ages, ...unknown })
    expect(accounts.get(UPGRADED_BEACON)?.hadCodeBefore).toBeUndefined()
  })

  needs('anvil').test('on a chain younger than that, nothing was', async () => {
    await using node = await startAnvil()
    await pass(node, 1)
    await set(node, 'setCode', YOUNG, answeringCode({}))
    await pass(node, 1)
    const { accounts } = await readAccounts(node, [YOUNG, CREATE2_DEPLOYER, EOA])
    expect(accounts.get(YOUNG)?.hadCodeBefore).toBe(false)
    // Of the genesis of anvil: there, but not for three days.
    expect(accounts.get(CREATE2_DEPLOYER)?.hadCodeBefore).toBeUndefined()
  })

  describe('a node that has no such state proves nothing', () => {
    const line = 'Age of contracts: the node has no state of three days ago'
    const unknown = Object.fromEntries(subjects.map((at) => [at, undefined]))

    needs('anvil').test('it says so', async () => {
      await using node = await startAnvil()
      await history(node)
      const { accounts, reader, trips } = await readAccounts(node, subjects, { can: { ...everything, archive: false } })
      expect(agesOf(accounts)).toEqual(unknown)
      expect(reader.missing().map(missingText)).toEqual([line])
      expect(trips).toEqual([2, 2])
    })

    needs('anvil').test('it answers as if no account existed', async () => {
      await using node = await startAnvil()
      await history(node)
      // Others in their place, which nobody ever used.
      const altered = (request: RpcRequest) =>
        typeof request.params[1] === 'string'
          ? (JSON.parse(JSON.stringify(request).replaceAll('5'.repeat(30), '6'.repeat(30))) as RpcRequest)
          : request
      const { accounts, reader } = await readAccounts(node, subjects, { altered })
      expect(agesOf(accounts)).toEqual(unknown)
      expect(reader.missing().map(missingText)).toContain(line)
    })

    needs('anvil').test('it answers from the head', async () => {
      await using node = await startAnvil()
      await history(node)
      const altered = ({ method, params: [call, block, overrides] }: RpcRequest) => ({
        method,
        params: [call, typeof block === 'string' ? 'latest' : block, overrides],
      })
      const { accounts } = await readAccounts(node, subjects, { altered })
      expect(agesOf(accounts)).toEqual(unknown)
    })

    needs('anvil').test('it refuses', async () => {
      await using node = await startAnvil()
      await history(node)
      const altered = (request: RpcRequest) =>
        typeof request.params[1] === 'string' ? { method: 'eth_getNothing', params: [] } : request
      const { accounts, reader } = await readAccounts(node, subjects, { altered })
      expect(agesOf(accounts)).toEqual(unknown)
      expect(reader.missing()).toHaveLength(1)
      expect(reader.missing().map(missingText)[0]).toMatch(/^Age of contracts: /)
    })
  })

  needs('anvil').test('what was seen is not asked again, and holds for the same code only', async () => {
    await using node = await startAnvil()
    await history(node)
    const before = await readAccounts(node, subjects)
    const seen = new Map(before.reader.seenCode().map((each) => [each.address, each]))
    const old = [OLD, CLONE, PROXY, ON_BEACON]
    const again = await readAccounts(node, old, { seen })
    expect(old.map((at) => again.accounts.get(at)?.hadCodeBefore)).toEqual(old.map(() => true))
    expect(again.reader.seenCode().every((each) => seen.get(each.address)?.since === each.since)).toBe(true)
    // Accounts, proxies, and the rate of the blocks; then the implementations.
    expect(again.trips[0] + again.trips[1]).toBeLessThanOrEqual(5)

    await set(node, 'setStorageAt', PROXY, slots.eip1967, word(NEW_LIBRARY))
    await pass(node, 1)
    const changed = await readAccounts(node, old, { seen })
    expect(changed.accounts.get(PROXY)?.hadCodeBefore).toBe(false)
    expect(changed.accounts.get(OLD)?.hadCodeBefore).toBe(true)
    const withoutState = await readAccounts(node, old, { seen, can: { ...everything, archive: false } })
    expect(withoutState.accounts.get(PROXY)?.hadCodeBefore).toBeUndefined()
    expect(withoutState.accounts.get(OLD)?.hadCodeBefore).toBe(true)
  })

  needs('anvil').test('without old states it is known three days after a contract was first seen', async () => {
    await using node = await startAnvil()
    await history(node)
    const can = { ...everything, archive: false }
    const first = await readAccounts(node, [YOUNG], { can })
    const seen = new Map(first.reader.seenCode().map((each) => [each.address, each]))
    await pass(node, 71)
    expect((await readAccounts(node, [YOUNG], { can, seen })).accounts.get(YOUNG)?.hadCodeBefore).toBeUndefined()
    await pass(node, 2)
    expect((await readAccounts(node, [YOUNG], { can, seen })).accounts.get(YOUNG)?.hadCodeBefore).toBe(true)
  })
})

function agesOf(accounts: ReadonlyMap<string, ChainAccount>): Record<string, boolean | undefined> {
  return Object.fromEntries(subjects.map((at) => [at, accounts.get(at)?.hadCodeBefore]))
}
