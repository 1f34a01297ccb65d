import { describe, expect, test } from 'vitest'
import {
  claimedBalances,
  environmentDifferences,
  measureBalances,
  minimumChanges,
} from '../../../../src/service/chain/simulation/asset-changes.ts'
import type { Question } from '../../../../src/service/chain/simulation/questions.ts'
import { type AssetId, nativeAssetId } from '../../../../src/service/evm/asset.ts'
import { Holdings } from '../../../../src/service/evm/holdings.ts'
import type { Movement } from '../../../../src/service/evm/logs.ts'
import { accountsFrom } from '../../../support/chain/simulate-on.ts'

const [alice, safe, bob, token, art] = ['a1', '5a', 'b0', '70', 'c3'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
  string,
]
const word = (value: string | bigint) => `0x${BigInt(value).toString(16).padStart(64, '0')}`

const native: Question = { kind: 'native', owner: alice }
const balance: Question = { kind: 'balance', owner: alice, token }
const items: Question = { kind: 'items', owner: alice, token: art, id: 7n }
const holder: Question = { kind: 'holder', token: art, id: 7n }
const counted: Question = { kind: 'balance', owner: alice, token: art }

/** What readings before and after a run show; alice pays for the gas. */
function measured(
  readings: readonly (readonly [Question, before: string, after: string])[],
  { fee = 0n, standard = undefined as 'erc721' | undefined } = {},
) {
  const { balances, measured, unread } = measureBalances(
    {
      questions: readings.map(([question]) => question),
      before: readings.map(([, before]) => before),
      after: readings.map(([, , after]) => after),
    },
    {
      owners: [alice, safe],
      payer: alice,
      fee,
      accounts: accountsFrom([{ address: art, kind: 'contract', balance: 0n, standard }]),
    },
  )
  const changes = Array.from(balances.values(), ({ owner, standard, token, id, amount }) => [
    owner,
    standard,
    token,
    id,
    amount,
  ])
  return { changes, measured: [...measured], unread: [...unread] }
}

test('a token is none of items because someone may take an amount of it', () => {
  const allowance: Question = { kind: 'allowance', owner: alice, token, spender: bob }
  const { changes } = measured([
    [allowance, word(0n), word(5n)],
    [balance, word(9n), word(4n)],
  ])
  expect(changes).toEqual([[alice, 'erc20', token, undefined, -5n]])
})

describe('the change of a balance', () => {
  test('is what is read afterwards less what is read before', () => {
    expect(measured([[balance, word(100n), word(30n)]])).toEqual({
      changes: [[alice, 'erc20', token, undefined, -70n]],
      measured: [`${alice} ${token}`],
      unread: [],
    })
    expect(measured([[items, word(2n), word(5n)]])).toEqual({
      changes: [[alice, 'erc1155', art, 7n, 3n]],
      measured: [`${alice} ${art} 7`],
      unread: [],
    })
  })

  test('of native currency is without the fee, which only its payer has paid', () => {
    const paid = measured([[native, word(1000n), word(600n)]], { fee: 50n })
    expect(paid.changes).toEqual([[alice, 'native', 'native', undefined, -350n]])
    const ofSafe: Question = { kind: 'native', owner: safe }
    expect(measured([[ofSafe, word(1000n), word(600n)]], { fee: 50n }).changes).toEqual([
      [safe, 'native', 'native', undefined, -400n],
    ])
    expect(measured([[native, word(1000n), word(950n)]], { fee: 50n }).changes).toEqual([])
  })

  test('that is none is measured all the same', () => {
    expect(measured([[balance, word(5n), word(5n)]])).toEqual({
      changes: [],
      measured: [`${alice} ${token}`],
      unread: [],
    })
  })

  test.each([
    ['before', '0x', word(5n)],
    ['afterwards', word(5n), '0x'],
  ])('is not known where the contract does not answer %s', (_, before, after) => {
    expect(measured([[balance, before, after]])).toEqual({ changes: [], measured: [], unread: [token] })
    expect(measured([[native, before, after]])).toEqual({ changes: [], measured: [], unread: ['native'] })
  })

  test('of a contract that never answers is none, as it is no token; native currency always has an answer', () => {
    expect(measured([[balance, '0x', '0x']])).toEqual({ changes: [], measured: [], unread: [] })
    expect(measured([[native, '0x', '0x']])).toEqual({ changes: [], measured: [], unread: ['native'] })
  })

  test('is not known for answers that are missing', () => {
    const readings = { questions: [balance, holder], before: [], after: [word(1n)] }
    const input = { owners: [alice], accounts: new Map(), payer: alice, fee: 0n }
    expect([...measureBalances(readings, input).unread]).toEqual([token])
  })
})

describe('an item', () => {
  test('goes from who holds it before to who holds it afterwards', () => {
    expect(measured([[holder, word(alice), word(bob)]]).changes).toEqual([[alice, 'erc721', art, 7n, -1n]])
    expect(measured([[holder, word(bob), word(safe)]]).changes).toEqual([[safe, 'erc721', art, 7n, 1n]])
    expect(measured([[holder, word(alice), word(safe)]]).changes).toEqual([
      [alice, 'erc721', art, 7n, -1n],
      [safe, 'erc721', art, 7n, 1n],
    ])
    expect(measured([[holder, word(alice), word(alice)]]).changes).toEqual([])
  })

  test('that is minted or burnt has no holder on one side', () => {
    expect(measured([[holder, '0x', word(alice)]]).changes).toEqual([[alice, 'erc721', art, 7n, 1n]])
    expect(measured([[holder, word(alice), '0x']]).changes).toEqual([[alice, 'erc721', art, 7n, -1n]])
  })

  test('of a contract that answers with no holder is not measured', () => {
    expect(measured([[holder, '0x', '0x']])).toEqual({ changes: [], measured: [], unread: [] })
  })

  test('is not counted twice, where the contract says how many items an owner has', () => {
    const named = measured([
      [holder, word(alice), word(bob)],
      [counted, word(3n), word(1n)],
    ])
    // Two leave, of which one is named.
    expect(named.changes).toEqual([
      [alice, 'erc721', art, 7n, -1n],
      [alice, 'erc721', art, undefined, -1n],
    ])
  })

  test('is of an ERC-721 where it has a holder or the account says so; otherwise a balance is one of base units', () => {
    const standardOf = (readings: Parameters<typeof measured>[0], options = {}) =>
      measured(readings, options).changes.find(([, , , id]) => id === undefined)?.[1]
    expect(standardOf([[counted, word(3n), word(1n)]])).toBe('erc20')
    expect(standardOf([[counted, word(3n), word(1n)]], { standard: 'erc721' })).toBe('erc721')
    for (const holders of [
      [word(bob), '0x'],
      ['0x', word(bob)],
    ] as const)
      expect(
        standardOf([
          [counted, word(3n), word(1n)],
          [holder, ...holders],
        ]),
      ).toBe('erc721')
    expect(
      standardOf([
        [counted, word(3n), word(1n)],
        [holder, '0x', '0x'],
      ]),
    ).toBe('erc20')
    // Items of ERC-1155 keep their standard.
    expect(measured([[items, word(2n), word(1n)]], { standard: 'erc721' }).changes[0]?.[1]).toBe('erc1155')
  })
})

describe('what events claim', () => {
  const asset: AssetId = { standard: 'erc20', token }
  const move = (from: string, to: string, amount: bigint, of = asset): Movement => ({ asset: of, from, to, amount })

  test('is summed up for the owners, and no one else', () => {
    const claimed = claimedBalances(
      [move(alice, bob, 5n), move(bob, alice, 2n), move(alice, safe, 1n), move(bob, bob, 9n)],
      [alice, safe],
    )
    expect(Array.from(claimed.values(), ({ owner, amount }) => [owner, amount])).toEqual([
      [alice, -4n],
      [safe, 1n],
    ])
    expect(claimedBalances([move(alice, bob, 5n), move(bob, alice, 5n)], [alice]).size).toBe(0)
  })

  test('counts the first 1024 assets, so that runs with any number of events can be compared', () => {
    const many = Array.from({ length: 1025 }, (_, id) =>
      move(bob, alice, 1n, { standard: 'erc1155', token: art, id: BigInt(id) }),
    )
    expect(claimedBalances(many, [alice]).size).toBe(1024)
  })
})

function holding(...entries: readonly (readonly [owner: string, asset: AssetId, amount: bigint])[]) {
  const holdings = new Holdings()
  for (const [owner, asset, amount] of entries) holdings.add(owner, asset, amount)
  return holdings.net()
}

test('the least of all runs counts, in the order of the owners', () => {
  const runs = [
    holding([safe, nativeAssetId, -1n], [alice, nativeAssetId, 5n]),
    holding([alice, nativeAssetId, -5n], [safe, nativeAssetId, -1n]),
  ]
  expect(minimumChanges(runs, [alice, safe]).map(({ owner, amount }) => [owner, amount])).toEqual([
    [alice, -5n],
    [safe, -1n],
  ])
})

test('a difference says what the run in the block of the node shows, and what the realistic one', () => {
  const differences = environmentDifferences(holding([alice, nativeAssetId, 5n]), holding([alice, nativeAssetId, -5n]))
  expect(differences).toEqual([{ ...nativeAssetId, owner: alice, id: undefined, plain: 5n, realistic: -5n }])
})
