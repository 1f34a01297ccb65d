import type { Hex } from 'ox/Hex'
import type { SafeHashes, safeMessageHashes } from '../../shared/safe/hashes.ts'

/** The result of a comparison: of --compare, otherwise of the hash that the file claims. */
export interface Compared {
  readonly hash: string
  readonly matches: boolean
}

export interface TransactionHashes extends SafeHashes {
  readonly calldataDigest: Hex
  readonly nested?: SafeHashes
  readonly compared?: Compared
}

export interface MessageHashes extends ReturnType<typeof safeMessageHashes> {
  readonly compared?: Compared
}
