import { expect, test } from 'vitest'
import { callData } from '../call-data.ts'
import { change, measured, observation } from '../chain/observed.ts'
import { intel, judged, type Situation, sender, stranger, token } from '../situation.ts'
import { enter, moved, traceOf } from '../trace/trace-builder.ts'

const pool = `0x${'9a'.repeat(20)}`

/** A pool sends 1,000. */
const found = (arrives: bigint, situation: Situation = {}, input = callData.transfer(sender, 1_000n)) =>
  judged({
    to: stranger,
    data: '0x12345678',
    trace: traceOf(
      sender,
      enter(stranger, {}, enter(pool, {}, enter(token, { input, logs: [moved(token, pool, sender, arrives)] }))),
    ),
    chain: observation([], measured({ changes: [change(arrives, token)], claims: [change(arrives, token)] })),
    ...situation,
  })
    .findings.filter(({ rule }) => rule === 'transfer-fee')
    .map(({ points, subject, text }) => `${points} ${subject} ${text}`)

test('attack: A pool sends 100 of a token, and 5 arrive', () => {
  expect(found(50n)).toEqual([`60 ${token} keeps 95 % of what is sent`])
})

test('near miss: A token keeps 2 % of a transfer', () => {
  expect(found(980n)).toEqual([])
})

test('the transfer of an allowance counts as well', () => {
  expect(found(50n, {}, callData.transferFrom(pool, sender, 1_000n))).toEqual([
    `60 ${token} keeps 95 % of what is sent`,
  ])
  expect(found(1_000n)).toEqual([])
})

/** The sender sells 1,000 by a router; the token splits them. */
function sells(
  parts: readonly (readonly [string, bigint])[],
  { isProxy = false, input = callData.transferFrom(sender, pool, 1_000n), about = {} }: Selling = {},
): string[] {
  const logs = parts.map(([to, amount]) => moved(token, sender, to, amount))
  const transfer = isProxy
    ? enter(token, { input }, enter(stranger, { type: 'DELEGATECALL', input, logs }))
    : enter(token, { input, logs })
  const trace = traceOf(sender, enter(router, {}, transfer))
  return found(0n, { to: router, trace, chain: observation(), ...about }, input)
}

interface Selling {
  readonly isProxy?: boolean
  readonly input?: string
  readonly about?: Situation
}

const router = `0x${'7a'.repeat(20)}`
const taxed = [
  [token, 970n],
  [pool, 30n],
] as const

test('evasion: The tax is on the sale alone: events that split the transfer are found. One whose events say that all arrives is not', () => {
  expect(sells(taxed)).toEqual([`60 ${token} keeps 97 % of what is sent`])
  expect(sells([[pool, 1_000n]])).toEqual([])
})

test.each<[string, string[], number]>([
  ['to an address of the seller', sells([[stranger, 970n], [pool, 30n]]), 1], // biome-ignore format: one case a line
  ['by a proxy', sells(taxed, { isProxy: true }), 1],
  ['of some percent', sells([[token, 30n], [pool, 970n]]), 0], // biome-ignore format: one case a line
  ['of half', sells([[token, 500n], [pool, 500n]]), 0], // biome-ignore format: one case a line
  ['by a listed token', sells(taxed, { about: { intel: [intel(token, { kind: 'token', canonical: true })] } }), 0],
  ['of what others sell', sells(taxed, { input: callData.transferFrom(stranger, pool, 1_000n) }), 0],
  ['without events', sells([]), 0],
])('a tax on a sale, %s', (_, points, count) => {
  expect(points).toHaveLength(count)
})

test.each<[string, Situation, string]>([
  [
    'a token of a token list',
    { intel: [intel(token, { kind: 'token', canonical: true })] },
    callData.transfer(sender, 1_000n),
  ],
  [
    'an item, whose id is no amount',
    { chain: observation([], measured({ changes: [change(1n, token, { standard: 'erc721', id: 1_000n })] })) },
    callData.transfer(sender, 1_000n),
  ],
  ['a transfer to somebody else', {}, callData.transfer(stranger, 1_000n)],
  ['data that is too short', {}, callData.transfer(sender, 1_000n).slice(0, 100)],
  ['no simulation', { chain: observation() }, callData.transfer(sender, 1_000n)],
])('%s is not a finding', (_, situation, input) => {
  expect(found(50n, situation, input)).toEqual([])
})
