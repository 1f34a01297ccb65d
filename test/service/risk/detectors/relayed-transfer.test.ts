import { expect, test } from 'vitest'
import { callData } from '../call-data.ts'
import { change, measured, observation } from '../chain/observed.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import { allow, intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { type Enter, enter, moved, pays, traceOf } from '../trace/trace-builder.ts'
import { account, wrapInExecute } from '../wrapping.ts'

const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const coin = '0xc0117a1b2c3d4e5f60718293a4b5c6d7e8f90123'
const take = callData.transferFrom(sender, stranger, 5_000n)

/** aggregate3((address,bool,bytes)[]). */
const aggregate = (to: string, data: string) => call('0x82ad56cb', array(tuple(value(to), value(1), bytes(data))))

const found = (situation: Situation) =>
  judged({
    to: multicall3,
    data: aggregate(token, take),
    intel: [intel(multicall3, { kind: 'protocol', canonical: true })],
    ...situation,
  })
    .findings.filter(({ rule }) => rule === 'relayed-transfer')
    .map(({ points, subject }) => `${points} ${subject}`)

/** A trace of the call, and what else happens in it. */
function traced(data: string, to: string, ...more: readonly Enter[]): Situation {
  const taken = enter(token, { input: take, logs: [moved(token, sender, stranger, 5_000n)] })
  return { to, data, trace: traceOf(sender, enter(to, { input: data }, taken, ...more)) }
}

const relayed = (...more: readonly Enter[]) => traced(aggregate(token, take), multicall3, ...more)

test('attack: Multicall3 is instructed to send all USDC of the sender to an address that no source knows', () => {
  expect(found(relayed())).toEqual([`60 ${stranger}`])
  expect(found({ chain: observation([], measured({ changes: [change(-5_000n, token)] })) })).toEqual([`60 ${stranger}`])
})

test('near miss: The sender pays the same address by a transfer of its own', () => {
  expect(found(traced(callData.transfer(stranger, 5_000n), token))).toEqual([])
  expect(found(traced(take, token))).toEqual([])
})

test('evasion: The call is wrapped in a function of a smart account: it is found. A transfer that only the called code chooses is not', () => {
  expect(found(traced(wrapInExecute(token, 0n, take), account))).toEqual([`60 ${stranger}`])
  expect(found(traced('0xdeadbeef', other))).toEqual([])
})

const listed = (address: string) => intel(address, { kind: 'token', canonical: true })

test.each<[string, Situation, string[]]>([
  ['a worthless token comes back', relayed(pays(coin, other, sender, 5_000n)), [`60 ${stranger}`]],
  ['dust comes back', relayed(enter(sender, { value: 1n })), [`60 ${stranger}`]],
  ['a listed token comes back', { ...relayed(pays(coin, other, sender, 5_000n)), intel: [listed(coin)] }, []],
  ['ether comes back', relayed(enter(sender, { value: 10n ** 18n })), []],
  ['the receiver is allowed', { ...relayed(), entries: [allow(stranger)] }, []],
  ['the receiver is known', { ...relayed(), intel: [intel(stranger, { kind: 'protocol', as: ['payee'] })] }, []],
  ['the transfer fails', { trace: traceOf(sender, enter(multicall3, { input: aggregate(token, take) })) }, []],
  ['nothing was simulated', {}, []],
])('%s', (_, situation, expected) => {
  expect(found(situation)).toEqual(expected)
})
