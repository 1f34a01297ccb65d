import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ValidationResult } from '../../../../src/api/schemas/transaction.ts'
import { type SubCategory, subCategories, subCategoryNames } from '../../../../src/api/vocabulary.ts'
import { enqueueAlerts } from '../../../../src/service/alerts/matching/enqueue-alerts.ts'
import { activeAlerts } from '../../../../src/service/store/repositories/alerts.ts'
import { storedValidation } from '../../../support/stored-validation.ts'
import { Outbox } from '../outbox-fixture.ts'
import { answering, startReceiver } from '../receiver.ts'

const HOUR = 3_600_000

async function silencedOutbox(alsoBlocked = false) {
  const receiver = await startReceiver(answering(200))
  const outbox = await Outbox.open()
  const alert = await outbox.alert(await outbox.destination(receiver.origin))
  const silence = (body: object) => outbox.call('PUT', `/ext/v1/alert-configurations/${alert}/silence`, body)
  const until = new Date(outbox.time.now() + HOUR).toISOString()
  const answer = await silence({ until, alsoBlocked })
  expect(answer).toMatchObject({ status: 200, body: { silencedUntil: until, silencesBlocked: alsoBlocked } })
  const send = () => outbox.idleCourier().sendDue(new AbortController().signal)
  return { receiver, outbox, alert, silence, send }
}

interface Found {
  readonly subCategory: SubCategory
  readonly points: number
  /** Which part of a result names it. */
  readonly place: 'reason' | 'score' | 'inner'
}

const anyFound: fc.Arbitrary<Found> = fc.record({
  subCategory: fc.constantFrom(...subCategoryNames),
  points: fc.integer({ min: 0, max: 100 }),
  place: fc.constantFrom('reason', 'score', 'inner'),
})

function resultOf(found: readonly Found[], listed: boolean, valid: boolean): ValidationResult {
  const detailOf = ({ subCategory, points }: Found) => {
    const { category, description } = subCategories[subCategory]
    return { value: points, category, subCategory, subCategoryDescription: description, hops: 0 }
  }
  const at = (place: Found['place']) => found.filter((each) => each.place === place)
  const [first] = found.toSorted((a, b) => b.points - a.points)
  const address = '0x7E57E185F01f2900F3b969962D790bD76275007A'
  return {
    valid,
    combinedScore: first?.points ?? 0,
    ...(first && { combinedScoreDetails: detailOf(first) }),
    scoreDetails: Object.fromEntries(at('score').map((each) => [detailOf(each).category, detailOf(each)])),
    internalAddressesWithMaxScore: at('inner').map((each) => {
      const { value, ...detail } = detailOf(each)
      return { address, name: '', maxScore: value, ...detail }
    }),
    controlLists: listed ? [{ controlListId: 'c', type: 'BLOCK', address, productType: 'SONAR', chainIds: [] }] : [],
    coverage: 'full',
    explanation: {
      reasons: at('reason').map((each) => {
        const { category, subCategory } = detailOf(each)
        return {
          rule: 'r',
          text: 't',
          subject: address,
          role: 'to',
          points: each.points,
          source: 's',
          category,
          subCategory,
        }
      }),
      missing: [],
    },
  } as unknown as ValidationResult
}

test('a silence hides no sanction and no BLOCK entry without its flag, of any result, and everything else', async () => {
  for (const alsoBlocked of [false, true]) {
    const { outbox } = await silencedOutbox(alsoBlocked)
    const { store, deadlines } = outbox.service
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFound, { maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        async (found, listed, valid) => {
          const result = resultOf(found, listed, valid)
          const id = `tx-${count++}`
          const row = storedValidation({
            id,
            created_at: 1,
            valid: valid ? 1 : 0,
            combined_score: result.combinedScore,
          })
          const request = { transaction: { from: row.from_key, to: '0x02', chainId: '1' } }
          await store.write(async (db) => {
            const context = { db, deadlineNow: deadlines.now(), newId: outbox.newId, wake: () => {} }
            await enqueueAlerts(
              await activeAlerts(db),
              { row: { ...row, from_key: `0x${'1'.repeat(40)}`, to_key: null }, request: request as never, result },
              context,
            )
          })
          const scores = Object.values(result.scoreDetails ?? {})
          const isKept = (each: Found) =>
            each.place !== 'score' || scores.some(({ subCategory }) => subCategory === each.subCategory)
          const grave = found.some(
            (each) =>
              each.points >= 31 &&
              isKept(each) &&
              ['sanctionedInteraction', 'blockedAddress'].includes(each.subCategory),
          )
          const state = await store.read
            .selectFrom('deliveries')
            .innerJoin('alert_events', 'alert_events.id', 'deliveries.event_id')
            .select('deliveries.state')
            .where('alert_events.subject', '=', id)
            .executeTakeFirstOrThrow()
          expect(state.state).toBe((grave || listed) && !alsoBlocked ? 'PENDING' : 'SILENCED')
        },
      ),
      { numRuns: 60 },
    )
  }
})

test('what a silence hides is recorded with its end, is not counted, and is sent only by its id', async () => {
  const { receiver, outbox, alert, silence, send } = await silencedOutbox(true)
  await outbox.event(alert, 'tx-1')
  await send()
  const hidden = await outbox.only()
  expect(hidden).toMatchObject({
    state: 'SILENCED',
    error_message: expect.stringMatching(/^the alert was silenced until/),
  })
  expect(await outbox.counter(alert)).toBe(0)
  await outbox.call('POST', '/ext/v1/deliveries/retry', { destinationId: hidden.destination_id })
  await send()
  expect(receiver.requests.length).toBe(0)
  await outbox.call('POST', '/ext/v1/deliveries/retry', { ids: [hidden.id] })
  await send()
  expect(receiver.requests.length).toBe(1)

  expect(await silence({ until: null })).toMatchObject({ status: 200 })
  await outbox.event(alert, 'tx-2')
  await send()
  expect(receiver.requests.length).toBe(2)
  expect(await outbox.counter(alert)).toBe(2)
  const day = 24 * HOUR
  for (const ahead of [-1, 31 * day])
    expect(await silence({ until: new Date(outbox.time.now() + ahead).toISOString() })).toMatchObject({ status: 400 })
  const audit = await outbox.call('GET', '/ext/v1/audit?action=alert.silence')
  expect((audit.body.content as unknown[]).length).toBe(2)
})

test('a silence ends by itself, and hides no retraction of what was sent', async () => {
  const { receiver, outbox, alert, silence, send } = await silencedOutbox(true)
  outbox.time.advance(HOUR + 1)
  await outbox.step(alert, '1:0xaa', 'included')
  await send()
  expect(receiver.requests.length).toBe(1)
  await silence({ until: new Date(outbox.time.now() + HOUR).toISOString(), alsoBlocked: true })
  await outbox.step(alert, '1:0xbb', 'included')
  await outbox.step(alert, '1:0xbb', 'retracted')
  await outbox.step(alert, '1:0xaa', 'retracted')
  await send()
  expect(receiver.requests.map(({ body }) => JSON.parse(body).dedup_key)).toEqual([
    `${alert}:1:0xaa`,
    `${alert}:1:0xaa`,
  ])
})
