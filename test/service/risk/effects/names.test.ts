import { describe, expect, test } from 'vitest'
import { array, bytes, call, type Encoded, tuple, value } from '../encoding.ts'
import { intel, judged, other, sender } from '../situation.ts'
import { wrapInMulticall, wrapInMultiSend } from '../wrapping.ts'
import { findingsAbout } from './reading.ts'

const registry = '0x4e617b3c2d4f5061728394a5b6c7d8e9fa0b1c2d'
const node = value('7e'.repeat(32))
const text = (words: string) => bytes(Buffer.from(words).toString('hex'))

test('a name for an unknown owner is a WARNING', () => {
  const set = (owner: string) => call('0x5b0fc9c3', node, value(owner))
  expect(findingsAbout(other, { to: registry, data: set(other) })).toEqual([
    `unknown-right 55: gets a domain name of ${sender} and is unknown`,
  ])
  expect(judged({ to: registry, data: set(sender) }).combinedScore).toBe(0)
})

describe('records of a name', () => {
  const found = [`unknown-right 45: gets control of the records of a name of ${sender} and is unknown`]

  test('for an unknown address, in a multicall', () => {
    const set = (to: string) => wrapInMulticall(call('0xd5fa2b00', node, value(to)))
    expect(findingsAbout(other, { to: registry, data: set(other) })).toEqual(found)
    expect(judged({ to: registry, data: set(sender) }).combinedScore).toBe(0)
  })

  test('as bytes of a kind of coin', () => {
    const data = call('0x8b95dd71', node, value(60), bytes(other))
    expect(findingsAbout(other, { to: registry, data })).toEqual(found)
  })

  describe('among those of a name that is registered', () => {
    const resolver = '0x4e507e4c2d4f5061728394a5b6c7d8e9fa0b1c2d'
    const known = [registry, resolver].map((each) => intel(each, { kind: 'protocol', as: ['name'] }))
    const point = (to: string) => call('0xd5fa2b00', node, value(to))
    const name = text('name')
    const year = value(31_536_000)
    const [of, at, no] = [value(sender), value(resolver), value(0)]

    test.each<[string, (data: Encoded) => string]>([
      ['ENS', (data) => call('0x74694a2b', name, of, year, node, at, data, no, no)],
      ['ENS, the later controller', (data) => call('0xef9c8805', tuple(name, of, year, node, at, data, no, node))],
      ['Basenames', (data) => call('0xc7c79676', tuple(name, of, year, at, data, no))],
      [
        'Basenames, with a discount',
        (data) => call('0xe0093eda', tuple(name, of, year, at, data, no), node, bytes('')),
      ],
    ])('%s', (_, register) => {
      const situation = (record: string) => ({
        to: registry,
        data: register(array(bytes(record.slice(2)))),
        intel: known,
      })
      expect(findingsAbout(other, situation(point(other)))).toEqual(found)
      expect(judged(situation(point(sender))).findings).toEqual([])
      expect(judged(situation(call('0xdeadbeef', value(other)))).coverage).toBe('none')
    })
  })

  test('as texts', () => {
    const data = call(
      '0xce92b33e',
      array(text('crypto.ETH.address'), text('url')),
      array(text(other), text('example.org')),
      value(7),
    )
    expect(findingsAbout(other, { to: registry, data })).toEqual(found)
  })
})

test('a recovery address is a right over the account', () => {
  expect(findingsAbout(other, { to: registry, data: call('0xf1f0b224', value(other)) })).toEqual([
    `unknown-right 60: gets the right to manage the positions of ${sender} and is unknown`,
  ])
  expect(findingsAbout(registry, { to: registry, data: call('0xf1f0b224', value(0)) })).toEqual([])
})

test('what is paid for a name or account of anyone is bounded as a fee is', () => {
  const renew = call('0xacf1a841', text('example'), value(31_536_000))
  const rent = call('0x783a112b', value(5), value(1))
  const known = [intel(registry, { kind: 'protocol', canonical: true, label: 'ENS and Farcaster', as: ['name'] })]
  const unaccounted = (data: string, paid: bigint) =>
    judged({ to: registry, data, value: paid, intel: known }).account.unaccounted.map(({ kind }) => kind)
  for (const data of [renew, rent]) {
    expect(unaccounted(data, 10n ** 16n)).toEqual([])
    expect(unaccounted(data, 10n ** 21n)).toEqual(['value'])
  }
})

test('together they are bounded as one fee is', () => {
  const renewal = { to: registry, value: 10n ** 17n, data: call('0xacf1a841', text('example'), value(31_536_000)) }
  const known = [intel(registry, { kind: 'protocol', canonical: true, label: 'ENS', as: ['name'] })]
  const found = (count: number) => {
    const data = wrapInMultiSend(...Array.from({ length: count }, () => renewal))
    return judged({ to: other, data, intel: known }).account.unaccounted
  }
  expect(found(5)).toEqual([])
  expect(found(10)).toMatchObject([{ kind: 'value', value: 6n * 10n ** 17n }])
})
