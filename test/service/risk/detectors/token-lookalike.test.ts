import { describe, expect, test } from 'vitest'
import { tokenLookalike } from '../../../../src/service/risk/detectors/token-lookalike.ts'
import type { IntelRecord } from '../../../../src/service/risk/evidence.ts'
import { skeletonOf } from '../../../../src/service/risk/similarity.ts'
import {
  asset,
  brief,
  briefly,
  coin,
  control,
  detected,
  grant,
  interaction,
  order,
  transfer,
} from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { allow, intel, judged, observe, other, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(tokenLookalike)

const real = intel('0xdAC17F958D2ee523a2206206994597C13D831ec7', {
  kind: 'token',
  label: 'Tether USD',
  symbol: 'USDT',
  canonical: true,
  source: 'token list',
})

/** A token with a known symbol. */
const named = (symbol: string, about: Partial<IntelRecord> = {}) => ({
  intel: [intel(coin, { kind: 'token', label: 'a token', symbol, ...about })],
  tokensBySkeleton: new Map([[skeletonOf('USDT'), [real]]]),
})

test('attack: A token writes USDT with a Cyrillic letter', () => {
  expect(detected(tokenLookalike, [transfer()], named('USDТ'))).toEqual([
    {
      subCategory: 'impersonationScamInteraction',
      points: 80,
      hops: 0,
      subject: coin,
      role: 'token',
      text: 'has the symbol USDТ, which looks like the symbol of Tether USD at 0xdac17f958d2ee523a2206206994597c13d831ec7',
      source: 'token list',
      flip: 'use the token at 0xdac17f958d2ee523a2206206994597c13d831ec7, or add an ALLOW entry for this one',
    },
  ])
})

test.each([
  ['Cyrillic', 'USDТ'],
  ['Greek', 'USDΤ'],
  ['full width', 'ＵＳＤＴ'],
  ['an invisible character within', 'US\u180eDT'],
  ['a digit', 'U5DT'],
  ['an accent', 'USDṪ'],
])(
  'evasion: Other letters, digits, accents or invisible characters in the symbol: its skeleton is the same: %s',
  (_, symbol) => {
    expect(found([grant()], named(symbol))).toEqual([`80 ${coin}`])
  },
)

describe('the same symbol', () => {
  test('is a WARNING when no source knows the token', () => {
    expect(found([transfer()], named('USDT', { kind: 'malicious', severity: 10 }))).toEqual([`45 ${coin}`])
    expect(found([transfer()], named(' usdt', { kind: 'malicious', severity: 10 }))).toEqual([`45 ${coin}`])
  })

  test('is ignored for an allowed token', () => {
    expect(found([transfer()], { ...named('USDT', { kind: 'malicious' }), entries: [allow(coin)] })).toEqual([])
  })
})

test.each([
  ['the listed token itself', transfer({ asset: asset({ token: real.address.toLowerCase() }) }), named('USDT')],
  ['another symbol', transfer(), named('USDX')],
  ['a canonical token with a forged symbol', transfer(), named('USDТ', { canonical: true })],
  ['a token without a symbol', transfer(), { intel: [intel(coin, { kind: 'token' })] }],
])('ignores %s', (_, moved, known) => {
  expect(found([moved], known)).toEqual([])
})

test('the token is found in every kind of action', () => {
  const actions = [
    grant(),
    interaction('0xdeadbeef', { authority: coin }),
    order({ gives: [], receives: [asset()] }),
    order({ gives: [asset()] }),
  ]
  for (const action of actions) expect(found([action], named('USDТ'))).toEqual([`80 ${coin}`])
})

test('who gets control is no token', () => {
  expect(found([control({ authority: coin, contract: coin })], named('USDТ'))).toEqual([])
})

test('a transfer inside multicall, Safe and user operation is found and UNSAFE', () => {
  const situation = {
    to: entryPoint,
    data: wrapInAll(token, callData.transfer(other, 1n)),
    ...named('USDТ'),
    intel: [intel(token, { kind: 'token', symbol: 'USDТ' })],
  }
  expect(brief(observe(tokenLookalike, situation))).toEqual([`80 ${token}`])
  expect(judged(situation).status).toBe('UNSAFE')
})

test('near miss: A token that a source names has the same symbol', () => {
  expect(found([transfer()], named('USDT'))).toEqual([])
})
