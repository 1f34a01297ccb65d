import type { CallInput } from '../../api/operations/operations.ts'
import type { ChainEventKind } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { isRecord } from '../../shared/json/json.ts'
import { createAlert, updateAlert } from '../alert/write-alert.ts'
import { createMonitor, updateMonitor } from '../monitor/write-monitor.ts'
import type { CurrentObject } from './current.ts'
import { filterOf, type Kind, type ManifestMembers } from './kinds.ts'
import type { PlanStep } from './plan.ts'

type Body<
  K extends
    | 'createDestination'
    | 'createControlList'
    | 'setContract'
    | 'createSafe'
    | 'enableFeed'
    | 'createMonitorWithAdditions'
    | 'createAlert',
> = NonNullable<CallInput<K>['body']>

/** Ids of destinations by name, current and created ones. */
type DestinationIds = Map<string, string>

export interface ApplyTarget {
  readonly context: Context
  readonly client: Client
  /** As read before the first step. */
  readonly current: readonly CurrentObject[]
  readonly destinations: DestinationIds
}

/** Does one step. Returns the id of the object. */
export async function applyStep(target: ApplyTarget, step: PlanStep): Promise<string> {
  if (step.action === 'delete') return remove(target.client, step.kind, step.id ?? '')
  const id = step.id === undefined ? await create(target, step) : await update(target, step, step.id)
  if (step.kind === 'destination') target.destinations.set(step.identity, id)
  return id
}

async function create({ context, client, destinations }: ApplyTarget, { kind, members }: PlanStep): Promise<string> {
  switch (kind) {
    case 'destination':
      return (await client.call('createDestination', { body: destinationBody(members) })).id
    case 'control-list':
      return (await client.call('createControlList', { body: members as Body<'createControlList'> })).controlListId
    case 'contract':
      return setContract(client, members)
    case 'safe':
      return (await client.call('createSafe', { body: members as Body<'createSafe'> })).id
    case 'feed':
      return enableFeed(client, members)
    case 'monitor':
      return (await createMonitor(context, members as Body<'createMonitorWithAdditions'>)).id
    case 'alert': {
      const { isActive, ...body } = alertBody(members, destinations)
      const { alertId } = await createAlert(context, body)
      // The API always creates active alerts.
      if (isActive === false)
        await client.call('setAlertStatus', {
          params: { alertConfigurationId: alertId },
          body: { alertType: body.alertType, isActive },
        })
      return alertId
    }
  }
}

async function update(
  { context, client, current, destinations }: ApplyTarget,
  step: PlanStep,
  id: string,
): Promise<string> {
  const { kind, members } = step
  switch (kind) {
    case 'contract': {
      // The whole description is replaced.
      const stored = current.find((each) => each.kind === kind && each.id === id)
      return setContract(client, { ...stored?.members, ...members })
    }
    case 'destination':
      await client.call('updateDestination', { params: { destinationId: id }, body: destinationBody(members) })
      return id
    case 'control-list':
      await client.call('updateControlList', {
        params: { controlListId: id },
        body: { chainIds: members.chainIds as string[] },
      })
      return id
    case 'safe': {
      // Of an unchanged service the key stays.
      const changed = new Set(step.changes.map(({ member }) => member))
      const { name, serviceUrl } = members as { readonly name?: string; readonly serviceUrl?: string }
      await client.call('updateSafe', {
        body: { id, ...(name && { name }), ...(serviceUrl && changed.has('serviceUrl') && { serviceUrl }) },
      })
      return id
    }
    case 'feed':
      return enableFeed(client, members)
    case 'monitor':
      await updateMonitor(context, id, {
        name: members.name as string,
        enabled: members.enabled as boolean,
        ...(hasKinds(step) && { kinds: members.kinds as ChainEventKind[] }),
      })
      return id
    case 'alert': {
      const stored = current.find((each) => each.kind === 'alert' && each.id === id)
      const body = { alertId: id, ...alertBody(members, destinations), isActive: members.isActive !== false }
      await updateAlert(context, body, filterOf(stored?.members ?? {}))
      return id
    }
  }
}

/** Returns the id of the contract in manifests. */
async function setContract(client: Client, members: ManifestMembers): Promise<string> {
  const { chainId, address } = await client.call('setContract', { body: members as Body<'setContract'> })
  return `${chainId}/${address}`
}

/** Has the server fetch it; a local service fetches it with `serve` or `intel sync`. */
async function enableFeed(client: Client, members: ManifestMembers): Promise<string> {
  return (await client.call('enableFeed', { body: members as Body<'enableFeed'> })).source
}

/** Only when they change: a service without kinds has no path for them. */
function hasKinds({ changes }: PlanStep): boolean {
  return changes.some(({ member }) => member === 'kinds')
}

async function remove(client: Client, kind: Kind, id: string): Promise<string> {
  switch (kind) {
    case 'destination':
      await client.call('deleteDestination', { params: { id } })
      return id
    case 'control-list':
      await client.call('deleteControlList', { params: { controlListId: id } })
      return id
    case 'contract': {
      const [chainId = '', address = ''] = id.split('/')
      await client.call('deleteContract', { params: { chainId, address } })
      return id
    }
    case 'safe':
      await client.call('deleteSafe', { params: { safeId: id } })
      return id
    case 'feed':
      await client.call('disableFeed', { params: { source: id } })
      return id
    case 'monitor':
      await client.call('deleteMonitor', { params: { id } })
      return id
    case 'alert':
      await client.call('deleteAlert', { params: { alertConfigurationId: id } })
      return id
  }
}

function destinationBody(members: ManifestMembers): Body<'createDestination'> {
  const { attributes, ...body } = members
  // Empty attributes would clear the stored ones.
  const isGiven = isRecord(attributes) && Object.keys(attributes).length > 0
  return { ...body, ...(isGiven && { attributes }) } as Body<'createDestination'>
}

function alertBody(members: ManifestMembers, ids: DestinationIds): Body<'createAlert'> & { isActive?: boolean } {
  const { destinations, ...body } = members
  const names = destinations as readonly string[] | undefined
  // An unknown name is the id of a destination that the service does not list.
  return {
    ...body,
    ...(names && { destinationIds: names.map((name) => ids.get(name) ?? name) }),
  } as Body<'createAlert'>
}
