import { expect, test } from 'vitest'
import { evidenceSet, holdsOn } from '../../../src/service/risk/evidence.ts'
import { allow, block, intel, other, token } from './situation.ts'

test('evidence is found by address in any case', () => {
  const entries = [block(other.toUpperCase().replace('0X', '0x')), allow(token)]
  const records = [intel(other, { source: 'feed A' }), intel(token), intel(other, { source: 'feed B' })]
  const evidence = evidenceSet({ entries, intel: records })
  expect(evidence.entriesOn(other)).toEqual([entries[0]])
  expect(evidence.intelOn(other)).toEqual([records[0], records[2]])
})

test('an unknown address has no evidence', () => {
  const evidence = evidenceSet({ entries: [block(token)], intel: [intel(token)] })
  expect([evidence.entriesOn(other), evidence.intelOn(other)]).toEqual([[], []])
})

test('counterparties are found by first and last digits, in any case, the address itself included', () => {
  const known = ['0xABC0000000000000000000000000000000000def', '0xabc1111111111111111111111111111111111DEF', other].map(
    (address) => ({ address, firstSeen: 1, count: 1, hadValue: true, vouches: true }),
  )
  const evidence = evidenceSet({ counterparties: known })
  const found = (address: string) => evidence.counterpartiesLike(address)
  expect(found('0xabc2222222222222222222222222222222222def')).toEqual(known.slice(0, 2))
  expect(found(other)).toEqual([known[2]])
  expect(found(token)).toEqual([])
  expect(evidenceSet({}).counterpartiesLike(other)).toEqual([])
})

test('a record without chains applies to every chain, one with chains to those', () => {
  const everywhere = intel(other, { chainIds: [] })
  const somewhere = intel(other, { chainIds: ['1', '10'] })
  expect(['1', '10', '56'].map((chainId) => holdsOn(everywhere, chainId))).toEqual([true, true, true])
  expect(['1', '10', '56'].map((chainId) => holdsOn(somewhere, chainId))).toEqual([true, true, false])
})
