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

/** What a node can do. */
export interface ChainProbeRow {
  /** Id of a stored node; for one of the environment a keyed hash of chain and URL. */
  key: string
  /** JSON (chain/nodes/probe.ts). */
  content: string
  probed_at: number
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
