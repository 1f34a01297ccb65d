import type { ActivityNote } from '../../../api/text/notes.ts'

/** What an executed transaction did to monitored addresses. Addresses in lower case. */
export interface Executed {
  /** A monitored address sent it, or had it sent (a Safe, a smart account). Otherwise what the sender risks is its own business. */
  readonly isOwn: boolean
  /** Assets that others took from monitored addresses. */
  readonly spends: readonly Spend[]
  /** Changes of who controls monitored addresses that did not send it, or of their code. */
  readonly changes: readonly ControlNews[]
}

/** An allowance or an operator's right of a monitored address that somebody else used. */
export interface Spend {
  readonly owner: string
  /** Who decided about it: through Permit2, who called it. */
  readonly spender: string
  readonly tokens: readonly string[]
  /** Assets came to the owner in the same transaction. */
  readonly hasReturn: boolean
}

export interface ControlNews {
  readonly owner: string
  /** What happens to it. */
  readonly notes: readonly ActivityNote[]
}
