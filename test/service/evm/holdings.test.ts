import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AssetId,
  assetKey,
  isItem,
  NATIVE,
  nativeAssetId,
  ownedKey,
  storedToken,
  tokenOfStored,
} from '../../../src/service/evm/asset.ts'
import {
  type Balances,
  compare,
  differencesOf,
  gainOf,
  Holdings,
  leastOf,
  netOf,
} from '../../../src/service/evm/holdings.ts'
import type { Movement } from '../../../src/service/evm/logs.ts'

const [alice, bob, carol] = ['0xa1', '0xb0', '0xca']
const token: AssetId = { standard: 'erc20', token: '0x70' }
const item = (id: bigint): AssetId => ({ standard: 'erc721', token: '0x17', id })
const owners = fc.constantFrom(alice, bob, carol)
const assets = fc.constantFrom(nativeAssetId, token, item(0n), item(7n), { ...item(7n), token: '0x70' })
const amounts = fc.bigInt({ min: -5n, max: 5n })
const movements: fc.Arbitrary<Movement[]> = fc.array(
  fc.record({ asset: assets, from: owners, to: owners, amount: fc.bigInt({ min: 0n, max: 5n }) }),
)

function holding(...given: readonly (readonly [owner: string, asset: AssetId, amount: bigint])[]): Balances {
  const holdings = new Holdings()
  for (const each of given) holdings.add(...each)
  return holdings.net()
}

describe('the key of an asset', () => {
  test('is the same for the same contract and item, and another for every other', () => {
    fc.assert(
      fc.property(assets, assets, owners, owners, (one, other, first, second) => {
        const isSame = one.token === other.token && one.id === other.id
        expect(assetKey(one) === assetKey({ token: other.token, id: other.id })).toBe(isSame)
        expect(ownedKey(first, one) === ownedKey(second, other)).toBe(isSame && first === second)
      }),
    )
  })

  test('of item 0 is not that of the contract', () => {
    expect(assetKey(item(0n))).not.toBe(assetKey({ token: '0x17' }))
  })
})

test('items are those of ERC-721 and ERC-1155', () => {
  const standards = ['native', 'erc20', 'erc721', 'erc1155'] as const
  expect(standards.map((standard) => isItem({ standard }))).toEqual([false, false, true, true])
})

test('the native currency is stored without a name, and every token under its own', () => {
  expect([storedToken(NATIVE), tokenOfStored('')]).toEqual(['', NATIVE])
  expect([storedToken('0x70'), tokenOfStored('0x70')]).toEqual(['0x70', '0x70'])
})

describe('holdings', () => {
  test('are the sums of what owners get and give, without those that are 0', () => {
    fc.assert(
      fc.property(movements, (given) => {
        const holdings = new Holdings()
        for (const movement of given) holdings.move(movement)
        const net = holdings.net()
        for (const owner of [alice, bob, carol])
          for (const asset of [nativeAssetId, token, item(0n), item(7n)]) {
            const same = given.filter((each) => assetKey(each.asset) === assetKey(asset))
            const gain = gainOf(owner, same)
            expect(holdings.amountOf(owner, asset)).toBe(gain)
            expect(net.get(ownedKey(owner, asset))?.amount).toBe(gain === 0n ? undefined : gain)
            expect(holdings.has(owner, asset)).toBe(same.some(({ from, to }) => from === owner || to === owner))
          }
        expect([...holdings.keys()].length).toBeGreaterThanOrEqual(net.size)
        // What one gets another gives.
        expect(netOf(net.values())).toEqual([])
      }),
    )
  })

  test('count the owners that are asked for only', () => {
    const holdings = new Holdings()
    holdings.move({ asset: token, from: alice, to: bob, amount: 3n }, (owner) => owner === bob)
    expect([...holdings.net().values()]).toEqual([{ ...token, id: undefined, owner: bob, amount: 3n }])
  })

  test('leave out what exceeds their limit, and go on with what they have', () => {
    const holdings = new Holdings(1)
    holdings.add(alice, token, 1n)
    holdings.add(bob, token, 1n)
    holdings.add(alice, token, 1n)
    expect([holdings.amountOf(alice, token), holdings.amountOf(bob, token)]).toEqual([2n, 0n])
    expect(holdings.keys()).toEqual(new Set([ownedKey(alice, token)]))
  })
})

test('net amounts are those of all owners together, in the order of their first', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(assets, amounts)), (given) => {
      const net = netOf(given.map(([asset, amount]) => ({ ...asset, amount })))
      const keys = [...new Set(given.map(([asset]) => assetKey(asset)))]
      const sumOf = (key: string) => given.reduce((sum, [asset, n]) => (assetKey(asset) === key ? sum + n : sum), 0n)
      expect(net.map((each) => [assetKey(each), each.amount])).toEqual(
        keys.map((key) => [key, sumOf(key)]).filter(([, sum]) => sum !== 0n),
      )
    }),
  )
})

test('who moves something to itself gains nothing', () => {
  expect(gainOf(alice, [{ from: alice, to: alice, amount: 5n }])).toBe(0n)
  expect(gainOf(alice, [{ from: alice, to: bob, amount: 5n }])).toBe(-5n)
  expect(gainOf(alice, [{ from: bob, to: alice, amount: 5n }])).toBe(5n)
})

test('two accounts are compared asset by asset, also where one names nothing', () => {
  const first = holding([alice, token, 1n])
  const second = holding([alice, token, 2n], [bob, nativeAssetId, 3n])
  expect(compare(first, second).map(({ owner, token: of, first: a, second: b }) => [owner, of, a, b])).toEqual([
    [alice, '0x70', 1n, 2n],
    [bob, NATIVE, 0n, 3n],
  ])
})

describe('a difference', () => {
  const differ = (first: bigint, second: bigint) =>
    differencesOf(holding([alice, token, first]), holding([alice, token, second])).length === 1

  test('is more than a hundredth of the larger amount', () => {
    expect([differ(1000n, 990n), differ(990n, 1000n), differ(-1000n, -990n)]).toEqual([false, false, false])
    expect([differ(1000n, 989n), differ(989n, 1000n), differ(-1000n, -989n)]).toEqual([true, true, true])
    expect([differ(5n, -5n), differ(0n, 1n), differ(7n, 7n)]).toEqual([true, true, false])
  })

  test('is no other item of the same contract, if there are as many of them', () => {
    const one = holding([alice, item(7n), 1n])
    expect(differencesOf(one, holding([alice, item(8n), 1n]))).toEqual([])
    expect(differencesOf(one, holding([bob, item(8n), 1n]))).toHaveLength(2)
    expect(differencesOf(one, holding([alice, { ...item(8n), token: '0x18' }, 1n]))).toHaveLength(2)
    expect(differencesOf(one, holding([alice, item(8n), 1n], [alice, item(9n), 1n]))).toHaveLength(3)
    // An amount is not made up for by items of its contract.
    const amounts = (amount: bigint) =>
      holding([alice, { ...item(7n), token: '0x70' }, -amount], [alice, token, amount])
    expect(differencesOf(amounts(1n), amounts(2n)).map(({ id }) => id)).toEqual([undefined])
  })
})

describe('the least of several runs', () => {
  const least = (...runs: readonly Balances[]) =>
    leastOf(runs).map(({ owner, token: of, id, amount }) => [owner, of, id, amount])

  test('is the least of each asset, where more than time differs', () => {
    expect(least(holding([alice, token, 100n]), holding([alice, token, 50n]))).toEqual([
      [alice, '0x70', undefined, 50n],
    ])
    expect(least(holding([alice, token, 50n]), holding([alice, token, 100n]))).toEqual([
      [alice, '0x70', undefined, 50n],
    ])
    expect(least(holding([alice, token, 1000n]), holding([alice, token, 995n]))).toEqual([
      [alice, '0x70', undefined, 1000n],
    ])
  })

  test('is 0, and left out, where one run does not pay it', () => {
    expect(least(holding([alice, token, 100n]), holding())).toEqual([])
    expect(least(holding(), holding([alice, token, 100n]))).toEqual([])
    expect(least(holding(), holding([alice, token, -100n]))).toEqual([[alice, '0x70', undefined, -100n]])
    expect(least()).toEqual([])
  })

  test('has the items of the first run, where the others have as many', () => {
    const [first, second] = [holding([alice, item(7n), 1n]), holding([alice, item(8n), 1n])]
    expect(least(first, second)).toEqual([[alice, '0x17', 7n, 1n]])
    expect(least(first, second, holding())).toEqual([])
    // An item that leaves in one run only counts.
    expect(least(holding([alice, item(7n), -1n]), holding([alice, item(8n), -1n]))).toEqual([
      [alice, '0x17', 7n, -1n],
      [alice, '0x17', 8n, -1n],
    ])
  })
})
