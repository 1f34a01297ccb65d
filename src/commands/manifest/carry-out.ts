import type { CallInput } from '../../api/operations.ts'
import type { Client } from '../../client/client.ts'
import { isRecord } from '../../shared/json.ts'
import type { Kind } from './kind-names.ts'
import type { Members } from './kinds.ts'
import type { Step } from './plan.ts'

type Body<K extends 'createDestination' | 'createControlList' | 'createMonitor' | 'createAlert'> = NonNullable<
  CallInput<K>['body']
>

/** Ids of destinations by name: those that are there, and those made on the way. */
export type DestinationIds = Map<string, string>

/** Does one step; answers the id of what was made, changed or deleted. */
export async function carryOut(client: Client, step: Step, destinations: DestinationIds): Promise<string> {
  if (step.action === 'delete') return remove(client, step.kind, step.id ?? '')
  const id =
    step.id === undefined ? await create(client, step, destinations) : await update(client, step, step.id, destinations)
  if (step.kind === 'destination') destinations.set(step.identity, id)
  return id
}

async function create(client: Client, { kind, members }: Step, destinations: DestinationIds): Promise<string> {
  switch (kind) {
    case 'destination':
      return (await client.call('createDestination', { body: destinationBody(members) })).id
    case 'control-list':
      return (await client.call('createControlList', { body: members as Body<'createControlList'> })).controlListId
    case 'monitor':
      return (await client.call('createMonitor', { body: members as Body<'createMonitor'> })).id
    case 'alert': {
      const { isActive, ...body } = alertBody(members, destinations)
      const { alertId } = await client.call('createAlert', { body })
      // The interface creates alerts active, whatever is asked.
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
  client: Client,
  { kind, members }: Step,
  id: string,
  destinations: DestinationIds,
): Promise<string> {
  switch (kind) {
    case 'destination':
      await client.call('updateDestination', { params: { destinationId: id }, body: destinationBody(members) })
      return id
    case 'control-list':
      await client.call('updateControlList', {
        params: { controlListId: id },
        body: { chainIds: members.chainIds as string[] },
      })
      return id
    case 'monitor':
      await client.call('updateMonitor', {
        params: { id },
        body: { name: members.name as string, enabled: members.enabled as boolean },
      })
      return id
    case 'alert':
      await client.call('updateAlert', {
        body: { alertId: id, ...alertBody(members, destinations), isActive: members.isActive !== false },
      })
      return id
  }
}

async function remove(client: Client, kind: Kind, id: string): Promise<string> {
  switch (kind) {
    case 'destination':
      await client.call('deleteDestination', { params: { id } })
      return id
    case 'control-list':
      await client.call('deleteControlList', { params: { controlListId: id } })
      return id
    case 'monitor':
      await client.call('deleteMonitor', { params: { id } })
      return id
    case 'alert':
      await client.call('deleteAlert', { params: { alertConfigurationId: id } })
      return id
  }
}

function destinationBody(members: Members): Body<'createDestination'> {
  const { attributes, ...body } = members
  // An empty one would clear what is stored.
  const isGiven = isRecord(attributes) && Object.keys(attributes).length > 0
  return { ...body, ...(isGiven && { attributes }) } as Body<'createDestination'>
}

function alertBody(members: Members, ids: DestinationIds): Body<'createAlert'> & { isActive?: boolean } {
  const { destinations, ...body } = members
  const names = destinations as readonly string[] | undefined
  // A name that is none of ours is an id the service listed no destination for.
  return {
    ...body,
    ...(names && { destinationIds: names.map((name) => ids.get(name) ?? name) }),
  } as Body<'createAlert'>
}
