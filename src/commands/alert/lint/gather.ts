import type { Alert } from '../../../api/schemas/alert.ts'
import type { Context } from '../../../cli/context/context.ts'
import type { Client } from '../../../client/client.ts'
import { WardenError } from '../../../shared/errors.ts'
import { entries } from '../../control-list/resource.ts'
import { monitors } from '../../monitor/resource.ts'
import { withAdditions } from '../../steps/addition.ts'
import { readAll } from '../../steps/paged-list.ts'
import type { LintFacts } from './facts.ts'

/** Reads everything from the selected service, hosted or local. */
export async function gatherFacts(context: Context): Promise<LintFacts> {
  const client = await context.client()
  const { alerts } = await client.call('listAlerts', withAdditions)
  const destinations = await client.call('listDestinations')
  return {
    alerts,
    destinations,
    entries: (await readAll(context, entries)).content,
    monitors: (await readAll(context, monitors)).content,
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
  const hasLossRange = filter?.fromTotalLoss != null || filter?.toTotalLoss != null
  return {
    alerts,
    destinations: destinationIds?.length ? await client.call('listDestinations') : [],
    entries: [],
    monitors: alertType === 'MONITOR' ? (await readAll(context, monitors)).content : [],
    safes: alertType === 'MONITOR' ? await safesOf(client) : [],
    blockThreshold: filter?.validationEnforcementConfiguration == null ? undefined : await thresholdOf(client),
    hasPrices: hasLossRange ? await arePricesLoaded(context, client) : undefined,
  }
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
