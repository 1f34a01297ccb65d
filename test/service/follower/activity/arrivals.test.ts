import { describe, expect, test } from 'vitest'
import * as b from './blocks.ts'
import { activityReader } from './reading.ts'

const { treasury, payee, spender, stranger, unlisted, usdc } = b
const { read } = activityReader()

async function received(tx: b.Tx, { send } = b.node()) {
  const activities = await read([tx], send)
  return activities.map(({ kind, details: { moves = [], notes = [] } }) => [
    kind,
    moves.map(({ amount, direction }) => `${direction} ${amount}`).join(),
    notes.map(({ code }) => code).join(),
  ])
}

describe('a token on no list that arrives in a transaction of the address', () => {
  const buys = { from: treasury, to: spender, value: 3n, logs: [b.transfer(unlisted, spender, treasury, 5n)] }
  const names = { [unlisted]: ['NEW', 'New Token'] } as const

  test('is received, and said to be on no list, where the balance shows it or is not answered', async () => {
    for (const node of [b.node({ names, ...b.held(unlisted, 0n, 5n) }), { ...b.node(), send: b.silent }])
      expect(await received(buys, node)).toEqual([
        ['sent', 'out 3,in 5', ''],
        ['received', 'in 5', 'unlisted-token'],
      ])
  })

  test('is not received where the balance does not show it', async () => {
    expect(await received(buys, b.node(b.held(unlisted, 5n, 5n)))).toEqual([['sent', 'out 3', '']])
  })

  test('is not received where nothing moves', async () => {
    const nothing = { ...buys, logs: [b.transfer(unlisted, spender, treasury, 0n)] }
    expect(await received(nothing)).toEqual([['sent', 'out 3', '']])
    expect(await received({ ...buys, logs: [b.transfer(usdc, spender, treasury, 0n)] })).toEqual([
      ['sent', 'out 3', ''],
    ])
  })
})

describe('what arrives in a transaction of another', () => {
  test('and moves nothing is bait, also of a listed token', async () => {
    for (const token of [usdc, unlisted])
      expect(await received({ from: stranger, logs: [b.transfer(token, payee, treasury, 0n)] })).toEqual([
        ['poison', 'in 0', 'moves-nothing'],
      ])
  })

  test('of a listed token is received without a note, unless its outcome is not known', async () => {
    const pays = { from: payee, logs: [b.transfer(usdc, payee, treasury, 9n)] }
    expect(await received(pays)).toEqual([['received', 'in 9', '']])
    const unsure = { from: payee, to: treasury, value: 7n, succeeded: undefined }
    expect(await received(unsure)).toEqual([['received', 'in 7', 'outcome-unknown']])
  })
})
