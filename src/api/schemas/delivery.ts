import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { alertTypes, channels, deliveryStates, enforcements, statuses, testStates } from '../vocabulary.ts'
import { growingPage } from './page.ts'
import { timestamp } from './primitives.ts'

/** Ours, under /ext/v1: what was told to whom, and what would have been. */

export const delivery = lazily(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string().meta({ description: 'The alert event; the webhook-id of every try.' }),
      alertId: z.string(),
      alertName: z.string(),
      alertType: z.enum(alertTypes),
      svcTxId: z.string(),
      destinationId: z.string(),
      destinationName: z.string(),
      channel: z.enum(channels),
      state: z.enum(deliveryStates),
      attempts: z.int().min(0),
      errorMessage: z.string().meta({ description: 'What the last try met, or why there was none.' }),
      dueAt: z.string().optional().meta({
        description:
          'When the next try is due, at the latest where somebody sends to that destination at the moment; only while PENDING and not held.',
      }),
      heldBy: z
        .string()
        .optional()
        .meta({ description: 'Why a PENDING one is not tried until somebody does something.' }),
      createdAt: z.string(),
      updatedAt: z.string(),
    })
    .meta({ id: 'Delivery' }),
)
export type Delivery = z.infer<ReturnType<typeof delivery>>

export const deliveryPage = lazily(() =>
  z.object({ content: z.array(delivery()), ...growingPage().shape }).meta({ id: 'DeliveryPage' }),
)

const deliveryAttempt = lazily(() =>
  z
    .object({
      number: z.int().min(1),
      at: z.string(),
      latencyMs: z.int().min(0),
      state: z.enum(testStates),
      errorMessage: z.string(),
    })
    .meta({ id: 'DeliveryAttempt' }),
)

export const deliveryRecord = lazily(() =>
  delivery()
    .extend({
      tries: z.array(deliveryAttempt()).meta({ description: 'Every try, oldest first.' }),
      content: z.unknown().meta({ description: 'What is told: the data of the webhook body.' }),
    })
    .meta({ id: 'DeliveryRecord' }),
)
export type DeliveryRecord = z.infer<ReturnType<typeof deliveryRecord>>

/** Filters of the list; all given ones must hold. */
export const deliveryFilter = lazily(() =>
  z.object({
    state: z.enum(deliveryStates).optional(),
    destinationId: z.string().optional(),
    alertId: z.string().optional(),
    svcTxId: z.string().optional(),
    since: timestamp().optional().meta({ description: 'Made at or after.' }),
    until: timestamp().optional().meta({ description: 'Made before.' }),
  }),
)

export const deliveryRetry = lazily(() =>
  z
    .object({
      ids: z.array(z.string().min(1)).min(1).max(1000).optional(),
      destinationId: z.string().optional(),
      since: timestamp().optional(),
      until: timestamp().optional(),
    })
    .refine(
      (body) => Object.values(body).some((value) => value !== undefined),
      'must name ids, a destination or a time',
    )
    .meta({ id: 'DeliveryRetry', description: 'Which to try again; all given members must hold.' }),
)

export const deliveriesRetried = lazily(() =>
  z
    .object({
      retried: z.int().min(0),
      held: z.int().min(1).optional().meta({ description: 'Of these: waiting for a destination to be active again.' }),
    })
    .meta({ id: 'DeliveriesRetried' }),
)

const clause = lazily(() =>
  z
    .object({
      clause: z
        .string()
        .meta({ description: 'The member of transactionFilter; `alertType`, or `monitored` of a MONITOR alert.' }),
      matched: z.boolean(),
      text: z.string().meta({ description: 'Why it matched, or why not.' }),
    })
    .meta({ id: 'AlertClause' }),
)
export type AlertClause = z.infer<ReturnType<typeof clause>>

export const alertReplay = lazily(() =>
  z
    .object({
      alertId: z.string(),
      alertType: z.enum(alertTypes),
      isActive: z.boolean().meta({ description: 'Whether it fires at all; it is replayed all the same.' }),
      since: z.string(),
      until: z.string(),
      judged: z.int().min(0).meta({ description: 'Stored validations that were looked at.' }),
      hits: z.int().min(0),
      truncated: z.boolean().meta({ description: 'Whether older ones were left out.' }),
      transactions: z.array(
        z.object({
          svcTxId: z.string(),
          createdAt: z.string(),
          chainId: z.string(),
          status: z.enum(statuses),
          enforcement: z.enum(enforcements),
          combinedScore: z.int(),
          matched: z.boolean(),
          clauses: z.array(clause()).meta({ description: 'It fires when all matched.' }),
        }),
      ),
    })
    .meta({ id: 'AlertReplay' }),
)
export type AlertReplay = z.infer<ReturnType<typeof alertReplay>>

export const replayQuery = lazily(() =>
  z.object({
    since: timestamp().meta({ description: 'Validations at or after.' }),
    until: timestamp().optional().meta({ description: 'Validations before; default: now.' }),
    limit: z.coerce
      .number<string | number>()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: 'Default 1000.' }),
  }),
)
