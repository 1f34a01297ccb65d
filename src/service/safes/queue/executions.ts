import { hashOf, quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import type { LogQuery } from '../../chain/history/walk-logs.ts'
import { logOf } from '../../chain/rpc/read-log.ts'
import { argumentsOf, type Log } from '../../evm/logs.ts'
import { addressOfWord } from '../../evm/words.ts'
import { MODULE_SUCCESS, SAFE_FAILURE, SAFE_SUCCESS } from '../../risk/chain/execution-events.ts'
import type { Execution } from './transitions.ts'

/** The Safe transaction that an event says was executed; undefined for another event. */
export function executedHash({ topics, data }: Log): Pick<Execution, 'safeTxHash' | 'succeeded'> | undefined {
  const [event] = topics
  if (event !== SAFE_SUCCESS && event !== SAFE_FAILURE) return undefined
  const [hash] = argumentsOf({ address: '', topics, data })
  return hash === undefined ? undefined : { safeTxHash: `0x${hash}`, succeeded: event === SAFE_SUCCESS }
}

/** Looks for what a Safe (lower case) executed in blocks. */
export function executionsOf(safe: string): LogQuery<Execution> {
  return eventsOf(safe, [SAFE_SUCCESS, SAFE_FAILURE], (log, { transactionId }) => {
    const executed = executedHash(log)
    return executed && { ...executed, transactionId }
  })
}

/** A call that a module made as the Safe: without signatures, and not in the queue. */
export interface ModuleExecution extends Place {
  /** Lower case. */
  readonly module: string
}

/** Looks for what modules of a Safe (lower case) executed in blocks. */
export function moduleExecutionsOf(safe: string): LogQuery<ModuleExecution> {
  return eventsOf(safe, [MODULE_SUCCESS], (log, place) => {
    const module = addressOfWord(argumentsOf(log)[0])
    return module === undefined ? undefined : { module, ...place }
  })
}

interface Place {
  /** Lower case. */
  readonly transactionId: string
  readonly block: bigint
}

/** Events of a Safe with one of the first topics. @param toFound undefined: not an event that was asked for */
function eventsOf<Found>(
  safe: string,
  first: readonly string[],
  toFound: (log: Log, place: Place) => Found | undefined,
): LogQuery<Found> {
  return {
    noun: 'executions',
    requests: (range) => [
      {
        method: 'eth_getLogs',
        params: [{ address: safe, fromBlock: quantity(range.first), toBlock: quantity(range.last), topics: [first] }],
      },
    ],
    read: ([logs], range) => {
      if (!Array.isArray(logs)) return undefined
      const found: Found[] = []
      for (const json of logs) {
        const log = logOf(json)
        const block = quantityOf(json?.blockNumber)
        const transactionId = hashOf(json?.transactionHash)
        if (log?.address !== safe || !first.includes(log.topics[0] ?? '')) return undefined
        if (block === undefined || block < range.first || block > range.last || transactionId === undefined)
          return undefined
        const each = toFound(log, { transactionId, block })
        if (each === undefined) return undefined
        found.push(each)
      }
      return found
    },
  }
}
