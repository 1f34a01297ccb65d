import type { LogQuery } from '../../chain/history/walk-logs.ts'
import { executionIn, MODULE_SUCCESS, SAFE_FAILURE, SAFE_SUCCESS } from '../../evm/executions.ts'
import type { QueueExecution } from './transitions.ts'

/** Looks for what a Safe (lower case) executed in blocks. */
export function executionsOf(safe: string): LogQuery<QueueExecution> {
  return {
    noun: 'executions',
    filters: [{ address: [safe], topics: [[SAFE_SUCCESS, SAFE_FAILURE]] }],
    read(log) {
      const { subject: safeTxHash, succeeded = false } = executionIn(log) ?? {}
      const { transactionId } = log
      if (safeTxHash === undefined || transactionId === undefined) return undefined
      return [{ safeTxHash, transactionId, succeeded }]
    },
  }
}

/** A call that a module made as the Safe: without signatures, and not in the queue. Lower case. */
export interface ModuleExecution {
  readonly module: string
  readonly transactionId: string
  readonly block: bigint
}

/** Looks for what modules of a Safe (lower case) executed in blocks. */
export function moduleExecutionsOf(safe: string): LogQuery<ModuleExecution> {
  return {
    noun: 'executions',
    filters: [{ address: [safe], topics: [[MODULE_SUCCESS]] }],
    read(log) {
      const { subject: module } = executionIn(log) ?? {}
      const { transactionId, block } = log
      return module === undefined || transactionId === undefined ? undefined : [{ module, transactionId, block }]
    },
  }
}
