import { describe, expect, test } from 'vitest'
import { call } from '../../../../bench/detection/adversarial/encode.ts'
import { baselineFor } from '../../../../src/service/intel/baseline.ts'
import type { ChainObservation } from '../../../../src/service/risk/chain/observation.ts'
import { leftOutput } from '../../../../src/service/risk/detectors/left-output.ts'
import {
  ALL,
  CALLER,
  plan,
  ROUTER,
  type RouterStep,
  subPlan,
  sweep,
  transferOut,
  unwrap,
  v3In,
  wrap,
} from '../../../honest/router-plans.ts'
import { change, account as contractAt, eoa, measured, observation } from '../chain/observed.ts'
import { allow, intel, judged, observe, other, type Situation, sender, stranger } from '../situation.ts'
import { enter, moved, traceOf } from '../trace/trace-builder.ts'
import { account, entryPoint, wrapInExecute, wrapInMulticall, wrapInUserOperation } from '../wrapping.ts'

const universal = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const router2 = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const NOBODY = `0x${'0'.repeat(40)}`
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f'
const ETHER = 10n ** 18n
const path = `${USDC}0001f4${WETH.slice(2)}`

const swapTo = (recipient: string, fromUser = true) =>
  v3In(recipient, fromUser ? 3000n * 10n ** 6n : ALL, ETHER, path, fromUser)
const points = (data: string, to = universal) => observe(leftOutput, { to, data }).map((found) => found.points)
/** exactInputSingle of SwapRouter02. */
const single = (recipient: string) =>
  call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    USDC,
    WETH,
    500,
    recipient,
    3000n * 10n ** 6n,
    ETHER,
    0n,
  ])

test('attack: A swap names the router as recipient, and nothing follows', () => {
  expect(observe(leftOutput, { to: universal, data: plan(swapTo(ROUTER)) })).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 75,
      hops: 0,
      subject: universal,
      role: 'target',
      text: 'keeps the output, no later step pays it out, and anyone may take it',
      source: 'call data',
      flip: 'set the recipient to an own account or add a step that pays the output out; or add an ALLOW entry',
      evenIfTrusted: true,
    },
  ])
  const known = { to: universal, data: plan(swapTo(ROUTER)), intel: baselineFor(universal, '1') }
  expect(judged(known)).toMatchObject({ status: 'UNSAFE', combinedScore: 75 })
  expect(judged({ ...known, entries: [allow(universal)] }).combinedScore).toBeLessThan(70)
})

test('near miss: The next command sweeps the output to the sender', () => {
  expect(points(plan(swapTo(ROUTER), sweep(WETH, CALLER, ETHER)))).toEqual([])
  expect(points(plan(swapTo(ROUTER), unwrap(CALLER, ETHER)))).toEqual([])
  expect(points(plan(swapTo(ROUTER), transferOut(WETH, sender, ETHER)))).toEqual([])
})

test('evasion: A sweep of another token follows, or a transfer of a small part: it is found', () => {
  expect(points(plan(swapTo(ROUTER), sweep(DAI, CALLER, 1n)))).toEqual([75])
  expect(points(plan(swapTo(ROUTER), transferOut(WETH, sender, 5n)))).toEqual([75])
  // A sweep before the swap sweeps nothing.
  expect(points(plan(sweep(WETH, CALLER, 0n), swapTo(ROUTER)))).toEqual([75])
})

test('a step that may fail takes nothing where it needs more than there is', () => {
  const mayFail = (step: RouterStep) => ({ ...step, id: (Number.parseInt(step.id, 16) | 0x80).toString(16) })
  const afterwards = (...steps: RouterStep[]) => points(plan(swapTo(ROUTER), ...steps))
  for (const step of [sweep(WETH, CALLER, 2n * ETHER), unwrap(CALLER, ALL), transferOut(WETH, sender, 2n * ETHER)]) {
    expect(afterwards(mayFail(step))).toEqual([75])
    expect(afterwards(mayFail(subPlan(step)))).toEqual([75])
    // Otherwise all fails.
    expect(afterwards(step)).toEqual([])
  }
  for (const step of [sweep(WETH, CALLER, ETHER), transferOut(WETH, sender, ALL)])
    expect(afterwards(mayFail(step))).toEqual([])
})

test('ether and wrapped ether are two assets', () => {
  expect(points(plan(swapTo(ROUTER), sweep(NOBODY, CALLER, 0n)))).toEqual([75])
  expect(points(plan(swapTo(ROUTER), unwrap(ROUTER, ETHER), sweep(WETH, CALLER, 0n)))).toEqual([75])
  expect(points(plan(swapTo(ROUTER), unwrap(ROUTER, ETHER), sweep(NOBODY, CALLER, 0n)))).toEqual([])
  expect(points(wrapInMulticall(single(ROUTER), call('refundETH()')), router2)).toEqual([75])
})

test.each([
  ['by its address', plan(swapTo(universal)), universal],
  ['in a sub-plan', plan(subPlan(swapTo(ROUTER))), universal],
  ['to the zero address of SwapRouter02', single(NOBODY), router2],
  ['to address 2 of SwapRouter02', single(ROUTER), router2],
  ['to the router, in a multicall', wrapInMulticall(single(router2)), router2],
])('the output is left in the router: %s', (_, data, to) => {
  const intel = baselineFor(to, '1')
  expect(judged({ to, data, intel }).combinedScore).toBeGreaterThanOrEqual(70)
  const operation = wrapInUserOperation(account, wrapInExecute(to, 0n, data))
  expect(judged({ to: entryPoint, data: operation, intel }).combinedScore).toBeGreaterThanOrEqual(70)
})

test('an output for the sender, or for a third party, is not left', () => {
  expect(points(plan(swapTo(CALLER)))).toEqual([])
  expect(points(plan(swapTo(stranger)))).toEqual([])
  expect(points(single(sender), router2)).toEqual([])
})

test('of an input of which a step takes most the rest is a WARNING', () => {
  const part = v3In(CALLER, (ETHER * 3n) / 4n, 1n, `${WETH}0001f4${USDC.slice(2)}`, false)
  expect(points(plan(wrap(ROUTER, ETHER), part))).toEqual([35])
})

describe('with a node', () => {
  const swapped = plan(swapTo(CALLER))
  const seen = (...changes: ReturnType<typeof change>[]) => ({ chain: observation([], measured({ changes })) })
  const paid = change(-3000n * 10n ** 6n, USDC)
  const pointsWith = (data: string, chain: ReturnType<typeof seen>) =>
    observe(leftOutput, { to: universal, data, ...chain }).map((found) => [found.points, found.text.slice(0, 16)])

  test('an output that does not arrive is UNSAFE', () => {
    expect(pointsWith(swapped, seen(paid))).toEqual([[75, 'Nothing arrives:']])
    expect(judged({ to: universal, data: swapped, intel: baselineFor(universal, '1'), ...seen(paid) })).toMatchObject({
      status: 'UNSAFE',
    })
    const bySafe = wrapInExecute(universal, 0n, swapped)
    expect(observe(leftOutput, { to: account, data: bySafe, ...seen({ ...paid, owner: account }) })).toHaveLength(1)
  })

  test('one that arrives is none, also by another own account', () => {
    expect(pointsWith(swapped, seen(paid, change(ETHER, WETH)))).toEqual([])
    expect(pointsWith(swapped, seen(paid, change(ETHER, WETH, { owner: account })))).toEqual([])
  })

  test('what a later step uses up, or what was not measured, is none', () => {
    const other = wrapInMulticall(
      call('transfer(address,uint256)', stranger, ETHER),
      call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
        USDC,
        WETH,
        500,
        sender,
        3000n * 10n ** 6n,
        ETHER,
        0n,
      ]),
    )
    expect(observe(leftOutput, { to: router2, data: other, ...seen(paid) }).map((found) => found.points)).toEqual([60])
    const signature = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))'
    const used = wrapInMulticall(single(sender), call(signature, [WETH, DAI, 500, stranger, ETHER, 1n, 0n]))
    expect(observe(leftOutput, { to: router2, data: used, ...seen(paid) })).toEqual([])
    expect(observe(leftOutput, { to: universal, data: swapped })).toEqual([])
    const unmeasured = observation([], { ...measured({ changes: [paid] }), isMeasured: false })
    expect(observe(leftOutput, { to: universal, data: swapped, chain: unmeasured })).toEqual([])
  })
})

describe('with a node, what the call data promises', () => {
  const swapped = plan(swapTo(CALLER))
  const paid = change(-3000n * 10n ** 6n, USDC)
  const weth = { standard: 'erc20', symbol: 'WETH', decimals: 18 } as const
  const listed = intel(WETH, { kind: 'token', symbol: 'WETH', decimals: 18, canonical: true, label: 'WETH' })
  const found = (changes: ReturnType<typeof change>[], about: Situation = {}, more: Partial<ChainObservation> = {}) =>
    observe(leftOutput, {
      to: universal,
      data: swapped,
      chain: observation([], measured({ changes }), more),
      ...about,
    }).map(({ points, text }) => `${points} ${text}`)

  test('and next to nothing of it arrives, is a WARNING', () => {
    const dust = [paid, change(ETHER / 25n, WETH)]
    expect(found(dust, { intel: [listed] })).toEqual(['60 The call data promises 1 WETH, and 0.04 WETH arrives.'])
    expect(found([paid, change(5n, DAI)])).toEqual([
      `60 The call data promises ${ETHER} units of ${WETH}, and nothing of it arrives.`,
    ])
    const judgement = judged({
      to: universal,
      data: swapped,
      intel: [...baselineFor(universal, '1'), listed],
      chain: observation([], measured({ changes: dust })),
    })
    expect(judgement.combinedScore).toBeGreaterThanOrEqual(60)
    const described = contractAt(WETH, { token: { ...weth, name: undefined } })
    const chain = observation([described], measured({ changes: dust }))
    expect(observe(leftOutput, { to: universal, data: swapped, chain }).map(({ text }) => text)).toEqual([
      `The call data promises 1 of ${WETH} (calls itself WETH), and 0.04 of ${WETH} (calls itself WETH) arrives.`,
    ])
  })

  test('for a third party without code is what a trace moves to it', () => {
    const data = plan(swapTo(stranger))
    const trace = (amount: bigint) =>
      traceOf(sender, enter(universal, { input: data, logs: [moved(WETH, other, stranger, amount)] }))
    const chain = observation([eoa(stranger)], measured({ changes: [paid, change(5n, DAI)] }))
    const texts = (amount: bigint, about: Situation = {}) =>
      judged({ to: universal, data, chain, trace: trace(amount), ...about })
        .findings.filter(({ rule }) => rule === 'left-output')
        .map(({ points, text }) => `${points} ${text}`)
    expect(texts(5n)).toEqual([
      `60 The call data promises ${ETHER} units of ${WETH} for ${stranger}, and 5 units of ${WETH} arrives.`,
    ])
    expect(texts(ETHER)).toEqual([])
    expect(
      texts(5n, { chain: observation([contractAt(stranger)], measured({ changes: [paid, change(5n, DAI)] })) }),
    ).toEqual([])
  })

  test.each<[string, ReturnType<typeof change>[], Situation, Partial<ChainObservation>]>([
    ['that arrives', [paid, change(ETHER / 20n, WETH)], {}, {}],
    ['that arrives as native currency', [paid, change(ETHER)], { intel: [listed] }, {}],
    ['whose balance was not read', [paid], {}, { missing: [{ code: 'balances-unread', tokens: [WETH], more: 0 }] }],
    [
      'where not all was read',
      [paid, change(5n, DAI)],
      {},
      { missing: [{ code: 'state-unread', count: 3, limit: 64 }] },
    ],
    ['of a run that fails', [], { chain: observation([], { status: 'reverted', isMeasured: true }) }, {}],
    [
      'in another transaction',
      [change(-ETHER, WETH), change(5n, DAI)],
      {
        data: call('createSellOrderExactOut(address,address,uint256,uint256,uint256)', WETH, USDC, 10n ** 9n, 1n, 1n),
      },
      {},
    ],
    [
      'as everything there is',
      [change(5n, DAI)],
      { data: call('withdraw(address,uint256,address)', USDC, ALL, sender) },
      {},
    ],
  ])('%s, is none', (_, changes, about, more) => {
    expect(found(changes, about, more).filter((text) => text.startsWith('60'))).toEqual([])
  })

  test('that Balancer keeps as a balance of the receiver, is none', () => {
    const swap = (isKept: boolean) =>
      call(
        'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)',
        [`0x${'11'.repeat(32)}`, 0, DAI, USDC, ETHER, '0x'],
        [sender, false, sender, isKept],
        10n ** 9n,
        1n,
      )
    const gone = [change(-ETHER, DAI)]
    expect(found(gone, { data: swap(true) })).toEqual([])
    expect(found(gone, { data: swap(false) })).toHaveLength(1)
  })

  test('as a least output of an asset that it does not name, and nothing arrives, is a WARNING', () => {
    const data = call('redeemInstant(address,uint256,uint256)', USDC, ETHER, 10n ** 18n)
    expect(found([change(-ETHER, DAI)], { data })).toEqual([
      '60 The call data promises a least output, and nothing of it arrives.',
    ])
    expect(found([change(-ETHER, DAI), change(10n ** 9n, USDC)], { data })).toEqual([])
  })
})
