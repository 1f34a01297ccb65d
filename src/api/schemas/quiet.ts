import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { component, shown } from './primitives.ts'

const quietDelivery = lazily(() =>
  z.object({
    deliveryId: z.string(),
    alertId: z.string(),
    alertName: z.string(),
    destinationName: z.string(),
  }),
)

const silencedDelivery = component('SilencedDelivery', () => ({
  ...quietDelivery().shape,
  until: shown.time().meta({ description: 'Until when the alert was silenced.' }),
}))

const groupedDelivery = component('GroupedDelivery', () => ({
  ...quietDelivery().shape,
  digestId: z.string().meta({ description: 'The delivery of the digest that sends it.' }),
}))

/** Most deliveries of each list. */
export const MOST_QUIET = 100

/** Deliveries of a stored transaction that are not sent as messages of their own. */
export const quietDeliveries = lazily(() =>
  z.object({
    silenced: z
      .array(silencedDelivery())
      .optional()
      .meta({ description: `Deliveries that a silence hid, oldest first; at most ${MOST_QUIET}. Absent: none.` }),
    grouped: z
      .array(groupedDelivery())
      .optional()
      .meta({ description: `Deliveries that a digest sends, oldest first; at most ${MOST_QUIET}. Absent: none.` }),
  }),
)
export type QuietDeliveries = z.infer<ReturnType<typeof quietDeliveries>>
