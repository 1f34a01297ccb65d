import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Verdict, verdicts } from '../../../../../src/api/verdict.ts'
import { type ChainEventKind, chainEventKinds } from '../../../../../src/api/vocabulary.ts'
import { textLines } from '../../../../../src/service/alerts/channels/bodies/text.ts'
import { composeAlert } from '../../../../../src/service/alerts/delivery/messages/alert-message.ts'
import type {
  EventActivity,
  EventContent,
  EventRight,
} from '../../../../../src/service/alerts/delivery/messages/event-content.ts'
import { AT, noticeContentOf, SCAM, SENDER, seenContentOf } from '../../channels/given.ts'

const EVENT = { id: '01890000-0000-7000-8000-0000000000ee', createdAt: AT }
const compose = (content: EventContent, now = AT) => composeAlert(EVENT, content, { now })
const [spent] = seenContentOf().activities as [EventActivity]
const [move] = spent.moves as [EventActivity['moves'][number]]

/** The lines that say what happened. */
const said = (content: EventContent, now = AT) => {
  const { headline, actions, summary } = compose(content, now)
  return [headline, ...actions, summary]
}

test('a message says to whom, what moved, by whom, that it was not validated here, and how sure and old it is', () => {
  expect(textLines(compose(seenContentOf()))).toEqual([
    'treasury (0x7E57…007A) on base: allowance spent by another: 12,500 USDC to 0x7E57…C313',
    '− 12,500 USDC (12,500 USD) to 0x7E57…C313 by 0xdEaD…Dead',
    'not validated here · block 31,402,118, 0 confirmations · 4 s ago',
    '',
    'Revoke: approve(0xdEaD00000000000000000000000000000000Dead, 0) on 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    `Open rights: txwarden monitor exposure ${SENDER} --chain base`,
    'Chain: base (8453)',
    `Monitored: ${SENDER}`,
    `Transaction: 0x3fa1${'0'.repeat(59)}1`,
    'Block: 31402118',
    'From: 0xdEaD00000000000000000000000000000000Dead',
    'Contract: 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    `Recipient: ${SCAM}`,
    'Verdict: UNSAFE 90/100',
    'Time: 2026-03-04 05:06:07 UTC',
    'Alert: treasury (MONITOR)',
    'Validation: 01890000-0000-7000-8000-000000000002',
    '',
    '• Recipient 0x7E57…C313 is listed as test financial scam (90 points, txwarden baseline)',
    '',
    'Details: txwarden tx show 01890000-0000-7000-8000-000000000002',
  ])
})

test('links lead to the explorer of the chain', () => {
  const links = compose(seenContentOf()).facts.flatMap(({ label, href }) =>
    href ? [`${label} ${href.slice(0, 27)}`] : [],
  )
  expect(links).toEqual([
    'Monitored https://basescan.org/addres',
    'Transaction https://basescan.org/tx/0x3',
    'From https://basescan.org/addres',
    'Contract https://basescan.org/addres',
    'Recipient https://basescan.org/addres',
  ])
})

test('a retraction says where the reorg was and what was reported', () => {
  const { transactionId = '' } = seenContentOf().transaction
  expect(said(seenContentOf({ step: 'retracted' }))).toEqual([
    `treasury (0x7E57…007A) on base: ${transactionId.slice(0, 10)}… is no longer in the chain (reorg at 31,402,118)`,
    'Sent before as: allowance spent by another',
    '− 12,500 USDC (12,500 USD) to 0x7E57…C313 by 0xdEaD…Dead',
    'It may come again.',
  ])
})

test('an inclusion after a retraction says so', () => {
  expect(said(seenContentOf({ step: 'included-again' }))[0]).toBe(
    'treasury (0x7E57…007A) on base: included again: allowance spent by another: 12,500 USDC to 0x7E57…C313',
  )
})

test('a message about an old block says how old it is', () => {
  const blockTime = new Date(AT - 3 * 3_600_000).toISOString()
  expect(said(seenContentOf({ blockTime, confirmations: 900 })).at(-1)).toBe(
    'not validated here · block 31,402,118, 900 confirmations · 3 h ago',
  )
})

test('a transaction that was validated here says what its validation said, and names it', () => {
  const { result, ...unjudged } = seenContentOf()
  const of = (verdict: Verdict | undefined, combinedScore = 0) => {
    const validation = verdict && { validation: { verdict, combinedScore } }
    const content = { ...unjudged, kind: 'sent' as const, validatedAs: 'v1', confirmations: 1, ...validation }
    const { headline, summary, tone, facts } = compose(content)
    const named = facts.find(({ label }) => label === 'Validated as')?.value
    return [headline.replace(/.*: sent/, ''), summary.replace(/ · block.*/, ''), tone, named]
  }
  expect([undefined, ...verdicts].map((verdict) => of(verdict, 7))).toEqual([
    ['', 'as validated v1', 'plain', 'v1'],
    ['', 'as validated v1 (SAFE)', 'plain', 'v1 (SAFE 7/100)'],
    ['', 'as validated v1 (NO DATA)', 'plain', 'v1 (NO DATA 7/100)'],
    [
      ' · validated here as WARNING, sent anyway',
      'validated here as WARNING, sent anyway',
      'warn',
      'v1 (WARNING 7/100)',
    ],
    [' · validated here as UNSAFE, sent anyway', 'validated here as UNSAFE, sent anyway', 'bad', 'v1 (UNSAFE 7/100)'],
    [
      ' · validated here as BLOCKED, sent anyway',
      'validated here as BLOCKED, sent anyway',
      'bad',
      'v1 (BLOCKED 7/100)',
    ],
  ])
})

test('nobody here could validate what others send: nothing is said about it', () => {
  const of = (...kinds: ChainEventKind[]) => said(seenContentOf({ kind: kinds[0] ?? 'sent', kinds })).at(-1)
  expect(of('received')).toBe('block 31,402,118, 0 confirmations · 4 s ago')
  expect(of('sent', 'received')).toMatch(/^not validated here/)
})

test('the other sides stand in full, with a link and their role, each once', () => {
  const roles = (kind: ChainEventKind, given: Partial<EventActivity>) =>
    compose(seenContentOf({ kind, activities: [{ ...spent, kind, ...given }] }))
      .facts.filter(({ value }) => value === SCAM)
      .map(({ label, href }) => `${label} ${href}`)
  const link = `https://basescan.org/address/${SCAM}`
  expect(roles('allowance-granted', { other: SCAM, moves: [] })).toEqual([`Spender ${link}`])
  expect(roles('operator', { other: SCAM, moves: [] })).toEqual([`Operator ${link}`])
  expect(roles('allowance-spent', { other: SCAM })).toEqual([`Spender ${link}`])
  expect(roles('received', { moves: [{ ...move, direction: 'in' }] })).toEqual([`Sender ${link}`])
  expect(roles('delegation', { other: `0x${'0'.repeat(40)}`, moves: [] })).toEqual([])
})

test('a spender that takes for itself is named once', () => {
  expect(said(seenContentOf({ activities: [{ ...spent, other: SCAM }] }))[1]).toBe(
    '− 12,500 USDC (12,500 USD) to 0x7E57…C313',
  )
})

describe('amounts', () => {
  const line = (given: Partial<typeof move>) => {
    const { symbol, decimals, verified, usd, ...bare } = move
    return said(seenContentOf({ activities: [{ ...spent, moves: [{ ...bare, ...given }] }] }))[1]
  }

  test('of unknown tokens are base units, and of strangers what they call themselves', () => {
    expect(line({ amount: '1000' })).toBe('− 1000 units of 0x8335…2913 (value unknown) to 0x7E57…C313 by 0xdEaD…Dead')
    expect(line({ amount: '1500000', decimals: 6, symbol: 'USDC' })).toBe(
      '− 1.5 of 0x8335…2913 (calls itself USDC) (value unknown) to 0x7E57…C313 by 0xdEaD…Dead',
    )
    expect(line({ amount: '1', tokenId: '7' })).toBe('− item 7 of 0x8335…2913 to 0x7E57…C313 by 0xdEaD…Dead')
  })

  test('that arrive have a plus and where they come from', () => {
    const activity = { ...spent, kind: 'received' as const, moves: [{ ...move, direction: 'in' as const }] }
    expect(said(seenContentOf({ kind: 'received', activities: [activity] })).slice(0, 2)).toEqual([
      'treasury (0x7E57…007A) on base: received 12,500 USDC from 0x7E57…C313',
      '+ 12,500 USDC (12,500 USD) from 0x7E57…C313',
    ])
  })
})

describe('the headline', () => {
  const ETH = { symbol: 'ETH', decimals: 18, verified: true, amount: '12500000000000000000', other: SCAM } as const
  const { symbol, verified, usd, ...unknown } = move
  const of = (kind: ChainEventKind, given: Partial<EventActivity>, more: Partial<EventContent> = {}) => {
    const { other: _, ...bare } = spent
    const activities = [{ ...bare, kind, moves: [], ...given }]
    return compose(seenContentOf({ kind, kinds: [kind], activities, ...more } as object)).headline.replace(
      /^.* on base: /,
      '',
    )
  }
  const both = [
    { ...ETH, direction: 'out' as const, usd: 1 },
    { ...move, usd: 2 },
  ]
  const token = move.token ?? ''

  test('names the amount of a known token, and to whom or from whom', () => {
    expect([
      of('sent', { moves: [{ ...ETH, direction: 'out' }] }),
      of('received', { moves: [{ ...ETH, direction: 'in' }] }),
      of('allowance-spent', { moves: [move] }),
      of('withdrawal', { moves: [{ ...ETH, direction: 'in' }] }),
      of('unexplained-balance', { moves: [{ ...ETH, direction: 'out' }] }),
      of('allowance-granted', { other: SCAM, allowance: { token, symbol: 'USDC', decimals: 6, verified: true } }),
      of('sent', { moves: [{ ...ETH, direction: 'out' }] }, { step: 'included-again' }),
    ]).toEqual([
      'sent 12.5 ETH to 0x7E57…C313',
      'received 12.5 ETH from 0x7E57…C313',
      'allowance spent by another: 12,500 USDC to 0x7E57…C313',
      'withdrawal: 12.5 ETH',
      'balance changed without an explanation: − 12.5 ETH',
      'allowance granted: 0x7E57…C313 may spend unlimited USDC',
      'included again: sent 12.5 ETH to 0x7E57…C313',
    ])
  })

  test('of several moves names the largest of a known token, and that there are more', () => {
    expect(of('sent', { moves: both })).toBe('sent 12,500 USDC and more')
    expect(of('sent', { moves: [{ ...unknown, symbol: 'FAKE' }, ...both] })).toBe('sent 12,500 USDC and more')
    // What arrives in return is not what was sent.
    expect(
      of('sent', {
        moves: [
          { ...ETH, direction: 'out' },
          { ...move, direction: 'in' },
        ],
      }),
    ).toBe('sent 12.5 ETH to 0x7E57…C313')
  })

  test('says no amount of what failed, nor of another address', () => {
    expect(of('sent', { failed: true, moves: both })).toBe('sent, failed')
    expect(of('sent', { address: SCAM, moves: both })).toBe('sent')
  })

  test('never has what a contract calls itself, nor an amount in its units', () => {
    const anyMove = fc.record({
      amount: fc.bigInt(1n, 2n ** 256n - 1n).map(String),
      direction: fc.constantFrom('in' as const, 'out' as const),
      other: fc.constant(SCAM),
      token: fc.constant(token),
      decimals: fc.option(fc.nat(77), { nil: undefined }),
      tokenId: fc.option(fc.nat().map(String), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.constantFrom(...chainEventKinds), fc.array(anyMove, { maxLength: 3 }), (kind, moves) => {
        const foreign = { token, symbol: 'STRANGER', decimals: 6 }
        const named = moves.map((each) => ({ ...foreign, ...each }) as EventActivity['moves'][number])
        const headline = of(kind, { other: SCAM, moves: named, allowance: { ...foreign, amount: '5' } })
        expect(headline).toBe(of(kind, {}))
      }),
    )
  })
})

test('rights are said in words', () => {
  const { other, ...bare } = spent
  const of = (kind: ChainEventKind, given: Partial<EventActivity> = {}) =>
    said(
      seenContentOf({ kind, kinds: [kind], activities: [{ ...bare, kind, other: SCAM, ...given, moves: [] }] }),
    ).slice(0, -1)
  const token = { token: move.token ?? '', symbol: 'USDC', decimals: 6, verified: true as const }
  expect([
    of('allowance-granted', { allowance: { ...token, amount: '5000000' } })[1],
    of('allowance-granted', { allowance: { ...token, amount: String(2n ** 256n - 1n) } })[1],
    of('allowance-revoked', { allowance: { ...token, amount: '0' } })[1],
    of('operator', { allowance: { token: move.token ?? '' } })[1],
    of('delegation')[1],
    of('delegation', { other: `0x${'0'.repeat(40)}` })[1],
    of('owners-changed')[1],
    of('upgraded')[1],
    of('nonce-jumped', { note: '2 transactions were not seen' }),
  ]).toEqual([
    '0x7E57…C313 may spend 5 USDC',
    '0x7E57…C313 may spend unlimited USDC',
    '0x7E57…C313 may no longer spend USDC',
    '0x7E57…C313 may move all 0x8335…2913',
    'it runs the code of 0x7E57…C313',
    'it runs no code any more',
    'owner or signer 0x7E57…C313',
    'implementation 0x7E57…C313',
    [
      'treasury (0x7E57…007A) on base: nonce jumped: a transaction of it was not seen',
      'by 0x7E57…C313',
      '2 transactions were not seen',
    ],
  ])
})

test('several activities name whose they are, and the rest is counted', () => {
  const activities = Array.from({ length: 6 }, () => spent)
  const lines = said(seenContentOf({ activities, moreActivities: 3 }))
  expect(lines[1]).toMatch(/^treasury \(0x7E57…007A\), allowance spent by another: − 12,500 USDC/)
  expect(lines.slice(-2)[0]).toBe('and 5 more')
})

test('what belongs to no transaction has a message without a verdict', () => {
  const { transaction, result, ...others } = seenContentOf()
  const content = {
    ...others,
    transaction: { chainId: '8453', blockNumber: '31402118' },
    kind: 'unexplained-balance' as const,
    activities: [
      { address: SENDER, name: '', kind: 'unexplained-balance' as const, moves: [], note: '1 ETH less than was seen' },
    ],
  }
  expect(textLines(compose(content))).toEqual([
    'treasury (0x7E57…007A) on base: balance changed without an explanation',
    '1 ETH less than was seen',
    'block 31,402,118, 0 confirmations · 4 s ago',
    '',
    'Chain: base (8453)',
    `Monitored: ${SENDER}`,
    'Block: 31402118',
    'Time: 2026-03-04 05:06:07 UTC',
    'Alert: treasury (MONITOR)',
    '',
    `Details: txwarden monitor activity ${SENDER}`,
  ])
})

test('what was not validated here and the verdicts decide the tone', () => {
  const { result, ...unjudged } = seenContentOf()
  const tone = (kind: ChainEventKind, validatedAs: string | null) => compose({ ...unjudged, kind, validatedAs }).tone
  expect(Object.fromEntries(chainEventKinds.map((kind) => [kind, [tone(kind, null), tone(kind, 'v1')]]))).toEqual({
    'allowance-spent': ['bad', 'plain'],
    'unexplained-balance': ['bad', 'plain'],
    'nonce-jumped': ['bad', 'plain'],
    delegation: ['bad', 'plain'],
    'owners-changed': ['bad', 'plain'],
    upgraded: ['bad', 'plain'],
    operator: ['warn', 'plain'],
    'allowance-granted': ['warn', 'plain'],
    sent: ['warn', 'plain'],
    withdrawal: ['plain', 'plain'],
    received: ['plain', 'plain'],
    'allowance-revoked': ['plain', 'plain'],
  })
  expect(compose(seenContentOf({ kind: 'received' })).tone).toBe('bad')
  expect(compose(seenContentOf({ validatedAs: 'v1' })).tone).toBe('bad')
})

test('a notice says what is wrong with a chain, and when it is over', () => {
  expect(textLines(compose(noticeContentOf()))).toEqual([
    'base: the follower is 7 min behind the head: monitored addresses are not watched',
    '',
    'Chain: base (8453)',
    'Time: 2026-03-04 05:06:07 UTC',
    'Alert: treasury (MONITOR)',
    '',
    '• node.example answers 503',
    '',
    'Details: txwarden chain status',
  ])
  expect(compose(noticeContentOf()).tone).toBe('warn')
  expect(compose(noticeContentOf({ kind: 'stopped' })).tone).toBe('bad')
  expect(compose(noticeContentOf({ step: 'over', text: 'the follower is at the head again' })).tone).toBe('good')
})

test('a message about a right says how to take it back, only while there is one and only by a call that does it', () => {
  const { other = '', moves: _, ...bare } = spent
  const token = move.token ?? ''
  const right = { kind: 'allowance', token, spender: other } as const
  const revoke = (kind: ChainEventKind, given: Partial<EventActivity> = {}, more: Partial<EventContent> = {}) =>
    compose(
      seenContentOf({
        kind,
        activities: [{ ...bare, other, kind, moves: [], rights: [right], ...given }],
        ...more,
      } as object),
    )
      .facts.filter(({ label }) => ['Revoke', 'Open rights'].includes(label))
      .map(({ label, value }) => `${label}: ${value}`)
  const open = `Open rights: txwarden monitor exposure ${SENDER} --chain base`
  const allowance = { token, amount: '5' }
  const approve = `Revoke: approve(${other}, 0) on ${token}`
  const operator = `Revoke: setApprovalForAll(${other}, false) on ${token}`
  expect(revoke('allowance-granted', { allowance })).toEqual([approve, open])
  expect(revoke('allowance-granted', { allowance, rights: [], note: 'through Permit2' })).toEqual([open])
  expect(revoke('allowance-granted', { allowance, failed: true })).toEqual([])
  expect(revoke('operator', { allowance: { token }, rights: [{ ...right, kind: 'operator' }] })).toEqual([
    operator,
    open,
  ])
  expect(revoke('allowance-spent', { moves: [move] })).toEqual([approve, open])
  expect(revoke('allowance-spent', { moves: [move] }, { step: 'retracted' })).toEqual([])
  for (const kind of chainEventKinds.filter((each) => !/spent|granted|operator/.test(each)))
    expect(revoke(kind, { moves: [move], allowance, rights: [] })).toEqual([])
})

describe('the calls that revoke', () => {
  const { other: spender = '', moves: _, ...bare } = spent
  const token = move.token ?? ''
  const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const calls = (activity: Partial<EventActivity>) =>
    compose(
      seenContentOf({
        kind: 'allowance-granted',
        activities: [{ ...bare, kind: 'allowance-granted', moves: [], ...activity }],
      }),
    ).facts.flatMap(({ label, value }) => (label === 'Revoke' ? [value] : []))

  test('follow from the kind of each right, whatever the note says', () => {
    const note = 'by a signature, in a transaction of 0x5a, a token on no list, through Permit2'
    const revoking = (right: Partial<EventRight>) =>
      calls({ note, rights: [{ kind: 'allowance', token, spender, ...right }] })
    expect(revoking({})).toEqual([`approve(${spender}, 0) on ${token}`])
    expect(revoking({ kind: 'operator' })).toEqual([`setApprovalForAll(${spender}, false) on ${token}`])
    expect(revoking({ kind: 'permit2' })).toEqual([`approve(${token}, ${spender}, 0, 0) on ${permit2}`])
    expect(revoking({ kind: 'item', tokenId: '7' })).toEqual([`approve(0x${'0'.repeat(40)}, 7) on ${token}`])
  })

  test('are one for each of two allowances of one transaction', () => {
    const rights = [
      { kind: 'allowance', token, spender },
      { kind: 'allowance', token: SCAM, spender },
    ] as const
    const allowance = { token, amount: '5' }
    expect(calls({ other: spender, allowance, note: `and of ${SCAM} to ${spender}`, rights })).toEqual([
      `approve(${spender}, 0) on ${token}`,
      `approve(${spender}, 0) on ${SCAM}`,
    ])
  })

  test('are not offered where the event names no right', () => {
    const allowance = { token, amount: '5' }
    expect(calls({ other: spender, allowance, rights: [] })).toEqual([])
    expect(calls({ other: spender, allowance, rights: [{ kind: 'allowance', token, spender }], failed: true })).toEqual(
      [],
    )
  })

  test.each([2n ** 95n, 2n ** 96n - 1n, 2n ** 160n - 1n, 2n ** 256n - 1n])('%d is unlimited', (amount) => {
    const granted = (of: bigint, verified?: true) =>
      said(
        seenContentOf({
          kind: 'allowance-granted',
          activities: [
            {
              ...bare,
              kind: 'allowance-granted',
              other: SCAM,
              moves: [],
              allowance: { token, symbol: 'UNI', decimals: 18, amount: String(of), ...(verified && { verified }) },
            },
          ],
        }),
      )[1]
    expect(granted(amount, true)).toBe('0x7E57…C313 may spend unlimited UNI')
    expect(granted(amount)).toBe('0x7E57…C313 may spend an unlimited amount of 0x8335…2913 (calls itself UNI)')
    expect(granted(2n ** 95n - 1n, true)).toMatch(/may spend [0-9,.]+ UNI$/)
  })
})
