import { describe, expect, test } from 'vitest'
import { USDC, USDT } from '../../../../bench/detection/adversarial/protocols.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { findingsOf } from '../../../../src/service/risk/detectors/detector.ts'
import { unpaidOutflow } from '../../../../src/service/risk/detectors/unpaid-outflow.ts'
import { factsOf } from '../../../../src/service/risk/facts.ts'
import { brief } from '../actions-builder.ts'
import { callData, word } from '../call-data.ts'
import { change, measured, observation, old, tokenCalled, young } from '../chain/observed.ts'
import { allow, evidence, intel, other, type Situation, sender, stranger, transaction } from '../situation.ts'
import { type Enter, enter, moved, pays, traceOf } from '../trace/trace-builder.ts'
import { safe, wrapInMulticall, wrapInSafe } from '../wrapping.ts'

const UNREAD = '0xdeadbeef'
const ETHER = 10n ** 18n
const coin = '0xc0117a1b2c3d4e5f60718293a4b5c6d7e8f90123'
/** A listed dollar. */
const token = USDC
const pool = '0xb001c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3'
const nobody = `0x${'0'.repeat(40)}`

const observed = (situation: Situation) =>
  findingsOf(unpaidOutflow, factsOf(analyze(transaction(situation), situation.trace), evidence(situation)))
const found = (situation: Situation) => brief(observed(situation))

/** The sender calls an unknown contract. */
function calls({ value = 0n, data = UNREAD }, ...inner: readonly Enter[]): Situation {
  return { to: other, data, value, trace: traceOf(sender, enter(other, { input: data, value }, ...inner)) }
}

const taken = pays(token, sender, stranger, 5_000n)

test('attack: An unknown contract takes tokens by an earlier allowance and returns nothing', () => {
  expect(observed(calls({}, taken))).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 60,
      hops: 0,
      subject: other,
      role: 'target',
      text: 'takes an asset for nothing in return and is unknown',
      source: 'trace',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

describe('is found', () => {
  test.each<[string, Situation, string]>([
    ['with several assets', calls({ value: ETHER }, taken, pays(coin, sender, pool, 5_000n)), `60 ${other}`],
    ['for native currency that is sent with the call', calls({ value: ETHER }), `45 ${other}`],
    [
      'for an item',
      calls(
        {},
        enter(token, {
          logs: [
            {
              ...moved(token, sender, stranger, 1n),
              topics: [...moved(token, sender, stranger, 1n).topics, `0x${'0'.repeat(63)}7`],
            },
          ],
        }),
      ),
      `60 ${other}`,
    ],
    [
      'when what comes back reverts',
      calls({}, taken, enter(pool, { error: 'x' }, pays(coin, pool, sender, ETHER))),
      `60 ${other}`,
    ],
    [
      'when more leaves than the call data shows',
      {
        to: token,
        data: callData.transfer(stranger, 5_000n),
        trace: traceOf(
          sender,
          enter(token, { input: callData.transfer(stranger, 5_000n), logs: [moved(token, sender, stranger, 9_000n)] }),
        ),
      },
      `60 ${token}`,
    ],
    [
      'beside another contract that pays, in a Safe',
      (() => {
        const data = wrapInSafe(other, 0n, UNREAD)
        const paying = enter(pool, { input: '0x12345678' }, pays(coin, pool, safe, ETHER))
        const run = enter(other, { input: UNREAD }, pays(token, safe, stranger, 5_000n))
        return { to: safe, data, trace: traceOf(sender, enter(safe, { input: data }, paying, run)) }
      })(),
      `60 ${other}`,
    ],
  ])('%s', (_, situation, expected) => {
    expect(found(situation)).toEqual([expected])
  })
})

describe('is not found', () => {
  test.each<[string, Situation]>([
    [
      'for a payment that returns an NFT',
      calls(
        { value: ETHER },
        enter(pool, {
          logs: [
            {
              ...moved(pool, nobody, sender, 0n),
              topics: [...moved(pool, nobody, sender, 0n).topics, `0x${'0'.repeat(63)}1`],
            },
          ],
        }),
      ),
    ],
    ['for a swap', calls({}, taken, enter(sender, { value: ETHER }))],
    ['for a plain payment', { to: stranger, value: ETHER, trace: traceOf(sender, enter(stranger, { value: ETHER })) }],
    [
      'for a transfer that the call data shows',
      {
        to: token,
        data: callData.transfer(stranger, 5_000n),
        trace: traceOf(
          sender,
          enter(token, { input: callData.transfer(stranger, 5_000n), logs: [moved(token, sender, stranger, 5_000n)] }),
        ),
      },
    ],
    [
      'for several of them',
      (() => {
        const steps = [callData.transfer(stranger, 5_000n), callData.transfer(pool, 4_000n)]
        const data = wrapInMulticall(...steps)
        const logs = [moved(token, sender, stranger, 5_000n), moved(token, sender, pool, 4_000n)]
        return { to: token, data, trace: traceOf(sender, enter(token, { input: data, logs })) }
      })(),
    ],
    ['for a known contract', { ...calls({}, taken), intel: [intel(other, { kind: 'protocol', as: ['market'] })] }],
    ['for an allowed one', { ...calls({}, taken), entries: [allow(other)] }],
    ['for a listed one, which says it itself', { ...calls({}, taken), intel: [intel(other)] }],
    ['for dust', calls({}, pays(token, sender, stranger, 5n))],
    ['for what others lose', calls({}, pays(token, pool, stranger, 5_000n))],
    [
      'for a movement between own accounts',
      (() => {
        const data = wrapInSafe(other, 0n, UNREAD)
        const run = enter(other, { input: UNREAD }, pays(token, safe, sender, 5_000n))
        return { to: safe, data, trace: traceOf(sender, enter(safe, { input: data }, run)) }
      })(),
    ],
    [
      'for a creation',
      {
        to: undefined,
        value: ETHER,
        data: '0x6001',
        trace: traceOf(sender, enter(other, { type: 'CREATE', value: ETHER, input: '0x6001' })),
      },
    ],
    ['without a trace', { to: other, data: UNREAD, value: ETHER }],
    [
      'in a trace that is not complete',
      { ...calls({}), trace: traceOf(sender, enter(other, {}, taken), { incomplete: true }) },
    ],
    [
      'in a trace without logs',
      { ...calls({}), trace: traceOf(sender, enter(other, { value: ETHER }), { hasLogs: false }) },
    ],
  ])('%s', (_, situation) => {
    expect(found(situation)).toEqual([])
  })
})

test('near miss: A deposit returns shares', () => {
  expect(found(calls({}, taken, pays(pool, nobody, sender, 5_000n)))).toEqual([])
})

const usdc = intel(token, { kind: 'token', canonical: true })
const hidden = (about: Situation = {}, data = UNREAD, got = pays(coin, other, sender, 5_000n)) =>
  found({ ...calls({ data }, taken, got), intel: [usdc], ...about })

const given = (id: bigint) => {
  const event = moved(coin, other, sender, 0n)
  return enter(coin, { logs: [{ ...event, topics: [...event.topics, `0x${word(id)}`] }] })
}
const usdt = intel(USDT, { kind: 'token', canonical: true, symbol: 'USDT', decimals: 6 })

test('evasion: The contract returns dust, a small amount of a listed token, or a worthless token or item for a listed token that the call data does not show: it is found', () => {
  expect(found(calls({}, taken, enter(sender, { value: 1n })))).toEqual([`60 ${other}`])
  expect(hidden()).toEqual([`45 ${other}`])
  expect(hidden({}, UNREAD, given(7n))).toEqual([`45 ${other}`])
  const dollars = { intel: [{ ...usdc, symbol: 'USDC', decimals: 6 }, usdt] }
  expect(hidden(dollars, UNREAD, pays(USDT, other, sender, 1_200n))).toEqual([`60 ${other}`])
})

describe('an item for a listed token that the call data does not show', () => {
  const bought = (accounts: readonly ChainAccount[]) => hidden({ chain: observation(accounts) }, UNREAD, given(7n))

  test.each<[string, string[], string[]]>([
    ['an old one of an old market', bought([old(other), old(coin)]), []],
    ['an old one of a young contract', bought([young(other), old(coin)]), [`45 ${other}`]],
    ['a young one of an old contract', bought([old(other), young(coin)]), [`45 ${other}`]],
    ['a listed one', hidden({ intel: [usdc, intel(coin, { kind: 'token', canonical: true })] }, UNREAD, given(7n)), []],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })
})

test('a withdrawal shows nothing that goes in', () => {
  const drain = `0xece53132${word(token)}`
  expect(found({ ...calls({ data: drain }, taken), intel: [usdc] })).toEqual([`60 ${other}`])
  expect(hidden({}, drain, given(7n))).toEqual([`45 ${other}`])
})

describe('much less in return', () => {
  const weth = intel(pool, { kind: 'token', canonical: true, symbol: 'WETH', decimals: 18 })
  const listed = { ...usdc, symbol: 'USDC', decimals: 6 }
  const gets = (amount: bigint, about: Situation = {}, paid = pool) =>
    hidden({ intel: [listed, usdt], ...about }, UNREAD, pays(paid, other, sender, amount))
  const forEther = (value: bigint, amount: bigint) =>
    found({ ...calls({ value }, pays(pool, other, sender, amount)), intel: [weth] })
  const price = (usd: string, decimals: number) => ({ usd, decimals })
  const prices = {
    intel: [listed, weth],
    priceOf: (asset: string) => (asset === pool ? price('2', 18) : price('1', 6)),
  }
  const worth = (units: bigint) => (units * 10n ** 18n) / 2_000_000n

  test.each<[string, string[], string[]]>([
    ['half of the dollars', gets(2_500n, {}, USDT), []],
    ['less than half of the dollars', gets(2_499n, {}, USDT), [`60 ${other}`]],
    ['90 % of the ether, wrapped', forEther(ETHER, (ETHER * 9n) / 10n), []],
    ['less than 90 % of the ether, wrapped', forEther(ETHER, (ETHER * 9n) / 10n - 1n), [`45 ${other}`]],
    ['ether of unknown price', gets(10n ** 15n, { intel: [listed, weth] }), []],
    ['more than half by prices', gets(worth(2_600n), prices), []],
    ['less than half by prices', gets(worth(2_400n), prices), [`60 ${other}`]],
    ['a token that is not listed', gets(2_499n, { intel: [listed] }), [`45 ${other}`]],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })

  test('is said', () => {
    const situation = { ...calls({}, taken, pays(USDT, other, sender, 1_200n)), intel: [listed, usdt] }
    expect(observed(situation)).toMatchObject([{ text: 'takes an asset for much less in return and is unknown' }])
  })

  test('beside a worthless token', () => {
    const more = [pays(USDT, other, sender, 1_200n), pays(coin, other, sender, 5_000n)]
    expect(found({ ...calls({}, taken, ...more), intel: [listed, usdt] })).toEqual([`45 ${other}`])
  })

  test('with the stake that an old contract keeps', () => {
    const STAKE = `0xa694fc3a${word(5_000n)}`
    const kept = calls({ data: STAKE }, pays(token, sender, other, 5_000n), pays(USDT, other, sender, 1_200n))
    expect(found({ ...kept, intel: [listed, usdt], chain: observation([old(other)]) })).toEqual([])
  })
})

describe('a listed token for others', () => {
  const EXCHANGE = `0xdeadbeef${word(5_000n)}`
  const shares = pays(other, nobody, sender, 5_000n)

  test.each<[string, string[], string[]]>([
    ['for ether', hidden({}, UNREAD, enter(sender, { value: ETHER })), []],
    ['for a listed one', hidden({ intel: [usdc, intel(coin, { kind: 'token', canonical: true })] }), []],
    ['for an allowed one', hidden({ entries: [allow(coin)] }), []],
    ['by a known contract', hidden({ intel: [usdc, intel(other, { kind: 'protocol', as: ['market'] })] }), []],
    ['that is not listed', hidden({ intel: [] }), []],
    ['for shares of an old contract', hidden({ chain: observation([old(other)]) }, UNREAD, shares), []],
    ['for shares of a young one', hidden({ chain: observation([young(other)]) }, UNREAD, shares), [`45 ${other}`]],
    [
      'by an old contract that the call data tells the amount',
      hidden({ chain: observation([old(other)]) }, EXCHANGE),
      [],
    ],
    ['by an old contract, all that there is', hidden({ chain: observation([old(other)]) }), [`45 ${other}`]],
    ['that the call data deposits', hidden({}, `0x6e553f65${word(5_000n)}${word(sender)}`), []],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })
})

describe('where more leaves by measured balances than by a trace', () => {
  const quiet = calls({})
  const measures = (...changes: ReturnType<typeof change>[]) => observation([], measured({ changes }))

  test.each<[string, Situation, string[]]>([
    ['the trace shows nothing', { ...quiet, chain: measures(change(-5_000n, token)) }, [`60 ${other}`]],
    ['the trace shows less', { ...calls({}, taken), chain: measures(change(-6_000n, token)) }, [`60 ${other}`]],
    [
      'what comes back is only in the balances: the trace does not confirm it',
      { ...calls({}, taken), chain: measures(change(-6_000n, token), change(9_000n, coin)) },
      [`60 ${other}`],
    ],
  ])('is found when %s', (_, situation, expected) => {
    expect(found(situation)).toEqual(expected)
  })

  test.each<[string, Situation]>([
    ['nothing leaves', { ...quiet, chain: measures(change(5_000n, token)) }],
    ['the contract is known', { ...quiet, chain: measures(change(-5_000n, token)), entries: [allow(other)] }],
  ])('is not found when %s', (_, situation) => {
    expect(found(situation)).toEqual([])
  })

  test('interest of a token is no more, and the trace stays the source', () => {
    const [only, ...more] = observed({ ...calls({}, taken), chain: measures(change(-5_010n, token)) })
    expect(only).toMatchObject({ points: 60, source: 'trace' })
    expect(more).toEqual([])
  })
})

describe('by measured balances, without a trace', () => {
  const measures = (changes: Parameters<typeof measured>[0], about: Situation = {}) =>
    found({ to: other, data: UNREAD, chain: observation([], measured(changes)), ...about })

  test.each<[string, Parameters<typeof measured>[0], Situation, string[]]>([
    ['tokens that leave', { changes: [change(-5_000n, token)] }, {}, [`60 ${other}`]],
    ['an item that leaves', { changes: [change(-1n, token, { standard: 'erc721', id: 7n })] }, {}, [`60 ${other}`]],
    ['what is sent with the call', { changes: [change(-ETHER)] }, { value: ETHER }, [`45 ${other}`]],
    ['dust in return', { changes: [change(-5_000n, token), change(3n, coin)] }, {}, [`60 ${other}`]],
    ['something in return', { changes: [change(-5_000n, token), change(4_000n, coin)] }, {}, []],
    [
      'what moves between own accounts',
      { changes: [change(-5_000n, token), change(5_000n, token, { owner: safe })] },
      {},
      [],
    ],
    [
      'a payment that the call data shows',
      { changes: [change(-5_000n, token)] },
      { to: token, data: callData.transfer(other, 5_000n) },
      [],
    ],
    [
      'more than the call data shows',
      { changes: [change(-9_000n, token)] },
      { to: token, data: callData.transfer(other, 5_000n) },
      [`60 ${token}`],
    ],
    [
      'a known contract',
      { changes: [change(-5_000n, token)] },
      { intel: [intel(other, { kind: 'protocol', as: ['market'] })] },
      [],
    ],
    ['an allowed contract', { changes: [change(-5_000n, token)] }, { entries: [allow(other)] }, []],
    ['nothing that was measured', { changes: [change(-5_000n, token)], isMeasured: false }, {}, []],
    ['a transaction that fails', { changes: [change(-5_000n, token)], status: 'reverted' }, {}, []],
  ])('%s', (_, changes, about, expected) => {
    expect(measures(changes, about)).toEqual(expected)
  })

  test('names the first unknown contract of a batch', () => {
    const data = wrapInSafe(other, 0n, UNREAD)
    const chain = observation([], measured({ changes: [change(-5_000n, token, { owner: safe })] }))
    expect(observed({ to: safe, data, chain })).toMatchObject([{ subject: other, source: 'simulation' }])
  })
})

test('a deposit whose shares are made for another than the call data says', () => {
  const data = `0x6e553f65${word(5_000n)}${word(sender)}`
  const shared = (...holders: readonly string[]) =>
    found({
      ...calls({ data }, pays(token, sender, other, 5_000n), ...holders.map((to) => pays(coin, nobody, to, 5_000n))),
      chain: observation([old(other), old(pool)]),
    })
  expect(shared(stranger)).toEqual([`45 ${other}`])
  expect(shared(stranger, sender)).toEqual([])
  expect(shared(pool)).toEqual([])
})

test('native currency that a function that is not read passes to people, for tokens that no source knows', () => {
  const bought = (to: string, data = UNREAD, got = pays(coin, nobody, sender, 5_000n)) =>
    found({
      ...calls({ data, value: ETHER }, enter(to, { value: ETHER }), got),
      chain: observation([old(other), old(pool)]),
    })
  expect(bought(stranger)).toEqual([`45 ${other}`])
  expect(bought(pool)).toEqual([])
  expect(bought(stranger, `0x6e553f65${word(5_000n)}${word(sender)}`)).toEqual([])
  expect(bought(stranger, UNREAD, pays(other, nobody, sender, 5_000n))).toEqual([])
  expect(bought(stranger, UNREAD, given(7n))).toEqual([])
})

test('a deposit of which another one gets the shares', () => {
  const data = `0x6e553f65${word(5_000n)}${word(stranger)}`
  const shares = pays(coin, nobody, stranger, 5_000n)
  const situation = calls({ data }, pays(token, sender, other, 5_000n), shares)
  expect(found({ ...situation, chain: observation([old(other)]) })).toEqual([`45 ${other}`])
})

describe('what comes back is dust', () => {
  const takes = (amount: bigint, about: Situation) =>
    found({ ...calls({}, taken, pays(coin, other, sender, amount)), ...about })

  test.each<[string, Situation, bigint]>([
    ['1,000 base units of a token without decimals', {}, 1_000n],
    ['a millionth of a token', { chain: observation([tokenCalled(coin, 'DAI')]) }, 10n ** 12n],
    [
      'a millionth of a listed one, whatever it says',
      {
        chain: observation([tokenCalled(coin, 'DAI', { decimals: 0 })]),
        intel: [intel(coin, { kind: 'token', canonical: true, decimals: 18 })],
      },
      10n ** 12n,
    ],
  ])('below %s', (_, about, least) => {
    expect(takes(least - 1n, about)).toEqual([`60 ${other}`])
    expect(takes(least, about)).toEqual([])
  })
})

describe('a stake: tokens that the called contract keeps', () => {
  const STAKE = `0xa694fc3a${word(5_000n)}`
  const stakes = (accounts: readonly ChainAccount[], data = STAKE, to = other) =>
    found({ ...calls({ data }, pays(token, sender, to, 5_000n)), chain: observation(accounts) })

  test.each<[string, string[], string[]]>([
    ['an old contract', stakes([old(other)]), []],
    ['a reward in the same token', stakes([old(other)], `0xa694fc3a${word(5_100n)}`), []],
    ['much less than the call data names', stakes([old(other)], `0xa694fc3a${word(50_000n)}`), [`60 ${other}`]],
    ['a young contract', stakes([young(other)]), [`60 ${other}`]],
    ['a contract that the node says nothing about', stakes([]), [`60 ${other}`]],
    ['an amount that the call data does not name', stakes([old(other)], UNREAD), [`60 ${other}`]],
    ['for another beneficiary', stakes([old(other)], `${STAKE}${word(stranger)}`), [`60 ${other}`]],
    ['for the owner', stakes([old(other)], `${STAKE}${word(sender)}`), []],
    ['that names the token and the contract', stakes([old(other)], `${STAKE}${word(token)}${word(other)}`), []],
    ['a large amount that is not as long as an address', stakes([old(other)], `${STAKE}${word(2n ** 95n)}`), []],
    ['tokens that go on to somebody else', stakes([old(other)], STAKE, stranger), [`60 ${other}`]],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })
})

describe('a stake of an item', () => {
  const STAKE_ITEM = `0xa694fc3a${word(7n)}`
  const itemTo = (to: string, log = moved(token, sender, to, 1n)) =>
    enter(token, { logs: [{ ...log, topics: [...log.topics, `0x${word(7n)}`] }] })
  const stakes = (accounts: readonly ChainAccount[], data = STAKE_ITEM, to = other, ...more: readonly Enter[]) =>
    found({ ...calls({ data }, itemTo(to), ...more), chain: observation(accounts) })

  test.each<[string, string[], string[]]>([
    ['an old contract', stakes([old(other)]), []],
    ['another old contract', stakes([old(other), old(pool)], STAKE_ITEM, pool), []],
    ['a young contract', stakes([young(other)]), [`60 ${other}`]],
    ['an item that the call data does not name', stakes([old(other)], `0xa694fc3a${word(8n)}`), [`60 ${other}`]],
    ['that goes on to somebody else', stakes([old(other)], STAKE_ITEM, stranger), [`60 ${other}`]],
    [
      'that goes on to somebody whom the call data names',
      stakes([old(other)], `${STAKE_ITEM}${word(stranger)}${word(1n)}`, stranger),
      [`60 ${other}`],
    ],
    ['for another beneficiary', stakes([old(other)], `${STAKE_ITEM}${word(stranger)}`), [`60 ${other}`]],
    [
      'and tokens that the call data does not name',
      stakes([old(other)], STAKE_ITEM, other, pays(coin, sender, other, 5_000n)),
      [`60 ${other}`],
    ],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })
})

describe('what an old contract is paid', () => {
  const DONATE = '0xdeadbeef'
  const pay = (accounts: readonly ChainAccount[], value: bigint, ...inner: readonly Enter[]) =>
    found({ ...calls({ value, data: DONATE }, ...inner), chain: observation(accounts) })
  const refunded = enter(sender, { value: ETHER / 10n })

  test.each<[string, string[], string[]]>([
    ['ether that it keeps', pay([old(other)], ETHER), []],
    ['ether, and a refund', pay([old(other)], ETHER, refunded), []],
    ['ether that another old contract keeps', pay([old(other), old(pool)], ETHER, enter(pool, { value: ETHER })), []],
    ['ether that a young contract keeps', pay([young(other)], ETHER), [`45 ${other}`]],
    ['ether that it passes on', pay([old(other)], ETHER, enter(stranger, { value: ETHER })), [`45 ${other}`]],
    [
      'ether that it passes to a young contract',
      pay([old(other), young(pool)], ETHER, enter(pool, { value: ETHER })),
      [`45 ${other}`],
    ],
    ['ether, and tokens that it takes', pay([old(other)], ETHER, pays(token, sender, other, 5_000n)), [`60 ${other}`]],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })

  const INVOICE = `0xdeadbeef${word(token)}${word(5_000n)}${word(stranger)}`
  const invoice = (data: string, account = old(other)) =>
    found({ ...calls({ data }, taken), chain: observation([account]) })

  test.each<[string, string[], string[]]>([
    ['an invoice that names payee and amount', invoice(INVOICE), []],
    ['one of a young contract', invoice(INVOICE, young(other)), [`60 ${other}`]],
    ['one with another payee', invoice(`0xdeadbeef${word(token)}${word(5_000n)}${word(pool)}`), [`60 ${other}`]],
    ['one with another amount', invoice(`0xdeadbeef${word(token)}${word(5_001n)}${word(stranger)}`), [`60 ${other}`]],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })

  const PAYROLL = `0xdeadbeef${word(token)}${word(2n)}${word(stranger)}${word(pool)}${word(2n)}${word(3_000n)}${word(2_000n)}`
  const payroll = (data: string, ...more: readonly Enter[]) => {
    const paid = [pays(token, sender, stranger, 3_000n), pays(token, sender, pool, 2_000n)]
    return found({ ...calls({ data }, ...paid, ...more), chain: observation([old(other)]) })
  }

  test.each<[string, string[], string[]]>([
    ['wages of several people whom the call data names', payroll(PAYROLL), []],
    ['wages, and more for one of them', payroll(PAYROLL, pays(token, sender, pool, 500n)), [`60 ${other}`]],
    ['wages, and something for another', payroll(PAYROLL, pays(token, sender, coin, 3_000n)), [`60 ${other}`]],
    ['wages that the call data does not name', payroll(PAYROLL.replace(word(3_000n), word(0n))), [`60 ${other}`]],
    ['wages of people whom the call data does not name', payroll(UNREAD), [`60 ${other}`]],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })

  const REPAY = `0x573ade81${word(token)}${word(5_000n)}${word(2n)}${word(sender)}`
  const repays = (accounts: readonly ChainAccount[], ...more: readonly Enter[]) =>
    found({ ...calls({ data: REPAY }, pays(token, sender, pool, 5_000n), ...more), chain: observation(accounts) })
  const burned = pays(coin, sender, nobody, 5_000n)

  test.each<[string, string[], string[]]>([
    ['a debt, to the vault of the pool', repays([old(other), old(pool)]), []],
    ['a debt whose token is destroyed', repays([old(other), old(pool), old(coin)], burned), []],
    ['a debt, to a young contract', repays([old(other), young(pool)]), [`45 ${other}`]],
    ['a debt, to nobody knows what', repays([old(other)]), [`45 ${other}`]],
    ['a debt whose token nobody knows', repays([old(other), old(pool)], burned), [`45 ${other}`]],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })
})

describe('the code of an own account pays', () => {
  const drained = (data: string, about: Situation = {}, ...more: readonly Enter[]) => {
    const inner = enter(token, {
      input: callData.transfer(stranger, 5_000n),
      logs: [moved(token, sender, stranger, 5_000n)],
    })
    return found({
      to: sender,
      data,
      trace: traceOf(sender, enter(sender, { input: data }, inner, ...more)),
      intel: [usdc],
      ...about,
    })
  }
  const own = `0xdeadbeef${word(token)}`

  test.each<[string, string[], string[]]>([
    ['somebody whom the call data does not name', drained(own), [`60 ${stranger}`]],
    ['somebody known', drained(own, { intel: [usdc, intel(stranger, { kind: 'exchange', as: ['payee'] })] }), []],
    ['whom the call data names', drained(`${own}${word(stranger)}${word(5_000n)}`), []],
    ['another amount than it names', drained(`${own}${word(stranger)}${word(5n)}`), [`60 ${stranger}`]],
    [
      'for something in return',
      drained(own, {}, enter(pool, { input: '0x12345678' }, enter(sender, { value: ETHER }))),
      [],
    ],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })
})

test('what only an event promises is nothing in return', () => {
  const trace = traceOf(
    sender,
    enter(other, { input: UNREAD }, taken, enter(coin, { logs: [moved(coin, stranger, sender, 9_000n)] })),
  )
  const situation = { to: other, data: UNREAD, trace }
  const simulated = { changes: [change(-5_000n, token)], claims: [change(-5_000n, token), change(9_000n, coin)] }
  expect(found(situation)).toEqual([])
  expect(found({ ...situation, chain: observation([], measured(simulated)) })).toEqual([`60 ${other}`])
})

describe('a debt token', () => {
  const debt = tokenCalled(coin, 'variableDebtEthUSDC')
  const lent = pays(coin, nobody, sender, 5_000n)

  test('that comes is a loss, unless the loan comes as well', () => {
    const chain = observation([debt])
    expect(found({ ...calls({}, lent), chain })).toEqual([`60 ${other}`])
    expect(found({ ...calls({}, lent, pays(token, pool, sender, 5_000n)), chain })).toEqual([])
    expect(found({ ...calls({}, lent), chain: observation([tokenCalled(coin, 'aEthUSDC')]) })).toEqual([])
  })

  test('of any name is one where a third party is paid as much of a listed token', () => {
    const paid = (to: string, amount: bigint) =>
      found({
        ...calls({}, lent, pays(token, other, to, amount)),
        intel: [usdc],
        chain: observation([old(other), old(pool), tokenCalled(coin, 'dUSD')]),
      })
    expect(paid(stranger, 5_000n)).toEqual([`60 ${other}`])
    expect(paid(stranger, 4_900n)).toEqual([`60 ${other}`])
    expect(paid(stranger, 4_899n)).toEqual([])
    expect(paid(pool, 5_000n)).toEqual([])
    expect(paid(sender, 5_000n)).toEqual([])
  })

  test('that leaves is no gain: anyone can make such a token', () => {
    const repaid = calls({}, pays(coin, sender, nobody, 5_000n), taken)
    expect(found({ ...repaid, chain: observation([debt]) })).toEqual([`60 ${other}`])
  })
})
