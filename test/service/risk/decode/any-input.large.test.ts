import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressesOf, analyze } from '../../../../src/service/risk/analyze.ts'
import { everyCall } from '../../../../src/service/risk/decode/calls.ts'
import { describeCalls } from '../../../../src/service/risk/decode/describe.ts'
import { honestSignatures } from '../../../../src/service/risk/decode/signatures.ts'
import { runs } from '../../../support/share.ts'
import { token, transaction } from '../situation.ts'
import { anyCallData } from './any-input.ts'

test('no input makes the decoder throw, and every call has a status', () => {
  fc.assert(
    fc.property(anyCallData, fc.boolean(), (data, creates) => {
      const analysis = analyze(transaction({ to: creates ? undefined : token, data }))
      const { root, calls } = analysis.decoded
      for (const call of everyCall(root)) {
        const known = call.to !== undefined && honestSignatures(call.data.slice(0, 10).toLowerCase()) !== undefined
        if (known && !call.selector.startsWith('0x0000') && call.selector.length === 10)
          expect(['decoded', 'undecodable']).toContain(call.status)
        expect(call.fault !== undefined).toBe(call.status === 'undecodable')
        expect(call.calls.every((inner) => inner.depth === call.depth + 1)).toBe(true)
      }
      expect(calls.length).toBeGreaterThan(0)
      expect(addressesOf(analysis).every((address) => /^0x[0-9a-f]{40}$/.test(address))).toBe(true)
      expect(describeCalls(analysis.decoded, { nameOf: () => undefined }).length).toBeGreaterThan(0)
    }),
    { numRuns: runs(2000) },
  )
})
