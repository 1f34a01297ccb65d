import { expect, test } from 'vitest'
import { callData } from '../call-data.ts'
import { change, measured, observation } from '../chain/observed.ts'
import { intel, judged, type Situation, sender, stranger, token } from '../situation.ts'
import { enter, moved, traceOf } from '../trace/trace-builder.ts'

const pool = `0x${'9a'.repeat(20)}`

/** A pool sends 1,000. */
const found = (arrives: bigint, situation: Situation = {}, input = callData.transfer(sender, 1_000n)) =>
  judged({
    ...{ to: stranger, data: '0x12345678' },
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

test('evasion: The events of the token tell what arrives: the calls of the trace are compared. A tax on the sale alone is not found', () => {
  expect(found(50n, {}, callData.transferFrom(pool, sender, 1_000n))).toEqual([
    `60 ${token} keeps 95 % of what is sent`,
  ])
  expect(found(1_000n)).toEqual([])
})

test.each<[string, Situation, string]>([
  [
    'a token of a token list',
    { intel: [intel(token, { kind: 'token', canonical: true })] },
    callData.transfer(sender, 1_000n),
  ],
  [
    'an item, whose id is no amount',
    { chain: observation([], measured({ changes: [change(1n, token, { standard: 'erc721', tokenId: 1_000n })] })) },
    callData.transfer(sender, 1_000n),
  ],
  ['a transfer to somebody else', {}, callData.transfer(stranger, 1_000n)],
  ['data that is too short', {}, callData.transfer(sender, 1_000n).slice(0, 100)],
  ['no simulation', { chain: observation() }, callData.transfer(sender, 1_000n)],
])('%s is not a finding', (_, situation, input) => {
  expect(found(50n, situation, input)).toEqual([])
})
