import { describe, expect, test } from 'vitest'
import { DAI, USDC } from '../../../bench/detection/adversarial/protocols.ts'
import { baselineFor } from '../../../src/service/intel/baseline.ts'
import type { RiskAssessment } from '../../../src/service/risk/assess.ts'
import { MAX_CALL_DATA_BYTES } from '../../../src/service/risk/decode/calls.ts'
import { detectors } from '../../../src/service/risk/detectors/index.ts'
import { effectRows } from '../../../src/service/risk/effects/look-up.ts'
import type { Counterparty, IntelRecord } from '../../../src/service/risk/evidence.ts'
import { skeletonOf } from '../../../src/service/risk/parties/similarity.ts'
import { CALLER, plan, v3In, wrap } from '../../honest/router-plans.ts'
import { callData, MAX_UINT256, word } from './call-data.ts'
import { account, approval, change, delegated, eoa, measured, observation, young } from './chain/observed.ts'
import { encodeCall } from './effects/effect-call.ts'
import { array, call, value } from './encoding.ts'
import { seaport } from './orders.ts'
import { allow, block, intel, judged, other, type Situation, sender, stranger, token } from './situation.ts'
import { enter, traceOf } from './trace/trace-builder.ts'
import { coin, judgedMessage, safe as messageSafe, partner, permit, thief, trusted, typed } from './typed-data/typed.ts'
import { safe, wrapInExecute, wrapInSafe } from './wrapping.ts'

/**
 * `flip` of each rule, and what each part of it changes: the finding is gone or within SAFE afterwards, or as low as the
 * text promises. A text that promises more than its remedies show fails.
 */
interface Promised {
  readonly before: RiskAssessment
  /** Part of the text → the verdict after it was followed. */
  readonly after: Readonly<Record<string, RiskAssessment>>
  /** Points that are left, where the remedy only lessens the finding. */
  readonly lowered?: number
}

const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
const ALLOW = 'an ALLOW entry'

const DEAD = '0x000000000000000000000000000000000000dead'
const unknownMessage = typed('Claim(address recipient,uint256 amount)', coin, { recipient: thief, amount: '5' })

const allowed = { entries: [allow(other)] }

function vouched(situation: Situation, more: Promised['after'] = {}): Promised {
  return { before: judged(situation), after: { [ALLOW]: judged({ ...situation, ...allowed }), ...more } }
}

const paid = '0xa1b2c3d4e5f60718293a4b5c6d7e8f9012345678'
const imitation = `0xa1b2${'f'.repeat(30)}345678`
const counterparties: readonly Counterparty[] = [
  { address: paid, firstSeen: 1, count: 3, hadValue: true, vouches: true },
]
const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const fakeRouter = `0x7a25${'e'.repeat(32)}488d`
const lookalikes = new Map([[fakeRouter, [intel(router, { kind: 'protocol', label: 'a router', canonical: true })]]])

const swap = (to: string, least: bigint, [paid, got] = [token, stranger]) =>
  call('0x38ed1739', value(10_000_000), value(least), array(value(paid), value(got)), value(to), value(9))
const dollarPath: [string, string] = [USDC, DAI]

/** 10 USDC for DAI. */
const dollarOrder = (price: bigint) =>
  seaport.validate({
    offerer: sender,
    offer: [{ type: 1, token: USDC, amount: 10_000_000n }],
    consideration: [{ type: 1, token: DAI, amount: price, recipient: sender }],
  })

const universal = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const leftIn = (recipient: string) => v3In(recipient, 10_000_000n, 10n ** 18n, `${USDC}0001f4${DAI.slice(2)}`, true)

/** CCTP to Solana. */
const bridged = (to: string) => `0x6fd3504e${word(9n)}${word(5n)}${word(BigInt(to))}${word(token)}`

/** The owner of the token becomes another one, without an event. */
const ownerChange = {
  contract: token,
  slot: `0x${word(0n)}`,
  isLogged: false,
  before: `0x${word(sender)}`,
  after: `0x${word(other)}`,
}

const order = (recipient: string) =>
  seaport.validate({
    offerer: sender,
    offer: [{ type: 2, token, id: 1n }],
    consideration: [{ type: 0, amount: 10n ** 18n, recipient }],
  })

const usdt: IntelRecord = intel('0xdac17f958d2ee523a2206206994597c13d831ec7', {
  kind: 'token',
  label: 'Tether USD',
  symbol: 'USDT',
  canonical: true,
})
const fakeToken = (entries: Situation['entries'] = []) => ({
  intel: [intel(token, { kind: 'token', symbol: 'USDТ', source: 'tags' })],
  tokensBySkeleton: new Map([[skeletonOf('USDT'), [usdt]]]),
  entries,
})

const vault = '0x4a017b2c3d4e5f60718293a4b5c6d7e8f9012345'
const reentered = (times: number): ReturnType<typeof enter> =>
  enter(vault, {}, enter(other, { value: 5n }, ...(times > 1 ? [reentered(times - 1)] : [])))
const trace = traceOf(sender, enter(other, {}, reentered(2)))

/** An unknown function that keeps what it is paid. */
const unpaid = traceOf(sender, enter(other, { input: '0xdeadbeef', value: 10n ** 18n }))

const connected = (record: IntelRecord) => ({
  to: other,
  value: 1n,
  hasGraph: true,
  connections: new Map([[other, [{ hops: 1, record }]]]),
})
const sanction = intel(stranger, { kind: 'sanctioned' })
const hops = connected(intel(stranger, { severity: 100 }))

const pill = {
  standard: 'erc20' as const,
  token,
  id: undefined,
  owner: sender,
  plain: 200n,
  realistic: 100n,
}
const safeNow = (data: string) => ({
  to: safe,
  data: wrapInSafe(safe, 0n, data),
  chain: observation([account(safe, { safe: { owners: [sender, stranger], threshold: 2 } })]),
})

/** A Safe whose threshold rises in the simulation. */
function safeChanging(data: string) {
  const zero = `0x${'0'.repeat(40)}`
  const none = { modules: [], guard: zero, moduleGuard: zero, fallbackHandler: zero }
  const before = { ...none, singleton: router, owners: [sender, stranger], threshold: 1n, nonce: 1n }
  const after = { ...before, threshold: 2n, nonce: 2n }
  const safes = [{ safe, before, after, executions: 1, isWhole: true }]
  return { to: safe, data: wrapInSafe(safe, 0n, data), chain: observation([], measured({ safes })) }
}

const knownParties = { intel: [trusted(coin), trusted(partner)], hasHistory: true }
const fair = (domain: object = {}) => permit({ spender: partner }, { ...domain })
const safeDomain = { name: undefined, version: undefined }

const cases: Readonly<Record<string, readonly Promised[]>> = {
  'account-delegation': [vouched({ to: sender, authorizations: [{ chainId: '1', address: other, nonce: 0n }] })],
  'address-poisoning': [
    {
      before: judged({ to: imitation, value: 1n, counterparties }),
      after: {
        [`use ${paid}`]: judged({ to: paid, value: 1n, counterparties }),
        [ALLOW]: judged({ to: imitation, value: 1n, counterparties, entries: [allow(imitation)] }),
      },
    },
  ],
  'below-worth': [
    {
      before: judged({ to: stranger, data: dollarOrder(10n ** 18n) }),
      after: {
        'use an order that pays what the assets are worth': judged({
          to: partner,
          data: dollarOrder(10n ** 19n),
          intel: [trusted(partner)],
        }),
      },
    },
    {
      before: judged({ to: stranger, data: swap(sender, 10n ** 18n, dollarPath) }),
      after: {
        'set a minimum output': judged({ to: stranger, data: swap(sender, 10n ** 19n, dollarPath) }),
      },
    },
  ],
  'blocked-address': [
    {
      before: judged({ to: other, value: 1n, entries: [block(other, 'b1')] }),
      after: { 'control-list remove b1': judged({ to: other, value: 1n }) },
    },
  ],
  'bulk-transfer': [vouched({ data: callData.safeBatchTransferFrom(sender, other, [1n, 2n], [1n, 1n], '') })],
  'call-without-code': [vouched({ to: other, data: '0x5fba79f5', value: 1n, chain: observation([eoa(other)]) })],
  'connected-address': [
    vouched(hops),
    {
      before: judged(connected(sanction)),
      after: { 'delisting that address': judged({ ...hops, connections: new Map() }) },
    },
  ],
  'contract-lookalike': [
    {
      before: judged({ to: fakeRouter, value: 1n, lookalikes }),
      after: {
        [`use ${router}`]: judged({ to: router, value: 1n, lookalikes }),
        [ALLOW]: judged({ to: fakeRouter, value: 1n, lookalikes, entries: [allow(fakeRouter)] }),
      },
    },
  ],
  'control-change': [vouched({ data: `0x3659cfe6${word(other)}` })],
  'creation-payout': [
    vouched({
      to: undefined,
      value: 9n,
      data: '0x6001',
      trace: traceOf(
        sender,
        enter(stranger, { type: 'CREATE', value: 9n, input: '0x6001' }, enter(other, { value: 9n })),
      ),
    }),
  ],
  'decode-bounded': [
    {
      before: judged({ data: callData.transfer(other, 1n) + '00'.repeat(MAX_CALL_DATA_BYTES) }),
      after: {
        'use smaller call data, or fewer nested calls': judged({ data: callData.transfer(other, 1n) }),
      },
    },
  ],
  'destroyed-asset': [
    {
      before: judged({ data: callData.transfer(DEAD, 5n) }),
      after: { [ALLOW]: judged({ data: callData.transfer(DEAD, 5n), entries: [allow(DEAD)] }) },
    },
  ],
  'environment-difference': [
    vouched({ to: other, data: '0xdeadbeef', chain: observation([], measured({ differences: [pill] })) }),
  ],
  'event-without-transfer': [
    vouched({ to: token, data: '0xdeadbeef', chain: observation([], measured({ claims: [change(9n, other)] })) }),
  ],
  'excess-outflow': [
    vouched({
      to: other,
      data: `0x6e553f65${word(100n)}${word(sender)}`,
      chain: observation([], measured({ changes: [change(-900n, token)], claims: [change(-900n, token)] })),
    }),
  ],
  'foreign-delegatecall': [vouched({ to: safe, data: wrapInSafe(other, 0n, '0x12345678', 1) })],
  'foreign-receiver': [
    vouched(
      { to: stranger, data: swap(other, 4000n) },
      { [`set the receiver to ${sender}`]: judged({ to: stranger, data: swap(sender, 4000n) }) },
    ),
  ],
  'grant-to-eoa': [vouched({ data: callData.approve(other, 5n), chain: observation([eoa(other)]) })],
  'grant-to-young-contract': [vouched({ data: callData.approve(other, 5n), chain: observation([young(other)]) })],
  'hidden-approval': [
    vouched({
      to: token,
      data: '0xdeadbeef',
      chain: observation([], measured({ approvals: [approval(other, token)] })),
    }),
  ],
  'impostor-function': [vouched({ to: other, data: '0x5fba79f5', value: 1n })],
  'left-output': [
    {
      before: judged({ to: universal, data: plan(leftIn(universal)) }),
      after: {
        'set the recipient to an own account or add a step that pays the output out': judged({
          to: universal,
          data: plan(leftIn(sender)),
        }),
        [ALLOW]: judged({ to: universal, data: plan(leftIn(universal)), entries: [allow(universal)] }),
      },
    },
  ],
  'listed-address': [
    {
      before: judged({ to: other, value: 1n, intel: [intel(other)] }),
      after: { [ALLOW]: judged({ to: other, value: 1n, intel: [intel(other)], ...allowed }) },
    },
  ],
  'message-domain': [
    {
      before: judgedMessage(fair({ chainId: 137 }), { ...knownParties, chainId: '1' }),
      after: {
        'connect to chain 137': judgedMessage(fair({ chainId: 137 }), { ...knownParties, chainId: '137' }),
        'sign a message for chain 1': judgedMessage(fair(), { ...knownParties, chainId: '1' }),
      },
    },
    {
      before: judgedMessage(fair({ verifyingContract: undefined }), knownParties),
      after: { 'use a message whose domain has a verifyingContract': judgedMessage(fair(), knownParties) },
    },
  ],
  'message-payee': [
    {
      before: judgedMessage(unknownMessage),
      after: { [ALLOW]: judgedMessage(unknownMessage, { entries: [allow(thief)] }) },
    },
  ],
  'mixer-call': [vouched({ to: other, data: `0xb214faa5${word(1n)}` })],
  'named-third-party': [vouched({ to: stranger, value: 1n, data: `0x9d1f0a5c${word(other)}` })],
  'one-sided-order': [
    {
      before: judged({ to: stranger, data: order(other) }),
      after: {
        'use an order that pays the account that gives': judged({
          to: partner,
          data: order(sender),
          intel: [trusted(partner)],
        }),
      },
    },
  ],
  'open-executor': [
    {
      before: judged({ data: callData.approve(MULTICALL3, 5n) }),
      after: {
        'use another recipient or spender': judged({ data: callData.approve(router, 5n), intel: [trusted(router)] }),
        [ALLOW]: judged({ data: callData.approve(MULTICALL3, 5n), entries: [allow(MULTICALL3)] }),
      },
    },
  ],
  'other-chain-receiver': [
    {
      before: judged({ to: other, data: bridged(sender) }),
      after: {
        'set the receiver to an account on Solana': judged({ to: other, data: bridged(`0x${'7a'.repeat(32)}`) }),
      },
    },
  ],
  'owner-powers': [vouched({ to: other, data: `0xf9f92be4${word(stranger)}` })],
  'payable-lure': [vouched({ to: other, data: '0x4e71d92d', value: 1n })],
  'reentrant-call': [
    { before: judged({ to: other, data: '0x', trace }), after: { [ALLOW]: judged({ to: other, trace, ...allowed }) } },
  ],
  'relayed-transfer': [
    vouched({
      to: stranger,
      data: wrapInExecute(token, 0n, callData.transferFrom(sender, other, 9n)),
      chain: observation([], measured({ changes: [change(-9n, token)] })),
    }),
  ],
  'safe-invariant': [
    {
      before: judged(safeChanging('0xdeadbeef')),
      after: {
        'a planned change is a call of the Safe to itself, which names the new value': judged(
          safeChanging(`0x694e80c3${word(2n)}`),
        ),
      },
    },
  ],
  'safe-owners': [
    vouched(safeNow(`0x0d582f13${word(other)}${word(2n)}`)),
    {
      before: judged(safeNow(`0x694e80c3${word(1n)}`)),
      after: { 'set a threshold of two or more': judged(safeNow(`0x694e80c3${word(2n)}`)) },
    },
  ],
  'sanctioned-address': [
    {
      before: judged({ to: other, value: 1n, intel: [intel(other, { kind: 'sanctioned' })] }),
      after: { 'delisting the address': judged({ to: other, value: 1n }) },
    },
  ],
  'silent-control-change': [
    vouched({
      to: token,
      data: '0xdeadbeef',
      chain: observation([account(token, { owner: sender })], measured({ slots: [ownerChange] })),
    }),
  ],
  'spent-allowance': [
    vouched({
      to: other,
      data: '0xdeadbeef',
      executed: {
        isOwn: false,
        spends: [{ owner: stranger, spender: other, tokens: [token], hasReturn: false }],
        changes: [],
      },
    }),
  ],
  'stray-payment': [
    {
      before: judged({ to: universal, value: 1n, data: '0x', intel: baselineFor(universal, '1') }),
      after: {
        'use a function of the contract instead of a payment': judged({
          to: universal,
          value: 1n,
          data: plan(wrap(CALLER, 1n)),
          intel: baselineFor(universal, '1'),
        }),
        [ALLOW]: judged({ to: universal, value: 1n, data: '0x', entries: [allow(universal)] }),
      },
    },
  ],
  'swept-payment': [
    vouched({
      to: other,
      value: 10n ** 18n,
      chain: observation([delegated(other, token)]),
      trace: traceOf(sender, enter(other, { value: 10n ** 18n }, enter(stranger, { value: 10n ** 18n }))),
    }),
  ],
  'token-lookalike': [
    {
      before: judged({ data: callData.transfer(other, 1n), ...fakeToken() }),
      after: {
        [`use the token at ${usdt.address}`]: judged({
          to: usdt.address,
          data: callData.transfer(other, 1n),
          ...fakeToken(),
        }),
        [ALLOW]: judged({ data: callData.transfer(other, 1n), ...fakeToken([allow(token)]) }),
      },
    },
  ],
  'transfer-fee': [
    vouched({
      to: stranger,
      data: '0xdeadbeef',
      chain: observation([], measured({ changes: [change(5n, other)] })),
      trace: traceOf(sender, enter(stranger, {}, enter(other, { input: callData.transfer(sender, 100n) }))),
    }),
  ],
  'transfer-without-event': [
    vouched({ to: token, data: '0xdeadbeef', chain: observation([], measured({ changes: [change(-99n, other)] })) }),
  ],
  'unaccepted-value': [
    {
      before: judged({ data: callData.approve(router, 5n), value: 1n, intel: [trusted(router)] }),
      after: {
        'send the call without native currency': judged({
          data: callData.approve(router, 5n),
          intel: [trusted(router)],
        }),
        [ALLOW]: judged({
          data: callData.approve(router, 5n),
          value: 1n,
          intel: [trusted(router)],
          entries: [allow(token)],
        }),
      },
    },
  ],
  'undecodable-call': [
    {
      before: judged({ data: callData.transfer(other, 1n).slice(0, -2) }),
      after: {
        'use call data that decodes as transfer(address,uint256)': judged({ data: callData.transfer(other, 1n) }),
      },
    },
  ],
  'unknown-grant': [
    vouched({ data: callData.approve(other, 5n) }),
    vouched({ data: callData.setApprovalForAll(other, true) }),
    {
      before: judged({ data: callData.approve(other, MAX_UINT256) }),
      after: {
        'approve the exact amount at most': judged({ data: callData.approve(other, 5000n) }),
      },
      lowered: 35,
    },
    vouched({ data: callData.approve(other, MAX_UINT256) }),
  ],
  'unknown-holder': [
    {
      ...vouched({
        to: stranger,
        data: `0xa99aad89${[0n, 0n, other, 0n, 0n, 9n, 0n, sender, 9n * 32n, 0n].map(word).join('')}`,
      }),
      lowered: 0,
    },
  ],
  'unknown-right': [vouched({ data: `0xc04a8a10${word(other)}${word(5n)}` })],
  'unpaid-outflow': [vouched({ to: other, data: '0xdeadbeef', value: 10n ** 18n, trace: unpaid })],
  'unprotected-swap': [
    {
      before: judged({ to: stranger, data: swap(sender, 0n) }),
      after: { 'set a minimum output': judged({ to: stranger, data: swap(sender, 4000n) }) },
    },
  ],
  'unread-own-call': [vouched({ to: sender, data: `0x9d1f0a5c${word(other)}` })],
  'unreadable-message': [
    {
      before: judgedMessage(typed('SafeMessage(bytes message)', messageSafe, { message: '0x12' }, safeDomain)),
      after: { 'use a message whose content can be read': judgedMessage(fair(), knownParties) },
    },
  ],
  'unsent-change': [
    {
      before: judged({
        to: other,
        data: '0xdeadbeef',
        executed: {
          isOwn: false,
          spends: [],
          changes: [{ owner: stranger, notes: [{ code: 'control-changed', change: 'owner-added' }] }],
        },
      }),
      after: {},
    },
  ],
  'vanity-authority': [
    (() => {
      const data = callData.approve('0x0000a1b2c3d4e5f60718293a4b5c6d7e8f900000', 5n)
      const entries = [allow('0x0000a1b2c3d4e5f60718293a4b5c6d7e8f900000')]
      return { before: judged({ data }), after: { [ALLOW]: judged({ data, entries }) } }
    })(),
  ],
  'weaker-account': [
    {
      before: judged({ to: safe, data: wrapInSafe(safe, 0n, `0x694e80c3${word(1n)}`) }),
      after: {
        'set a threshold of two or more': judged({ to: safe, data: wrapInSafe(safe, 0n, `0x694e80c3${word(2n)}`) }),
      },
    },
    {
      before: judged({ to: safe, data: wrapInSafe(safe, 0n, `0xe19a9dd9${word(0n)}`) }),
      after: {
        'set another guard': judged({
          to: safe,
          data: wrapInSafe(safe, 0n, `0xe19a9dd9${word(router)}`),
          intel: [trusted(router)],
        }),
      },
    },
    {
      before: judged({ to: other, data: `0x64d62353${word(0n)}` }),
      after: { 'set a delay': judged({ to: other, data: `0x64d62353${word(86_400n)}` }) },
    },
    {
      before: judged({ to: safe, data: `0x29565e3b${word(7n)}${word(8n)}` }),
      after: {
        'add an owner that has an address': judged({
          to: safe,
          data: `0x0f0f3f24${word(router)}`,
          intel: [trusted(router)],
        }),
      },
    },
  ],
  'zero-value-bait': [
    {
      before: judged({ data: callData.transferFrom(stranger, other, 0n) }),
      after: {
        'a transfer from an account of the sender is no bait': judged({
          data: callData.transferFrom(sender, other, 0n),
        }),
      },
    },
  ],
}

test('every rule has its case', () => {
  expect(Object.keys(cases)).toEqual(detectors.map(({ id }) => id))
})

/** What a text may promise; each must be shown by a remedy of one of the rule's cases. */
const promises = [
  /(?:add|or) an ALLOW entry/,
  /import a source/,
  /\buse (?:0x|a |an |another |the |call)/,
  /\bset (?:a|the|another) /,
  /control-list remove/,
  /exact amount/,
  /delisting/,
  /connect to chain/,
  /add an owner/,
  /sign a message/,
]

const strongest = ({ explanation }: RiskAssessment, rule: string) =>
  Math.max(0, ...explanation.reasons.filter((reason) => reason.rule === rule).map(({ points }) => points))

describe.each(Object.entries(cases))('%s', (rule, promised) => {
  const texts = promised.map(
    ({ before }) => before.explanation.reasons.find((reason) => reason.rule === rule)?.flip ?? '',
  )

  test('what the text says changes the finding as promised', () => {
    promised.forEach(({ before, after, lowered = 30 }, index) => {
      expect(strongest(before, rule)).toBeGreaterThan(lowered)
      for (const [part, then] of Object.entries(after)) {
        expect(texts[index]).toContain(part)
        expect(strongest(then, rule)).toBeLessThanOrEqual(lowered)
        expect(then.combinedScore).toBeLessThan(before.combinedScore)
      }
    })
  })

  test('and promises nothing else', () => {
    const shown = promised.flatMap(({ after }) => Object.keys(after)).join('; ')
    for (const promise of promises)
      if (texts.some((text) => promise.test(text)))
        expect(shown.replace(ALLOW, `add ${ALLOW}`), String(promise)).toMatch(promise)
    for (const text of texts) expect(text).not.toMatch(/earlier transaction|history/)
  })
})

describe('a cap', () => {
  const known = intel(other, { kind: 'exchange', label: 'an exchange', canonical: true })
  const listed = { data: callData.transfer(other, 1n), intel: [intel(other, { severity: 75 }), known] }
  const flipOf = (situation: Situation) => judged(situation).explanation.reasons[0]?.flip

  test('by a known label ends with a BLOCK entry', () => {
    expect(flipOf(listed)).toBe('add a BLOCK entry for the address, if you do not trust it')
    expect(judged(listed).status).toBe('SAFE')
    expect(judged({ ...listed, entries: [block(other)] })).toMatchObject({ status: 'UNSAFE', valid: false })
  })

  test('by an ALLOW entry ends without the entry', () => {
    const given = { data: callData.transfer(other, 1n), intel: [intel(other)] }
    expect(flipOf({ ...given, entries: [allow(other, 'a1')] })).toBe(
      'remove ALLOW entry a1, if you do not trust the address',
    )
    expect(judged(given).status).toBe('UNSAFE')
  })
})

test('an ALLOW entry has no effect on a sanction, as the text says', () => {
  const sanctioned = { to: other, value: 1n, intel: [intel(other, { kind: 'sanctioned' })], ...allowed }
  expect(judged(sanctioned)).toMatchObject({ combinedScore: 100, valid: false })
  expect(judged({ ...connected(sanction), ...allowed }).combinedScore).toBe(judged(connected(sanction)).combinedScore)
})

describe('what is not accounted for', () => {
  const known = intel(stranger, { kind: 'protocol', canonical: true, label: 'Maker proxy actions' })
  const row = (start: string) => {
    const [, found] = effectRows().find(([, each]) => each.call.startsWith(start)) ?? []
    if (!found) throw new Error(`no row ${start}`)
    return found
  }
  const exit = {
    to: stranger,
    data: encodeCall(row('exitAll('), { daiJoin: other, pot: other }, token),
    intel: [known],
  }
  const add = { to: stranger, data: encodeCall(row('addColl('), { troveId: '0x7a69' }, token), intel: [known] }
  const items = (situation: Situation) => judged(situation).account.unaccounted.map(({ kind }) => kind)

  test('an address: an ALLOW entry for it makes the item go away', () => {
    expect(new Set(items(exit))).toEqual(new Set(['address']))
    expect(judged(exit)).toMatchObject({ status: 'SAFE', coverage: 'none' })
    expect(items({ ...exit, ...allowed })).toEqual([])
    expect(judged({ ...exit, ...allowed }).coverage).toBe('partial')
  })

  test('an address: a source that knows it as what its place asks for, such as `contract add`, does so as well', () => {
    expect(items({ ...exit, intel: [known, intel(other, { kind: 'protocol', as: ['market'] })] })).toEqual([])
    expect(items({ ...exit, intel: [known, intel(other, { kind: 'protocol', as: ['payee'] })] })).toHaveLength(2)
  })

  test('a position: a node that says whose it is', () => {
    const owned = (owner: string) => observation([], {}, { owners: new Map([[`${stranger} 31337`, owner]]) })
    expect(items(add)).toEqual(['position'])
    expect(items({ ...add, chain: owned(other) })).toEqual(['position'])
    expect(items({ ...add, chain: owned(sender) })).toEqual([])
  })

  test('a value: the call without it', () => {
    const empty = { to: stranger, data: call('0xac9650d8', array()), intel: [known] }
    expect(items({ ...empty, value: 5n })).toEqual(['value'])
    expect(items(empty)).toEqual([])
  })
})
