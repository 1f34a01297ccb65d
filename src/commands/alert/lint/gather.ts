import type { Alert } from '../../../api/schemas/alert.ts'
import type { MonitoredAddress } from '../../../api/schemas/monitor.ts'
import type { Context } from '../../../cli/context/context.ts'
import type { Client } from '../../../client/client.ts'
import { WardenError } from '../../../shared/errors.ts'
import { fetchAll } from '../../steps/paged-list.ts'
import { withAdditions } from '../write-alert.ts'
import type { LintFacts } from './facts.ts'

/** Reads everything from the selected service, hosted or local. */
export async function gatherFacts(context: Context): Promise<LintFacts> {
  const client = await context.client()
  const { alerts } = await client.call('listAlerts', withAdditions)
  const destinations = await client.call('listDestinations')
  const entries = await fetchAll((query) => client.call('listControlLists', { query }), {}, Number.POSITIVE_INFINITY)
  return {
    alerts,
    destinations,
    entries: entries.content,
    monitors: await fetchMonitors(client),
    safes: await safesOf(client),
    blockThreshold: await thresholdOf(client),
    hasPrices: await arePricesLoaded(context, client),
  }
}

/** Reads only what the rules need for one alert. */
export async function gatherFactsAbout(
  context: Context,
  {
    alertType,
    destinationIds,
    transactionFilter: filter,
  }: Pick<Alert, 'alertType' | 'destinationIds' | 'transactionFilter'>,
): Promise<LintFacts> {
  const client = await context.client()
  const { alerts } = await client.call('listAlerts', withAdditions)
  const monitors = alertType === 'MONITOR' ? await fetchMonitors(client) : []
  const hasLossRange = filter?.fromTotalLoss != null || filter?.toTotalLoss != null
  return {
    alerts,
    destinations: destinationIds?.length ? await client.call('listDestinations') : [],
    entries: [],
    monitors,
    safes: alertType === 'MONITOR' ? await safesOf(client) : [],
    blockThreshold: filter?.validationEnforcementConfiguration == null ? undefined : await thresholdOf(client),
    hasPrices: hasLossRange ? await arePricesLoaded(context, client) : undefined,
  }
}

async function fetchMonitors(client: Client): Promise<MonitoredAddress[]> {
  const fetched = await fetchAll((query) => client.call('listMonitors', { query }), {}, Number.POSITIVE_INFINITY)
  return fetched.content
}

function thresholdOf(client: Client): Promise<number | undefined> {
  return ofOurService(async () => (await client.call('getSettings')).blockThreshold)
}

async function safesOf(client: Client): Promise<LintFacts['safes']> {
  return (await ofOurService(async () => (await client.call('listSafes')).content)) ?? []
}

/** Only our own service has settings and Safes; others refuse the paths in their own way. */
async function ofOurService<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof WardenError && error.status !== undefined) return undefined
    throw error
  }
}

/** Only the service in this process is sure to say which prices are loaded. */
async function arePricesLoaded(context: Context, client: Client): Promise<boolean | undefined> {
  if (context.isRemote()) return undefined
  return (await client.call('listFeeds')).content.some(({ format }) => format === 'prices')
}
