import type { Client } from '../../client/client.ts'
import type { Context } from '../context/context.ts'
import type { ResourceKind } from '../options.ts'
import type { Candidate } from './candidates.ts'

/** Enough to choose from; whoever has more goes by what was typed. */
const MOST = 200

type Read = (client: Client, signal: AbortSignal) => Promise<readonly Candidate[]>

/** What a service is asked for, by noun. */
export const servedThings: Readonly<Partial<Record<ResourceKind, Read>>> = {
  'control-list': async (client, signal) => {
    const { content } = await client.call('listControlLists', { query: { size: MOST } }, { signal })
    return content.map(({ id, address, type, productType }) => named(id, `${type} ${address} ${productType}`))
  },
  monitor: async (client, signal) => {
    const { content } = await client.call('listMonitors', { query: { size: MOST } }, { signal })
    return content.map(({ id, address, name }) => named(id, `${name} ${address}`))
  },
  alert: async (client, signal) => {
    const { alerts } = await client.call('listAlerts', {}, { signal })
    return alerts.map(({ alertId, alertName }) => named(alertId, alertName))
  },
  destination: async (client, signal) => {
    const destinations = await client.call('listDestinations', {}, { signal })
    return destinations.map(({ id, name, channel }) => named(id, `${name} (${channel})`))
  },
  delivery: async (client, signal) => {
    const { content } = await client.call('listDeliveries', { query: { size: MOST, sort: NEWEST } }, { signal })
    return content.map(({ id, state, alertName, destinationName }) =>
      named(id, `${state} ${alertName} → ${destinationName}`),
    )
  },
  tx: async (client, signal) => {
    const { content } = await client.call('listTransactions', { query: { size: MOST, sort: NEWEST } }, { signal })
    return content.map(({ svcTxId, combinedScore, to }) => named(svcTxId, `score ${combinedScore}, to ${to ?? 'none'}`))
  },
}

const NEWEST = ['createdAt,desc']

/** What only the service on this machine tells. */
export const localThings: Readonly<Partial<Record<ResourceKind, (context: Context) => Promise<readonly Candidate[]>>>> =
  {
    keys: async (context) => {
      const { keys } = await context.local()
      return (await keys.list())
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ id, kind, hint }) => named(id, `${kind} ${hint}`))
    },
    intel: async (context) => {
      const intel = await (await context.local()).intel()
      return (await intel.sources()).map(({ source, format }) => named(source, format))
    },
  }

function named(value: string, description: string): Candidate {
  return { value, description }
}
