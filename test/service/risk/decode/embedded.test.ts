import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { word } from '../call-data.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import { allow, block, intel, judged, other, sender, token, transaction } from '../situation.ts'
import { wrapInMulticall, wrapInMultiSend, wrapInSafe, wrapInUserOperation } from '../wrapping.ts'

const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((each) => Buffer.from(each).toString('hex'))

/** Not more than eight zero bytes: that is padding. */
const anAddress = hex(20, 20)
  .filter(
    (digits) =>
      (digits.match(/../g) ?? []).filter((byte) => byte === '00').length <= 8 &&
      !/^(?:f{40}|(?:[2-7].){20})$/.test(digits),
  )
  .map((digits) => `0x${digits}`)

/** Call data that holds an address in a place that no table reads. */
const places: Record<string, (digits: string, before: string, after: string) => string> = {
  'a word of an unknown function': (digits) => `0xdeadbeef${word(7)}${word(digits)}`,
  'a word aligned to the left': (digits) => `0xdeadbeef${digits.padEnd(64, '0')}`,
  'packed data at any byte': (digits, before, after) => `0xdeadbeef${before}${digits}${after}`,
  'the tail of a decoded call': (digits, before) => `0xa9059cbb${word(other)}${word(5n)}${before}${digits}`,
  'a gap between arguments': (digits) =>
    `0x4000aea0${word(other)}${word(5n)}${word(0xa0)}${word(digits)}${word(0)}${word(0)}`,
  'a bytes argument': (digits, before, after) =>
    call('0x4000aea0', value(other), value(5), bytes(before + digits + after)),
  'a bytes32 argument': (digits) => call('0x2f2ff15d', value(digits.padEnd(64, '0')), value(sender)),
  'the low bytes of a number': (digits) => call('0xa9059cbb', value(other), value(`8${'0'.repeat(23)}${digits}`)),
  'the tail of a multicall': (digits) => wrapInMulticall(`0xa9059cbb${word(other)}${word(5n)}${digits}`),
  'an unknown function in a Safe': (digits, before) => wrapInSafe(token, 0n, `0xdeadbeef${before}${digits}`),
  'an unknown function in a batch': (digits) => wrapInMultiSend({ to: token, data: `0xdeadbeef${word(digits)}` }),
  'an unknown function of a user operation': (digits) => wrapInUserOperation(other, `0xdeadbeef${word(digits)}`),
  'a nested bytes': (digits, before) =>
    call('0x4000aea0', value(other), value(5), bytes(tuple(array(bytes(before + digits))).digits)),
  'the paymaster of a user operation': (digits) => {
    const start = [value(other), value(7), bytes(''), bytes('')]
    const end = [value(0), value(0), value(0), bytes(`${digits}${'00'.repeat(32)}`), bytes('bb'.repeat(65))]
    return call('0x765e827f', array(tuple(...start, ...end)), value(other))
  },
  'a text': (digits) => call('0xdeadbeef', bytes(Buffer.from(`=:ETH.ETH:0x${digits}:0`).toString('hex'))),
  'the code of a new contract': (digits, before, after) => `0x6080604052${before}73${digits}${after}`,
}

describe.each(Object.entries(places))('%s', (place, dataWith) => {
  const to = place.startsWith('the code') ? undefined : token

  test('a blocked, sanctioned or malicious address counts in full, wherever it stands', () => {
    fc.assert(
      fc.property(anAddress, hex(0, 70), hex(0, 70), (address, before, after) => {
        const data = dataWith(address.slice(2), before, after)
        const sanctioned = intel(address, { kind: 'sanctioned', label: 'a list' })
        for (const known of [{ entries: [block(address)] }, { intel: [sanctioned] }, { intel: [intel(address)] }]) {
          const { combinedScore, findings } = judged({ to, data, ...known })
          expect(combinedScore).toBeGreaterThanOrEqual(90)
          expect(findings.map(({ subject }) => subject)).toContain(address)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('a benign address and an ALLOW entry there are not subjects', () => {
    const data = dataWith('57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5', '', '')
    const stranger = '0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5'
    const evidence = { intel: [intel(stranger, { kind: 'exchange' })], entries: [allow(stranger)] }
    const { explanation } = judged({ to, data, ...evidence })
    expect(explanation.reasons.map(({ role }) => role)).not.toContain('in the call data')
  })
})

test('the role is "in the call data"', () => {
  const { explanation, error } = judged({ data: `0xdeadbeef${word(other)}`, entries: [block(other)] })
  expect(explanation.reasons[0]).toMatchObject({ subject: other, role: 'in the call data', points: 100 })
  expect(error).toMatch(/^The address in the call data 0x/)
})

test('a decoded call without spare bytes has no candidates', () => {
  const transfer = `0xa9059cbb${word(other)}${word(10n ** 24n)}`
  for (const data of [transfer, wrapInMulticall(transfer, transfer)])
    expect(analyze(transaction({ data })).embedded).toEqual([])
})
