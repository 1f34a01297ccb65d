import * as ContractAddress from 'ox/ContractAddress'
import { describe, expect, test } from 'vitest'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { controlChange } from '../../../../src/service/risk/detectors/control-change.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { brief, briefly, coin, control, detected, friend, signer, somebody } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { account, delegated, eoa, measured, observation, old, proxy, young } from '../chain/observed.ts'
import { allow, intel, judged, observe, other, sender, stranger, token } from '../situation.ts'
import { type Enter, enter, moved, traceOf } from '../trace/trace-builder.ts'
import { entryPoint, safe, wrapInAll, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

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

  test.each<[string, Partial<KnownEvidence>]>([['allowed', { entries: [allow(somebody)] }]])(
    'an authority that is %s',
    (_, known) => {
      expect(found([control()], known)).toEqual([])
    },
  )

  test('not known code behind a proxy of others, which anyone may set up', () => {
    const known = { intel: [intel(somebody, { kind: 'protocol', as: ['implementation'] })] }
    expect(found([control()], known)).toEqual([`60 ${somebody}`])
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

describe('an upgrade by the owner to code that he created', () => {
  const NONCE = 900
  const createdBy = (creator: string, nonce: number) =>
    ContractAddress.fromCreate({ from: creator as `0x${string}`, nonce: BigInt(nonce) })
  const multisig = '0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe'
  const before = '0x01d0de0000000000000000000000000000000001'
  const owned = (admin: string) => old(coin, proxy({ implementation: before, admin }))
  const key = (address: string, nonce: number | undefined = NONCE) => ({ ...eoa(address), nonce })
  const safeOf = (owners: readonly string[], nonce: number) => old(multisig, { safe: { owners, threshold: 1 }, nonce })
  const ownCode = { runsOwnCode: true } as const

  interface Upgrade {
    readonly code?: string
    readonly accounts?: readonly ChainAccount[]
    readonly about?: Partial<ChainAccount>
    readonly actor?: string
    readonly args?: Readonly<Record<string, string>>
    readonly trace?: readonly Enter[]
    readonly simulation?: ReturnType<typeof measured>
  }

  function upgrade({
    code = createdBy(signer, NONCE - 1),
    accounts = [owned(signer), key(signer)],
    about = ownCode,
    actor = signer,
    args = { newImplementation: code },
    trace,
    simulation = measured(),
  }: Upgrade) {
    const change = control({ authority: code })
    const run = trace && traceOf(actor, enter(coin, {}, ...trace))
    const chain = observation([...accounts, young(code, about)], { ...simulation, trace: run })
    return detected(controlChange, [{ ...change, call: { ...change.call, actor, args } }], { chain })
  }

  const points = (made: Upgrade) => upgrade(made).map((finding) => finding.points)

  test('is quieter, says why, and is never SAFE', () => {
    const code = createdBy(signer, NONCE - 1)
    expect(upgrade({ code })).toMatchObject([
      {
        points: 30,
        text: `becomes the new implementation of ${coin} and is unknown, but ${signer} created it, and its controller upgrades`,
        isUnvouched: true,
      },
    ])
  })

  test('is not SAFE where the same batch pays somebody who is known', () => {
    const code = createdBy(sender, NONCE - 1)
    const steps = [
      { to: coin, data: `0x3659cfe6${word(code)}` },
      { to: other, value: 1n },
    ]
    const chain = observation(
      [owned(safe), old(safe, { safe: { owners: [sender], threshold: 1 } }), key(sender), young(code, ownCode)],
      measured(),
    )
    const data = wrapInSafe(stranger, 0n, wrapInMultiSend(...steps), 1)
    const known = [stranger, other, coin].map((each) => intel(each, { kind: 'protocol', canonical: true }))
    expect(judged({ to: safe, data, chain, intel: known })).toMatchObject({ combinedScore: 30, coverage: 'none' })
    const paid = wrapInSafe(stranger, 0n, wrapInMultiSend(...steps.slice(1)), 1)
    expect(judged({ to: safe, data: paid, chain, intel: known }).coverage).not.toBe('none')
  })

  const initialize = { newImplementation: createdBy(signer, NONCE - 1), data: '0x8129fc1c' }
  const runsBefore = (...inner: readonly Enter[]) => enter(before, { type: 'DELEGATECALL' }, ...inner)
  const runsNew = (...inner: readonly Enter[]) =>
    enter(createdBy(signer, NONCE - 1), { type: 'DELEGATECALL' }, ...inner)

  test.each<[string, Upgrade]>([
    ['his last creation', {}],
    ['the oldest nonce that is looked at', { code: createdBy(signer, NONCE - 256) }],
    ['his first transaction', { code: createdBy(signer, 0), accounts: [owned(signer), key(signer, 1)] }],
    [
      'a Safe, by its own creation',
      { code: createdBy(multisig, 2), actor: multisig, accounts: [owned(multisig), safeOf([friend], 3), key(signer)] },
    ],
    [
      'a Safe of the sender',
      { actor: multisig, accounts: [owned(multisig), safeOf([friend, signer], 1), key(signer)] },
    ],
    ['without data for the new code', { args: { newImplementation: friend, data: '0x' } }],
    ['the trace shows the initializer', { args: initialize, trace: [runsBefore(runsNew())] }],
    ['the new code says what it is', { trace: [runsBefore(enter(friend, { type: 'STATICCALL' }))] }],
  ])('near miss: %s: 30', (_, made) => {
    expect(points(made)).toEqual([30])
  })

  const pays = enter(friend, { value: 1n })
  const sends = enter(other, { logs: [moved(other, coin, friend, 5n)] })
  test.each<[string, Upgrade]>([
    [
      'code that somebody else created',
      { code: createdBy(friend, 3), accounts: [owned(signer), key(signer), key(friend)] },
    ],
    ['the address of his next creation', { code: createdBy(signer, NONCE) }],
    ['a later one', { code: createdBy(signer, NONCE + 1) }],
    ['an older one than is looked at', { code: createdBy(signer, NONCE - 257) }],
    ['his nonce is not known', { accounts: [owned(signer), { ...key(signer), nonce: undefined }] }],
    ['nothing is known about him', { accounts: [owned(signer)] }],
    [
      'his key runs the code of a delegate',
      { accounts: [owned(signer), { ...delegated(signer, friend), nonce: NONCE }] },
    ],
    ['the contract is somebody else’s', { accounts: [owned(friend), key(signer)] }],
    ['code that runs other code, or was not read whole', { about: {} }],
    [
      'a factory that creates for anybody',
      {
        code: createdBy(multisig, 2),
        actor: multisig,
        accounts: [owned(multisig), old(multisig, { nonce: 3 }), key(signer)],
      },
    ],
    [
      'a Safe, by its count of transactions',
      { code: createdBy(multisig, 7), actor: multisig, accounts: [owned(multisig), safeOf([friend], 3)] },
    ],
    ['a Safe of others', { actor: multisig, accounts: [owned(multisig), safeOf([friend], 1), key(signer)] }],
    ['it was not simulated', { simulation: {} }],
    ['it reverts', { simulation: { status: 'reverted', isMeasured: true } }],
    ['an initializer that no trace shows', { args: initialize }],
    ['an initializer that pays', { args: initialize, trace: [runsBefore(runsNew(pays))] }],
    ['an initializer that sends tokens', { args: initialize, trace: [runsBefore(runsNew(sends))] }],
    ['an initializer that calls a silent token', { args: initialize, trace: [runsBefore(runsNew(enter(other)))] }],
    [
      'an initializer that runs other code',
      { args: initialize, trace: [runsBefore(runsNew(enter(friend, { type: 'DELEGATECALL' })))] },
    ],
    [
      'an initializer that creates a contract',
      { args: initialize, trace: [runsNew(enter(friend, { type: 'CREATE' }))] },
    ],
    [
      'an initializer that gives the ether away',
      { args: initialize, trace: [runsNew(enter(friend, { type: 'SELFDESTRUCT' }))] },
    ],
  ])('evasion: %s: 60', (_, made) => {
    expect(points(made)).toEqual([60])
  })

  test('says why new code of the controller is not quieter', () => {
    expect(upgrade({ code: createdBy(signer, NONCE) })[0]?.text).toMatch(
      /is unknown, and nothing shows that its controller created it$/,
    )
  })
})

describe('an account that is a contract hands over', () => {
  const data = (method: string, ...args: readonly string[]) => `${method}${args.map((arg) => word(arg)).join('')}`
  const ownership = data('0xf2fde38b', other)
  const adminRole = data('0x2f2ff15d', `0x${'0'.repeat(40)}`, other)
  const pauserRole = data('0x2f2ff15d', stranger, other)
  const handed = (made: string, chain?: readonly ChainAccount[]) =>
    observe(controlChange, {
      to: safe,
      data: wrapInSafe(token, 0n, made),
      ...(chain && { chain: observation(chain) }),
    }).map(({ points, subject }) => `${points} ${subject}`)
  const safeAt = (nonce: number, owners: readonly string[]) =>
    old(safe, { nonce, safe: { owners, threshold: 2, singleton: token } as ChainAccount['safe'] })

  test.each([
    ['ownership', ownership, 70],
    ['the role that gives all roles', adminRole, 70],
    ['another role', pauserRole, 45],
  ])('%s', (_, made, points) => {
    expect(handed(made)).toEqual([`${points} ${other}`])
  })

  test('a key that hands over its contract is a WARNING, an account with code is not', () => {
    const byKey = (chain?: readonly ChainAccount[]) =>
      brief(observe(controlChange, { to: token, data: ownership, ...(chain && { chain: observation(chain) }) }))
    expect(byKey()).toEqual([`55 ${other}`])
    expect(byKey([eoa(sender)])).toEqual([`55 ${other}`])
    expect(byKey([old(sender)])).toEqual([`70 ${other}`])
  })

  test('that the new owner is old says nothing', () => {
    expect(handed(ownership, [safeAt(1, [sender, stranger]), old(other)])).toEqual([`70 ${other}`])
  })

  test('to a registered Safe: a WARNING; to another address it is not', () => {
    const found = (ownSafes: readonly string[]) =>
      observe(controlChange, { to: safe, data: wrapInSafe(token, 0n, ownership), ownSafes })
    expect(found([other])).toMatchObject([{ points: 55, text: expect.stringContaining('is a registered Safe') }])
    expect(found([stranger])).toMatchObject([{ points: 70, text: expect.stringContaining('is unknown') }])
  })

  test('to its own owner, or to a contract that it created: a WARNING', () => {
    expect(handed(ownership, [safeAt(1, [sender, other]), old(other)])).toEqual([`55 ${other}`])
    const made = ContractAddress.fromCreate({ from: safe, nonce: 3n })
    const chain = [safeAt(4, [sender, stranger]), young(made)]
    expect(handed(data('0xf2fde38b', made), chain)).toEqual([`55 ${made}`])
  })
})
