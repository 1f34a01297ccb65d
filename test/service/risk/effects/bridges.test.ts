import { describe, expect, test } from 'vitest'
import { word } from '../call-data.ts'
import { bytes, call, tuple, value, withoutPrefix } from '../encoding.ts'
import { intel, judged, other, sender, stranger, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'
import { optionsFor } from './effect-call.ts'
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

  test.each<[string, string, (to: string) => string]>([
    ['in a bytes32', ' on arbitrum', burn],
    ['in a bytes32 of a struct', ' on ethereum', (to) => send(to, sender)],
    ['in a text with capital letters', ' there', (to) => text(to.replace(/[a-f]/g, (digit) => digit.toUpperCase()))],
    ['for what is left of the fee', '', (to) => send(sender, to)],
  ])('%s is found', (_, where, data) => {
    expect(findingsAbout(other, { to: bridge, data: data(other) })).toEqual([paid + where])
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

describe('what options of a LayerZero message pay on the other chain', () => {
  const send = (options: string) => {
    const least = value(10n ** 18n)
    const terms = tuple(value(30184), value(sender), least, least, bytes(options), bytes(''), bytes(''))
    return call('0xc7c7f5b3', terms, tuple(value(1), value(0)), value(sender))
  }
  const listed = (receiver: string, amount = 1n) => withoutPrefix(optionsFor(receiver, amount))
  const gas = word(200_000n)
  const found = (options: string) => {
    const { findings, account } = judged({ to: bridge, data: send(options) })
    return [
      ...findings.map(({ rule, subject }) => `${rule} ${subject}`),
      ...account.unaccounted.map(({ path }) => path),
    ]
  }

  test.each([
    ['in a list', listed(other)],
    ['behind other options', `0003010011010${'0'.repeat(31)}${listed(other).slice(4)}`],
    ['of the second type, and of V1', `0002${gas}${word(5n)}${withoutPrefix(other)}`],
    ['in 32 bytes', `0002${gas}${word(5n)}${word(other)}`],
  ])('%s: an unknown receiver is named', (_, options) => {
    expect(found(options)).toEqual([`foreign-receiver ${other}`])
  })

  test.each([
    ['no options', ''],
    ['gas alone', `0001${gas}`],
    ['an own receiver', listed(sender)],
    ['an amount of zero', listed(other, 0n)],
    ['an amount of zero, in the second type', `0002${gas}${word(0n)}${withoutPrefix(other)}`],
    ['value for the message, order, and a verifier', `0003010021${'01'.repeat(33)}01000104020002ff01`],
  ])('%s: nothing is found', (_, options) => {
    expect(found(options)).toEqual([])
  })

  test.each([
    ['another type', '0004'],
    ['a list that is cut off', listed(other).slice(0, -2)],
    ['an unknown worker', '000303000102'],
    ['an unknown option', '000301000106'],
    ['an option without a type', '0003010000'],
    ['no receiver', `0002${gas}${word(5n)}`],
    ['one byte', '00'],
  ])('is unaccounted where it cannot be read: %s', (_, options) => {
    expect(found(options)).toEqual(['send.sendParam.extraOptions'])
    expect(judged({ to: bridge, data: send(options) }).coverage).toBe('none')
  })

  test('counts in a transfer of Stargate V1, unless the amount is zero', () => {
    const swap = (amount: number) => {
      const drop = tuple(value(0), value(amount), bytes(withoutPrefix(other)))
      const least = value(10n ** 18n)
      const ids = [value(184), value(1), value(1), value(sender)]
      return call('0x9fbf10fc', ...ids, least, least, drop, bytes(withoutPrefix(sender)), bytes(''))
    }
    expect(findingsAbout(other, { to: bridge, data: swap(1) })).toEqual([`${paid} on base`])
    expect(findingsAbout(other, { to: bridge, data: swap(0) })).toEqual([])
  })
})

describe('a number of a chain with an own receiver', () => {
  const burn = (domain: number | bigint) =>
    call('0x6fd3504e', value(10n ** 9n), value(domain), value(sender), value(token))
  const remote = (domain: number | bigint) => call('0x81b4e8b4', value(domain), value(sender), value(10n ** 18n))
  const chains = (data: string) =>
    judged({ to: bridge, data }).explanation.unaccounted.flatMap(({ kind, text, value: number }) =>
      kind === 'value' ? [`${number}: ${text}`] : [],
    )

  test('is unaccounted where no table of the bridge has it', () => {
    expect(chains(burn(99))).toEqual([
      '99: 99, destinationDomain of depositForBurn, is the number of no chain that is known',
    ])
    expect(chains(remote(4242))).toHaveLength(1)
    expect(judged({ to: bridge, data: remote(4242) }).coverage).toBe('none')
  })

  test.each([0, 4, 5, 11, 19])('is accounted for where a table has it: domain %d', (domain) => {
    expect(chains(burn(domain))).toEqual([])
  })

  test.each([1, 8453, 59_144, 1_399_811_149])('is accounted for where it is that of a chain: %d', (id) => {
    expect(chains(remote(id))).toEqual([])
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
      ...['2000', '3000'].map((least) => least.padStart(32, '0')),
      '6553f100',
      ...[bridge, exchange, bridge].map(withoutPrefix),
    ].join('')
  const known = [bridge, token].map((address) => intel(address, { kind: 'protocol', canonical: true }))
  const judge = (data: string) => judged({ to: bridge, data, intel: known })

  test('names an unknown receiver and an unknown exchange', () => {
    expect(findingsAbout(other, { to: bridge, data: hop(other) })).toEqual([`${paid} on arbitrum`])
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
