import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { alertTypes, categories, MAX_CONFIRMATIONS, monitorEventKinds, subCategoryNames } from '../vocabulary.ts'
import { always, chainNumber, component, list, lookUpText, name, shown, timestamp } from './primitives.ts'

/** The most entries of one list in an alert. */
const MAX_LISTED = 100

const score = lazily(() => z.int().min(0, 'is below 0').max(100, 'is above 100').nullish())
const usd = lazily(() => z.int().min(0, 'is below 0').nullish())
const flag = lazily(() => z.boolean().nullish())

const onNoData = lazily(() =>
  flag().meta({
    description:
      'Addition. Fires when the score is in the SAFE band only because nothing is known. An update without it keeps it. In answers only with `Prefer: additions` and under /ext/v1.',
  }),
)

const kept = 'An update without it keeps it. In answers only with `Prefer: additions` and under /ext/v1.'

const kinds = lazily(() =>
  list(z.enum(monitorEventKinds), { max: MAX_LISTED })
    .nullish()
    .meta({
      description: `Addition, for MONITOR alerts. What happens to the monitored address, or in the queue of a Safe. ${kept}`,
    }),
)
const minUsd = lazily(() =>
  usd().meta({
    description: `Addition, for MONITOR alerts. Lowest value that moves, in whole USD; what has no known value matches. ${kept}`,
  }),
)
const confirmations = lazily(() =>
  z
    .union(
      [z.int().min(0, 'is below 0').max(MAX_CONFIRMATIONS, `is above ${MAX_CONFIRMATIONS}`), z.literal('finalized')],
      {
        error: `is neither a number of blocks from 0 to ${MAX_CONFIRMATIONS} nor "finalized"`,
      },
    )
    .nullish()
    .meta({
      description: `Addition, for MONITOR alerts. Blocks on top of the transaction's block before the alert is sent; default 0. A reported transaction is sent at once. ${kept}`,
    }),
)

const rescreen = lazily(() =>
  flag().meta({
    description: `Addition. Also notifies when a list that changed makes stored verdicts worse, and the alert matches the new ones: one message for each rescreen. An update without it keeps it, and false clears it. In answers only with \`Prefer: additions\` and under /ext/v1.`,
  }),
)

/** All present clauses must match; an absent member or an empty list matches everything. */
export const transactionFilter = lazily(() =>
  z
    .object({
      validationStatusConfiguration: z
        .object({ alertOnSafe: flag(), alertOnWarning: flag(), alertOnUnsafe: flag(), alertOnNoData: onNoData() })
        .nullish()
        .meta({ description: 'When present, only flags that are true match.' }),
      validationEnforcementConfiguration: z
        .object({ alertOnPassed: flag(), alertOnBlocked: flag() })
        .nullish()
        .meta({ description: 'When present, only flags that are true match.' }),
      fromScore: score().meta({ description: 'Lowest combined score, inclusive.' }),
      toScore: score().meta({ description: 'Highest combined score, inclusive.' }),
      fromTotalLoss: usd().meta({ description: 'Whole USD, inclusive.' }),
      toTotalLoss: usd().meta({ description: 'Whole USD, inclusive.' }),
      categories: list(z.enum(categories), { max: MAX_LISTED }).nullish(),
      subCategories: list(z.enum(subCategoryNames), { max: MAX_LISTED }).nullish(),
      chainIds: list(chainNumber(), { max: MAX_LISTED }).nullish(),
      kinds: kinds(),
      minUsd: minUsd(),
      confirmations: confirmations(),
      rescreen: rescreen(),
    })
    .superRefine((filter, ctx) => {
      for (const [from, to] of [
        ['fromScore', 'toScore'],
        ['fromTotalLoss', 'toTotalLoss'],
      ] as const) {
        const low = filter[from]
        const high = filter[to]
        if (low != null && high != null && low > high)
          ctx.addIssue({ code: 'custom', path: [from], message: `${low} is above ${to} ${high}` })
      }
    })
    .meta({ id: 'TransactionFilter' }),
)
export type TransactionFilter = z.infer<ReturnType<typeof transactionFilter>>

export const alert = component('AlertConfiguration', () => ({
  alertId: z.string(),
  alertName: z.string(),
  alertType: z.enum(alertTypes),
  alertSentCounter: always(z.int().min(0)),
  destinationIds: always(z.array(z.string())),
  transactionFilter: always(transactionFilter()),
  isActive: z.boolean(),
  silencedUntil: shown.time().optional().meta({
    description:
      'Addition. Its messages are recorded, and not sent, until then; absent: it is not silenced. Only with `Prefer: additions` and under /ext/v1.',
  }),
  silencesBlocked: z.boolean().optional().meta({
    description: 'Addition. Of a silence: it also hides sanctions and verdicts of BLOCK entries.',
  }),
}))
export type Alert = z.infer<ReturnType<typeof alert>>

export const alertList = lazily(() => z.object({ alerts: z.array(alert()) }))

export const alertCreate = component('AlertConfigurationCreate', () => ({
  alertName: name(),
  alertType: z.enum(alertTypes),
  destinationIds: list(lookUpText(), { max: MAX_LISTED }).nullish(),
  transactionFilter: transactionFilter().nullish(),
}))

export const alertCreated = lazily(() =>
  z.object({ alertId: z.string(), alertType: z.enum(alertTypes), alertName: z.string() }),
)

export const alertUpdate = component('AlertConfigurationUpdate', () => ({
  alertId: lookUpText().min(1, 'must not be empty'),
  alertType: z.enum(alertTypes),
  alertName: name(),
  isActive: z.boolean(),
  destinationIds: list(lookUpText(), { max: MAX_LISTED }).nullish(),
  transactionFilter: transactionFilter().nullish(),
}))

export const alertStatus = component('AlertConfigurationStatus', () => ({
  alertType: z.enum(alertTypes),
  isActive: z.boolean(),
}))

export const alertDeleted = lazily(() => z.object({ configurationId: z.string() }))

export const alertSilence = component('AlertSilence', () => ({
  until: timestamp().nullable().meta({ description: 'At most 30 days ahead; null ends the silence.' }),
  alsoBlocked: z
    .boolean()
    .optional()
    .meta({ description: 'Hides sanctions and verdicts of BLOCK entries, too.', default: false }),
}))
