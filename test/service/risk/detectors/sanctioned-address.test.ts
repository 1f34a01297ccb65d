import { describe, expect, test } from 'vitest'
import { sanctionedAddress } from '../../../../src/service/risk/detectors/sanctioned-address.ts'
import { callData } from '../call-data.ts'
import { allow, block, intel, judged, observe, other, type Situation, sender, stranger, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const sanction = { kind: 'sanctioned', label: 'OFAC SDN', source: 'ofac', severity: 10 } as const

test('attack: A payment goes to a sanctioned address', () => {
  expect(observe(sanctionedAddress, { to: other, value: 1n, intel: [intel(other, sanction)] })).toEqual([
    {
      subCategory: 'sanctionedInteraction',
      points: 100,
      hops: 0,
      subject: other,
      role: 'recipient',
      text: 'is sanctioned: OFAC SDN',
      source: 'ofac',
      flip: 'do not send or sign it; only ofac can lift it by delisting the address: an ALLOW entry has no effect',
    },
  ])
})

test.each([
  ['sender', sender, callData.transfer(other, 1n)],
  ['spender', other, callData.approve(other, 1n)],
  ['owner', stranger, callData.transferFrom(stranger, other, 1n)],
  ['revoked', other, callData.approve(other, 0n)],
])('a sanctioned %s is found', (role, address, data) => {
  const found = observe(sanctionedAddress, { data, intel: [intel(address, sanction)] })
  expect(found.map((finding) => [finding.subject, finding.role])).toEqual([[address, role]])
})

test('a mixer, a malicious and a blocked address are not sanctioned', () => {
  const records = [intel(other, { kind: 'mixer' }), intel(other)]
  expect(observe(sanctionedAddress, { to: other, intel: records, entries: [block(other)] })).toEqual([])
})

test('a sanction on an address outside the transaction is ignored', () => {
  expect(observe(sanctionedAddress, { to: other, intel: [intel(stranger, sanction)] })).toEqual([])
})

test('a recipient inside multicall, Safe and user operation is found', () => {
  const data = wrapInAll(token, callData.transfer(other, 1n))
  const found = observe(sanctionedAddress, { to: entryPoint, data, intel: [intel(other, sanction)] })
  expect(found.map(({ subject, role }) => [subject, role])).toEqual([[other, 'recipient']])
})

describe('a sanction that was lifted', () => {
  const tag = intel(other, { kind: 'sanctioned', label: 'OFAC, 2022', source: 'tags', format: 'etherscan-labels' })
  const listed = intel(other, { kind: 'sanctioned', label: 'OFAC sanctions list', source: 'ofac', format: 'ofac' })
  const score = (situation: Situation) => judged({ to: other, value: 1n, ...situation }).combinedScore

  test('near miss: A name tag remembers a sanction that the current list lacks', () => {
    const { combinedScore, explanation } = judged({ to: other, value: 1n, intel: [tag], hasSanctionsList: true })
    expect(combinedScore).toBe(0)
    expect(explanation.reasons[0]?.text).toBe('was sanctioned and is not on the current sanctions list: OFAC, 2022')
  })

  test('counts without a current list, and when the list has it too', () => {
    expect(score({ intel: [tag] })).toBe(100)
    expect(score({ intel: [tag, listed], hasSanctionsList: true })).toBe(100)
  })

  test('a list of the operator counts always', () => {
    const own = { ...tag, format: 'addresses' as const }
    expect(score({ intel: [own], hasSanctionsList: true })).toBe(100)
  })
})

test('evasion: An ALLOW entry names the address: it has no effect', () => {
  const situation = { to: other, value: 1n, intel: [intel(other, sanction)], entries: [allow(other)] }
  expect(judged(situation).combinedScore).toBe(100)
})
