import { sql } from 'kysely'
import { type Definer, flag, required } from './define.ts'

/** What earlier transactions show of addresses: counterparties, payments, allowances, and the hop graph. */
export async function createEvidenceTables({ bigint, bytes, table, index }: Definer): Promise<void> {
  await table('counterparties')
    .addColumn('chain_id', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('counterparty', 'text', required)
    .addColumn('ends', 'integer', required)
    .addColumn('first_seen', bigint, required)
    .addColumn('last_seen', bigint, required)
    .addColumn('count', bigint, required)
    .addColumn('had_value', 'integer', flag('had_value'))
    .addColumn('standing', 'integer', required)
    .addPrimaryKeyConstraint('counterparties_pk', ['chain_id', 'owner', 'counterparty'])
    .execute()
  await index('counterparties', 'counterparty', ['counterparty'])
  // For lookalikes among the thousands of counterparties a sender can have.
  await index('counterparties', 'ends', ['chain_id', 'owner', 'ends'])

  // Amounts have 78 digits, filled with zeros on the left, so that text order is number order.
  await table('payments')
    .addColumn('chain_id', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('counterparty', 'text', required)
    .addColumn('asset', 'text', required)
    .addColumn('amount', 'text', required)
    .addColumn('paid_at', bigint, required)
    .addColumn('standing', 'integer', required)
    .addColumn('svc_tx_id', 'text', required)
    .addPrimaryKeyConstraint('payments_pk', ['chain_id', 'owner', 'counterparty', 'asset'])
    .execute()
  await index('payments', 'transaction', ['svc_tx_id'])

  await table('granted_allowances')
    .addColumn('chain_id', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('spender', 'text', required)
    .addColumn('token', 'text', required)
    .addColumn('amount', 'text', required)
    .addColumn('standing', 'integer', required)
    .addColumn('svc_tx_id', 'text', required)
    .addPrimaryKeyConstraint('granted_allowances_pk', ['chain_id', 'owner', 'spender', 'token'])
    .execute()
  await index('granted_allowances', 'transaction', ['svc_tx_id'])

  // Each pair once, the smaller address first; the index serves the other direction.
  await table('graph_edges')
    .addColumn('chain_id', 'text', required)
    .addColumn('a', bytes, required)
    .addColumn('b', bytes, required)
    .addColumn('count', bigint, required)
    .addPrimaryKeyConstraint('graph_edges_pk', ['chain_id', 'a', 'b'])
    .addCheckConstraint('graph_edges_order', sql`a < b`)
    .execute()
  await index('graph_edges', 'back', ['chain_id', 'b', 'a'])
}
