import type { Verdict } from '../../../api/verdict.ts'
import type { Coverage, HoldKind, ProductType } from '../../../api/vocabulary.ts'
import { bigint, bytes, type Flag, flag, index, integer, primaryKey, statement, table, text } from './define.ts'
import { CALL_KEY, VERDICT_RANK } from './index-expressions.ts'
import type { Standing } from './standing.ts'

/** What all filters and orders of a list of transactions need: it is sorted without reading the rows. */
const LISTED = ['created_at', 'id', 'chain_id', 'valid', 'updated_at', 'combined_score']

const listedBy = (first: string) => [first, ...LISTED.filter((column) => column !== first)]

/** Transactions with their reports and the addresses that they name, look-backs over them, and holds. */
export const transactionTables = {
  // Request and result are last: SQLite finds what is after them only by walking through up to a megabyte each.
  transactions: table({
    id: text.key,
    product: text.as<ProductType>().required,
    chain_id: text.required,
    from_key: text.required,
    to_key: text,
    /** Wei, decimal. */
    value: text.required,
    valid: flag,
    combined_score: integer.required,
    sub_category: text.required,
    /** Possible loss of the sender in whole USD; null when a price was missing. */
    total_loss: bigint,
    /** How much was known at the validation. */
    coverage: text.as<Coverage>().required,
    known_by_age_only: integer.as<Flag>().required,
    /** Tracked nonce of the issued payload; null when none was issued or it is not tracked. */
    payload_nonce: bigint,
    /** End of the nonce's reservation: the payload's expiry, or an earlier release. */
    payload_expires_at: bigint,
    /** On-chain id as reported, lower case. */
    transaction_id: text,
    block_number: text,
    block_time: bigint,
    /** `chain`: the follower saw it in a block; `safe-queue`: validated in the queue of a Safe; null: it was validated here on request. */
    origin: text.as<'chain' | 'safe-queue'>(),
    /** Set for a transaction that was seen: the block that has it, or had it last. */
    block_hash: text,
    /** Set for a transaction that was seen: the id of its validation here. */
    validated_as: text,
    /** SHA-256 of the actor, the hash and the content of a signed transaction, in hex; null: it was not signed. */
    signed_key: text,
    /** Id of the API key, or `local`; null: it was not validated on request. */
    validated_by: text,
    /** Standing of its report; null before it. */
    standing: integer.as<Standing>(),
    /** When a node is queried for it next (ms); null: not any more, or not reported with a block. */
    check_at: bigint,
    /** When the queries to a node end, or when it was confirmed (ms); null: no node was queried yet. */
    check_until: bigint,
    created_at: bigint.required,
    updated_at: bigint.required,
    /** Its addresses are not in the block of its time, which was made before: it is read itself. */
    is_unindexed: integer.as<Flag>(),
    /**
     * Base64url of the addresses that its analysis names (20 bytes each), without those of `from_key` and `to_key`; `+` in front:
     * the request names more.
     */
    addresses: text.required,
    /** JSON of the request, with client data, without its trace. */
    request: text.required,
    /** JSON of the validation result, with explanation and coverage. */
    result: text.required,
  }).with(
    index('created', LISTED),
    index('updated', listedBy('updated_at')),
    index('score', listedBy('combined_score')),
    index('chain', listedBy('chain_id')),
    // Rare: those that were blocked, and those that were seen on a chain.
    index('blocked', LISTED, 'valid = 0'),
    index('seen', ['created_at', 'id'], "origin = 'chain'"),
    statement(`create index transactions_verdict on transactions (
    ${VERDICT_RANK},
    created_at, id, chain_id, origin, valid, combined_score, updated_at
  )`),
    // Validations of a call, found by a part of it.
    statement(`create index transactions_call on transactions (
    ${CALL_KEY}, created_at
  ) where origin is null`),
    index('signed', ['signed_key'], 'signed_key is not null'),
    index('hash', ['transaction_id', 'chain_id'], 'transaction_id is not null'),
    index('to_check', ['chain_id', 'check_at'], 'check_at is not null'),
    index('unindexed', ['created_at', 'id'], 'is_unindexed = 1'),
    // Finds transactions of a sender on chain.
    index(
      'on_chain',
      ['chain_id', 'from_key'],
      'valid = 1 and transaction_id is not null and block_number is not null',
    ),
    // Tracked payloads of a chain, contract and sender, for the nonce counter.
    index('tracked_payloads', ['chain_id', 'to_key', 'from_key', 'payload_expires_at'], 'payload_nonce is not null'),
  ),

  transaction_reports: table({
    id: text.key,
    svc_tx_id: text.partOf('transactions.id').required,
    transaction_id: text,
    block_number: text,
    block_time: bigint,
    reported_at: bigint.required,
  }).with(index('transaction', ['svc_tx_id'])),

  /**
   * Hashes of the addresses that a range of transactions names, in the order of `created_at` and `id`: those after the block
   * before it, up to its own end. A search reads the transactions only where one is equal.
   */
  address_blocks: table({
    until_at: bigint.required,
    until_id: text.required,
    /** 32 bits each, little endian, ascending. */
    hashes: bytes.required,
    /** A transaction has more undecoded bytes than are hashed: the block can contain every address. */
    has_more: integer.as<Flag>().required,
  }).with(primaryKey('until_at', 'until_id')),

  /** A run that compares stored transactions with what lists say now. It goes on after a kill. */
  rescreens: table({
    id: text.key,
    /** DONE: its changes are notified. */
    state: text.oneOf('RUNNING', 'DONE'),
    /** Only what this source lists; null: every source. */
    source: text,
    /** 20 bytes each: transactions that name one of them are read; null: all transactions are. */
    addresses: bytes,
    /** Transactions at this time or after (ms). */
    since_at: bigint.required,
    /** The last transaction that was read, newest first; null: none yet. */
    next_at: bigint,
    next_id: text,
    started_at: bigint.required,
    updated_at: bigint.required,
  }).with(index('running', ['started_at', 'id'], "state = 'RUNNING'")),

  /** A verdict that got worse because of a listing. The result of the transaction is not changed. Addresses in lower case. */
  verdict_changes: table({
    id: text.key,
    rescreen_id: text.required,
    /** Null: it is about a known counterparty, which no stored transaction of its owner names. */
    svc_tx_id: text.partOf('transactions.id'),
    chain_id: text.required,
    /** The sender. */
    owner: text.required,
    /** That is listed, or next to one that is (`hops`). */
    address: text.required,
    at: bigint.required,
    /** Null, as `from_score`: a counterparty has no verdict. */
    from_verdict: text.as<Verdict>(),
    from_score: integer,
    to_verdict: text.as<Verdict>().required,
    to_score: integer.required,
    /** Name of the source, as findings have it. */
    source: text.required,
    /** What the source says of the address, one clause. */
    reason: text.required,
    hops: integer.required,
    /** JSON array: of all findings of lists. */
    sub_categories: text.required,
  }).with(
    index('transaction', ['svc_tx_id', 'at', 'id']),
    index('rescreen', ['rescreen_id', 'id']),
    index('address', ['address', 'owner']),
    statement(`create unique index "verdict_changes_counterparty" on "verdict_changes" ("chain_id", "owner", "address", "to_verdict")
    where svc_tx_id is null`),
  ),

  /** A request that a proxy refused and a person decides about. The same request after the end of the last hold makes a new one. */
  holds: table({
    id: text.key,
    /** SHA-256 of the requester, the digest and the content, in hex. */
    content_key: text.required,
    /** `expired` is never stored: it is held or approved after `expires_at`. */
    state: text.oneOf('held', 'approved', 'rejected', 'released', 'forwarded'),
    /** When `expires_at` was set, of the `DeadlineClock` (ms). */
    set_at: bigint.required,
    /** End of the state, of the `DeadlineClock` (ms); null: none. */
    expires_at: bigint,
    /** End of the approval, also after its release (ms); null: it was never approved. */
    approved_until: bigint,
    /** SHA-256 of the token of the release that waits for its outcome, in hex; null: none does. */
    release_token_hash: text,
    /** Whether the approval came back once after an answer of the upstream. */
    returned: integer.as<Flag>().required,
    /** The actor of the request. */
    requested_by: text.required,
    self_approve: integer.as<Flag>().required,
    /** How many other keys than that of the requester approve it, as a policy holds it; 0: none does. */
    approvals: integer.required,
    /** JSON of who approved it so far, in this order. */
    approved_by: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
    decided_by: text,
    decided_at: bigint,
    reason: text,
    transaction_id: text,
    /** An earlier hold of the same content that was released without an outcome. */
    unknown_before: text,
    /** Alerts that were notified. */
    told_alerts: integer.required,
    /** The validation with the worst verdict; null: of messages only. */
    svc_tx_id: text,
    /** Lower-case hex. */
    digest: text.required,
    kind: text.as<HoldKind>().required,
    method: text.required,
    chain_id: text.required,
    verdict: text.as<Verdict>().required,
    combined_score: integer.required,
    category: text.required,
    sub_category: text.required,
    /** The most that its fees can cost in wei, decimal, as the requester says; null: not known. */
    max_fee: text,
    /** JSON of what was requested (api/schemas/hold.ts, HoldPart). */
    parts: text.required,
  }).with(
    index('content', ['content_key', 'created_at', 'id']),
    index('created', ['created_at', 'id']),
    index('state', ['state', 'created_at', 'id']),
    index('open', ['requested_by', 'expires_at']),
    index('transaction', ['svc_tx_id']),
    index('updated', ['updated_at', 'id']),
  ),
}
