import { quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import type { LogQuery } from '../../chain/history/walk-logs.ts'
import { logOf } from '../../chain/rpc/read-log.ts'
import { APPROVAL, APPROVAL_FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT } from '../../evm/logs.ts'
import { word } from '../../evm/words.ts'
import { approvalsOf, type EventApproval } from '../activity/approvals.ts'

/** An allowance that an event names. */
export type LoggedApproval = Pick<EventApproval, 'kind' | 'token' | 'id' | 'spender'> & {
  readonly block: number
}

const EVENTS = [APPROVAL, APPROVAL_FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT]

/** Looks for the allowances and operators that the events of an owner (lower case) name: of tokens, items and Permit2. */
export function approvalsBy(owner: string): LogQuery<LoggedApproval> {
  return {
    noun: 'approvals',
    requests: ({ first, last }) => [
      {
        method: 'eth_getLogs',
        params: [{ fromBlock: quantity(first), toBlock: quantity(last), topics: [EVENTS, `0x${word(owner)}`] }],
      },
    ],
    read: ([logs], { first, last }) => {
      if (!Array.isArray(logs)) return undefined
      const approvals: LoggedApproval[] = []
      for (const json of logs) {
        const log = logOf(json)
        const block = quantityOf(json?.blockNumber)
        const isRequested = EVENTS.includes(log?.topics[0] ?? '') && log?.topics[1] === `0x${word(owner)}`
        if (log === undefined || block === undefined || !isRequested || block < first || block > last) return undefined
        for (const { kind, token, id, spender } of approvalsOf({ receipt: { logs: [log] } }, 0))
          approvals.push({ kind, token, id, spender, block: Number(block) })
      }
      return approvals
    },
  }
}
