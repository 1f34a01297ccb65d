import { checksummed } from '../../../api/address.ts'
import { WardenError } from '../../../shared/errors.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import { readEvents } from '../check/node-proofs.ts'
import { notifySafe } from '../notify/notify-safe.ts'
import { type ModuleExecution, moduleExecutionsOf } from '../queue/executions.ts'
import { type KeptState, type ModulesRead, stateText } from './kept-state.ts'
import { commit, type Held, type PollDeps, REORG_BLOCKS } from './poll-context.ts'

/** Blocks that are read instead in a turn, where a node does not give all of them. */
const FEWER_BLOCKS = 500n

interface Polled {
  readonly byModule: ModulesRead
  /** They were not all read, and are read again. */
  readonly fault?: Pick<WardenError, 'code' | 'message'>
}

/** Reads what modules executed since the last turn, and notifies of each transaction once. The first turn is the baseline. */
export async function pollModules(
  before: KeptState | undefined,
  { chainId, address, block: { number: head } }: SafeState,
  held: Held,
  deps: PollDeps,
): Promise<Polled> {
  const baseline = before?.block.number ?? head
  const read = before?.byModule ?? { baseline, last: baseline, seen: [] }
  if (before === undefined || head <= read.last) return { byModule: read }
  const again = read.last - REORG_BLOCKS
  const first = (again > read.baseline ? again : read.baseline) + 1n
  const events = (last: bigint) => readEvents(deps, chainId, moduleExecutionsOf(address), { first, last })
  let last = head
  let found: readonly ModuleExecution[] | undefined
  let reason = 'the node does not give all events'
  try {
    found = await events(last)
    if (found === undefined && head - read.last > FEWER_BLOCKS) {
      last = read.last + FEWER_BLOCKS
      found = await events(last)
    }
  } catch (error) {
    // A node without logs does not stop the queue.
    if (!(error instanceof WardenError)) throw error
    reason = error.message
  }
  if (found === undefined) return { byModule: read, fault: unread(read, reason) }
  const fresh = Map.groupBy(
    found.filter(({ transactionId }) => !read.seen.includes(transactionId)),
    ({ transactionId }) => transactionId,
  )
  const newest = found.filter(({ block }) => block > last - REORG_BLOCKS)
  const byModule = { ...read, last, seen: [...new Set(newest.map(({ transactionId }) => transactionId))] }
  if (fresh.size > 0)
    await commit(held, deps, { state: stateText({ ...before, byModule }) }, async (context, alerts) => {
      for (const [transactionId, executions] of fresh)
        await notifySafe(
          {
            ...({ safe: held.safe, kinds: ['unqueued-execution'], key: `module:${transactionId}`, round: 0 } as const),
            ...{ validated: undefined, isRoutine: false, shown: { changes: changesOf(transactionId, executions) } },
          },
          alerts,
          context,
        )
    })
  return { byModule, ...(last < head && { fault: unread(byModule, reason) }) }
}

function changesOf(transactionId: string, executions: readonly ModuleExecution[]): string[] {
  const modules = new Set(executions.map(({ module }) => module))
  return [...modules].map((module) => `executed by the module ${checksummed(module)} in transaction ${transactionId}`)
}

function unread({ last }: ModulesRead, reason: string): Polled['fault'] {
  return { code: 'modules-unread', message: `what modules executed after block ${last} is not known: ${reason}` }
}
