import { expect, test } from 'vitest'
import * as b from './blocks.ts'
import { activityReader } from './reading.ts'

const { treasury, stranger, spender, weth, usdc, unlisted, zero } = b
const { kinds, only, read } = activityReader()

const burns = b.unwrapped(weth, treasury, 7n)
const mints = b.wrapped(weth, treasury, 7n)

test('a stranger makes the code of an address unwrap what it has', async () => {
  const { kind, details } = await only({ from: stranger, to: spender, logs: [burns] })
  expect({ kind, details }).toEqual({
    kind: 'allowance-spent',
    details: {
      moves: [{ token: weth, amount: '7', direction: 'out', other: zero }],
      other: stranger,
      rights: [],
      notes: [{ code: 'unwrapped-by-other' }],
    },
  })
})

test('its own execution is sent: its transaction, a call of its code, what a Safe signed', async () => {
  const executed = b.event(treasury, 'ExecutionSuccess(bytes32,uint256)', [1, 0], 0)
  for (const tx of [
    { from: treasury, to: weth, logs: [burns] },
    { from: stranger, to: treasury, logs: [burns] },
    { from: stranger, to: spender, logs: [burns, executed] },
  ])
    expect(await only(tx)).toMatchObject({ kind: 'sent', details: { moves: [{ token: weth, direction: 'out' }] } })
})

test('what is wrapped arrives, by its own transaction or by that of another', async () => {
  const arrives = { kind: 'received', details: { moves: [{ token: weth, amount: '7', direction: 'in', other: zero }] } }
  expect(await only({ from: stranger, to: spender, logs: [mints] })).toMatchObject(arrives)
  expect(await read([{ from: treasury, to: weth, value: 7n, logs: [mints] }])).toMatchObject([
    {
      kind: 'sent',
      details: {
        moves: [
          { token: 'native', direction: 'out' },
          { token: weth, direction: 'in' },
        ],
      },
    },
    arrives,
  ])
})

test('a wrapped token that also emits a Transfer moves once', async () => {
  const { details } = await only({ from: treasury, to: weth, logs: [b.transfer(weth, treasury, zero, 7n), burns] })
  expect(details.moves).toHaveLength(1)
})

test('near miss: the same events of a token on no list, and of a listed one that wraps nothing', async () => {
  for (const token of [unlisted, usdc]) {
    const logs = [b.unwrapped(token, treasury, 7n), b.wrapped(token, treasury, 7n)]
    expect(await kinds({ from: stranger, to: spender, logs })).toEqual([])
  }
})
