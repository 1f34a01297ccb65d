import { describe, expect, test } from 'vitest'
import { bytes, call, tuple, value, withoutPrefix } from '../encoding.ts'
import { intel, judged, other, sender, stranger, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'
import { findingsAbout } from './reading.ts'

const bridge = '0xb41d6e1b3c2d4f5061728394a5b6c7d8e9fa0b1c'
const paid = `foreign-receiver 45: receives what is sent to another chain instead of ${sender} and is unknown`

describe('a recipient on another chain', () => {
  const burn = (to: string) => call('0x6fd3504e', value(7), value(3), value(to), value(token))
  const send = (to: string, refund: string) => {
    const terms = tuple(value(30101), value(to), value(10n ** 18n), value(10n ** 18n), bytes(''), bytes(''), bytes(''))
    return call('0xc7c7f5b3', terms, tuple(value(1), value(0)), value(refund))
  }
  const path = (remote: string) => call('0xeb8d72b7', value(101), bytes(withoutPrefix(remote) + withoutPrefix(bridge)))
  const text = (to: string) =>
    call('0x26ef699d', ...['base', to, 'aUSDC'].map((each) => bytes(Buffer.from(each).toString('hex'))), value(7))

  test.each<[string, (to: string) => string]>([
    ['in a bytes32', burn],
    ['in a bytes32 of a struct', (to) => send(to, sender)],
    ['in a text with capital letters', (to) => text(to.replace(/[a-f]/g, (digit) => digit.toUpperCase()))],
    ['for what is left of the fee', (to) => send(sender, to)],
  ])('%s is found', (_, data) => {
    expect(findingsAbout(other, { to: bridge, data: data(other) })).toEqual([paid])
    expect(judged({ to: bridge, data: data(sender) }).combinedScore).toBe(0)
  })

  test('may be known', () => {
    expect(
      findingsAbout(other, {
        to: bridge,
        data: burn(other),
        intel: [intel(other, { kind: 'exchange', as: ['payee'] })],
      }),
    ).toEqual([])
  })

  test('of another kind of chain names no address of this one', () => {
    expect(judged({ to: bridge, data: burn(`0x${'5a'.repeat(32)}`) }).findings).toEqual([])
  })

  test('that stands for an account of another kind of chain is no receiver', () => {
    const data = call('0x9a2ac6d5', value('11f1'.repeat(10)), value(200000), bytes(''))
    expect(judged({ to: bridge, data }).findings).toEqual([])
  })

  test('for a Safe is its own address', () => {
    expect(judged({ to: safe, data: wrapInSafe(bridge, 0n, burn(safe)) }).findings).toEqual([])
  })

  test('as the first of two packed addresses gets the right to send messages', () => {
    expect(findingsAbout(other, { to: bridge, data: path(other) })).toEqual([
      `unknown-right 60: gets the right to send or confirm messages between chains for ${bridge} and is unknown`,
    ])
  })
})

test('a swap without a minimum for an unknown receiver scores higher', () => {
  const swap = (to: string, least: bigint) =>
    call('0x1a4c1ca3', value(bridge), value(token), value(stranger), value(7), value(least), value(to))
  expect(findingsAbout(other, { to: bridge, data: swap(other, 0n) })).toEqual([
    `foreign-receiver 60: receives the output of a swap instead of ${sender} and is unknown; the call accepts an output of zero`,
  ])
  expect(findingsAbout(other, { to: bridge, data: swap(other, 10n ** 18n) })).toEqual([
    `foreign-receiver 45: receives the output of a swap instead of ${sender} and is unknown`,
  ])
})

describe('a call of LI.FI with packed arguments', () => {
  /** The fields of encode_startBridgeTokensViaHopL2ERC20Packed, in their order and sizes. */
  const hop = (to: string, exchange = bridge) =>
    [
      '0xc5ae0fe6',
      '11'.repeat(8),
      withoutPrefix(to),
      '0000a4b1',
      withoutPrefix(token),
      (10n ** 18n).toString(16).padStart(32, '0'),
      '1'.padStart(32, '0'),
      '2'.padStart(32, '0'),
      '3'.padStart(32, '0'),
      '6553f100',
      ...[bridge, exchange, bridge].map(withoutPrefix),
    ].join('')
  const known = [bridge, token].map((address) => intel(address, { kind: 'protocol', canonical: true }))
  const judge = (data: string) => judged({ to: bridge, data, intel: known })

  test('names an unknown receiver and an unknown exchange', () => {
    expect(findingsAbout(other, { to: bridge, data: hop(other) })).toEqual([paid])
    const rules = judge(hop(sender, other)).findings.map(({ rule, subject }) => `${rule} ${subject}`)
    expect(rules).toEqual([`unknown-holder ${other}`])
    expect(judge(hop(sender)).findings).toEqual([])
  })

  test('is not read where it is shorter than its arguments', () => {
    const { findings, coverage } = judge(hop(sender).slice(0, -2))
    expect(findings.map(({ rule }) => rule)).toEqual(['undecodable-call'])
    expect(coverage).toBe('none')
  })

  test('may be followed by other bytes, in which a listed address is found', () => {
    expect(judge(`${hop(sender)}${'00'.repeat(12)}`).findings).toEqual([])
    const listed = judged({
      to: bridge,
      data: hop(sender) + withoutPrefix(stranger),
      intel: [...known, intel(stranger)],
    })
    expect(listed.findings.map(({ subject }) => subject)).toContain(stranger)
  })
})
