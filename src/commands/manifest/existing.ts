import type { Client } from '../../client/client.ts'
import { fetchAll, type PageQuery } from '../paged-list.ts'
import { canonical } from './canonical.ts'
import { type Kind, kinds } from './kind-names.ts'
import { kindRows, type Members } from './kinds.ts'

/** An object of the service, without what only the service decides. */
export interface Existing {
  readonly kind: Kind
  readonly id: string
  readonly identity: string
  readonly members: Members
}

/** Everything a manifest can be about, in the order it is applied, then by identity; the four lists at once. */
export async function readExisting(client: Client): Promise<Existing[]> {
  const [destinations, entries, monitors, { alerts }] = await Promise.all([
    client.call('listDestinations'),
    fetchAll((query: PageQuery) => client.call('listControlLists', { query }), {}, Number.POSITIVE_INFINITY),
    fetchAll((query: PageQuery) => client.call('listMonitors', { query }), {}, Number.POSITIVE_INFINITY),
    client.call('listAlerts'),
  ])
  const names = new Map(destinations.map(({ id, name }) => [id, name]))
  return inOrder([
    ...destinations.map(({ id, name, channel, webhookUrl, state = 'ACTIVE', attributes = {} }) =>
      existing('destination', id, {
        name,
        channel,
        webhookUrl: webhookUrl || undefined,
        state,
        attributes: { chatId: attributes.chatId || undefined, token: attributes.token || undefined },
      }),
    ),
    ...entries.content.map(({ id, type, productType, address, chainIds = [] }) =>
      existing('control-list', id, { type, productType, address, chainIds }),
    ),
    ...monitors.content.map(({ id, chainId, address, name, enabled }) =>
      existing('monitor', id, { chainId, address, name, enabled }),
    ),
    ...alerts.map(({ alertId, alertName, alertType, destinationIds = [], transactionFilter = {}, isActive }) =>
      existing('alert', alertId, {
        alertName,
        alertType,
        destinations: destinationIds.map((id) => names.get(id) ?? id),
        isActive,
        transactionFilter,
      }),
    ),
  ])
}

function existing(kind: Kind, id: string, members: Members): Existing {
  const only = canonical(kind, members)
  return { kind, id, identity: kindRows[kind].identity(only), members: only }
}

function inOrder(objects: readonly Existing[]): Existing[] {
  const sortKey = ({ identity, members }: Existing) => `${identity}\n${JSON.stringify(members.chainIds ?? '')}`
  return kinds.flatMap((kind) =>
    objects
      .filter((each) => each.kind === kind)
      .map((each) => ({ each, key: sortKey(each) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ each }) => each),
  )
}
