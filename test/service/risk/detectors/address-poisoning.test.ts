import { describe, expect, test } from 'vitest'
import { addressPoisoning } from '../../../../src/service/risk/detectors/address-poisoning.ts'
import { processorTime } from '../../../support/processor-time.ts'
import { brief, briefly, coin, detected, friend, grant, native, signer, transfer } from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { judged, observe, sender, token } from '../situation.ts'
import { account, entryPoint, safe, wrapInAll } from '../wrapping.ts'

const found = briefly(addressPoisoning)

const paid = '0xa1b2c3d4e5f60718293a4b5c6d7e8f9012345678'
/** Same ends as `paid`. */
const lookalike = (first: number, last: number) => {
  const middle = 'f'.repeat(40 - first - last)
  return `0x${paid.slice(2, 2 + first)}${middle}${paid.slice(-last)}`
}

const history = (...known: readonly { address: string; hadValue?: boolean; vouches?: boolean; owner?: string }[]) => ({
  hasHistory: true,
  counterparties: known.map((one) => ({ hadValue: true, vouches: true, firstSeen: 1, count: 1, ...one })),
})

test('attack: A recipient has the first 3 and last 4 digits of an earlier payee', () => {
  const authority = lookalike(3, 4)
  expect(detected(addressPoisoning, [transfer({ authority })], history({ address: paid }))).toEqual([
    {
      subCategory: 'addressPoisoning',
      points: 90,
      hops: 0,
      subject: authority,
      role: 'recipient',
      text: `looks like ${paid}, which the sender paid before, but is a different address (same first 3 and last 4 digits)`,
      source: 'history of the sender',
      flip: `use ${paid}, or add an ALLOW entry for the address`,
    },
  ])
})

describe('points by shared digits', () => {
  test.each([
    [3, 4, 90],
    [4, 4, 90],
    [6, 7, 90],
    [3, 3, 50],
    [5, 3, 50],
  ])('%i first and %i last digits', (first, last, points) => {
    const authority = lookalike(first, last)
    expect(found([transfer({ authority })], history({ address: paid }))).toEqual([`${points} ${authority}`])
  })

  test.each([
    [2, 4],
    [2, 8],
    [3, 2],
    [8, 2],
  ])('%i first and %i last digits are chance', (first, last) => {
    expect(found([transfer({ authority: lookalike(first, last) })], history({ address: paid }))).toEqual([])
  })

  test('evasion: A zero-value transfer puts the address into the history first: there it is bait, not a payee', () => {
    const authority = lookalike(3, 3)
    const known = history({ address: paid }, { address: authority, hadValue: false, vouches: false })
    expect(found([transfer({ authority })], known)).toEqual([`75 ${authority}`])
  })

  test('of several lookalikes, the closest is named', () => {
    const authority = lookalike(6, 6)
    const further = `0x${paid.slice(2, 5)}${'0'.repeat(34)}${paid.slice(-3)}`
    const [observation] = detected(
      addressPoisoning,
      [transfer({ authority })],
      history({ address: further }, { address: paid }),
    )
    expect(observation?.text).toContain(paid)
  })

  test('of equally close ones, the same is named in any order', () => {
    const near = (digit: string) => `0x${paid.slice(2, 8)}${digit.repeat(28)}${paid.slice(-6)}`
    const named = (...digits: string[]) => {
      const known = history(...digits.map((digit) => ({ address: near(digit) })))
      return detected(addressPoisoning, [transfer({ authority: lookalike(6, 6) })], known)[0]?.text
    }
    expect(named('1', '2')).toContain(near('1'))
    expect(named('2', '1')).toBe(named('1', '2'))
  })

  test('of an account that pays, the account is named', () => {
    const authority = lookalike(4, 4)
    const known = history({ address: paid, owner: friend })
    const [observation] = detected(addressPoisoning, [transfer({ from: friend, authority })], known)
    expect(observation).toMatchObject({
      text: expect.stringContaining(`which the account ${friend} paid before`),
      source: 'history of the account',
    })
  })
})

describe('is found', () => {
  const authority = lookalike(4, 4)

  test('for every asset, and for a grant', () => {
    for (const action of [transfer({ authority, asset: native(1n) }), grant({ authority }), transfer({ authority })])
      expect(found([action], history({ address: paid }))).toEqual([`90 ${authority}`])
  })

  test('once for many transfers', () => {
    expect(found([transfer({ authority }), transfer({ authority })], history({ address: paid }))).toEqual([
      `90 ${authority}`,
    ])
  })

  test('when the history has addresses in mixed case', () => {
    const mixed = `0x${paid.slice(2).toUpperCase()}`
    expect(found([transfer({ authority })], history({ address: mixed }))).toEqual([`90 ${authority}`])
  })
})

describe('ignores', () => {
  const authority = lookalike(4, 4)

  test('the address itself, also when its lookalike is in the history', () => {
    const known = history({ address: paid }, { address: authority, hadValue: false, vouches: false })
    expect(found([transfer({ authority: paid })], known)).toEqual([])
  })

  test('an address like one that an account has paid which does not pay now', () => {
    expect(found([transfer({ authority })], history({ address: paid, owner: friend }))).toEqual([])
  })

  test('near miss: An address that was paid before itself, although it looks like another payee', () => {
    expect(found([transfer({ authority })], history({ address: paid }, { address: authority }))).toEqual([])
  })

  test('an address that looks like one that was never paid', () => {
    expect(found([transfer({ authority })], history({ address: paid, hadValue: false, vouches: false }))).toEqual([])
  })

  test('revocations and the sender', () => {
    expect(found([grant({ authority, revokes: true })], history({ address: paid }))).toEqual([])
    expect(
      found(
        [transfer({ authority: signer })],
        history({ address: `${signer.slice(0, 10)}${paid.slice(10, -6)}${signer.slice(-6)}` }),
      ),
    ).toEqual([])
  })

  test('a first payment without history', () => {
    expect(found([transfer({ authority })])).toEqual([])
  })

  test('the token', () => {
    const asset = { standard: 'erc20', token: lookalike(4, 4), amount: 1n, ids: [] } as const
    expect(found([transfer({ asset, authority: coin })], history({ address: paid }))).toEqual([])
  })
})

test('a thousand recipients and a hundred thousand counterparties are compared quickly', () => {
  const digits = (n: number) => (n * 2654435761).toString(16).padStart(40, '7').slice(0, 40)
  const counterparties = history(...Array.from({ length: 100_000 }, (_, n) => ({ address: `0x${digits(n)}` })))
  const transfers = Array.from({ length: 1000 }, (_, n) => transfer({ authority: `0x${digits(n + 200_000)}` }))
  expect(processorTime(() => detected(addressPoisoning, transfers, counterparties))).toBeLessThan(2000)
})

test.each([
  ['account', account],
  ['Safe', safe],
  ['sender', sender],
])('a transfer inside multicall, Safe and user operation is found, from the %s', (_, owner) => {
  const phishing = lookalike(4, 5)
  const situation = {
    to: entryPoint,
    data: wrapInAll(token, callData.transferFrom(owner, phishing, 5n)),
    ...history({ address: paid }),
  }
  expect(brief(observe(addressPoisoning, situation))).toEqual([`90 ${phishing}`])
  expect(judged(situation).status).toBe('UNSAFE')
})
