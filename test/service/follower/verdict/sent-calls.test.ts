import { expect, test } from 'vitest'
import type { ChainTransaction } from '../../../../src/service/chain/blocks/block.ts'
import type { Activity } from '../../../../src/service/follower/activity/activity.ts'
import { engineTransaction, receiptTrace } from '../../../../src/service/follower/verdict/followed-transaction.ts'
import { sentCalls } from '../../../../src/service/follower/verdict/match-validation.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { account, safe, wrapInBatchMode, wrapInMultiSend, wrapInSafe } from '../../risk/wrapping.ts'
import { attacker, callData, followed, payee, treasury, usdc } from './followed.ts'

/** Calls of which each may have been validated: a wrong one takes the validation of another transaction. */

const DATA = callData.transfer(payee, 5n)
const multiSend = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'

type Sent = Partial<ChainTransaction> & Pick<ChainTransaction, 'from' | 'to'>

function callsOf(sent: Sent, ...accounts: readonly string[]) {
  const by = accounts.map((address): Omit<Activity, 'mined'> => ({ address, kind: 'sent', details: {} }))
  return callsAfter(sent, by)
}

function callsAfter(sent: Sent, activities: readonly Omit<Activity, 'mined'>[]) {
  const what = followed(sent, activities)
  return sentCalls(what, analyze(engineTransaction(what), receiptTrace(what)))
}

const ofSafe: Sent = { from: treasury, to: safe, data: wrapInSafe(usdc, 3n, DATA) }
const inner = { from: safe, to: usdc, value: 3n, data: DATA, nonce: undefined, delegates: [] }

test('a transaction is the call of its sender, with its nonce', () => {
  const { from, to } = ofSafe
  const own = { from, to: usdc, value: 2n, data: DATA, nonce: 7, delegates: [] }
  expect(callsOf({ from, to: usdc, value: 2n, data: DATA }, treasury)).toEqual([own])
  expect(callsOf({ from, to, data: '0x' }, treasury, safe)).toHaveLength(1)
})

test('the delegates that the sender signs for belong to its call, and those of others do not', () => {
  const authorizations = [
    { authority: treasury, delegate: payee, nonce: 0n },
    { authority: attacker, delegate: usdc, nonce: 0n },
  ]
  expect(callsOf({ ...ofSafe, authorizations }, safe)).toMatchObject([{ delegates: [payee] }, { delegates: [] }])
})

test('the one call that a Safe makes is a call of the Safe, which has no nonce of an account', () => {
  expect(callsOf(ofSafe, safe)).toEqual([{ ...ofSafe, value: 0n, nonce: 7, delegates: [] }, inner])
})

test('what a Safe only receives, or loses to others, is no call of the Safe', () => {
  const of = (kind: Activity['kind']) => callsAfter(ofSafe, [{ address: safe, kind, details: {} }])
  expect([of('received'), of('allowance-spent'), of('sent')].map(({ length }) => length)).toEqual([1, 1, 2])
})

test('of an owner who calls the Safe, and pays it nothing, it is the call of the Safe', () => {
  expect(callsOf(ofSafe, treasury, safe)).toMatchObject([{ from: treasury }, inner])
})

test('of an owner who does something else by the same transaction, it is not', () => {
  expect(callsOf({ ...ofSafe, value: 1n }, treasury, safe)).toMatchObject([{ from: treasury }])
  const throughOther = { ...ofSafe, to: multiSend, data: wrapInMultiSend({ to: safe, data: String(ofSafe.data) }) }
  expect(callsOf(throughOther, treasury, safe)).toMatchObject([{ from: treasury }])
})

test('of two accounts that a transaction acts for, none is taken for all of it', () => {
  expect(callsOf(ofSafe, safe, payee)).toMatchObject([{ from: treasury }])
  expect(callsOf(ofSafe, safe, safe)).toHaveLength(2)
})

test('an account that the transaction does not act for makes no call of it', () => {
  expect(callsOf({ from: attacker, to: usdc, data: DATA }, safe)).toMatchObject([{ from: attacker }])
  expect(callsOf({ from: attacker, to: entryPoint, data: '0x12345678' }, safe)).toMatchObject([{ from: attacker }])
})

test('several calls of a Safe, or code of others that it runs, are not one call', () => {
  const several = wrapInMultiSend({ to: usdc, data: DATA }, { to: usdc, data: callData.transfer(attacker, 9n) })
  for (const data of [wrapInSafe(multiSend, 0n, several, 1), wrapInSafe(attacker, 0n, '0x12345678', 1)])
    expect(callsOf({ ...ofSafe, data }, safe)).toMatchObject([{ from: treasury }])
  const steps = [
    { to: usdc, data: DATA },
    { to: usdc, data: callData.transfer(attacker, 9n) },
  ]
  const batch = (count: number) =>
    callsOf({ from: attacker, to: account, data: wrapInBatchMode(...steps.slice(0, count)) }, account)
  expect([batch(1), batch(2)]).toMatchObject([[{ from: attacker }, { from: account, to: usdc }], [{ from: attacker }]])
})
