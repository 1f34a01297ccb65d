import { type Definer, key, required } from './define.ts'

/** Nodes of chains, and what is known of contracts and accounts there. */
export async function createChainTables({ bigint, table, index }: Definer): Promise<void> {
  await table('chain_nodes')
    .addColumn('id', 'text', key)
    .addColumn('chain_id', 'text', required)
    .addColumn('host', 'text', required)
    .addColumn('sealed_url', 'text', required)
    .addColumn('priority', 'integer', required)
    .addColumn('created_at', bigint, required)
    .execute()

  await table('paused_chains').addColumn('chain_id', 'text', key).addColumn('paused_at', bigint, required).execute()

  await table('chain_probes')
    .addColumn('key', 'text', key)
    .addColumn('content', 'text', required)
    .addColumn('probed_at', bigint, required)
    .addColumn('answered_at', bigint)
    .addColumn('failed_at', bigint)
    .execute()

  await table('chain_accounts')
    .addColumn('chain_id', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('since', bigint, required)
    .addColumn('recorded_at', bigint, required)
    .addPrimaryKeyConstraint('chain_accounts_pk', ['chain_id', 'address'])
    .execute()
  await index('chain_accounts', 'recorded', ['recorded_at'])

  await table('contracts')
    .addColumn('chain_id', 'text', required)
    .addColumn('address_key', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('functions', 'text', required)
    .addColumn('code', 'text')
    .addColumn('created_at', bigint, required)
    .addColumn('updated_at', bigint, required)
    .addPrimaryKeyConstraint('contracts_pk', ['chain_id', 'address_key'])
    .execute()
}
