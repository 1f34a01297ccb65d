import { checksummed } from '../../../api/address.ts'
import type { SafeEvent } from '../notify/notify-safe.ts'
import type { ServiceDelegate } from '../transaction-service/read-answers.ts'
import type { KeptDelegate } from './kept-state.ts'

/** Those that a service has now, with the times when they were seen first. The first reading has no new ones. */
export function nextDelegates(
  before: readonly KeptDelegate[] | undefined,
  read: readonly ServiceDelegate[],
  now: number,
): readonly KeptDelegate[] {
  const addedAt = before === undefined ? null : now
  const known = new Map(before?.map((each) => [keyOf(each), each]))
  return read.map(
    ({ delegate, delegator, label }) =>
      known.get(keyOf({ delegate, delegator })) ?? { delegate, delegator, label, addedAt },
  )
}

export function delegateEvents(
  before: readonly KeptDelegate[] | undefined,
  current: readonly KeptDelegate[],
  now: number,
): SafeEvent[] {
  const known = new Set(before?.map(keyOf))
  const added = before ? current.filter((each) => !known.has(keyOf(each))) : []
  const key = `delegate:${added.length}:${now}`
  return added.length === 0 ? [] : [{ kinds: ['delegate-added'], key, shown: { changes: changesOf(added) } }]
}

function keyOf({ delegate, delegator }: Pick<KeptDelegate, 'delegate' | 'delegator'>): string {
  return `${delegate} ${delegator ?? ''}`
}

/** Lines of a message. */
const MOST_LINES = 50

function changesOf(added: readonly KeptDelegate[]): string[] {
  const count = added.length > MOST_LINES ? [`${added.length} delegates added`] : []
  return [...count, ...added.slice(0, MOST_LINES).map(lineOf)]
}

/** Without its label, which is a text of a third party. */
function lineOf({ delegate, delegator }: KeptDelegate): string {
  return `${checksummed(delegate)} may propose${delegator === undefined ? '' : `, in the name of ${checksummed(delegator)}`}`
}
