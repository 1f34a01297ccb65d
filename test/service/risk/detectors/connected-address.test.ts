import { describe, expect, test } from 'vitest'
import { connectedAddress } from '../../../../src/service/risk/detectors/connected-address.ts'
import type { Connection, IntelRecord } from '../../../../src/service/risk/evidence.ts'
import { brief, briefly, coin, detected, grant, signer, somebody, transfer } from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { allow, intel, judged, observe, other, stranger, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(connectedAddress)

const flagged = (hops: number, about: Partial<IntelRecord> = {}): Connection => ({
  hops,
  record: intel(stranger, { severity: 100, ...about }),
})
const connected = (address: string, ...connections: Connection[]) => ({
  hasGraph: true,
  connections: new Map([[address, connections]]),
})

test('attack: The recipient is 1 transfer from a listed drainer', () => {
  expect(detected(connectedAddress, [transfer()], connected(somebody, flagged(1)))).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 69,
      hops: 1,
      subject: somebody,
      role: 'recipient',
      text: `is 1 transfer from ${stranger}, which is listed as a drainer`,
      source: 'feed A',
      flip: 'add an ALLOW entry for the address',
    },
  ])
})

describe('points by distance and severity', () => {
  test.each([
    [1, 100, 69],
    [1, 70, 48],
    [2, 100, 45],
    [2, 70, 31],
    [3, 100, 30],
  ])('%i hops, severity %i: %i', (hops, severity, points) => {
    expect(found([transfer()], connected(somebody, flagged(hops, { severity })))).toEqual([`${points} ${somebody}`])
  })

  test('more than 3 hops are ignored', () => {
    expect(found([transfer()], connected(somebody, flagged(4)))).toEqual([])
  })

  test('a sanction has full weight, and no ALLOW entry caps it', () => {
    const [observation] = detected(
      connectedAddress,
      [transfer()],
      connected(somebody, flagged(2, { kind: 'sanctioned', severity: 1, label: 'OFAC SDN' })),
    )
    expect(observation).toMatchObject({
      subCategory: 'sanctionedInteraction',
      points: 45,
      hops: 2,
      text: `is 2 transfers from ${stranger}, which is sanctioned: OFAC SDN`,
      flip: 'do not send or sign it; only feed A can lift it by delisting that address: an ALLOW entry has no effect',
    })
  })

  test('of many paths, the strongest of each subCategory is reported', () => {
    const many = connected(somebody, flagged(2), flagged(1), flagged(3), flagged(1, { kind: 'mixer', severity: 80 }))
    expect(found([transfer()], many)).toEqual([`69 ${somebody}`, `55 ${somebody}`])
  })
})

describe('for the sender', () => {
  test('mixers and sanctions count', () => {
    expect(found([transfer()], connected(signer, flagged(1, { kind: 'mixer' })))).toEqual([`69 ${signer}`])
    expect(found([transfer()], connected(signer, flagged(1, { kind: 'sanctioned' })))).toEqual([`69 ${signer}`])
  })

  test('near miss: The sender is 1 transfer from a scam: it may be the victim', () => {
    expect(found([transfer()], connected(signer, flagged(1)))).toEqual([])
  })
})

describe('ignores', () => {
  test('tokens', () => {
    expect(found([transfer()], connected(coin, flagged(1)))).toEqual([])
  })

  test('addresses that only lose rights', () => {
    expect(found([grant({ revokes: true })], connected(somebody, flagged(1)))).toEqual([])
  })

  test('known addresses', () => {
    const paid = (about: Partial<IntelRecord>) =>
      found([transfer()], { ...connected(somebody, flagged(1)), intel: [intel(somebody, about)] })
    expect(paid({ kind: 'exchange', canonical: true })).toEqual([])
    expect(paid({ kind: 'exchange' })).toEqual([`69 ${somebody}`])
  })

  test('flags of the address itself', () => {
    const itself = { intel: [intel(somebody)] }
    expect(found([transfer()], { ...connected(somebody, flagged(1)), ...itself })).toEqual([])
  })

  test('connections to addresses that no source calls a threat', () => {
    for (const kind of ['exchange', 'token', 'benign'] as const)
      expect(found([transfer()], connected(somebody, flagged(1, { kind })))).toEqual([])
  })
})

test('evasion: The recipient stands inside a multicall, a Safe and a user operation: it is found. From 4 hops on, evasion succeeds', () => {
  const situation = {
    to: entryPoint,
    data: wrapInAll(token, callData.transfer(other, 1n)),
    ...connected(other, flagged(2)),
  }
  expect(brief(observe(connectedAddress, situation))).toEqual([`45 ${other}`])
  expect(judged(situation).combinedScoreDetails).toMatchObject({ value: 45, hops: 2 })
  expect(judged({ ...situation, entries: [allow(other)] }).combinedScore).toBe(30)
  expect(observe(connectedAddress, { ...situation, ...connected(other, flagged(4)) })).toEqual([])
})
