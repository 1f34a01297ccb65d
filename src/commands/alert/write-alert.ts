import type { CallInput, Output } from '../../api/operations.ts'
import type { TransactionFilter } from '../../api/schemas/alert.ts'
import type { Context } from '../../cli/context/context.ts'
import { callAddition } from '../addition.ts'

/** Asks for conditions that are additions; a service that has none ignores it. */
export const withAdditions = { headers: { prefer: 'additions' } } as const

const WHAT = 'alert condition no-data'

/**
 * Creates an alert in one request. With a condition that is an addition it goes to a path that other services do not have:
 * they would ignore the condition and create an alert that never fires.
 * @throws WardenError `not-offered`
 */
export async function createAlert(
  context: Context,
  body: NonNullable<CallInput<'createAlert'>['body']>,
): Promise<Output<'createAlert'>> {
  const client = await context.client()
  if (!firesOnNoData(body.transactionFilter)) return client.call('createAlert', { body })
  // A preview does not ask the service whether it has the addition.
  if (context.globals.dryRun && context.configuration().addresses)
    await context.note(`! The ${WHAT} is offered only by txwarden's own service; another one refuses this request.`)
  return callAddition(context, WHAT, () => client.call('createAlertWithAdditions', { body }))
}

/**
 * Replaces an alert in one request.
 * @param stored its filter before
 * @throws WardenError `not-offered`
 */
export async function updateAlert(
  context: Context,
  body: NonNullable<CallInput<'updateAlert'>['body']>,
  stored: TransactionFilter,
): Promise<Output<'updateAlert'>> {
  const client = await context.client()
  const { transactionFilter } = body
  const flags = transactionFilter?.validationStatusConfiguration
  const alertOnNoData = firesOnNoData(transactionFilter)
  // An absent flag keeps the stored one, and without an object of flags there is none.
  if (flags == null || !(alertOnNoData || firesOnNoData(stored))) return client.call('updateAlert', { body })
  const filter = { ...transactionFilter, validationStatusConfiguration: { ...flags, alertOnNoData } }
  return callAddition(context, WHAT, () =>
    client.call('updateAlertWithAdditions', { body: { ...body, transactionFilter: filter } }),
  )
}

/** The alerts, from a service that must have the additions. @throws WardenError `not-offered` */
export async function listAlertsWithAdditions(context: Context): Promise<Output<'listAlerts'>> {
  const client = await context.client()
  return callAddition(context, WHAT, () => client.call('listAlertsWithAdditions'))
}

export function firesOnNoData(filter: TransactionFilter | null | undefined): boolean {
  return filter?.validationStatusConfiguration?.alertOnNoData === true
}
