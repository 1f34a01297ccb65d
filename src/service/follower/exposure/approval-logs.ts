import type { LogQuery } from '../../chain/history/walk-logs.ts'
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
    filters: [{ topics: [EVENTS, [`0x${word(owner)}`]] }],
    read: (log) =>
      approvalsOf({ receipt: { logs: [log] } }, 0).map(({ kind, token, id, spender }) => ({
        kind,
        token,
        id,
        spender,
        block: Number(log.block),
      })),
  }
}
