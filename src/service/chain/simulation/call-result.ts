import { dataOf, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { Log } from '../../evm/logs.ts'
import { readLogs } from './events.ts'
import { revertReason } from './revert-reason.ts'

/** The result of one call of eth_simulateV1. */
export interface CallResult {
  readonly succeeded: boolean
  /** What it returned. */
  readonly returned: string
  readonly logs: readonly Log[]
  readonly gasUsed: bigint
  /** Why the call failed, as a clause; absent when it did not. */
  readonly reason: string | undefined
}

/** Reads a result; undefined for anything else. */
export function readCallResult(json: unknown): CallResult | undefined {
  if (!isRecord(json)) return undefined
  const { status, error } = json
  const returned = dataOf(json.returnData ?? '0x')
  const gasUsed = quantityOf(json.gasUsed)
  if ((status !== '0x1' && status !== '0x0') || returned === undefined || gasUsed === undefined) return undefined
  if (status === '0x0') {
    const { data, message } = isRecord(error) ? error : {}
    // go-ethereum gives what a revert returned as data of the error, anvil as the answer.
    const reverted = [dataOf(data), returned].find((each) => each !== undefined && each !== '0x')
    const reason = revertReason(reverted, typeof message === 'string' ? message : undefined)
    return { succeeded: false, returned, logs: [], gasUsed, reason }
  }
  const logs = readLogs(json.logs ?? [])
  return logs && { succeeded: true, returned, logs, gasUsed, reason: undefined }
}
