import type { CallInput, Output } from '../../api/operations/operations.ts'
import type { Context } from '../../cli/context/context.ts'
import type { CallOptions } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition, noteAddition, withAdditions } from '../steps/addition.ts'

const WHAT = 'kinds and from of monitored addresses'

export type CreateBody = NonNullable<CallInput<'createMonitorWithAdditions'>['body']>
type UpdateBody = Omit<NonNullable<CallInput<'updateMonitorWithAdditions'>['body']>, 'id'>

/**
 * Monitors an address in one request. With a member that is an addition it goes to a path that other services do not have:
 * they would ignore the member and notify about all kinds.
 * @throws WardenError `not-offered`
 */
export async function createMonitor(
  context: Context,
  body: CreateBody,
  sending?: CallOptions,
): Promise<Output<'createMonitor'>> {
  const client = await context.client()
  if (!hasAdditions(body)) return client.call('createMonitor', { body, ...withAdditions }, sending)
  await noteAddition(context, `${WHAT} are`)
  return callAddition(context, WHAT, (client) => client.call('createMonitorWithAdditions', { body }, sending))
}

/** @throws WardenError `not-offered` */
export async function updateMonitor(context: Context, id: string, body: UpdateBody): Promise<Output<'updateMonitor'>> {
  const client = await context.client()
  if (body.kinds == null) return client.call('updateMonitor', { params: { id }, body })
  await noteAddition(context, `${WHAT} are`)
  try {
    return await client.call('updateMonitorWithAdditions', { body: { id, ...body } })
  } catch (error) {
    // The path may be missing, or the id: the list distinguishes them.
    if (error instanceof WardenError && error.status === 404) await listMonitorsWithAdditions(context, { size: 1 })
    throw error
  }
}

/** A page, from a service that must have the additions. @throws WardenError `not-offered` */
export async function listMonitorsWithAdditions(
  context: Context,
  query: NonNullable<CallInput<'listMonitors'>['query']>,
): Promise<Output<'listMonitors'>> {
  return callAddition(context, WHAT, (client) => client.call('listMonitorsWithAdditions', { query }))
}

/** Whether a body has a member that other services ignore, with a value that matters. */
export function hasAdditions({ kinds, from }: { readonly kinds?: unknown; readonly from?: unknown }): boolean {
  return (Array.isArray(kinds) && kinds.length > 0) || (from != null && from !== 'latest')
}
