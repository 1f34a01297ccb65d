/** Room: Balances and nonces compared with what was seen, and the blocks that explain a difference. */

import type { BlockHeader, CheckedBlock } from '../../chain/blocks/block.ts'
import type { RpcFailure } from '../../chain/rpc/json-rpc.ts'
import type { StepTraces } from '../../chain/traces.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { Activity } from '../activity/activity.ts'
import type { BlockSource } from '../loop/source.ts'
import type { Dispute } from './disputes.ts'

/** What an audit requests from a node. */
export type AuditSource = Pick<BlockSource, 'host' | 'refusals' | 'send' | 'block'>

export interface AuditContext {
  readonly chainId: string
  /** Outside of a transaction. */
  readonly db: Db
  /** The node that gave the block. */
  readonly source: AuditSource
  /** Another node of the chain, for a second opinion. */
  readonly secondSource?: AuditSource | undefined
  /** Traces that were read already. */
  readonly traces: StepTraces
  /** Addresses of one audit; default: 200. */
  readonly addresses?: number | undefined
  /** `readActivities` of a block for these addresses (lower case). */
  activitiesOf(block: CheckedBlock, addresses: ReadonlySet<string>): Promise<readonly Activity[]>
}

/** What was not seen when a block was applied. */
export interface FoundActivity {
  readonly header: BlockHeader
  /** Those without a transaction have the hash of the block instead of one. */
  readonly activities: readonly Activity[]
}

export interface AuditResult {
  /** By block, the oldest first. */
  readonly found: readonly FoundActivity[]
  /** Addresses that are not explained because nodes disagree, also when asked again; the oldest first. */
  readonly disputes: readonly Dispute[]
  /** Stores what is known now, in the transaction that stores the activities. Undefined: there is nothing to store. */
  readonly record: ((db: Db) => Promise<void>) | undefined
  /** Why balances were not read, or why a difference could not be explained yet. */
  readonly failure: RpcFailure | undefined
  /** Whether something is left to compare at the same block: it failed, waits, or its nonces are in turn later. */
  readonly isPartial: boolean
}
