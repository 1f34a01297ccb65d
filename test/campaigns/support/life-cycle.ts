import type { OperationId } from '../../../src/api/operations/operations.ts'
import type { Answer } from '../../contract/target.ts'

/** Operations on one kind of object that clients create, change, list and delete. */
export interface Resource {
  readonly create: OperationId
  readonly update: OperationId
  readonly list: OperationId
  readonly remove: OperationId
  /** Member of an update’s body that names the object; otherwise its path does. */
  readonly named?: string
  /** Members that random bodies rarely have right together. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** The list has pages. */
  readonly isPaged: boolean
}

export const RESOURCES: readonly Resource[] = [
  {
    create: 'createControlList',
    update: 'updateControlList',
    list: 'listControlLists',
    remove: 'deleteControlList',
    isPaged: true,
  },
  { create: 'createMonitor', update: 'updateMonitor', list: 'listMonitors', remove: 'deleteMonitor', isPaged: true },
  {
    create: 'createDestination',
    update: 'updateDestination',
    list: 'listDestinations',
    remove: 'deleteDestination',
    fixed: { name: 'ops', channel: 'SLACK', webhookUrl: 'https://hooks.slack.com/services/T0/B0/x', attributes: {} },
    isPaged: false,
  },
  {
    create: 'createAlert',
    update: 'updateAlert',
    list: 'listAlerts',
    remove: 'deleteAlert',
    named: 'alertId',
    isPaged: false,
  },
]

export interface LifeCycleDeps {
  /** Sends random bodies of the operation until one is accepted; undefined: none was. `over` replaces members. */
  readonly accepted: (
    id: OperationId,
    given: { readonly objectId?: string; readonly over?: Readonly<Record<string, unknown>> },
  ) => Promise<{ readonly answer: Answer; readonly sent: Row } | undefined>
  /** Sends a request without a body. */
  readonly ask: (id: OperationId, given: { readonly objectId?: string; readonly query?: string }) => Promise<Answer>
}

export type LifeCycleResult = { readonly isComplete: boolean; readonly fault?: string }

/**
 * Creates an object, updates it, reads it in its list, deletes it, and deletes it again. Not complete: no random body was
 * accepted.
 */
export async function lifeCycle(resource: Resource, { accepted, ask }: LifeCycleDeps): Promise<LifeCycleResult> {
  const listed = async (objectId: string) => {
    for (let page = 0; ; page++) {
      const { body } = await ask(resource.list, { query: resource.isPaged ? `page=${page}&size=1000` : '' })
      const answer = JSON.parse(body)
      const rows: readonly Row[] = Array.isArray(answer) ? answer : (Object.values(answer).find(Array.isArray) ?? [])
      const row = rows.find((each) => idOf(each) === objectId)
      if (row || !resource.isPaged || rows.length === 0) return row
    }
  }
  const created = await accepted(resource.create, { over: resource.fixed ?? {} })
  if (!created) return { isComplete: false }
  const objectId = idOf(JSON.parse(created.answer.body)) ?? ''
  const before = await listed(objectId)
  if (!before) return { isComplete: true, fault: 'is not in the list after it was created' }
  const over = { ...resource.fixed, ...(resource.named !== undefined && { [resource.named]: objectId }) }
  const updated = await accepted(resource.update, { objectId, over })
  if (!updated) {
    await ask(resource.remove, { objectId })
    return { isComplete: false }
  }
  const shown = await listed(objectId)
  if (!shown) return { isComplete: true, fault: 'is not in the list after it was updated' }
  const answered: Row = JSON.parse(updated.answer.body)
  // Null changes nothing.
  const stated: Row = { ...updated.sent, ...answered }
  const other = Object.keys(stated).filter(
    (name) => name in shown && stated[name] !== null && !isSame(name, shown[name], stated[name]),
  )
  if (other.length > 0) {
    const both = other.map((name) => `${name} ${JSON.stringify(shown[name])}, not ${JSON.stringify(stated[name])}`)
    return { isComplete: true, fault: `is in the list after its update with ${both.join(', ')}` }
  }
  const removed = await ask(resource.remove, { objectId })
  if (removed.status !== 200) return { isComplete: true, fault: `is not deleted: ${removed.status} ${removed.body}` }
  if (await listed(objectId)) return { isComplete: true, fault: 'is in the list after it was deleted' }
  const again = await ask(resource.remove, { objectId })
  return { isComplete: true, ...(again.status !== 404 && { fault: `is deleted again: ${again.status} ${again.body}` }) }
}

/** Chains are a set. */
function isSame(name: string, one: unknown, other: unknown): boolean {
  const comparable = (value: unknown) =>
    JSON.stringify(name === 'chainIds' && Array.isArray(value) ? [...new Set(value)].toSorted() : value)
  return comparable(one) === comparable(other)
}

type Row = Readonly<Record<string, unknown>>

function idOf(row: Row): string | undefined {
  const id = row.id ?? row.alertId ?? row.controlListId
  return typeof id === 'string' ? id : undefined
}
