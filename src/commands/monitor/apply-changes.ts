import type { Context } from '../../cli/context/context.ts'
import { monitorView } from './view.ts'

/** Undefined: stays as it is. */
export interface MonitorChanges {
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
}

export async function updateMonitor(context: Context, id: string, { name, enabled }: MonitorChanges): Promise<void> {
  const client = await context.client()
  const body = await client.call('updateMonitor', {
    params: { id },
    body: { ...(name !== undefined && { name }), ...(enabled !== undefined && { enabled }) },
  })
  const label = body.name === '' ? body.address : `${body.address} (${body.name})`
  await context.out.done(
    body,
    monitorView,
    `${label} is ${body.enabled ? 'enabled' : 'disabled'} now (${context.where()})`,
  )
}
