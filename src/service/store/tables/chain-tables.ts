import { bigint, type Definition, index, integer, namedEndsIndex, primaryKey, table, text } from './define.ts'

/** Nodes of chains, and what is known of contracts and accounts there. */
export const chainTables: readonly Definition[] = [
  table('chain_nodes', {
    id: text.key,
    chain_id: text.required,
    host: text.required,
    sealed_url: text.required,
    priority: integer.required,
    created_at: bigint.required,
  }),

  table('paused_chains', {
    chain_id: text.key,
    paused_at: bigint.required,
  }),

  table('chain_settings', {
    chain_id: text.key,
    settings: text.required,
    updated_at: bigint.required,
  }),

  table('chain_probes', {
    key: text.key,
    content: text.required,
    probed_at: bigint.required,
    answered_at: bigint,
    failed_at: bigint,
  }),

  table('chain_accounts', {
    chain_id: text.required,
    address: text.required,
    fingerprint: text.required,
    since: bigint.required,
    recorded_at: bigint.required,
    chain_accounts_pk: primaryKey('chain_id', 'address'),
  }),
  index('chain_accounts', 'recorded', ['recorded_at']),

  table('contracts', {
    chain_id: text.required,
    address_key: text.required,
    name: text.required,
    source: text.required,
    functions: text.required,
    code: text,
    created_at: bigint.required,
    updated_at: bigint.required,
    contracts_pk: primaryKey('chain_id', 'address_key'),
  }),
  namedEndsIndex('contracts'),
]
