import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/usage.ts'

type Service = Awaited<ReturnType<Context['local']>>
export type Intel = Awaited<ReturnType<Service['intel']>>
export type Watching = NonNullable<Parameters<Intel['import']>[1]>

/** The feeds of the local service; says plainly that a hosted one has none of its own. */
export async function openIntel(context: Context): Promise<Intel> {
  refuseHosted(context)
  const service = await context.local()
  return service.intel()
}

/** Throws a usage error on a remote profile. */
export function refuseHosted(context: Context): void {
  const { addresses, profile } = context.configuration()
  if (!addresses) return
  throw usageError(`a hosted service has no feeds to look after, and profile ${profile} is one`, {
    details: ['Feeds belong to the local service.'],
    try: 'txwarden intel sources --profile local',
  })
}
