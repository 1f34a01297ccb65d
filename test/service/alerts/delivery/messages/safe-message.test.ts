import { describe, expect, it } from 'vitest'
import { composeAlert } from '../../../../../src/service/alerts/delivery/messages/alert-message.ts'
import type { EventContent } from '../../../../../src/service/alerts/delivery/messages/event-content.ts'

const address = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const unknown = '0x1111111111111111111111111111111111111111'
const safeTxHash = `0xabcdef${'0'.repeat(54)}1234`

const content: EventContent = {
  alert: { id: 'a', name: 'Safes', type: 'MONITOR' },
  transaction: { svcTxId: 't', chainId: '1', from: address, to: unknown, value: '0' },
  result: {
    verdict: 'UNSAFE',
    valid: true,
    status: 'UNSAFE',
    enforcement: 'PASSED',
    combinedScore: 80,
    hops: 0,
    category: 'cyber',
    subCategory: '',
    subCategoryDescription: '',
    coverage: 'none',
    totalLossUsd: null,
    actions: [`lets the code of ${unknown} (unknown) act as the sender (delegatecall)`],
    reasons: [{ text: 'is unknown', subject: unknown, role: 'delegate', points: 80, source: 'call data' }],
  },
  kind: 'queued',
  kinds: ['queued'],
  safeTxHash,
  safe: {
    address,
    name: 'treasury',
    nonce: '41',
    signed: 1,
    threshold: 3,
    proposer: unknown,
    isNewProposer: true,
    delegatecall: unknown,
    messageHash: '0xaa',
  },
}
const compose = (given: EventContent) => composeAlert({ id: 'e', createdAt: 0 }, given, { now: 0 })

describe('message about the queue of a Safe', () => {
  it('says in one line what waits, how far it is signed, and who proposed it', () => {
    const message = compose(content)
    expect(message.headline).toBe(
      'treasury (0x7E57…007A) nonce 41 · UNSAFE 80 · delegatecall to unknown 0x1111…1111 · 1 of 3 signed · proposed by 0x1111…1111 (first time) · safeTxHash 0xabcd…1234',
    )
    expect(message.headline.length).toBeLessThanOrEqual(165)
    expect(message).toMatchObject({ tone: 'bad', data: { kind: 'queued', safeTxHash } })
    expect(message.facts).toContainEqual({ label: 'safeTxHash', value: safeTxHash })
    expect(message.command).toBe(`txwarden safe check ${address} --chain ethereum --tx-hash ${safeTxHash}`)
  })

  it('names what happened to it, and what it does otherwise', () => {
    const { delegatecall: _, ...safe } = content.safe as NonNullable<EventContent['safe']>
    const actions = [`pays 1 ETH to ${unknown} (unknown)`]
    const paid = { ...content, result: { ...content.result, actions } as EventContent['result'], safe }
    expect(compose({ ...paid, kind: 'executable' }).headline).toMatch(
      /^treasury \(0x7E57…007A\) nonce 41 executable now · UNSAFE 80 · pays 1 ETH to 0x1111…1111 \(unknown\) · /,
    )
  })

  it('lists what changed of the Safe itself', () => {
    const { result: _, safeTxHash: __, ...about } = content
    const changed = compose({
      ...about,
      transaction: { chainId: '1' },
      kind: 'config-changed',
      kinds: ['config-changed'],
      safe: { address, name: '', changes: ['threshold 3 → 1'] },
    })
    expect(changed).toMatchObject({
      headline: '0x7E57…007A has another configuration',
      actions: ['threshold 3 → 1'],
      command: `txwarden safe show ${address} --chain ethereum`,
      tone: 'warn',
    })
  })
})
