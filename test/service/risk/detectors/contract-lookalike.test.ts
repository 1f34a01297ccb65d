import { describe, expect, test } from 'vitest'
import { contractLookalike } from '../../../../src/service/risk/detectors/contract-lookalike.ts'
import { brief, briefly, control, detected, grant, interaction, signer, transfer } from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { allow, intel, judged, observe, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(contractLookalike)

const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const lookalike = (first: number, last: number, of = router) =>
  `0x${of.slice(2, 2 + first)}${'e'.repeat(40 - first - last)}${of.slice(-last)}`

const known = (address: string, original = router) => ({
  lookalikes: new Map([[address, [intel(original, { kind: 'protocol', label: 'a router', source: 'labels' })]]]),
})

test('attack: A spender has the first 4 and last 4 digits of a known router', () => {
  const authority = lookalike(4, 4)
  expect(detected(contractLookalike, [grant({ authority })], known(authority))).toEqual([
    {
      subCategory: 'impersonationScamInteraction',
      points: 80,
      hops: 0,
      subject: authority,
      role: 'spender',
      text: `looks like ${router}, known as a router, but is a different address (same first 4 and last 4 digits)`,
      source: 'labels',
      flip: 'use 0x7a250d5630b4cf539739df2c5dacb4c659f2488d, or add an ALLOW entry for this one',
    },
  ])
})

describe('points by shared digits', () => {
  test.each([
    [3, 3, ['45']],
    [3, 4, ['45']],
    [4, 3, ['45']],
    [4, 4, ['80']],
    [2, 6, []],
    [6, 2, []],
  ])('%i first and %i last digits', (first, last, expected) => {
    const authority = lookalike(first, last)
    expect(found([transfer({ authority })], known(authority))).toEqual(expected.map((each) => `${each} ${authority}`))
  })

  test.each([
    [1000, 3, 3, '45'],
    [1000, 3, 4, '45'],
    [1000, 4, 4, '80'],
    [50_000, 3, 4, undefined],
    [50_000, 4, 4, '45'],
    [50_000, 4, 5, '80'],
    [1_000_000, 4, 4, undefined],
    [1_000_000, 4, 5, '45'],
    [1_000_000, 5, 5, '80'],
  ])('among %i addresses of a source, %i first and %i last digits', (size, first, last, points) => {
    const authority = lookalike(first, last)
    const evidence = { ...known(authority), sourceSizes: new Map([['labels', size]]) }
    expect(found([transfer({ authority })], evidence)).toEqual(points === undefined ? [] : [`${points} ${authority}`])
  })

  test('seven of a contract that the sender used before', () => {
    const authority = lookalike(3, 4)
    const used = { address: router, firstSeen: 1, count: 1, hadValue: true, vouches: false }
    expect(found([grant({ authority })], { ...known(authority), counterparties: [used] })).toEqual([`80 ${authority}`])
  })

  test('leading zeros do not count', () => {
    const cheap = '0x000000000022d473030f116ddee9f6b43ac78ba3'
    const chance = `0x0000000000${'e'.repeat(26)}8ba3`
    const made = `0x000000000022d4${'e'.repeat(22)}8ba3`
    expect(found([grant({ authority: chance })], known(chance, cheap))).toEqual([])
    expect(found([grant({ authority: made })], known(made, cheap))).toEqual([`80 ${made}`])
  })
})

test('called, paid and controlling addresses are compared, and spenders', () => {
  const authority = lookalike(5, 5)
  const all = [interaction('0xdeadbeef', { authority }), transfer({ authority }), control({ authority })]
  for (const action of all) expect(found([action], known(authority))).toEqual([`80 ${authority}`])
})

describe('ignores', () => {
  const authority = lookalike(5, 5)

  test('a known address', () => {
    const facts = { ...known(authority), intel: [intel(authority, { kind: 'protocol', canonical: true })] }
    expect(found([grant({ authority })], facts)).toEqual([])
    expect(found([grant({ authority })], { ...known(authority), entries: [allow(authority)] })).toEqual([])
  })

  test('revocations and the sender', () => {
    expect(found([grant({ authority, revokes: true })], known(authority))).toEqual([])
    expect(found([transfer({ authority: signer })], known(signer, `${signer.slice(0, -5)}00000`))).toEqual([])
  })
})

test('an approval inside multicall, Safe and user operation is found', () => {
  const spender = lookalike(4, 6)
  const data = wrapInAll(token, callData.approve(spender, 1n))
  expect(brief(observe(contractLookalike, { to: entryPoint, data, ...known(spender) }))).toEqual([`80 ${spender}`])
})

test('near miss: First 3 and last 4 digits of one of 50,000 labels: that is chance', () => {
  const authority = lookalike(3, 4)
  const evidence = { ...known(authority), sourceSizes: new Map([['labels', 50_000]]) }
  expect(found([grant({ authority })], evidence)).toEqual([])
})

test('evasion: The imitation has a name tag: it vouches for nothing, so a payment and an allowance are found', () => {
  const spender = lookalike(4, 4)
  const tagged = { ...known(spender), intel: [intel(spender, { kind: 'protocol' })] }
  expect(found([transfer({ authority: spender })], tagged)).toEqual([`80 ${spender}`])
  expect(judged({ data: callData.approve(spender, 1n), ...tagged }).combinedScore).toBe(80)
})
