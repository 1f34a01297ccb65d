import { checksummed } from '../../../api/address.ts'
import { parseJson } from '../../../shared/json/json.ts'
import { notifySafe } from '../notify/notify-safe.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'
import { commit, type Held, type PollDeps } from './poll-context.ts'

/** An address that may propose. */
export interface KeptDelegate {
  readonly delegate: string
  readonly delegator?: string
  readonly label: string
  /** When it was seen first (ms); null: the first reading had it. */
  readonly seenAt: number | null
}

/**
 * Reads who may propose, and notifies of those that are new. The first reading is only kept.
 * @returns the column `delegates`
 */
export async function pollDelegates(service: TransactionService, held: Held, deps: PollDeps): Promise<string> {
  const { safe } = held
  const now = deps.clock.now()
  const seenAt = safe.delegates === null ? null : now
  const kept = new Map(parseDelegates(safe.delegates).map((each) => [keyOf(each), each]))
  const current = (await service.delegates(safe.address_key)).map(({ delegate, delegator, label }): KeptDelegate => {
    const read = { delegate, ...(delegator !== undefined && { delegator }), label, seenAt }
    return kept.get(keyOf(read)) ?? read
  })
  const text = JSON.stringify(current)
  const added = safe.delegates === null ? [] : current.filter((each) => !kept.has(keyOf(each)))
  if (added.length === 0) return text
  await commit(held, deps, { delegates: text }, (context, alerts) =>
    notifySafe(
      {
        safe,
        kinds: ['delegate-added'],
        key: `delegate:${added.length}:${now}`,
        round: 0,
        validated: undefined,
        shown: { changes: changesOf(added) },
        isRoutine: false,
      },
      alerts,
      context,
    ),
  )
  return text
}

export function parseDelegates(text: string | null): readonly KeptDelegate[] {
  const kept = text === null ? undefined : parseJson(text)
  return Array.isArray(kept) ? (kept as KeptDelegate[]) : []
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
