import type { CallInput, Output } from '../../api/operations/operations.ts'
import type { TransactionFilter } from '../../api/schemas/alert.ts'
import { monitorConditions } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { callAddition, noteAddition } from '../steps/addition.ts'

/** Names every addition: which of them the stored alerts use is not known yet. */
const ANY = 'alert condition no-data, kinds, minUsd, confirmations or rescreen'

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
  const what = additionsIn(body.transactionFilter)
  if (what === undefined) return client.call('createAlert', { body })
  await noteAddition(context, `The ${what} is`)
  return callAddition(context, what, (client) => client.call('createAlertWithAdditions', { body }))
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
  const what = additionsIn(transactionFilter) ?? additionsIn(stored)
  if (what === undefined) return client.call('updateAlert', { body })
  const flags = transactionFilter?.validationStatusConfiguration
  const alertOnNoData = firesOnNoData(transactionFilter)
  // What is absent keeps its stored value, so it is sent as cleared; without an object of flags there is no flag.
  const filter = {
    ...transactionFilter,
    rescreen: transactionFilter?.rescreen ?? false,
    ...(flags != null && { validationStatusConfiguration: { ...flags, alertOnNoData } }),
    ...(body.alertType === 'MONITOR' && {
      kinds: transactionFilter?.kinds ?? [],
      minUsd: transactionFilter?.minUsd ?? 0,
      confirmations: transactionFilter?.confirmations ?? 0,
    }),
  }
  return callAddition(context, what, (client) =>
    client.call('updateAlertWithAdditions', { body: { ...body, transactionFilter: filter } }),
  )
}

/** The alerts, from a service that must have the additions. @throws WardenError `not-offered` */
export async function listAlertsWithAdditions(context: Context): Promise<Output<'listAlerts'>> {
  return callAddition(context, ANY, (client) => client.call('listAlertsWithAdditions'))
}

/** What the filter has beyond the interface, in words; undefined: nothing. */
export function additionsIn(filter: TransactionFilter | null | undefined): string | undefined {
  const names = [
    ...(firesOnNoData(filter) ? ['no-data'] : []),
    ...monitorConditions.filter((name) => filter?.[name] != null),
    ...(filter?.rescreen === true ? ['rescreen'] : []),
  ]
  return names.length === 0 ? undefined : `alert condition ${names.join(', ')}`
}

function firesOnNoData(filter: TransactionFilter | null | undefined): boolean {
  return filter?.validationStatusConfiguration?.alertOnNoData === true
}
