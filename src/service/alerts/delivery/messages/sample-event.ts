import {
  bandFloors,
  type ChainEventKind,
  chainEventKinds,
  type NoticeKind,
  noticeKinds,
  type SafeEventKind,
  type TestEventKind,
} from '../../../../api/vocabulary.ts'
import type { EventActivity, EventAmount, EventContent, EventMove, EventResult, EventRight } from './event-content.ts'

/** Events of each kind with invented contents, to test a destination. The addresses are those of the examples. */

const WALLET = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const OTHER = '0x7E571205cDD004f106BBC6F1083df3D562f4C313'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ID = '00000000-0000-7000-8000-000000000000'
const HASH = `0x${'0'.repeat(63)}1`
const NAME = 'treasury'

const usdc = { token: USDC, symbol: 'USDC', decimals: 6, verified: true } as const satisfies EventAmount
const usdcLeaves: EventMove = { ...usdc, amount: '250000000000', usd: 250_000, direction: 'out', other: OTHER }
const etherLeaves: EventMove = {
  symbol: 'ETH',
  decimals: 18,
  verified: true,
  amount: '2000000000000000000',
  direction: 'out',
  other: OTHER,
}
const etherArrives: EventMove = { ...etherLeaves, direction: 'in' }
const right: EventRight = { kind: 'allowance', token: USDC, spender: OTHER }

const result: EventResult = {
  verdict: 'UNSAFE',
  valid: true,
  status: 'UNSAFE',
  enforcement: 'PASSED',
  combinedScore: bandFloors.UNSAFE,
  category: 'cyber',
  subCategory: 'maliciousInteraction',
  subCategoryDescription: 'Interaction with a malicious address or contract',
  hops: 0,
  coverage: 'partial',
  actions: [`pays 250,000 USDC to ${OTHER}`],
  error: '',
  reasons: [
    {
      text: 'is listed as test threat',
      subject: OTHER,
      role: 'recipient',
      points: bandFloors.UNSAFE,
      source: 'txwarden baseline',
    },
  ],
  totalLossUsd: 250_000,
}

const activities: Readonly<Record<ChainEventKind, Partial<EventActivity>>> = {
  'allowance-spent': { moves: [usdcLeaves], usd: 250_000, other: OTHER, rights: [right] },
  'unexplained-balance': { moves: [etherLeaves] },
  'nonce-jumped': {},
  delegation: { other: OTHER },
  'owners-changed': { other: OTHER },
  upgraded: { other: OTHER },
  operator: { other: OTHER, allowance: usdc, rights: [{ ...right, kind: 'operator' }] },
  'allowance-granted': { other: OTHER, allowance: { ...usdc, amount: '250000000000' }, rights: [right] },
  sent: { moves: [usdcLeaves], usd: 250_000 },
  withdrawal: { moves: [etherArrives] },
  received: { moves: [etherArrives] },
  'allowance-revoked': { other: OTHER, allowance: { ...usdc, amount: '0' } },
}

/** What these are about is no transaction of the queue. */
const safeChanges: Readonly<Partial<Record<SafeEventKind, readonly string[]>>> = {
  'delegate-added': [`new delegate ${OTHER}`],
  'config-changed': ['threshold: 2 → 1'],
}

/** Of three that are needed; where the kind says nothing, all are there. */
const signatures: Readonly<Partial<Record<SafeEventKind, number>>> = {
  queued: 1,
  confirmed: 2,
  replaced: 1,
  withdrawn: 1,
}

const notices: Readonly<Record<NoticeKind, string>> = {
  lag: 'the follower is 12 min behind: monitored addresses are not watched',
  waiting: 'following waits for a decision',
  stopped: 'following stopped: the alerts of this chain are off',
  skipped: '120 blocks were skipped: monitored addresses were not watched there',
  disagreement: 'nodes disagree: the alerts of this chain wait',
  digest: '14 transfers without a known value to a monitored address',
  lookalike: `a lookalike of an address that ${NAME} pays is in its history`,
  hold: '250,000 USDC wait for approval, UNSAFE 70/100',
  rescreen: '1 transaction of the last 90 days changed: SAFE → UNSAFE, listed by ofac',
  group: '12 more like this, worst UNSAFE 70/100',
  heartbeat: 'Heartbeat: txwarden is running',
  policy: 'policy payouts: 620 of 500 USD in 24 h, by a transaction that was sent past it',
}

/** @param at when it happens, ms since 1970 */
export function sampleEvent(kind: TestEventKind, at: number): EventContent {
  const transaction = { chainId: '1', from: WALLET, to: USDC, value: '0', selector: '0xa9059cbb' }
  const alert = { id: ID, name: 'test of a destination', type: kind === 'verdict' ? 'SONAR' : 'MONITOR' } as const
  if (kind === 'verdict') return { alert, transaction: { ...transaction, svcTxId: ID }, result }
  if (isIn(noticeKinds, kind)) {
    const notice = { kind, text: notices[kind], details: ['This is a test: nothing happened'] }
    return { alert, transaction: { chainId: kind === 'heartbeat' ? '' : '1' }, notice, ...noticeMembers(kind, at) }
  }
  const monitored = [{ address: WALLET, name: NAME }]
  const mined = { ...transaction, transactionId: HASH, blockNumber: '31402118' }
  if (isIn(chainEventKinds, kind))
    return {
      alert,
      transaction: mined,
      monitored,
      step: 'included',
      kind,
      kinds: [kind],
      blockHash: HASH,
      blockTime: new Date(at).toISOString(),
      confirmations: 0,
      validatedAs: null,
      activities: [{ address: WALLET, name: NAME, kind, moves: [], ...activities[kind] }],
    }
  const changes = safeChanges[kind]
  const safe = {
    address: WALLET,
    name: NAME,
    ...(changes ? { changes } : { nonce: '41', signed: signatures[kind] ?? 3, threshold: 3 }),
  }
  const isMined = kind === 'executed' || kind === 'unqueued-execution'
  return {
    alert,
    transaction: changes ? { chainId: '1' } : isMined ? mined : transaction,
    ...(changes ? {} : { result, safeTxHash: HASH }),
    kind,
    kinds: [kind],
    safe,
  }
}

function noticeMembers(kind: NoticeKind, at: number): Partial<EventContent> {
  const iso = new Date(at).toISOString()
  if (kind === 'group') return { result, group: { count: 12, since: iso, until: iso } }
  if (kind !== 'rescreen') return {}
  const listed = { chainId: '1', owner: WALLET, address: OTHER, source: 'ofac', reason: 'is sanctioned' }
  const worst = [{ svcTxId: ID, from: 'SAFE' as const, to: 'UNSAFE' as const, ...listed }]
  return { rescreen: { id: ID, since: iso, transactions: 1, counterparties: 0, worst } }
}

function isIn<K extends TestEventKind>(kinds: readonly K[], kind: TestEventKind): kind is K {
  return (kinds as readonly string[]).includes(kind)
}
