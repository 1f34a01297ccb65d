import type { ChannelDeps, Message } from '../../../../src/service/alerts/channels/channel.ts'
import type { VerdictContent } from '../../../../src/service/alerts/delivery/event-content.ts'
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
    headline: 'BLOCKED · UNSAFE 92/100 · on ethereum',
    actions: [],
    summary: 'approval to a drainer',
    facts: [
      { label: 'Chain', value: 'ethereum (1)' },
      { label: 'To', value: '0xBBbb', short: '0xBB…bb', href: 'https://etherscan.io/address/0xBBbb?a=1&b=2' },
    ],
    reasons: ['a known drainer'],
    command: 'txwarden tx explain 1',
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
      valid: false,
      status: 'UNSAFE',
      verdict: 'BLOCKED',
      enforcement: 'BLOCKED',
      combinedScore: 90,
      category: 'fraud',
      subCategory: 'financialScamInteraction',
      subCategoryDescription: 'Interaction with a financial scam',
      hops: 0,
      coverage: 'partial',
      actions: [`pays 0.5 ETH to ${SCAM} (listed as a threat)`],
      error: `Score 90 reaches the block threshold of 70: The recipient ${SCAM} is listed as txwarden test address: financial scam.`,
      reasons: [
        {
          text: 'is listed as txwarden test address: financial scam',
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
