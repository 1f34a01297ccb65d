import type { CallInput } from '../../api/operations.ts'
import type { Client } from '../../client/client.ts'
import { isRecord } from '../../shared/json.ts'
import type { Kind, Members } from './kinds.ts'
import type { PlanStep } from './plan.ts'

type Body<K extends 'createDestination' | 'createControlList' | 'createMonitor' | 'createAlert'> = NonNullable<
  CallInput<K>['body']
>

/** Ids of destinations by name, current and created ones. */
export type DestinationIds = Map<string, string>

/** Does one step. Returns the id of the object. */
export async function applyStep(client: Client, step: PlanStep, destinations: DestinationIds): Promise<string> {
  if (step.action === 'delete') return remove(client, step.kind, step.id ?? '')
  const id =
    step.id === undefined ? await create(client, step, destinations) : await update(client, step, step.id, destinations)
  if (step.kind === 'destination') destinations.set(step.identity, id)
  return id
}

async function create(client: Client, { kind, members }: PlanStep, destinations: DestinationIds): Promise<string> {
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
  client: Client,
  { kind, members }: PlanStep,
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
  // Empty attributes would clear the stored ones.
  const isGiven = isRecord(attributes) && Object.keys(attributes).length > 0
  return { ...body, ...(isGiven && { attributes }) } as Body<'createDestination'>
}

function alertBody(members: Members, ids: DestinationIds): Body<'createAlert'> & { isActive?: boolean } {
  const { destinations, ...body } = members
  const names = destinations as readonly string[] | undefined
  // An unknown name is the id of a destination that the service does not list.
  return {
    ...body,
    ...(names && { destinationIds: names.map((name) => ids.get(name) ?? name) }),
  } as Body<'createAlert'>
}
