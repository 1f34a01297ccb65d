import { describe, expect, test } from 'vitest'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { controlChange } from '../../../../src/service/risk/detectors/control-change.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { brief, briefly, coin, control, detected, friend, signer, somebody } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { account, eoa, observation, old, proxy, young } from '../chain/observed.ts'
import { allow, intel, judged, observe, other, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(controlChange)

test('attack: A proxy is upgraded to code that no source knows', () => {
  expect(detected(controlChange, [control()])).toEqual([
    {
      subCategory: 'maliciousProtocolUpgrade',
      points: 60,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: `becomes the new implementation of ${coin} and is unknown`,
      source: 'call data',
      flip: 'reject, unless this change is planned: in that case verify the address with its owner and add an ALLOW entry for it',
    },
  ])
})

describe('points by kind of control', () => {
  test.each([
    ['upgrade', 60],
    ['module', 60],
    ['fallback-handler', 55],
    ['ownership', 55],
    ['guard', 50],
    ['role', 45],
    ['signer', 45],
  ] as const)('%s', (form, points) => {
    expect(found([control({ form })])).toEqual([`${points} ${somebody}`])
  })

  test('several changes for one authority report the strongest', () => {
    expect(found([control({ form: 'signer' }), control({ form: 'module' })])).toEqual([`60 ${somebody}`])
  })

  test('two authorities are two findings', () => {
    expect(found([control(), control({ authority: friend })])).toEqual([`60 ${somebody}`, `60 ${friend}`])
  })
})

describe('ignores', () => {
  test.each([
    ['control that passes to the signer', { authority: signer }],
    ['a proxy that is made its own code, which disables it', { authority: coin }],
    ['a delegation, which has its own rule', { form: 'account-delegation' }],
    ['a delegatecall, which has its own rule', { form: 'delegatecall' }],
  ] as const)('%s', (_, about) => {
    expect(found([control(about)])).toEqual([])
  })

  test('signers and modules of a known account, called by another address', () => {
    const known = { intel: [intel(coin, { kind: 'protocol', label: 'a Safe' })] }
    for (const form of ['signer', 'module', 'guard', 'fallback-handler'] as const) {
      const change = control({ form })
      expect(found([change], known)).toEqual([])
      expect(found([{ ...change, call: { ...change.call, actor: coin } }], known)).toHaveLength(1)
    }
    expect(found([control({ form: 'ownership' })], known)).toEqual([`55 ${somebody}`])
  })

  test.each<[string, Partial<KnownEvidence>]>([
    ['allowed', { entries: [allow(somebody)] }],
    ['a known protocol', { intel: [intel(somebody, { kind: 'protocol', canonical: true })] }],
  ])('an authority that is %s', (_, known) => {
    expect(found([control()], known)).toEqual([])
  })
})

describe('inside multicall, Safe and user operation', () => {
  const data = (address: string) => wrapInAll(token, `0x3659cfe6${word(address)}`)

  test('an upgrade is found', () => {
    expect(brief(observe(controlChange, { to: entryPoint, data: data(other) }))).toEqual([`60 ${other}`])
  })

  test('an upgrade to listed code is an upgrade attack', () => {
    const { combinedScore, combinedScoreDetails } = judged({ to: entryPoint, data: data(other), intel: [intel(other)] })
    expect([combinedScore, combinedScoreDetails.subCategory]).toEqual([90, 'maliciousProtocolUpgrade'])
  })
})

test('near miss: Ownership is given up: it passes to the zero address', () => {
  expect(found([control({ form: 'ownership', authority: `0x${'0'.repeat(40)}` })])).toEqual([])
})

test('evasion: The address was paid before and has a name tag: neither vouches for control', () => {
  const known = {
    counterparties: [{ address: somebody, firstSeen: 1, count: 9, hadValue: true, vouches: true }],
    intel: [intel(somebody, { kind: 'exchange', label: 'an exchange' })],
  }
  expect(found([control()], known)).toEqual([`60 ${somebody}`])
})

describe('against what the node says', () => {
  const admin = '0xad317b2c3d4e5f60718293a4b5c6d7e8f9012345'
  const upgraded = (by: Partial<Parameters<typeof control>[0]>, accounts: readonly ChainAccount[]) =>
    brief(detected(controlChange, [control(by)], { chain: observation(accounts) }))
  const behind = (about: object) => old(coin, { ...proxy({ implementation: friend, ...about }) })

  test.each<[string, readonly ChainAccount[], number]>([
    ['the admin, to old code', [behind({ admin: signer }), old(somebody)], 30],
    ['the owner of the admin, to old code', [behind({ admin }), old(admin, { owner: signer }), old(somebody)], 30],
    [
      'the owner of the beacon, to old code',
      [behind({ beacon: admin }), old(admin, { owner: signer }), old(somebody)],
      30,
    ],
    ['the owner of the proxy, to old code', [{ ...behind({}), owner: signer }, old(somebody)], 30],
    ['the admin, to young code', [behind({ admin: signer }), young(somebody)], 60],
    ['the admin, to code whose age is not known', [behind({ admin: signer }), account(somebody)], 60],
    [
      'the admin, to an old proxy of young code',
      [behind({ admin: signer }), old(somebody, proxy({ implementation: admin })), young(admin)],
      60,
    ],
    ['somebody else, to old code', [behind({ admin }), old(admin, { owner: friend }), old(somebody)], 60],
    ['the owner of what is not a proxy', [old(coin, { owner: signer }), old(somebody)], 60],
    ['the admin, to an address without code', [behind({ admin: signer }), eoa(somebody)], 75],
    ['a node that says nothing', [], 60],
  ])('an upgrade by %s: %3$i', (_, accounts, points) => {
    expect(upgraded({}, accounts)).toEqual([`${points} ${somebody}`])
  })

  test.each<[string, Parameters<typeof control>[0], readonly ChainAccount[], number]>([
    ['an EOA as a module', { form: 'module' }, [eoa(somebody)], 80],
    ['a contract as a module', { form: 'module' }, [old(somebody)], 60],
    ['an EOA as the guard', { form: 'guard' }, [eoa(somebody)], 75],
    [
      'an EOA as the owner, where a contract was',
      { form: 'ownership' },
      [old(coin, { owner: admin }), old(admin), eoa(somebody)],
      65,
    ],
    [
      'an EOA as the owner, where an EOA was',
      { form: 'ownership' },
      [old(coin, { owner: admin }), eoa(admin), eoa(somebody)],
      55,
    ],
    ['a contract as the owner', { form: 'ownership' }, [old(coin, { owner: admin }), old(admin), old(somebody)], 55],
    ['an EOA as a signer', { form: 'signer' }, [eoa(somebody)], 45],
  ])('%s: %4$i', (_, change, accounts, points) => {
    expect(upgraded(change, accounts)).toEqual([`${points} ${somebody}`])
  })

  test('says what it read', () => {
    const chain = observation([behind({ admin: signer }), old(somebody)])
    expect(detected(controlChange, [control()], { chain })).toMatchObject([
      {
        text: `becomes the new implementation of ${coin} and is unknown, but was there 3 days ago, and its controller upgrades`,
        source: 'chain',
        isKnownByAge: true,
      },
    ])
  })
})
