import type { Context } from '../../cli/context/context.ts'
import { listAlertsWithAdditions, withAdditions } from '../alert/write-alert.ts'
import { givenOf, listOwnContracts } from '../contract/find-contract.ts'
import { listEnabledFeeds } from '../intel/find-feeds.ts'
import { listMonitorsWithAdditions } from '../monitor/write-monitor.ts'
import { listStoredSafes } from '../safe/find-safe.ts'
import { fetchAll, type ListQuery } from '../steps/paged-list.ts'
import { canonical, type Kind, kindRows, kinds, type ManifestMembers } from './kinds.ts'

/** An object on the service, without members that only the service sets. */
export interface CurrentObject {
  readonly kind: Kind
  readonly id: string
  readonly identity: string
  readonly members: ManifestMembers
}

/**
 * Reads all objects of every kind, in the order they are applied, then by identity.
 * @param needs kinds whose objects have members that are additions: a service without them is refused
 */
export async function readCurrent(context: Context, needs: ReadonlySet<Kind>): Promise<CurrentObject[]> {
  const client = await context.client()
  const [destinations, entries, contracts, safes, feeds, monitors, { alerts }] = await Promise.all([
    client.call('listDestinations'),
    fetchAll((query: ListQuery) => client.call('listControlLists', { query }), {}, Number.POSITIVE_INFINITY),
    listOwnContracts(context, needs.has('contract')),
    listStoredSafes(context, needs.has('safe')),
    listEnabledFeeds(context, needs.has('feed')),
    fetchAll(
      (query: ListQuery) =>
        needs.has('monitor')
          ? listMonitorsWithAdditions(context, query)
          : client.call('listMonitors', { query, ...withAdditions }),
      {},
      Number.POSITIVE_INFINITY,
    ),
    needs.has('alert') ? listAlertsWithAdditions(context) : client.call('listAlerts', withAdditions),
  ])
  const names = new Map(destinations.map(({ id, name }) => [id, name]))
  return inOrder([
    ...destinations.map(({ id, name, channel, webhookUrl, state = 'ACTIVE', attributes = {} }) =>
      currentObject('destination', id, {
        name,
        channel,
        webhookUrl: webhookUrl || undefined,
        state,
        attributes: { chatId: attributes.chatId || undefined, token: attributes.token || undefined },
      }),
    ),
    ...entries.content.map(({ id, type, productType, address, chainIds = [] }) =>
      currentObject('control-list', id, { type, productType, address, chainIds }),
    ),
    ...contracts.map((contract) => {
      const { chainId, address, name, functions } = givenOf(contract)
      return currentObject('contract', `${chainId}/${address}`, { chainId, address, name, functions })
    }),
    ...safes.map(({ id, chainId, address, name, isHosted }) =>
      currentObject('safe', id, {
        ...{ chainId, address, name: name || undefined },
        ...(isHosted && { serviceUrl: 'hosted' }),
      }),
    ),
    ...feeds.map((feed) => currentObject('feed', feed.source, { ...feed })),
    ...monitors.content.map(({ id, chainId, address, name, enabled, kinds, from }) =>
      currentObject('monitor', id, { chainId, address, name, enabled, kinds, from }),
    ),
    ...alerts.map(({ alertId, alertName, alertType, destinationIds = [], transactionFilter = {}, isActive }) =>
      currentObject('alert', alertId, {
        alertName,
        alertType,
        destinations: destinationIds.map((id) => names.get(id) ?? id),
        isActive,
        transactionFilter,
      }),
    ),
  ])
}

function currentObject(kind: Kind, id: string, members: ManifestMembers): CurrentObject {
  const canonicalMembers = canonical(kind, members)
  return { kind, id, identity: kindRows[kind].identity(canonicalMembers), members: canonicalMembers }
}

function inOrder(objects: readonly CurrentObject[]): CurrentObject[] {
  const sortKey = ({ identity, members }: CurrentObject) => `${identity}\n${JSON.stringify(members.chainIds ?? '')}`
  return kinds.flatMap((kind) =>
    objects
      .filter((each) => each.kind === kind)
      .map((each) => ({ each, key: sortKey(each) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ each }) => each),
  )
}
