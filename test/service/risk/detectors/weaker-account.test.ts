import { describe, expect, test } from 'vitest'
import { call } from '../../../../bench/detection/adversarial/encode.ts'
import { attacksOf } from '../../../../bench/detection/adversarial/index.ts'
import { ACCOUNT } from '../../../../bench/detection/adversarial/row.ts'
import { weakerAccount } from '../../../../src/service/risk/detectors/weaker-account.ts'
import { verdictOfCase } from '../../../honest/verdict-of-case.ts'
import { word } from '../call-data.ts'
import { allow, judged, observe, other, sender } from '../situation.ts'
import { safe, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const texts = (data: string, to = safe) =>
  observe(weakerAccount, { to, data }).map(({ points, text }) => `${points} ${text}`)
const own = (data: string) => wrapInSafe(safe, 0n, data)

describe('an account that loses protection is a WARNING', () => {
  test.each([
    [
      'an owner less',
      `0xf8dc5dd9${word(sender)}${word(other)}${word(1n)}`,
      '45 The account SAFE needs a single signature from now on.',
    ],
    ['no guard', `0xe19a9dd9${word(0n)}`, '40 The account SAFE loses its transaction guard.'],
    ['no delay', `0x64d62353${word(0n)}`, '40 The account SAFE loses its delay.'],
    [
      'a public key',
      `0x29565e3b${word(7n)}${word(8n)}`,
      '45 The account SAFE gets a public key as an owner, which no list can name.',
    ],
    [
      'signers by a hash',
      `0x29561426${word(7n)}`,
      '45 The account SAFE gets signers by their hash, which says nothing about who they are.',
    ],
    [
      'a public key in bytes',
      `0x33713880${word(32n)}${word(64n)}${word(7n)}${word(8n)}`,
      '45 The account SAFE gets a public key as an owner, which no list can name.',
    ],
  ])('%s', (_, data, expected) => {
    expect(texts(own(data))).toEqual([expected.replace('SAFE', safe)])
  })
})

test.each([
  ['a new guard', `0xe19a9dd9${word(other)}`],
  ['a longer delay', `0x64d62353${word(86_400n)}`],
])('%s is not a finding', (_, data) => {
  expect(texts(own(data))).toEqual([])
})

test('an ALLOW entry for the account does not cap it', () => {
  expect(judged({ to: safe, data: own(`0x694e80c3${word(1n)}`), entries: [allow(safe)] }).combinedScore).toBe(45)
})

test('attack: A Safe lowers its threshold to one', () => {
  expect(texts(own(`0x694e80c3${word(1n)}`))).toEqual([`45 The account ${safe} needs a single signature from now on.`])
})

test('near miss: A Safe sets its threshold to two', () => {
  expect(texts(own(`0x694e80c3${word(2n)}`))).toEqual([])
})

test('evasion: The change is one step of a batch: each step is read', () => {
  const data = `0xe19a9dd9${word(0n)}`
  const batch = wrapInMultiSend({ to: other, value: 5n }, { to: safe, data }, { to: safe, data })
  expect(texts(wrapInSafe(other, 0n, batch, 1))).toEqual([`40 The account ${safe} loses its transaction guard.`])
})

describe('signers that are no addresses', () => {
  const unnamedSigners = attacksOf('signers without an address: hashes and public keys')
  test.each(unnamedSigners.map((row) => [row.id, row] as const))('%s: WARNING', (_, row) => {
    expect(verdictOfCase(row)).toEqual({ verdict: 'WARNING', score: 45 })
  })

  test('of a module are those of the account that calls it', () => {
    const row = unnamedSigners.find(({ id }) => id === 'webauthn-validation')
    const found = observe(weakerAccount, { to: row?.to ?? '', data: row?.data ?? '' })
    expect(found).toMatchObject([{ text: expect.stringContaining(`The account ${ACCOUNT} gets`) }])
  })

  const signer = (data: string) => call('addSigners(bytes[])', [data])
  test.each([
    ['a signer with an address', signer(sender)],
    ['a key that is an address', call('authorize((uint40,uint8,bool,bytes))', [0, 2, true, `0x${word(sender)}`])],
    ['further signers that end', call('setExtraImageHash(bytes32,uint256)', `0x${word(7n)}`, 0n)],
  ])('near miss: %s', (_, data) => {
    expect(texts(own(data))).toEqual([])
  })

  test('evasion: a key beside an address', () => {
    const both = call('addSigners(bytes[])', [sender, `${other}${'5b'.repeat(64)}`])
    expect(texts(own(both))).toEqual([`45 The account ${safe} gets a public key as an owner, which no list can name.`])
  })

  test('with code in the same call: the code is UNSAFE', () => {
    const synced = call('syncAccount(uint32,bytes32,uint32,address,bytes)', 1, `0x${word(7n)}`, 0, other, '0x')
    expect(judged({ to: safe, data: own(synced) }).combinedScore).toBe(75)
  })
})
