import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OperationId, operation } from '../../../src/api/operations/operations.ts'
import type { Hold } from '../../../src/api/schemas/hold.ts'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask } from '../../support/requests.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Actor = 'asks' | 'asks too' | 'decides' | 'decides too' | 'local'

/** A service with two keys of each kind, and a validation. */
async function opened() {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const keys = new Map<Actor, { readonly id: string; readonly key: string }>()
  for (const [actor, kind] of [
    ['asks', 'validation'],
    ['asks too', 'validation'],
    ['decides', 'management'],
    ['decides too', 'management'],
  ] as const)
    keys.set(actor, await service.keys.create(kind))
  const send = async (actor: Actor, id: OperationId, holdId = '', body?: unknown, query = '') => {
    const { method, path } = operation(id)
    const key = keys.get(actor)
    const where = `${path.replace('{holdId}', holdId)}?${query}`
    const { status, body: value } = await ask(service, method, where, body, key && { 'x-api-key': key.key })
    return { status, value: (value ?? {}) as Record<string, unknown> & Hold & { content: never[] } }
  }
  const to = '0x00000000000000000000000000000000000005ed'
  const transaction = { chainId: '1', from: '0x7E57E185F01f2900F3b969962D790bD76275007A', to, value: '7' }
  const validated = await send('asks', 'validateTransaction', '', { transaction, trackNonce: false })
  const svcTxIds = [String(validated.value.svcTxId)]
  const idOf = (actor: Actor) => keys.get(actor)?.id ?? 'local'
  return { service, clock, send, svcTxIds, idOf }
}

const actors = fc.constantFrom<Actor>('asks', 'asks too', 'decides', 'decides too', 'local')
const digest = (letter: string) => `0x${letter.repeat(64)}`
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('requestHold' as const),
      actor: actors,
      digest: fc.constantFrom('a', 'b'),
      kind: fc.constantFrom('signed-transaction', 'transaction', 'signature'),
      selfApprove: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('approveHold' as const, 'rejectHold' as const, 'releaseHold' as const, 'settleHold' as const),
      actor: actors,
      /** Which of the holds so far. */
      hold: fc.nat(5),
      outcome: fc.constantFrom('forwarded', 'refused'),
      isUntransmitted: fc.boolean(),
      /** Of the newest release of the hold, or of another one. */
      isOwnToken: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1000, MINUTE, 10 * MINUTE, 16 * MINUTE, HOUR, 25 * HOUR),
    }),
  },
)

test('in any order of requests and waits: one release for each approval, which another actor gave, all of it audited', async () => {
  const { clock, send, svcTxIds, idOf } = await opened()
  let run = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 40 }), async (steps) => {
    run += 1
    // Other holds than those of the runs before.
    clock.advance(100 * HOUR)
    const holds: Hold[] = []
    /** Approvals that hold, by hold: until when. */
    const approvedUntil = new Map<string, number>()
    const audited = new Map<string, string[]>()
    /** Holds whose approval came back after an answer. */
    const returned = new Set<string>()
    /** Of the releases of a hold. */
    const tokens = new Map<string, string[]>()
    const changed = (id: string, action: string) => audited.set(id, [...(audited.get(id) ?? []), action])
    for (const one of steps) {
      if (one.do === 'wait') {
        clock.advance(one.ms)
        continue
      }
      if (one.do === 'requestHold') {
        const { status, value } = await send(one.actor, 'requestHold', '', {
          digest: digest(one.digest),
          kind: one.kind,
          method: 'eth_sendRawTransaction',
          chainId: '1',
          svcTxIds,
          selfApprove: one.selfApprove,
        })
        expect(status).toBe(one.actor.startsWith('decides') ? 403 : 200)
        if (status !== 200) continue
        expect(value.requestedBy).toBe(idOf(one.actor))
        expect(value.state).not.toBe('expired')
        if (holds.some(({ id }) => id === value.id)) continue
        holds.push(value)
        changed(value.id, 'hold.request')
        // One in force for each requester, digest and kind.
        expect(value.state).toBe('held')
        continue
      }
      const hold = holds[one.hold % Math.max(1, holds.length)]
      if (!hold) continue
      const token = tokens.get(hold.id)?.at(one.isOwnToken ? -1 : -2)
      const { isUntransmitted } = one
      const outcome = { outcome: one.outcome, isUntransmitted, ...(token !== undefined && { releaseToken: token }) }
      const body = one.do === 'settleHold' ? outcome : one.do === 'releaseHold' ? undefined : {}
      const before = (await send('asks', 'getRequestedHold', hold.id)).value
      const { status, value } = await send(one.actor, one.do, hold.id, body)
      const isOwn = idOf(one.actor) === hold.requestedBy
      if (status !== 200) {
        expect((await send('asks', 'getRequestedHold', hold.id)).value).toEqual(before)
        continue
      }
      if (one.do === 'approveHold') {
        expect(before.state).toBe('held')
        expect(!isOwn || hold.selfApprove).toBe(true)
        approvedUntil.set(hold.id, clock.now() + 15 * MINUTE)
      } else if (one.do === 'rejectHold') {
        expect(['held', 'approved']).toContain(before.state)
        approvedUntil.delete(hold.id)
      } else if (one.do === 'releaseHold') {
        expect([isOwn, before.state]).toEqual([true, 'approved'])
        expect(approvedUntil.get(hold.id)).toBeGreaterThan(clock.now())
        tokens.set(hold.id, [...(tokens.get(hold.id) ?? []), String(value.releaseToken)])
      } else {
        if (one.outcome === 'refused') expect(one.isOwnToken).toBe(true)
        expect([isOwn, ['released', 'forwarded'].includes(before.state)]).toEqual([true, true])
      }
      expect(value.state).toBe(
        {
          approveHold: 'approved',
          rejectHold: 'rejected',
          releaseHold: 'released',
          settleHold: one.outcome === 'forwarded' ? 'forwarded' : settledState(hold.id, one.isUntransmitted),
        }[one.do],
      )
      if (before.state === 'forwarded') continue
      const isUsedUp = !one.isUntransmitted && returned.has(hold.id)
      if (one.do === 'settleHold' && one.outcome === 'refused' && !one.isUntransmitted) returned.add(hold.id)
      changed(hold.id, actionOf(one.do, one.outcome, isUsedUp))
    }
    for (const { id } of holds) {
      const { content } = (await send('decides', 'listAudit', '', undefined, `resourceId=${id}&sort=id,asc&size=100`))
        .value
      expect((content as { action: string }[]).map(({ action }) => action)).toEqual(audited.get(id))
    }

    function settledState(id: string, isUntransmitted: boolean): string {
      const isBack = isUntransmitted || !returned.has(id)
      return isBack && (approvedUntil.get(id) ?? 0) > clock.now() ? 'approved' : 'expired'
    }
  })
  await fc.assert(property, { numRuns: 60 })
  expect(run).toBeGreaterThanOrEqual(60)
})

function actionOf(operationId: string, outcome: string, isUsedUp: boolean): string {
  const actions: Readonly<Record<string, string>> = {
    approveHold: 'hold.approve',
    rejectHold: 'hold.reject',
    releaseHold: 'hold.release',
    settleHold: outcome === 'forwarded' ? 'hold.forward' : isUsedUp ? 'hold.expire' : 'hold.return',
  }
  return actions[operationId] ?? ''
}

test('a stranger with a key fills only the open holds of that key', async () => {
  const { send, svcTxIds, clock } = await opened()
  const ask = (actor: Actor, index: number) =>
    send(actor, 'requestHold', '', {
      digest: `0x${String(index).padStart(64, '0')}`,
      kind: 'transaction',
      method: 'eth_sendTransaction',
      chainId: '1',
      svcTxIds,
    })
  for (let index = 0; index < 200; index += 1) expect((await ask('asks', index)).status).toBe(200)
  expect((await ask('asks', 7)).status).toBe(200)
  expect((await ask('asks', 200)).value).toMatchObject({ status: 409, code: 'quota-exceeded' })
  expect((await ask('asks too', 200)).status).toBe(200)
  clock.advance(HOUR)
  expect((await ask('asks', 200)).status).toBe(200)
})
