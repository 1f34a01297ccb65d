import { describe, expect, it } from 'vitest'
import type { ChainEventRow } from '../src/service/store/schema/schema.ts'
import { checkNotified, type Evidence } from './campaigns/support/notified-check.ts'
import type { Notification } from './support/chain/notified-receiver.ts'

const BLOCK = '0xb10c'
type Steps = readonly NonNullable<Notification['step']>[]

const tell = (steps: Steps, hash = '0x1'): Notification[] =>
  steps.map((step, at) => ({
    id: `${hash} ${at}`,
    at,
    alertId: 'a',
    hash,
    step,
    kind: 'received',
    blockHash: BLOCK,
    confirmations: 0,
    validatedAs: null,
    data: {},
  }))
const stored = (state: ChainEventRow['state'], round = 0, block_hash = BLOCK) =>
  ({ tx_hash: '0x1', kind: 'received', state, round, block_hash }) as ChainEventRow

/** One transaction, 0x1, that touches somebody. */
function check(
  isInChain: boolean,
  notified: readonly Notification[],
  events: readonly ChainEventRow[],
  more?: Partial<Evidence>,
) {
  const place = { hash: '0x1', blockNumber: 7, blockHash: BLOCK, touches: new Set(['0xa']) }
  const canonical = new Map(isInChain ? [['0x1', place]] : [])
  const found = checkNotified({ canonical, touching: new Set(['0x1']), events, notified, alertIds: ['a'], ...more })
  return (['lost', 'extra', 'twice', 'wrong'] as const).filter((fault) => found[fault].length > 0)
}

describe('what the reorg campaign finds wrong', () => {
  it('nothing, where all is reported and stored as it is', () => {
    expect(check(true, tell(['included']), [stored('IN')])).toEqual([])
    expect(check(false, [], [])).toEqual([])
    expect(check(false, tell(['included', 'retracted']), [stored('OUT', 1)])).toEqual([])
    const again: Steps = ['included', 'retracted', 'included-again']
    expect(check(true, tell(again), [stored('IN', 1)])).toEqual([])
    expect(check(false, tell([...again, 'retracted']), [stored('OUT', 2)])).toEqual([])
  })

  it('a transaction of the chain that was not reported, or not stored', () => {
    expect(check(true, [], [stored('IN')])).toEqual(['lost'])
    expect(check(true, tell(['included']), [])).toEqual(['lost'])
  })

  it('a transaction that was reported twice, also when it was taken back as often', () => {
    expect(check(true, tell(['included', 'included']), [stored('IN')])).toEqual(['twice'])
    expect(check(false, tell(['included', 'retracted', 'retracted']), [stored('OUT', 1)])).toEqual(['twice'])
    const doubled: Steps = ['included', 'retracted', 'included-again', 'retracted', 'included-again']
    expect(check(true, tell(doubled), [stored('IN', 1)])).toEqual(['twice'])
  })

  it('a transaction that is gone and was not taken back', () => {
    expect(check(false, tell(['included']), [stored('OUT', 1)])).toEqual(['wrong'])
    expect(check(false, [], [stored('IN')])).toEqual(['wrong'])
  })

  it('a transaction of the chain that was taken back, is not IN, or is stored in another block', () => {
    expect(check(true, tell(['included', 'retracted']), [stored('OUT', 1)])).toEqual(['wrong'])
    expect(check(true, tell(['included']), [stored('GONE')])).toEqual(['wrong'])
    expect(check(true, tell(['included']), [stored('IN', 0, '0xother')])).toEqual(['wrong'])
  })

  it('a message about a transaction that touches nobody', () => {
    const notified = [...tell(['included']), ...tell(['included'], '0x2')]
    expect(check(true, notified, [stored('IN')])).toEqual(['extra'])
    expect(check(true, tell(['included']), [stored('IN'), { ...stored('IN'), tx_hash: '0x2' }])).toEqual(['extra'])
  })
})
