import { expect, test } from 'vitest'
import { callData } from '../call-data.ts'
import { delegated, eoa, observation } from '../chain/observed.ts'
import { allow, intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { enter, pays, traceOf } from '../trace/trace-builder.ts'

const ETHER = 10n ** 18n
const delegate = `0x${'de'.repeat(20)}`

const found = (situation: Situation) =>
  judged({ to: other, value: ETHER, chain: observation([delegated(other, delegate)]), ...situation })
    .findings.filter(({ rule }) => rule === 'swept-payment')
    .map(({ points, subject, text }) => `${points} ${subject} ${text}`)

const forwarding = (amount: bigint) =>
  traceOf(sender, enter(other, { value: ETHER }, enter(stranger, { value: amount })))
const sweep = `75 ${other} is an EOA that runs the code of ${delegate}, which forwards what arrives`

test('attack: Ether for an own second account is forwarded by the delegate of that account', () => {
  expect(found({ trace: forwarding(ETHER) })).toEqual([sweep])
})

test('near miss: An account with a delegate keeps what it is paid', () => {
  expect(found({ trace: forwarding(0n) })).toEqual([])
  expect(found({ trace: forwarding(ETHER / 10n) })).toEqual([])
})

test('evasion: The sweep takes a token instead: its movements count as well. A sweep in a later transaction is not found', () => {
  const data = callData.transfer(other, 900n)
  const swept = { ...pays(token, sender, other, 900n)(sender), calls: [pays(token, other, stranger, 900n)(token)] }
  expect(found({ to: token, value: 0n, data, trace: { ...forwarding(0n), root: { ...swept, input: data } } })).toEqual([
    sweep,
  ])
  expect(found({ to: token, value: 0n, data, trace: traceOf(sender, pays(token, sender, other, 900n)) })).toEqual([])
})

test.each<[string, Situation]>([
  ['a known delegate', { intel: [intel(delegate, { kind: 'protocol', as: ['delegate'] })] }],
  ['a delegate with an ALLOW entry', { entries: [allow(delegate)] }],
  ['an EOA without a delegate', { chain: observation([eoa(other)]) }],
])('%s is not a finding', (_, situation) => {
  expect(found({ trace: forwarding(ETHER), ...situation })).toEqual([])
})
