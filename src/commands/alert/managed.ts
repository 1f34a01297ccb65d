import * as z from 'zod'
import { alertCreate, type TransactionFilter } from '../../api/schemas/alert.ts'
import { name } from '../../api/schemas/primitives.ts'
import { monitorConditions } from '../../api/vocabulary.ts'
import { type ApplyTarget, type BodyOf, type ManifestMembers, managed } from '../steps/managed-kind.ts'
import { readAll } from '../steps/paged-list.ts'
import { alerts } from './resource.ts'
import { additionsIn, createAlert, listAlertsWithAdditions, updateAlert } from './write-alert.ts'

/** In documents they have names of destinations instead of ids. */
export const managedAlerts = managed(alerts, {
  schema: alertCreate()
    .omit({ destinationIds: true })
    .extend({ destinations: z.array(name()).nullish(), isActive: z.boolean().nullish() })
    .superRefine(({ alertType, transactionFilter }, ctx) => {
      for (const condition of alertType === 'MONITOR' ? [] : monitorConditions)
        if (transactionFilter?.[condition] != null)
          ctx.addIssue({
            code: 'custom',
            path: ['transactionFilter', condition],
            message: 'is only for MONITOR alerts',
          })
    }),
  members: ['alertName', 'alertType', 'isActive', 'destinations', 'transactionFilter'],
  fixed: ['alertName'],
  typed: ['isActive', 'transactionFilter'],
  isAddition: (members) => additionsIn(filterOf(members)) !== undefined,
  async read(context, isNeeded) {
    return isNeeded ? (await listAlertsWithAdditions(context)).alerts : (await readAll(context, alerts)).content
  },
  membersOf: ({ alertName, alertType, destinationIds = [], transactionFilter = {}, isActive }, destinationName) => ({
    alertName,
    alertType,
    destinations: destinationIds.map(destinationName),
    isActive,
    transactionFilter,
  }),
  async create(target, members) {
    const { isActive, ...body } = bodyOf(target, members)
    const { alertId } = await createAlert(target.context, body)
    // The API always creates active alerts.
    if (isActive === false)
      await target.client.call('setAlertStatus', {
        params: { alertConfigurationId: alertId },
        body: { alertType: body.alertType, isActive },
      })
    return alertId
  },
  update(target, { id, members, stored }) {
    const body = { alertId: id, ...bodyOf(target, members), isActive: members.isActive !== false }
    return updateAlert(target.context, body, filterOf(stored))
  },
})

function filterOf({ transactionFilter }: ManifestMembers): TransactionFilter {
  return (transactionFilter ?? {}) as TransactionFilter
}

type Body = BodyOf<'createAlert'> & { isActive?: boolean }

function bodyOf({ destinations: ids }: ApplyTarget, { destinations, ...body }: ManifestMembers): Body {
  const names = destinations as readonly string[] | undefined
  // An unknown name is the id of a destination that the service does not list.
  return { ...body, ...(names && { destinationIds: names.map((name) => ids.get(name) ?? name) }) } as Body
}
