import type { SafeState } from '../../chain/accounts/read-safe.ts'
import { type BlockRange, type PlacedLog, walkLogs } from '../../chain/history/walk-logs.ts'
import { type OnNodesDeps, onFirstNode } from '../../chain/nodes/on-first-node.ts'
import { type Execution, executionIn, MODULE_SUCCESS, SAFE_FAILURE, SAFE_SUCCESS } from '../../evm/executions.ts'
import type { QueueExecution } from '../queue/transitions.ts'

/** A call that a module made as the Safe: without signatures, and not in the queue. Lower case. */
export interface ModuleExecution {
  readonly module: string
  readonly transactionId: string
  readonly block: bigint
}

type Executing = Pick<SafeState, 'chainId' | 'address'>

/** Reads what a Safe executed in blocks. Undefined: a node did not give all of it. @throws as `readEvents` */
export function readExecutions(
  deps: OnNodesDeps,
  safe: Executing,
  range: BlockRange,
): Promise<readonly QueueExecution[] | undefined> {
  return readEvents(deps, safe, range, [SAFE_SUCCESS, SAFE_FAILURE], (safeTxHash, { succeeded, transactionId }) => {
    return { safeTxHash, transactionId, succeeded }
  })
}

/** Reads what modules of a Safe executed in blocks. Undefined: a node did not give all of it. @throws as `readEvents` */
export function readModuleExecutions(
  deps: OnNodesDeps,
  safe: Executing,
  range: BlockRange,
): Promise<readonly ModuleExecution[] | undefined> {
  return readEvents(deps, safe, range, [MODULE_SUCCESS], (module, { transactionId, block }) => {
    return { module, transactionId, block }
  })
}

/** Requests for the events of one turn. */
const MOST_REQUESTS = 12
const TIMEOUT_MS = 10_000

type PlacedExecution = Execution & Pick<PlacedLog, 'block'> & { readonly transactionId: string }

/** @throws WardenError `no-node`, `node-unreachable` */
async function readEvents<Found>(
  deps: OnNodesDeps,
  { chainId, address }: Executing,
  range: BlockRange,
  events: readonly string[],
  foundIn: (subject: string, execution: PlacedExecution) => Found,
): Promise<readonly Found[] | undefined> {
  const until = deps.clock.elapsed() + TIMEOUT_MS
  const { found } = await onFirstNode(deps, chainId, {
    until,
    work: async ({ node: { rpc } }) => {
      const { notRead, found } = await walkLogs({
        rpc,
        clock: deps.clock,
        query: {
          noun: 'executions',
          filters: [{ address: [address], topics: [events] }],
          read(log) {
            const { transactionId, block } = log
            const execution = executionIn(log)
            if (execution?.subject === undefined || transactionId === undefined) return undefined
            return [foundIn(execution.subject, { ...execution, transactionId, block })]
          },
        },
        range,
        limits: { requests: MOST_REQUESTS },
        until,
      })
      return notRead?.failure ?? { found: notRead ? undefined : found }
    },
  })
  return found
}
