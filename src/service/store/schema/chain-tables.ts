import { bigint, index, integer, namedEnds, primaryKey, table, text } from './define.ts'

/** Nodes of chains, and what is known of contracts and accounts there. */
export const chainTables = {
  /** A node of a chain. */
  chain_nodes: table({
    id: text.key,
    chain_id: text.required,
    /** `host` or `host:port`, the part of the URL that is shown. */
    host: text.required,
    sealed_url: text.required,
    /** The node with the lowest number is read first. */
    priority: integer.required,
    created_at: bigint.required,
  }),

  /** A chain whose nodes are not read. */
  paused_chains: table({
    chain_id: text.key,
    paused_at: bigint.required,
  }),

  /** Chains that no list knows, and limits of any. */
  chain_settings: table({
    chain_id: text.key,
    /** JSON of `ChainSettings`, without the id. */
    settings: text.required,
    updated_at: bigint.required,
  }),

  /** What a node can do, and whether it answers. */
  chain_probes: table({
    /** Id of a stored node; for one of the environment a keyed hash of chain and URL. */
    key: text.key,
    /** JSON (chain/nodes/probe.ts); '' before the first probe. */
    content: text.required,
    probed_at: bigint.required,
    /** When it gave its head last, to a minute; null: never. */
    answered_at: bigint,
    /** When it gave none for the first time since then; null: it does. */
    failed_at: bigint,
  }),

  /** Code that was seen at an address. */
  chain_accounts: table({
    chain_id: text.required,
    /** Lower case. */
    address: text.required,
    /** Its code, and what it delegates to. */
    fingerprint: text.required,
    /** Time of the earliest block where it ran that (seconds). */
    since: bigint.required,
    recorded_at: bigint.required,
  }).with(primaryKey('chain_id', 'address'), index('recorded', ['recorded_at'])),

  /** A contract whose functions are described here, on one chain; its name is '' for none. */
  contracts: table({
    chain_id: text.required,
    /** Lower case. */
    address_key: text.required,
    name: text.required,
    /** operator: it counts as read · erc7730: a public descriptor, which only adds. */
    source: text.as<'operator' | 'erc7730'>().required,
    /** JSON of its functions, with its messages an object of both (intel/contracts). */
    functions: text.required,
    /** JSON of the code that a node showed when it was stored; null: no node was read. */
    code: text,
    created_at: bigint.required,
    updated_at: bigint.required,
  }).with(primaryKey('chain_id', 'address_key'), namedEnds),
}
