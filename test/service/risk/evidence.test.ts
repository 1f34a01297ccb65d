import { expect, test } from 'vitest'
import { evidenceSet, holdsOn } from '../../../src/service/risk/evidence.ts'
import { allow, block, intel, other, token } from './situation.ts'

test('evidence is found by address, whatever case it was written in', () => {
  const entries = [block(other.toUpperCase().replace('0X', '0x')), allow(token)]
  const records = [intel(other, { source: 'feed A' }), intel(token), intel(other, { source: 'feed B' })]
  const evidence = evidenceSet({ entries, intel: records })
  expect(evidence.entriesOn(other)).toEqual([entries[0]])
  expect(evidence.intelOn(other)).toEqual([records[0], records[2]])
})

test('an address nobody knows has no evidence', () => {
  const evidence = evidenceSet({ entries: [block(token)], intel: [intel(token)] })
  expect([evidence.entriesOn(other), evidence.intelOn(other)]).toEqual([[], []])
})

test('a record without chains holds on every chain, one with chains on those', () => {
  const everywhere = intel(other, { chainIds: [] })
  const somewhere = intel(other, { chainIds: ['1', '10'] })
  expect(['1', '10', '56'].map((chainId) => holdsOn(everywhere, chainId))).toEqual([true, true, true])
  expect(['1', '10', '56'].map((chainId) => holdsOn(somewhere, chainId))).toEqual([true, true, false])
})
