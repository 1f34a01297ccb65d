import { expect, test } from 'vitest'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { account, delegated, eoa, neverUsed, observation } from '../chain/observed.ts'
import { bytes, call, value } from '../encoding.ts'
import { judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { enter, traceOf } from '../trace/trace-builder.ts'
import { safe, wrapInExecute, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const textData = (text: string) => `0x${Buffer.from(text).toString('hex')}`

const found = (situation: Situation) =>
  judged(situation)
    .findings.filter(({ rule }) => rule === 'call-without-code')
    .map(({ points, subject }) => `${points} ${subject}`)

/** SecurityUpdate() */
const UPDATE = '0x5fba79f5'
const chain = observation([eoa(other), eoa(sender), neverUsed(stranger)])

test('attack: SecurityUpdate() is called at an EOA with a payment', () => {
  expect(found({ to: other, data: UPDATE, value: 1n, chain })).toEqual([`75 ${other}`])
  expect(judged({ to: other, data: UPDATE, value: 1n, chain })).toMatchObject({ combinedScore: 75, status: 'UNSAFE' })
})

test('near miss: A payment to an EOA without data, or with a note', () => {
  expect(found({ to: other, value: 1n, chain })).toEqual([])
  expect(found({ to: stranger, value: 1n, chain })).toEqual([])
  for (const text of ['invoice 7', 'Grüße aus Köln', '{"order":5}', 'two\nlines']) {
    const situation = { to: other, data: textData(text), chain }
    expect(found(situation)).toEqual([])
    expect(found({ ...situation, value: 1n })).toEqual([])
    const trace = traceOf(sender, enter(other, { input: situation.data, value: 1n }))
    expect(judged({ ...situation, value: 1n, trace })).toMatchObject({ combinedScore: 0, coverage: 'none' })
  }
})

test('evasion: The call is wrapped in a Safe: it is found. Code that is created before the call in the same batch is not expected', () => {
  const at = { to: safe, chain: observation([account(safe), eoa(other), neverUsed(stranger)]) }
  expect(found({ ...at, data: wrapInSafe(other, 5n, UPDATE) })).toEqual([`75 ${other}`])
  expect(found({ ...at, data: wrapInSafe(stranger, 5n, UPDATE) })).toEqual([`75 ${stranger}`])
  const creates = call('0x1688f0b9', value(token), bytes(''), value(7))
  const batch = wrapInMultiSend({ to: token, data: creates }, { to: stranger, value: 5n, data: UPDATE })
  expect(found({ ...at, data: wrapInSafe(token, 0n, batch, 1) })).toEqual([])
})

test.each<[string, Situation, string[]]>([
  ['a paid text as short as a selector', { to: other, data: textData('rent'), value: 1n, chain }, [`45 ${other}`]],
  [
    'a paid text with control characters',
    { to: other, data: textData('pay\u{202e}ment'), value: 1n, chain },
    [`45 ${other}`],
  ],
  ['paid bytes that are no text', { to: other, data: `${textData('invoice')}ff`, value: 1n, chain }, [`45 ${other}`]],
  [
    'a paid function with a text',
    { to: other, data: `${UPDATE}${textData('invoice').slice(2)}`, value: 1n, chain },
    [`75 ${other}`],
  ],
  ['other data that is paid', { to: other, data: '0x1234567890', value: 1n, chain }, [`45 ${other}`]],
  [
    'a function of a token that is not there',
    { to: stranger, data: callData.transfer(other, 5n), chain },
    [`40 ${stranger}`],
  ],
  [
    'an approval at an address that is not a token',
    { to: other, data: callData.approve(token, MAX_UINT256), chain },
    [`40 ${other}`],
  ],
  [
    'a function that makes the address look like an account of the sender',
    { to: other, data: wrapInExecute(stranger, 0n, '0x'), value: 1n, chain },
    [`75 ${other}`],
  ],
  ['a call of a contract', { to: other, data: UPDATE, value: 1n, chain: observation([account(other)]) }, []],
  [
    'a call of an EOA that runs the code of a delegate',
    { to: other, data: UPDATE, value: 1n, chain: observation([delegated(other, token)]) },
    [],
  ],
  [
    'a call of an address that the node says nothing about',
    { to: other, data: UPDATE, value: 1n, chain: observation() },
    [],
  ],
  ['a call of oneself', { to: sender, data: UPDATE, value: 1n, chain }, []],
  [
    'a precompiled contract',
    {
      to: `0x${'2'.padStart(40, '0')}`,
      data: '0x1234',
      value: 1n,
      chain: observation([neverUsed(`0x${'2'.padStart(40, '0')}`)]),
    },
    [],
  ],
])('%s', (_, situation, expected) => {
  expect(found(situation)).toEqual(expected)
})
