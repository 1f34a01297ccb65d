import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { verdictStatuses, verdicts } from '../verdict.ts'
import {
  alertTypes,
  channels,
  deliveryStates,
  enforcements,
  eventSteps,
  monitorEventKinds,
  noticeKinds,
  noticeSteps,
  testStates,
} from '../vocabulary.ts'
import { growingPage } from './page.ts'
import { component, list, lookUpText, needsOneOf, shown, timestamp } from './primitives.ts'
import { quietDeliveries } from './quiet.ts'

/** Additions under /ext/v1: alert deliveries and replays. */

/** Validations in a replay. */
export const DEFAULT_REPLAYED = 1000

export const delivery = component('Delivery', () => ({
  id: z.string(),
  eventId: z.string().meta({ description: 'Alert event; the webhook-id of every attempt.' }),
  alertId: z.string(),
  alertName: z.string(),
  alertType: z.enum(alertTypes),
  svcTxId: z.string().optional().meta({ description: 'The stored transaction; absent: it is about none.' }),
  step: z
    .enum([...eventSteps, ...noticeSteps])
    .optional()
    .meta({ description: 'Of a chain event or notice.' }),
  kind: z
    .enum([...monitorEventKinds, ...noticeKinds])
    .optional()
    .meta({
      description:
        'What happened to a monitored address or in the queue of a Safe, or what a notice is about; absent: a verdict.',
    }),
  destinationId: z.string(),
  destinationName: z.string(),
  channel: z.enum(channels),
  state: z.enum(deliveryStates),
  groupId: z.string().optional().meta({ description: 'GROUPED: the delivery of the digest that sends it.' }),
  attempts: z.int().min(0),
  errorMessage: z.string().meta({ description: 'Error of the last attempt, or why there was none.' }),
  dueAt: shown.time().optional().meta({
    description:
      'When the next attempt is due; earlier if the destination is being sent to. Only while PENDING and not held.',
  }),
  heldBy: z
    .string()
    .optional()
    .meta({ description: 'Why a PENDING delivery needs an action before the next attempt.' }),
  createdAt: shown.time(),
  updatedAt: shown.time(),
}))
export type Delivery = z.infer<ReturnType<typeof delivery>>

export const deliveryPage = component('DeliveryPage', () => ({
  ...growingPage(delivery()),
  unplanned: z.int().min(1).optional().meta({
    description: 'Deliveries of all alerts that are not in the list yet: a validation fired many at once.',
  }),
}))

const deliveryAttempt = component('DeliveryAttempt', () => ({
  number: z.int().min(1),
  at: shown.time(),
  latencyMs: z.int().min(0),
  state: z.enum(testStates),
  errorMessage: z.string(),
}))

export const deliveryRecord = component('DeliveryRecord', () => ({
  ...delivery().shape,
  tries: z.array(deliveryAttempt()).meta({ description: 'All attempts, oldest first.' }),
  content: z.unknown().meta({ description: 'Message content: `data` of the webhook body.' }),
}))
export type DeliveryRecord = z.infer<ReturnType<typeof deliveryRecord>>

/** Filters of the list; all must match. */
export const deliveryFilter = lazily(() =>
  z.object({
    state: z.enum(deliveryStates).optional(),
    destinationId: lookUpText().optional(),
    alertId: lookUpText().optional(),
    svcTxId: lookUpText().optional(),
    groupId: lookUpText().optional().meta({ description: 'What the digest of this delivery sends.' }),
    since: timestamp().optional().meta({ description: 'Created at or after.' }),
    until: timestamp().optional().meta({ description: 'Created before.' }),
  }),
)

export const deliveryRetry = lazily(() =>
  z
    .object({
      ids: list(lookUpText().min(1), { min: 1, max: 1000 }).optional(),
      destinationId: lookUpText().optional(),
      since: timestamp().optional(),
      until: timestamp().optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), 'needs ids, a destination or a time')
    .meta({
      id: 'DeliveryRetry',
      description: 'Selects the deliveries to retry; all members must match.',
      ...needsOneOf({
        ids: { type: 'array', items: { type: 'string' } },
        destinationId: { type: 'string' },
        since: { type: 'string' },
        until: { type: 'string' },
      }),
    }),
)

export const deliveriesRetried = component('DeliveriesRetried', () => ({
  retried: z.int().min(0),
  held: z.int().min(1).optional().meta({ description: 'Of these: held until their destination is active again.' }),
  heldBy: z.array(z.string()).optional().meta({ description: 'Ids of the inactive destinations that hold them.' }),
}))

const clause = component('AlertClause', () => ({
  clause: z
    .string()
    .meta({ description: 'Member of transactionFilter, `alertType`, or `monitored` (MONITOR alerts).' }),
  matched: z.boolean(),
  text: z.string().meta({ description: 'Why it matched or not.' }),
}))
export type AlertClause = z.infer<ReturnType<typeof clause>>

export const alertReplay = component('AlertReplay', () => ({
  alertId: z.string(),
  alertType: z.enum(alertTypes),
  isActive: z.boolean().meta({ description: 'Whether the alert is active; an inactive one is replayed too.' }),
  since: shown.time(),
  until: shown.time(),
  judged: z.int().min(0).meta({ description: 'Stored validations checked.' }),
  hits: z.int().min(0),
  truncated: z.boolean().meta({ description: 'Whether older validations were left out.' }),
  transactions: z.array(
    z.object({
      verdict: z.enum(verdicts),
      svcTxId: z.string(),
      createdAt: shown.time(),
      chainId: shown.chainId(),
      status: z.enum(verdictStatuses).meta({ description: 'Band of the score; NO DATA: SAFE without data.' }),
      enforcement: z.enum(enforcements),
      combinedScore: z.int(),
      matched: z.boolean(),
      clauses: z.array(clause()).meta({ description: 'The alert fires when all match.' }),
      ...quietDeliveries().shape,
    }),
  ),
}))
export type AlertReplay = z.infer<ReturnType<typeof alertReplay>>

export const replayQuery = lazily(() =>
  z.object({
    since: timestamp().meta({ description: 'Validations at or after this time.' }),
    until: timestamp().optional().meta({ description: 'Validations before this time; default now.' }),
    limit: z.coerce.number<string | number>().int().min(1).max(10_000).optional().meta({ default: DEFAULT_REPLAYED }),
  }),
)
