import type { SlotWords } from './proxies.ts'
import type { RawAccount } from './raw-account.ts'

/** What was read about addresses at one block. */
export interface Findings {
  readonly accounts: Map<string, RawAccount>
  readonly words: Map<string, SlotWords>
  /** Seconds; undefined: nothing was read yet. */
  timestamp: number | undefined
}

export function noFindings(): Findings {
  return { accounts: new Map(), words: new Map(), timestamp: undefined }
}
