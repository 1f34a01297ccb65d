import { sql } from 'kysely'
import { type Definer, flag, key, oneOf, required } from './define.ts'

/** What all filters and orders of a list of transactions need: it is sorted without reading the rows. */
const LISTED = ['created_at', 'id', 'chain_id', 'valid', 'updated_at', 'combined_score']

/** Transactions with their reports and the addresses that they name, look-backs over them, and holds. */
export async function createTransactionTables({ db, bigint, bytes, table, index }: Definer): Promise<void> {
  // Request and result are last: SQLite finds what is after them only by walking through up to a megabyte each.
  await table('transactions')
    .addColumn('id', 'text', key)
    .addColumn('product', 'text', required)
    .addColumn('chain_id', 'text', required)
    .addColumn('from_key', 'text', required)
    .addColumn('to_key', 'text')
    .addColumn('value', 'text', required)
    .addColumn('valid', 'integer', flag('valid'))
    .addColumn('combined_score', 'integer', required)
    .addColumn('sub_category', 'text', required)
    .addColumn('total_loss', bigint)
    .addColumn('coverage', 'text', required)
    .addColumn('known_by_age_only', 'integer', required)
    .addColumn('payload_nonce', bigint)
    .addColumn('payload_expires_at', bigint)
    .addColumn('transaction_id', 'text')
    .addColumn('block_number', 'text')
    .addColumn('block_time', bigint)
    .addColumn('origin', 'text')
    .addColumn('block_hash', 'text')
    .addColumn('validated_as', 'text')
    .addColumn('signed_key', 'text')
    .addColumn('validated_by', 'text')
    .addColumn('standing', 'integer')
    .addColumn('check_at', bigint)
    .addColumn('check_until', bigint)
    .addColumn('created_at', bigint, required)
    .addColumn('updated_at', bigint, required)
    .addColumn('is_unindexed', 'integer')
    .addColumn('addresses', 'text', required)
    .addColumn('request', 'text', required)
    .addColumn('result', 'text', required)
    .execute()
  const listedBy = (first: string) => [first, ...LISTED.filter((column) => column !== first)]
  await index('transactions', 'created', LISTED)
  await index('transactions', 'updated', listedBy('updated_at'))
  await index('transactions', 'score', listedBy('combined_score'))
  await index('transactions', 'chain', listedBy('chain_id'))
  // Rare: those that were blocked, and those that were seen on a chain.
  await index('transactions', 'blocked', LISTED, 'valid = 0')
  await index('transactions', 'seen', ['created_at', 'id'], "origin = 'chain'")
  // The expression of VERDICT_RANK (repositories/transaction-filter.ts).
  await sql`create index transactions_verdict on transactions (
    (case when valid = 0 then 4 when combined_score >= 70 then 3
      when combined_score >= 31 then 2 when known_by_age_only = 1 then 1 when coverage in ('none', 'simulated') then 1
      else 0 end),
    created_at, id, chain_id, origin, valid, combined_score, updated_at
  )`.execute(db)
  // Validations of a call, found by a part of it: with whole addresses, almost every new row would change another page of the
  // index, which took two fifths of the time of an insert.
  await sql`create index transactions_call on transactions (
    (substr(from_key, 35) || substr(coalesce(to_key, ''), 39) || substr(value, 1, 6) || chain_id), created_at
  ) where origin is null`.execute(db)
  await index('transactions', 'signed', ['signed_key'], 'signed_key is not null')
  await index('transactions', 'hash', ['transaction_id', 'chain_id'], 'transaction_id is not null')
  await index('transactions', 'to_check', ['chain_id', 'check_at'], 'check_at is not null')
  await index('transactions', 'unindexed', ['created_at', 'id'], 'is_unindexed = 1')
  // Of a sender on chain.
  await index(
    'transactions',
    'on_chain',
    ['chain_id', 'from_key'],
    'valid = 1 and transaction_id is not null and block_number is not null',
  )
  // Tracked payloads of a chain, contract and sender, for the nonce counter.
  await index(
    'transactions',
    'tracked_payloads',
    ['chain_id', 'to_key', 'from_key', 'payload_expires_at'],
    'payload_nonce is not null',
  )

  await table('transaction_reports')
    .addColumn('id', 'text', key)
    .addColumn('svc_tx_id', 'text', (c) => c.notNull().references('transactions.id').onDelete('cascade'))
    .addColumn('transaction_id', 'text')
    .addColumn('block_number', 'text')
    .addColumn('block_time', bigint)
    .addColumn('reported_at', bigint, required)
    .execute()
  await index('transaction_reports', 'transaction', ['svc_tx_id'])

  // A search for an address reads the hashes of a group first, and of its blocks only where one is equal.
  for (const name of ['address_blocks', 'address_block_groups'])
    await table(name)
      .addColumn('until_at', bigint, required)
      .addColumn('until_id', 'text', required)
      .addColumn('hashes', bytes, required)
      .addColumn('has_more', 'integer', required)
      .addPrimaryKeyConstraint(`${name}_pk`, ['until_at', 'until_id'])
      .execute()

  await table('rescreens')
    .addColumn('id', 'text', key)
    .addColumn('state', 'text', oneOf('state', 'RUNNING', 'DONE'))
    .addColumn('source', 'text')
    .addColumn('addresses', bytes)
    .addColumn('since_at', bigint, required)
    .addColumn('next_at', bigint)
    .addColumn('next_id', 'text')
    .addColumn('started_at', bigint, required)
    .addColumn('updated_at', bigint, required)
    .execute()
  await index('rescreens', 'running', ['started_at', 'id'], "state = 'RUNNING'")

  await table('verdict_changes')
    .addColumn('id', 'text', key)
    .addColumn('rescreen_id', 'text', required)
    .addColumn('svc_tx_id', 'text', (c) => c.references('transactions.id').onDelete('cascade'))
    .addColumn('chain_id', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('at', bigint, required)
    .addColumn('from_verdict', 'text')
    .addColumn('from_score', 'integer')
    .addColumn('to_verdict', 'text', required)
    .addColumn('to_score', 'integer', required)
    .addColumn('source', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('hops', 'integer', required)
    .addColumn('sub_categories', 'text', required)
    .execute()
  await index('verdict_changes', 'transaction', ['svc_tx_id', 'at', 'id'])
  await index('verdict_changes', 'rescreen', ['rescreen_id', 'id'])
  await index('verdict_changes', 'address', ['address', 'owner'])
  await db.schema
    .createIndex('verdict_changes_counterparty')
    .unique()
    .on('verdict_changes')
    .columns(['chain_id', 'owner', 'address', 'to_verdict'])
    .where(sql<boolean>`svc_tx_id is null`)
    .execute()

  await table('holds')
    .addColumn('id', 'text', key)
    .addColumn('content_key', 'text', required)
    .addColumn('state', 'text', oneOf('state', 'held', 'approved', 'rejected', 'released', 'forwarded'))
    .addColumn('set_at', bigint, required)
    .addColumn('expires_at', bigint)
    .addColumn('approved_until', bigint)
    .addColumn('release_token_hash', 'text')
    .addColumn('returned', 'integer', required)
    .addColumn('requested_by', 'text', required)
    .addColumn('self_approve', 'integer', required)
    .addColumn('created_at', bigint, required)
    .addColumn('updated_at', bigint, required)
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', bigint)
    .addColumn('reason', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('unknown_before', 'text')
    .addColumn('told_alerts', 'integer', required)
    .addColumn('svc_tx_id', 'text')
    .addColumn('digest', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('method', 'text', required)
    .addColumn('chain_id', 'text', required)
    .addColumn('verdict', 'text', required)
    .addColumn('combined_score', 'integer', required)
    .addColumn('category', 'text', required)
    .addColumn('sub_category', 'text', required)
    .addColumn('max_fee', 'text')
    .addColumn('parts', 'text', required)
    .execute()
  await index('holds', 'content', ['content_key', 'created_at', 'id'])
  await index('holds', 'created', ['created_at', 'id'])
  await index('holds', 'state', ['state', 'created_at', 'id'])
  await index('holds', 'open', ['requested_by', 'expires_at'])
  await index('holds', 'transaction', ['svc_tx_id'])
  await index('holds', 'updated', ['updated_at', 'id'])
}
