import { hashOf, quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import type { LogQuery } from '../../chain/history/walk-logs.ts'
import { logOf } from '../../chain/rpc/read-log.ts'
import { argumentsOf, type Log } from '../../evm/logs.ts'
import { topicOf } from '../../evm/words.ts'
import type { Execution } from './transitions.ts'

/** Events of a Safe since 1.1.0, when it executed what its owners signed. The hash is indexed since 1.4.1. */
const SUCCESS = topicOf('ExecutionSuccess(bytes32,uint256)')
const FAILURE = topicOf('ExecutionFailure(bytes32,uint256)')

/** The Safe transaction that an event says was executed; undefined for another event. */
export function executedHash({ topics, data }: Log): Pick<Execution, 'safeTxHash' | 'succeeded'> | undefined {
  const [event] = topics
  if (event !== SUCCESS && event !== FAILURE) return undefined
  const [hash] = argumentsOf({ address: '', topics, data })
  return hash === undefined ? undefined : { safeTxHash: `0x${hash}`, succeeded: event === SUCCESS }
}

/** Looks for what a Safe (lower case) executed in blocks. */
export function executionsOf(safe: string): LogQuery<Execution> {
  return {
    noun: 'executions',
    requests: ({ first, last }) => [
      {
        method: 'eth_getLogs',
        params: [{ address: safe, fromBlock: quantity(first), toBlock: quantity(last), topics: [[SUCCESS, FAILURE]] }],
      },
    ],
    read: ([logs], { first, last }) => {
      if (!Array.isArray(logs)) return undefined
      const found: Execution[] = []
      for (const json of logs) {
        const log = logOf(json)
        const block = quantityOf(json?.blockNumber)
        const transactionId = hashOf(json?.transactionHash)
        const executed = log?.address === safe ? executedHash(log) : undefined
        if (executed === undefined || block === undefined || block < first || block > last) return undefined
        if (transactionId === undefined) return undefined
        found.push({ ...executed, transactionId })
      }
      return found
    },
  }
}
