import { expect, test } from 'vitest'
import { findingsOf } from '../../../../src/service/risk/detectors/detector.ts'
import { messagePayee } from '../../../../src/service/risk/detectors/message-payee.ts'
import { evidenceSet, type KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { factsOf } from '../../../../src/service/risk/facts.ts'
import { allow, intel } from '../situation.ts'
import { analyzed, coin, judgedMessage, owner, partner, thief, typed, verdict, ZERO } from '../typed-data/typed.ts'

/** A message of a type that no table has. */
const claim = (member: string, address = thief, type = 'address') =>
  typed(`Claim(${type} ${member},uint256 amount)`, coin, { [member]: address, amount: '5' })

function found(data: unknown, known: Partial<KnownEvidence> = {}) {
  const analysis = analyzed(data)
  if ('missing' in analysis) throw new Error(analysis.why)
  return findingsOf(messagePayee, factsOf(analysis, evidenceSet(known)))
}
const points = (data: unknown, known: Partial<KnownEvidence> = {}) =>
  found(data, known).map((each) => `${each.points} ${each.subject}`)

test('attack: A message of an unknown type names an unknown recipient', () => {
  expect(found(claim('recipient'))).toMatchObject([
    {
      points: 45,
      subject: thief,
      text: 'is the recipient of a message of an unknown type, and is neither yours nor known',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test('near miss: The recipient is the signer', () => {
  for (const address of [owner, ZERO, coin]) expect(points(claim('recipient', address))).toEqual([])
})

test('evasion: The member has another name: the verdict is NO DATA', () => {
  expect(points(claim('who'))).toEqual([])
  expect(verdict(judgedMessage(claim('who')))).toBe('NO DATA')
})

test.each(['receiver', 'beneficiary', 'payee', 'paymentReceiver', 'updatedRecipient', 'destinationRecipient', 'to'])(
  'a member named %s is a payee',
  (name) => {
    expect(points(claim(name))).toEqual([`45 ${thief}`])
  },
)

test('destination is a payee as an address, and to where no call data is beside it', () => {
  expect(points(claim('destination'))).toEqual([`45 ${thief}`])
  expect(points(claim('destination', `0x${'0'.repeat(24)}${thief.slice(2)}`, 'bytes32'))).toEqual([])
  const task = typed('Task(address to,bytes data)', coin, { to: thief, data: '0x' })
  expect(points(task)).toEqual([])
})

test('a payee in a struct, a list and a word is found', () => {
  const nested = typed('Order(Part[] parts)Part(bytes32 recipient)', coin, {
    parts: [{ recipient: `0x${'0'.repeat(24)}${thief.slice(2)}` }],
  })
  expect(points(nested)).toEqual([`45 ${thief}`])
})

test('is not found where a source, an ALLOW entry or a payment vouches for the payee, or the type is read', () => {
  expect(points(claim('recipient', partner), { intel: [intel(partner, { kind: 'exchange', as: ['payee'] })] })).toEqual(
    [],
  )
  expect(points(claim('recipient'), { entries: [allow(thief)] })).toEqual([])
  const counterparties = [{ address: thief, firstSeen: 1, count: 1, hadValue: true, vouches: true }]
  expect(points(claim('recipient'), { counterparties })).toEqual([])
  expect(points(claim('recipient'), { intel: [intel(thief, { kind: 'exchange' })] })).toEqual([`45 ${thief}`])
})
