import type { Coverage, ProductType } from '../../../api/vocabulary.ts'
import type { Flag } from './flag.ts'
import type { Standing } from './history-rows.ts'

export interface TransactionRow {
  id: string
  product: ProductType
  chain_id: string
  from_key: string
  to_key: string | null
  /** Wei, decimal. */
  value: string
  valid: Flag
  combined_score: number
  sub_category: string
  /** Possible loss of the sender in whole USD; null when a price was missing. */
  total_loss: number | null
  /** How much was known at the validation. */
  coverage: Coverage
  known_by_age_only: Flag
  /** JSON of the request, with client data, without its trace. */
  request: string
  /** JSON of the validation result, with explanation and coverage. */
  result: string
  /** Tracked nonce of the issued payload; null when none was issued or it is not tracked. */
  payload_nonce: number | null
  /** End of the nonce's reservation: the payload's expiry, or an earlier release. */
  payload_expires_at: number | null
  /** On-chain id as reported, lower case. */
  transaction_id: string | null
  block_number: string | null
  block_time: number | null
  /** `chain`: the follower saw it in a block; `safe-queue`: validated in the queue of a Safe; null: it was validated here on request. */
  origin: 'chain' | 'safe-queue' | null
  /** Set for a transaction that was seen: the block that has it, or had it last. */
  block_hash: string | null
  /** Set for a transaction that was seen: the id of its validation here. */
  validated_as: string | null
  /** SHA-256 of the actor, the hash and the content of a signed transaction, in hex; null: it was not signed. */
  signed_key: string | null
  /** Id of the API key, or `local`; null: it was not validated on request. */
  validated_by: string | null
  /** Standing of its report; null before it. */
  standing: Standing | null
  /** When a node is queried for it next (ms); null: not any more, or not reported with a block. */
  check_at: number | null
  /** When the queries to a node end, or when it was confirmed (ms); null: no node was queried yet. */
  check_until: number | null
  /**
   * Base64url of the addresses that its analysis names (20 bytes each), without those of `from_key` and `to_key`; `+` in front:
   * the request names more.
   */
  addresses: string
  /** Its addresses are not in the block of its time, which was made before: it is read itself. */
  is_unindexed: Flag | null
  created_at: number
  updated_at: number
}

export interface TransactionReportRow {
  id: string
  svc_tx_id: string
  transaction_id: string | null
  block_number: string | null
  block_time: number | null
  reported_at: number
}

/**
 * Hashes of the addresses that a range of transactions names, in the order of `created_at` and `id`: those after the block
 * before it, up to its own end.
 */
export interface AddressBlockRow {
  until_at: number
  until_id: string
  /** 32 bits each, little endian, ascending. */
  hashes: Uint8Array
  /** A transaction has more undecoded bytes than are hashed: the block can contain every address. */
  has_more: Flag
}

export interface NonceRow {
  chain_id: string
  to_key: string
  from_key: string
  /** Last nonce known to be used on chain. */
  confirmed: number
  updated_at: number
}

export interface SignerRow {
  address: string
  sealed_private_key: string
  created_at: number
  retired_at: number | null
}
