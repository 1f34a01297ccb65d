import type { ChannelDeps, Message } from '../../../../src/service/alerts/channels/channel.ts'
import type { SeenContent } from '../../../../src/service/alerts/delivery/messages/chain-message.ts'
import type {
  EventContent,
  EventNotice,
  VerdictContent,
} from '../../../../src/service/alerts/delivery/messages/event-content.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { localSender } from '../local-sender.ts'

export const AT = Date.parse('2026-03-04T05:06:07.000Z')

/** A message with every optional part. */
export function messageOf(given: Partial<Message> = {}): Message {
  return {
    id: 'msg_01890000',
    type: 'alert.triggered',
    at: AT,
    tone: 'bad',
    headline: 'BLOCKED 92/100 · on ethereum',
    actions: [],
    summary: 'approval to a drainer',
    facts: [
      { label: 'Chain', value: 'ethereum (1)' },
      { label: 'To', value: '0xBBbb', short: '0xBB…bb', href: 'https://etherscan.io/address/0xBBbb?a=1&b=2' },
    ],
    reasons: ['a known drainer'],
    command: 'txwarden tx show 1',
    data: { alert: 'big losses' },
    ...given,
  }
}

/** A message with only a headline. */
export function headlineOnly(headline: string): Message {
  const { command: _command, ...message } = messageOf({ headline, summary: '', facts: [], reasons: [] })
  return message
}

export function depsOf(given: Partial<ChannelDeps> & { readonly timeoutMs?: number } = {}): ChannelDeps {
  const { timeoutMs, ...rest } = given
  const http = given.http ?? localSender({ ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  return { clock: new TestClock(AT), smtp: { url: undefined, timeoutMs: timeoutMs ?? 5000 }, ...rest, http }
}

export const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
export const SCAM = '0x7E571205cDD004f106BBC6F1083df3D562f4C313'

/** The event of examples/payment-to-scam.json. */
export function contentOf(given: Partial<VerdictContent> = {}): VerdictContent {
  return {
    alert: { id: '01890000-0000-7000-8000-00000000000a', name: 'big losses', type: 'SONAR' },
    transaction: {
      svcTxId: '01890000-0000-7000-8000-000000000001',
      chainId: '1',
      from: SENDER,
      to: SCAM,
      value: '500000000000000000',
    },
    result: {
      verdict: 'BLOCKED',
      valid: false,
      status: 'UNSAFE',
      enforcement: 'BLOCKED',
      combinedScore: 90,
      category: 'fraud',
      subCategory: 'financialScamInteraction',
      subCategoryDescription: 'Interaction with a financial scam',
      hops: 0,
      coverage: 'partial',
      actions: [`pays 0.5 ETH to ${SCAM} (listed as a threat)`],
      error: `Score 90 reaches the block threshold of 70: The recipient ${SCAM} is listed as test financial scam.`,
      reasons: [
        {
          text: 'is listed as test financial scam',
          subject: SCAM,
          role: 'recipient',
          points: 90,
          source: 'txwarden baseline',
        },
      ],
      totalLossUsd: 2000,
    },
    ...given,
  }
}

const SPENDER = '0xdEaD00000000000000000000000000000000Dead'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** What a block brought to a monitored address: another spent its allowance. */
export function seenContentOf(given: Partial<SeenContent> = {}): SeenContent {
  const { result } = contentOf()
  return {
    alert: { id: '01890000-0000-7000-8000-00000000000b', name: 'treasury', type: 'MONITOR' },
    transaction: {
      svcTxId: '01890000-0000-7000-8000-000000000002',
      chainId: '8453',
      from: SPENDER,
      to: USDC,
      value: '0',
      selector: '0x23b872dd',
      transactionId: `0x3fa1${'0'.repeat(59)}1`,
      blockNumber: '31402118',
    },
    result: {
      ...result,
      valid: true,
      enforcement: 'PASSED',
      verdict: 'UNSAFE',
      error: '',
      actions: [],
      totalLossUsd: null,
    },
    monitored: [{ address: SENDER, name: 'treasury' }],
    step: 'included',
    kind: 'allowance-spent',
    kinds: ['allowance-spent'],
    blockHash: `0x${'b'.repeat(64)}`,
    blockTime: new Date(AT - 4000).toISOString(),
    confirmations: 0,
    validatedAs: null,
    activities: [
      {
        address: SENDER,
        name: 'treasury',
        kind: 'allowance-spent',
        moves: [
          {
            token: USDC,
            symbol: 'USDC',
            decimals: 6,
            verified: true,
            amount: '12500000000',
            usd: 12_500,
            direction: 'out',
            other: SCAM,
          },
        ],
        usd: 12_500,
        other: SPENDER,
        rights: [{ kind: 'allowance', token: USDC, spender: SPENDER }],
      },
    ],
    ...given,
  }
}

export function noticeContentOf(notice: Partial<EventNotice> = {}): EventContent & { readonly notice: EventNotice } {
  return {
    alert: seenContentOf().alert,
    transaction: { chainId: '8453' },
    notice: {
      kind: 'lag',
      step: 'begun',
      text: 'the follower is 7 min behind the head: monitored addresses are not watched',
      details: ['node.example answers 503'],
      command: 'txwarden chain status',
      ...notice,
    },
  }
}
