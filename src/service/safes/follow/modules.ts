import { checksummed } from '../../../api/address.ts'
import { WardenError } from '../../../shared/errors.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import type { SafeEvent } from '../notify/notify-safe.ts'
import type { KeptState, ModulesRead } from './kept-state.ts'
import { type PollDeps, type PollFault, REORG_BLOCKS } from './poll-context.ts'
import { type ModuleExecution, readModuleExecutions } from './read-executions.ts'

/** Blocks that are read instead in a turn, where a node does not give all of them. */
const FEWER_BLOCKS = 500n

/** What modules executed since the last turn. */
export interface ModulesAnswer {
  readonly byModule: ModulesRead
  readonly fresh: readonly ModuleExecution[]
  /** They were not all read, and are read again. */
  readonly fault: PollFault | undefined
}

/** Reads what modules executed since the last turn. The first turn is the baseline. */
export async function readModules(
  before: KeptState | undefined,
  state: SafeState,
  deps: PollDeps,
): Promise<ModulesAnswer> {
  const head = state.block.number
  const read = before?.byModule ?? { baseline: head, last: head, seen: [] }
  if (head <= read.last) return { byModule: read, fresh: [], fault: undefined }
  const again = read.last - REORG_BLOCKS
  const first = (again > read.baseline ? again : read.baseline) + 1n
  const events = (last: bigint) => readModuleExecutions(deps, state, { first, last })
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
  if (found === undefined) return { byModule: read, fresh: [], fault: unread(read, reason) }
  const newest = found.filter(({ block }) => block > last - REORG_BLOCKS)
  const byModule = { ...read, last, seen: [...new Set(newest.map(({ transactionId }) => transactionId))] }
  return {
    byModule,
    fresh: found.filter(({ transactionId }) => !read.seen.includes(transactionId)),
    fault: last < head ? unread(byModule, reason) : undefined,
  }
}

function unread({ last }: ModulesRead, reason: string): PollFault {
  return { code: 'modules-unread', message: `what modules executed after block ${last} is not known: ${reason}` }
}

/** Events about what modules executed, one for each transaction. */
export function moduleEvents({ fresh }: ModulesAnswer): SafeEvent[] {
  const byTransaction = Map.groupBy(fresh, ({ transactionId }) => transactionId)
  return Array.from(byTransaction, ([transactionId, executions]) => ({
    kinds: ['unqueued-execution'],
    key: `module:${transactionId}`,
    shown: { changes: changesOf(transactionId, executions) },
  }))
}

function changesOf(transactionId: string, executions: readonly ModuleExecution[]): string[] {
  const modules = new Set(executions.map(({ module }) => module))
  return [...modules].map((module) => `executed by the module ${checksummed(module)} in transaction ${transactionId}`)
}
