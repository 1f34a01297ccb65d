import { describe, expect, test } from 'vitest'
import { missingText } from '../../../src/api/text/missing.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { coverageOf, missingOf } from '../../../src/service/risk/coverage.ts'
import { callData, word } from './call-data.ts'
import { change, delegated, eoa, measured, observation, old, proxy, young } from './chain/observed.ts'
import {
  allow,
  block,
  evidence,
  intel,
  judged,
  other,
  type Situation,
  sender,
  stranger,
  token,
  transaction,
} from './situation.ts'
import { enter, pays, traceOf } from './trace/trace-builder.ts'
import { safe, wrapInMulticall, wrapInMultiSend, wrapInSafe } from './wrapping.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const paid = (address: string) => ({ address, firstSeen: 1, count: 1, hadValue: true, vouches: true })

const coverage = (situation: Situation) => judged(situation).coverage
const missing = (situation: Situation) => judged(situation).explanation.missing.map(missingText)

test('a known library that a Safe pays through says nothing about whom it pays', () => {
  const library = { kind: 'protocol', canonical: true } as const
  const data = wrapInSafe(stranger, 0n, wrapInMultiSend({ to: token, data: callData.transfer(other, 5n) }), 1)
  const known = [intel(stranger, library), intel(token, library)]
  expect(judged({ to: safe, data, intel: known }).coverage).toBe('none')
  expect(judged({ to: safe, data, intel: [...known, intel(other, library)] }).coverage).toBe('partial')
})

test('a payment to oneself is known where a node says that the account runs no code', () => {
  const toSelf = { to: sender, data: '0x', value: 5n }
  expect(coverage(toSelf)).toBe('none')
  expect(coverage({ ...toSelf, chain: observation([eoa(sender)]) })).toBe('partial')
  expect(coverage({ ...toSelf, chain: observation([delegated(sender, other)]) })).toBe('none')
  expect(coverage({ ...toSelf, data: '0xdeadbeef', chain: observation([eoa(sender)]) })).toBe('none')
})

describe('what an own Safe does to itself', () => {
  const data = wrapInSafe(safe, 0n, `0x694e80c3${word(3n)}`)
  const singleton = intel(stranger, { kind: 'protocol', canonical: true })
  const ownedBy = (owner: string) =>
    observation([
      old(safe, { safe: { owners: [owner], threshold: 1 }, ...proxy({ form: 'safe', implementation: stranger }) }),
    ])

  test('is known where a node says that it runs known code for the sender', () => {
    expect(coverage({ to: safe, data, intel: [singleton], chain: ownedBy(sender) })).toBe('partial')
    expect(coverage({ to: safe, data, intel: [singleton], chain: ownedBy(other) })).toBe('none')
    expect(coverage({ to: safe, data, chain: ownedBy(sender) })).toBe('none')
    expect(coverage({ to: safe, data, intel: [singleton] })).toBe('none')
  })

  test('is not known where its content is a hash, or where another address gains', () => {
    const known = { to: safe, intel: [singleton], chain: ownedBy(sender) }
    expect(coverage({ ...known, data: `0xd4d9bdcd${word(3n)}` })).toBe('none')
    expect(coverage({ ...known, data: wrapInSafe(safe, 0n, `0x610b5925${word(other)}`) })).toBe('none')
  })
})

test('a function that only reads is known where its contract is', () => {
  const data = `0x70a08231${word(sender)}`
  expect(coverage({ to: token, data, intel: [intel(token, { kind: 'token', canonical: true })] })).toBe('partial')
  expect(coverage({ to: token, data })).toBe('none')
})

describe('coverage', () => {
  const data = callData.transfer(other, 1n)

  test('is none when only the sender is known', () => {
    const records = [intel(sender, { kind: 'benign' }), intel(stranger)]
    expect(coverage({ data })).toBe('none')
    expect(coverage({ data, intel: records, entries: [allow(sender)] })).toBe('none')
  })

  test.each([
    ['a threat listing of the recipient', { intel: [intel(other)] }],
    ['an ALLOW entry for the recipient', { entries: [allow(other)] }],
    ['a BLOCK entry for the recipient', { entries: [block(other)] }],
  ])('is partial with %s', (_, known) => {
    expect(coverage({ data, ...known })).toBe('partial')
    // What it does in the next block is not known.
    const reverted = observation([], { status: 'reverted', method: 'trace', reason: 'paused' })
    expect(coverage({ data, ...known, chain: reverted })).toBe('none')
  })

  test('is none when only the token is known', () => {
    expect(coverage({ data, intel: [intel(token, { kind: 'token', canonical: true })], entries: [allow(token)] })).toBe(
      'none',
    )
  })

  test('of a revocation depends on the token, because no address gains', () => {
    expect(
      coverage({ data: callData.approve(other, 0n), intel: [intel(token, { kind: 'token', canonical: true })] }),
    ).toBe('partial')
  })
})

describe('coverage is full', () => {
  const data = callData.transfer(other, 1n)
  const known = { data, intel: [intel(other, { kind: 'benign', as: ['payee'] })], hasHistory: true }

  test('when every beneficiary is known, the sender has a history, and every call was read', () => {
    expect(coverage(known)).toBe('full')
    expect(coverage({ ...known, intel: [], counterparties: [paid(other)] })).toBe('full')
  })

  test('not without history', () => {
    expect(coverage({ ...known, hasHistory: false })).toBe('partial')
  })

  test('none with a second, unknown payee', () => {
    expect(coverage({ ...known, data: wrapInMulticall(data, callData.transfer(stranger, 1n)) })).toBe('none')
  })

  test('a call that was not read is no data, however well its target is known', () => {
    const unread = { ...known, to: other, data: '0xdeadbeef', entries: [allow(other)] }
    expect(coverage(unread)).toBe('none')
    // A contract may do something else when it is executed.
    expect(coverage({ ...unread, trace: traceOf(sender, enter(other, { input: '0xdeadbeef' })) })).toBe('none')
    expect(coverage({ ...unread, data: wrapInMulticall(data, '0xdeadbeef') })).toBe('none')
  })
})

describe('a function known only by its imported signature', () => {
  const imported = (selector: string) => (selector === '0xdeadbeef' ? ['poke(address,(uint256,bytes)[])'] : [])
  const call = `0xdeadbeef${word(other)}${word(64)}${word(0)}`
  const of = (situation: Situation) => {
    const analysis = analyze(transaction({ to: token, data: call }), undefined, { signatures: imported })
    return { status: analysis.decoded.root.status, coverage: coverageOf(analysis, evidence(situation)) }
  }

  test('is decoded, but not read: anyone can submit a name', () => {
    const contract = intel(token, { kind: 'protocol' })
    expect(of({ intel: [contract] })).toEqual({ status: 'decoded', coverage: 'none' })
    const everything = { intel: [contract, intel(other, { kind: 'protocol' })], entries: [allow(token), allow(other)] }
    expect(of(everything).coverage).toBe('none')
  })

  test('says that its effects are not known', () => {
    const analysis = analyze(transaction({ to: token, data: call }), undefined, { signatures: imported })
    expect(missingOf(analysis, evidence({})).map(missingText)).toContain(
      'Effects of poke (0xdeadbeef) not known, only its arguments',
    )
  })
})

describe('a known token in the place of who gains', () => {
  const usdc = intel(stranger, { kind: 'token', canonical: true })
  const known = intel(stranger, { kind: 'protocol', canonical: true })

  test.each([
    ['claimTo(address)', `0x8a5fcf0f${word(stranger)}`],
    ['emergencyWithdraw(address)', `0x6ff1c9bc${word(stranger)}`],
    ['withdrawFees(address)', `0x164e68de${word(stranger)}`],
    ['withdrawTo(address,uint256)', `0x205c2878${word(stranger)}${word(5n)}`],
    ['redeem(uint256,address)', `0x7bde82f2${word(5n)}${word(stranger)}`],
    ['skim(address)', `0xbc25cf77${word(stranger)}`],
    ['depositFor(address,uint256)', `0x2f4f21e2${word(stranger)}${word(5n)}`],
    ['stake(address,uint256)', `0xadc9772e${word(stranger)}${word(5n)}`],
    ['mint(address,uint256)', `0x40c10f19${word(stranger)}${word(5n)}`],
    ['transferOwnership(address)', `0xf2fde38b${word(stranger)}`],
    ['transfer(address,uint256)', callData.transfer(stranger, 5n)],
  ])('%s of an unknown contract is no data', (_, data) => {
    expect(coverage({ to: other, data, intel: [usdc] })).toBe('none')
    // Also of one that is there for long: age says nothing about what it does.
    expect(coverage({ to: other, data, intel: [usdc], chain: observation([old(other)]) })).toBe('none')
  })

  test('whatever else it is called, an unknown contract may do anything', () => {
    const data = `0x6ff1c9bc${word(stranger)}`
    expect(coverage({ to: other, data, intel: [known] })).toBe('none')
    expect(coverage({ to: other, data, intel: [known, intel(other, { kind: 'protocol', as: ['callee'] })] })).toBe(
      'partial',
    )
  })

  test('an allowance for a token, ether that it wraps, and what the operator allows are known', () => {
    const spender = intel(stranger, { kind: 'token', as: ['token', 'spender'] })
    expect(coverage({ data: callData.approve(stranger, 5n), intel: [spender] })).toBe('partial')
    expect(coverage({ data: callData.approve(stranger, 5n), intel: [usdc] })).toBe('none')
    const weth = { ...usdc, symbol: 'WETH', payments: ['native'] } as const
    expect(coverage({ to: stranger, data: '0x', value: 5n, intel: [weth] })).toBe('partial')
    expect(coverage({ to: stranger, data: '0x', value: 5n, intel: [{ ...usdc, symbol: 'USDC' }] })).toBe('none')
    expect(coverage({ data: callData.transfer(stranger, 5n), intel: [usdc], entries: [allow(stranger)] })).toBe(
      'partial',
    )
  })
})

describe('what a trace or balances show', () => {
  const coin = '0xc0117a1b2c3d4e5f60718293a4b5c6d7e8f90123'
  const data = callData.transfer(stranger, 5_000n)
  const payee = intel(stranger, { kind: 'exchange', as: ['payee'] })
  const usdc = intel(token, { kind: 'token', canonical: true })
  const payment = { data, intel: [payee, usdc] }
  const traced = (...more: Parameters<typeof enter>[2][]) => traceOf(sender, enter(token, { input: data }, ...more))

  test('a payment to whom the call data names', () => {
    const trace = traceOf(
      sender,
      enter(token, { input: data, logs: pays(token, sender, stranger, 5_000n)(sender).logs }),
    )
    expect(coverage({ ...payment, trace })).toBe('partial')
    expect(coverage({ ...payment, chain: observation([], measured({ changes: [change(-5_000n, token)] })) })).toBe(
      'partial',
    )
  })

  test('other assets that the known payee of an unknown token does not get', () => {
    const takes = { data, intel: [payee] }
    expect(coverage(takes)).toBe('partial')
    expect(coverage({ ...takes, trace: traced(pays(coin, sender, other, 9_000n)) })).toBe('none')
    expect(coverage({ ...takes, chain: observation([], measured({ changes: [change(-9_000n, coin)] })) })).toBe('none')
  })

  test('an own account pays somebody else than the call data names', () => {
    const own = `0x6ff1c9bc${word(stranger)}`
    const trace = traceOf(
      sender,
      enter(sender, { input: own }, enter(token, { input: callData.transfer(other, 5_000n) })),
    )
    const about = { to: sender, data: own, intel: [payee, usdc], entries: [allow(sender)] }
    expect(coverage(about)).toBe('partial')
    expect(coverage({ ...about, trace })).toBe('none')
    expect(coverage({ ...about, chain: observation([], measured({ changes: [change(-5_000n, token)] })) })).toBe('none')
  })

  test.each([
    ['a listed token', [intel(coin, { kind: 'token', canonical: true })], [], 'partial'],
    ['an unlisted one', [], [], 'none'],
    ['one that is made minutes ago', [], [young(coin)], 'none'],
    ['one that was there days ago', [], [old(coin)], 'partial'],
  ] as const)('%s for what is paid at a known router', (_, listed, accounts, expected) => {
    const path = `${word(2)}${word(token)}${word(coin)}`
    const swap = `0x38ed1739${word(5_000n)}${word(1n)}${word(0xa0)}${word(sender)}${word(9)}${path}`
    const router = intel(other, { kind: 'protocol', canonical: true })
    const about = { to: other, data: swap, intel: [router, usdc, ...listed] }
    const changes = [change(-5_000n, token), change(7n, coin)]
    expect(coverage({ ...about, chain: observation(accounts, measured({ changes })) })).toBe(expected)
    if (accounts.length === 0) expect(coverage(about)).toBe(expected)
  })
})

describe('coverage by history', () => {
  const data = callData.transfer(other, 1n)

  test('an address that received value is known', () => {
    expect(coverage({ data, counterparties: [paid(other)] })).toBe('partial')
  })

  test('an address without received value is not', () => {
    expect(coverage({ data, counterparties: [{ ...paid(other), hadValue: false, vouches: false }] })).toBe('none')
  })
})

describe('missing data', () => {
  const always = ['No history for this sender', 'No known transfers between addresses', 'No trace']

  test('names eight unknown functions and counts the others', () => {
    const calls = Array.from({ length: 3000 }, (_, index) => `0xdead${(index + 4096).toString(16)}`)
    const lines = missing({ data: wrapInMulticall(...calls) })
    expect(lines.filter((line) => line.startsWith('Unknown selector'))).toHaveLength(8)
    expect(lines).toContain('and 2992 more')
    expect(lines.length).toBeLessThan(16)
  })

  test('lists each role without data once', () => {
    const data = callData.transferFrom(stranger, other, 1n)
    expect(missing({ data, intel: [intel(token, { kind: 'token', canonical: true })] })).toEqual([
      'No data about the owner',
      'No data about the recipient',
      ...always,
    ])
  })

  test('omits evidence that exists', () => {
    const trace = traceOf(sender, enter(token, { input: callData.transfer(other, 1n) }))
    const there = { hasHistory: true, hasGraph: true, trace }
    expect(missing({ data: callData.transfer(other, 1n), intel: [intel(token), intel(other)], ...there })).toEqual([])
  })

  test('lists an incomplete trace and outdated sources', () => {
    const situation = {
      to: other,
      intel: [intel(other)],
      trace: traceOf(sender, enter(other), { incomplete: true }),
      staleSources: [
        { name: 'ofac', ageMs: 40.9 * DAY_MS },
        { name: 'labels', ageMs: DAY_MS },
        { name: 'feed A', ageMs: DAY_MS - 1 },
      ],
    }
    expect(missing(situation)).toEqual([
      'No history for this sender',
      'No known transfers between addresses',
      'Trace incomplete: calls are missing or exceed the limits',
      'Source ofac is 40 days old',
      'Source labels is 1 day old',
      'Source feed A is out of date',
    ])
  })

  test.each([
    ['has no logs', {}, { hasLogs: false }, 'Trace has no logs: token movements are not shown'],
    ['reverts', { error: 'out of gas' }, {}, 'Traced transaction reverts: its effects are not known'],
    ['is of other call data', { input: '0x00' }, {}, 'Trace is of other call data'],
  ])('says that a trace %s', (_, frame, about, text) => {
    const situation = { to: other, hasHistory: true, hasGraph: true, intel: [intel(other)] }
    expect(missing({ ...situation, trace: traceOf(sender, enter(other, frame), about) })).toEqual([text])
    expect(missing({ ...situation, trace: traceOf(sender, enter(other)) })).toEqual([])
  })

  test('lists an unknown selector', () => {
    expect(missing({ data: `0xdeadbeef${word(1)}`, entries: [allow(token)] })).toEqual([
      'Unknown selector 0xdeadbeef',
      ...always,
    ])
  })

  test('lists call data shorter than a selector', () => {
    expect(missing({ data: '0xde', entries: [allow(token)] })).toEqual([
      'Call data 0xde is shorter than a selector',
      ...always,
    ])
  })

  test('lists the code of a new contract', () => {
    expect(missing({ to: undefined, data: '0x6080' })).toEqual(['Code of the new contract not analyzed', ...always])
  })

  test('has only history, graph and trace for a known call between known addresses', () => {
    const known = [intel(token, { kind: 'token', canonical: true }), intel(other, { kind: 'benign', as: ['payee'] })]
    expect(missing({ data: callData.transfer(other, 1n), intel: known })).toEqual(always)
  })
})
