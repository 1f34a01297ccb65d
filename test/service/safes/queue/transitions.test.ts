import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRoutine, notifiesRoutine } from '../../../../src/service/safes/queue/routine.ts'
import {
  type KnownItem,
  type QueuedItem,
  type QueueTurn,
  type Transitions,
  transitions,
} from '../../../../src/service/safes/queue/transitions.ts'

const safe = { nonce: 41n, threshold: 2 }
const A = '0xaa'
const B = '0xbb'

function turn(given: Partial<QueueTurn>): Transitions {
  return transitions({ known: [], queue: [], safe, executions: [], deleted: new Set(), ...given })
}
const waits = (safeTxHash: string, signed: number, nonce = 41n): QueuedItem => ({ safeTxHash, nonce, signed })
const known = (safeTxHash: string, missing: number, state: KnownItem['state'] = 'queued', nonce = 41n): KnownItem => ({
  safeTxHash,
  missing,
  state,
  nonce,
})
const kindsIn = ({ changes }: Transitions) => changes.map(({ safeTxHash, kinds }) => [safeTxHash, ...kinds])

describe('transitions of the queue', () => {
  it('queues what is new once, with how far it is', () => {
    expect(kindsIn(turn({ queue: [waits(A, 0), waits(A, 0)] }))).toEqual([[A, 'queued']])
    expect(kindsIn(turn({ queue: [waits(A, 1)] }))).toEqual([[A, 'queued', 'confirmed']])
    expect(turn({ queue: [waits(A, 2)] }).changes).toMatchObject([
      { state: 'executable', kinds: ['queued', 'executable'] },
    ])
  })

  it('says when one signature is missing, and when it is executable', () => {
    const three = { nonce: 41n, threshold: 3 }
    expect(kindsIn(turn({ safe: three, known: [known(A, 3)], queue: [waits(A, 1)] }))).toEqual([[A]])
    expect(kindsIn(turn({ safe: three, known: [known(A, 2)], queue: [waits(A, 2)] }))).toEqual([[A, 'confirmed']])
    expect(kindsIn(turn({ known: [known(A, 1)], queue: [waits(A, 2)] }))).toEqual([[A, 'executable']])
    expect(turn({ known: [known(A, 0, 'executable')], queue: [waits(A, 2)] }).changes).toEqual([])
  })

  it('holds nothing executable whose nonce is not the next', () => {
    expect(turn({ queue: [waits(A, 2, 42n)] }).changes).toMatchObject([{ state: 'queued', kinds: ['queued'] }])
    const next = { nonce: 42n, threshold: 2 }
    const signed = known(A, 0, 'queued', 42n)
    expect(kindsIn(turn({ safe: next, known: [signed], queue: [waits(A, 2, 42n)] }))).toEqual([[A, 'executable']])
  })

  it('is not executable any more when an owner or the threshold changes', () => {
    const changed = turn({
      safe: { nonce: 41n, threshold: 3 },
      known: [known(A, 0, 'executable')],
      queue: [waits(A, 2)],
    })
    expect(changed.changes).toMatchObject([{ state: 'queued', kinds: [] }])
  })

  it('tells executed, replaced and withdrawn apart', () => {
    const executions = [{ safeTxHash: A, transactionId: '0x01', succeeded: true }]
    const after = { nonce: 42n, threshold: 2 }
    const both = [known(A, 0, 'executable'), known(B, 1)]
    const ended = turn({ safe: after, known: both, executions })
    expect(ended.changes).toMatchObject([
      { safeTxHash: A, state: 'executed', kinds: ['executed'], transactionId: '0x01' },
      { safeTxHash: B, state: 'replaced', kinds: ['replaced'] },
    ])
    expect(turn({ known: [known(A, 1)] })).toMatchObject({ changes: [], absent: [A] })
    expect(turn({ known: [known(A, 1)], deleted: new Set([A]) }).changes).toMatchObject([{ kinds: ['withdrawn'] }])
  })

  it('waits for the events of the Safe before it says how an item ended', () => {
    const after = { nonce: 42n, threshold: 2 }
    expect(turn({ safe: after, known: [known(A, 0)], executions: undefined }).changes).toEqual([])
  })

  it('ignores rows below the nonce, and names executions that were never queued', () => {
    expect(turn({ queue: [waits(A, 2, 40n)] }).changes).toEqual([])
    const execution = { safeTxHash: B, transactionId: '0x02', succeeded: false }
    expect(turn({ executions: [execution] }).unqueued).toEqual([execution])
    expect(turn({ executions: [execution], known: [known(B, 0, 'executed', 40n)] }).unqueued).toEqual([])
  })

  it('queues again what was withdrawn or undone by a reorg', () => {
    for (const state of ['withdrawn', 'executed', 'replaced'] as const)
      expect(turn({ known: [known(A, 1, state)], queue: [waits(A, 1)] }).changes).toMatchObject([
        { from: 'back', state: 'queued', kinds: ['queued', 'confirmed'] },
      ])
  })

  it('changes nothing when the same is seen again, in any order and with duplicates', () => {
    const hash: fc.Arbitrary<string> = fc.constantFrom('0x1', '0x2', '0x3', '0x4', '0x5')
    const nonceOf = (text: string) => 40n + BigInt(Number(text) % 3)
    const queued = hash.chain((each) => fc.nat(4).map((signed) => waits(each, signed, nonceOf(each))))
    const state = fc.constantFrom('queued', 'executable', 'replaced', 'withdrawn', 'executed') as fc.Arbitrary<
      KnownItem['state']
    >
    const stored = fc.uniqueArray(fc.record({ safeTxHash: hash, missing: fc.integer({ min: -1, max: 4 }), state }), {
      selector: (each) => each.safeTxHash,
    })
    const executions = fc.uniqueArray(hash, { maxLength: 2 })
    fc.assert(
      fc.property(stored, fc.array(queued), executions, fc.uniqueArray(hash), (items, queue, executed, deleted) => {
        const given = {
          known: items.map((item) => ({ ...item, nonce: nonceOf(item.safeTxHash) })),
          executions: executed.map((safeTxHash) => ({ safeTxHash, transactionId: '0x', succeeded: true })),
          deleted: new Set(deleted),
          queue,
        }
        const first = turn(given)
        const after = new Map(given.known.map((item) => [item.safeTxHash, item]))
        for (const { safeTxHash, state: next } of first.changes) {
          const signed = Math.max(...queue.filter((each) => each.safeTxHash === safeTxHash).map((each) => each.signed))
          const missing = Number.isFinite(signed) ? safe.threshold - signed : (after.get(safeTxHash)?.missing ?? 0)
          after.set(safeTxHash, { safeTxHash, state: next, missing, nonce: nonceOf(safeTxHash) })
        }
        for (const { safeTxHash } of first.unqueued)
          after.set(safeTxHash, { safeTxHash, state: 'executed', missing: 0, nonce: 0n })
        const again = turn({ ...given, known: [...after.values()], queue: [...queue, ...queue].reverse() })
        expect(again).toEqual({ changes: [], unqueued: [], absent: first.absent })
      }),
      { numRuns: 200 },
    )
  })
})

describe('routine', () => {
  const facts = {
    verdict: 'SAFE',
    proposer: A,
    owners: new Set([A]),
    proposedBefore: false,
    isHashRight: true,
  } as const

  it('is SAFE, from an owner or from one that proposed before', () => {
    expect(isRoutine(facts)).toBe(true)
    expect(isRoutine({ ...facts, proposer: B })).toBe(false)
    expect(isRoutine({ ...facts, proposer: B, proposedBefore: true })).toBe(true)
    expect(isRoutine({ ...facts, proposer: null })).toBe(false)
    expect(isRoutine({ ...facts, isHashRight: false })).toBe(false)
    for (const verdict of ['NO DATA', 'WARNING', 'UNSAFE', 'BLOCKED'] as const)
      expect(isRoutine({ ...facts, verdict })).toBe(false)
  })

  it('is notified only to alerts that name its kind', () => {
    expect(notifiesRoutine({}, ['queued'])).toBe(false)
    expect(notifiesRoutine({ kinds: ['sent'] }, ['queued'])).toBe(false)
    expect(notifiesRoutine({ kinds: ['sent', 'queued'] }, ['queued', 'confirmed'])).toBe(true)
  })
})
