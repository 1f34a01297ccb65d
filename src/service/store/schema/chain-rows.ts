/** A node of a chain. */
export interface ChainNodeRow {
  id: string
  chain_id: string
  /** `host` or `host:port`, the part of the URL that is shown. */
  host: string
  sealed_url: string
  /** The node with the lowest number is read first. */
  priority: number
  created_at: number
}

/** A chain whose nodes are not read. */
export interface PausedChainRow {
  chain_id: string
  paused_at: number
}

/** What a node can do, and whether it answers. */
export interface ChainProbeRow {
  /** Id of a stored node; for one of the environment a keyed hash of chain and URL. */
  key: string
  /** JSON (chain/nodes/probe.ts); '' before the first probe. */
  content: string
  probed_at: number
  /** When it gave its head last, to a minute; null: never. */
  answered_at: number | null
  /** When it gave none for the first time since then; null: it does. */
  failed_at: number | null
}

/** Code that was seen at an address. */
export interface ChainAccountRow {
  chain_id: string
  /** Lower case. */
  address: string
  /** Its code, and what it delegates to. */
  fingerprint: string
  /** Time of the earliest block where it ran that (seconds). */
  since: number
  recorded_at: number
}

/** A contract whose functions are described here. */
export interface ContractRow {
  chain_id: string
  /** Lower case. */
  address_key: string
  /** '' for none. */
  name: string
  /** operator: it counts as read · erc7730: a public descriptor, which only adds. */
  source: 'operator' | 'erc7730'
  /** JSON of its functions, with its messages an object of both (intel/contracts). */
  functions: string
  /** JSON of the code that a node showed when it was stored; null: no node was read. */
  code: string | null
  created_at: number
  updated_at: number
}
