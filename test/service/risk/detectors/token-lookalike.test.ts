import { describe, expect, test } from 'vitest'
import { namesObserved } from '../../../../src/service/risk/chain/read-observation.ts'
import { tokenLookalike } from '../../../../src/service/risk/detectors/token-lookalike.ts'
import type { IntelRecord, KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { skeletonOf } from '../../../../src/service/risk/parties/similarity.ts'
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
import { change, measured, observation, tokenCalled } from '../chain/observed.ts'
import { allow, intel, judged, observe, other, stranger, token } from '../situation.ts'
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

test('near miss: A token that a source knows has the same symbol', () => {
  expect(found([transfer()], named('USDT', { canonical: true }))).toEqual([])
  expect(found([transfer()], named('USDT'))).toEqual([`45 ${coin}`])
})

describe('by what the contract says of itself', () => {
  const usdc = intel('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', {
    kind: 'token',
    label: 'USD Coin',
    symbol: 'USDC',
    canonical: true,
    source: 'token list',
  })
  /** As a list finds canonical tokens: by symbol and by name. */
  const tokensBySkeleton = new Map(
    [real, usdc].flatMap((each) => [each.symbol ?? '', each.label].map((name) => [skeletonOf(name), [each]] as const)),
  )
  const called = (symbol: string, name: string | undefined = undefined, about: Partial<KnownEvidence> = {}) => {
    const chain = observation([tokenCalled(coin, symbol, { ...(name !== undefined && { name }) })])
    return found([transfer()], { tokensBySkeleton, chain, ...about })
  }

  test.each([
    ['USDT', 45],
    ['usdt', 45],
    ['USDТ', 80],
    ['U5DT', 80],
    ['US\u200bDT', 80],
    ['USDT-ERC20', 80],
    ['USDT_BEP20', 80],
    ['ERC20-USDT', 80],
    ['USDT (ERC20)', 80],
    ['$USDT', 80],
    ['USDT.', 80],
    ['USDТ-ERC20', 80],
    ['🟢USDT', 80],
    ['US\\u{200b}DC', 80],
    ['ETH', 45],
    ['Ethereum', 45],
    ['EТH', 80],
  ])('the symbol %s: %i', (symbol, points) => {
    expect(called(symbol)).toEqual([`${points} ${coin}`])
  })

  test.each([
    'aUSDC',
    'aEthUSDC',
    'USDC.e',
    'axlUSDC',
    'USDbC',
    'USD+',
    'USDT+',
    'USDT0',
    'yvUSDC',
    'UNI-V2',
    'USDC-WETH',
    'USDC/WETH LP',
    'crvUSD',
    'USDCx',
    '',
  ])('the honest symbol %s is no imitation', (symbol) => {
    expect(called(symbol)).toEqual([])
  })

  test.each([
    ['Теther USD', 80],
    ['Tether USD (ERC20)', 80],
    ['USD C0in', 80],
  ])('the name %s: %i', (name, points) => {
    expect(called('XYZ', name)).toEqual([`${points} ${coin}`])
  })

  test.each([
    ['USDT2', 'Tether USD Official', 80],
    ['USDT2', 'TetherUSD', 80],
    ['XYZ', 'Ether', 45],
  ])('the symbol %s with the name %s: %i', (symbol, name, points) => {
    expect(called(symbol, name)).toEqual([`${points} ${coin}`])
  })

  test.each([
    ['USDT0', 'USDT0'],
    ['USDC4', 'Yield of USDC'],
    ['sETH2', 'Staked Ether'],
    ['ETHx', 'ETHx of Stader'],
  ])('the honest symbol %s with the name %s is no imitation', (symbol, name) => {
    expect(called(symbol, name)).toEqual([])
  })

  test('the native currency of another chain has no claim to its name', () => {
    expect(called('BNB')).toEqual([])
  })

  test.each(['USD Coin (PoS)', 'Bridged USD Coin', 'USD Coin', 'Aave USDC', 'Curve.fi USDC/USDT'])(
    'the name %s with its own symbol is no imitation',
    (name) => {
      expect(called('USDC.e', name)).toEqual([])
    },
  )

  test('the canonical token itself is none', () => {
    const chain = observation([tokenCalled(usdc.address, 'USDC', { name: 'USD Coin' })])
    const paid = transfer({ asset: asset({ token: usdc.address }) })
    expect(found([paid], { tokensBySkeleton, chain, intel: [usdc] })).toEqual([])
    expect(found([paid], { tokensBySkeleton, chain })).toEqual([])
  })

  test('a source or an ALLOW entry vouches for it', () => {
    expect(called('USDT-ERC20', undefined, { entries: [allow(coin)] })).toEqual([])
    expect(
      called('USDT', undefined, { intel: [intel(coin, { kind: 'token', canonical: true, symbol: 'XYZ' })] }),
    ).toEqual([])
  })

  test('a token that only the simulation moves is found, and what it says is bounded and quoted', () => {
    const symbol = `USDТ${'\u200b'.repeat(60)}`
    const chain = observation([tokenCalled(other, symbol)], measured({ changes: [change(1n, other)] }))
    const { findings } = judged({ to: token, data: '0x12345678', tokensBySkeleton, chain })
    const [lookalike] = findings.filter(({ rule }) => rule === 'token-lookalike')
    expect(lookalike).toMatchObject({ points: 80, subject: other })
    expect(lookalike?.text.length).toBeLessThan(150)
  })

  test('every name that is compared is looked up', () => {
    const names = namesObserved(observation([tokenCalled(coin, '$USDT2-ERC20', { name: 'Tether USD (BEP20)' })]))
    expect(names).toEqual(['$USDT2-ERC20', 'USDT2', 'USDT', 'Tether USD (BEP20)', 'Tether USD'])
  })
})

describe('a token that comes in a simulation for one that leaves', () => {
  const swapped = (leaves: string, comes: string, known: Partial<KnownEvidence> = {}) =>
    observe(tokenLookalike, {
      to: other,
      data: '0x12345678',
      ...known,
      chain: observation(
        [tokenCalled(stranger, leaves), tokenCalled(coin, comes)],
        measured({ changes: [change(-5n, stranger), change(5n, coin)] }),
      ),
    }).map(({ points, subject, text, source }) => `${points} ${subject} ${text} (${source})`)

  test('is a copy where its symbol looks the same', () => {
    for (const symbol of ['ORCH', '0RCH'])
      expect(swapped('ORCH', symbol)).toEqual([
        `45 ${coin} calls itself ${symbol}, which is also the symbol of ${stranger}, which leaves (simulation)`,
      ])
  })

  test('is none with another symbol, a source that knows it, or as a share of liquidity', () => {
    expect(swapped('ORCH', 'sORCH')).toEqual([])
    expect(swapped('UNI-V2', 'UNI-V2')).toEqual([])
    expect(swapped('Cake-LP', 'Cake-LP')).toEqual([])
    expect(swapped('ORCH', 'ORCH', { entries: [allow(coin)] })).toEqual([])
    const other = { kind: 'token', label: 'Orchard 2', symbol: 'ORCH', canonical: true } as const
    expect(swapped('ORCH', 'ORCH', { intel: [intel(coin, other)] })).toEqual([])
  })
})
