import type { FollowMode } from '../../../api/vocabulary.ts'
import type { BlockHeader, CheckedBlock } from '../../chain/blocks/block.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { BlockSource } from './source.ts'

/** What blocks mean: the rest of the follower, behind one interface. */
export interface BlockProcessor {
  /** At the start of each step. */
  begin(): Promise<StepFacts>
  /** Whether monitored addresses changed since the last `atHead`. What they have before the next block is unknown. */
  hasNewMonitors(facts: StepFacts): boolean
  /** Whether an alert waits for what is above the final block. */
  waitsForFinal(facts: StepFacts, finalized: number | undefined): Promise<boolean>
  /** Looks up and asks, outside of a transaction. */
  prepare(facts: StepFacts, block: CheckedBlock, source: BlockSource): Promise<PreparedBlock>
  /** In the transaction that removes blocks from a number on. */
  undo(db: Db, removed: { readonly from: number; readonly tip: number }): Promise<void>
  /** In a transaction without a new block: what became due. */
  settle(db: Db, at: ChainProgress): Promise<void>
  /** After a step that reached the head, outside of a transaction: compares balances with what was seen. */
  atHead(facts: StepFacts, header: BlockHeader, at: AtHead): Promise<Audited>
  /** Earlier blocks of addresses that were added, a few of them; undefined: nothing to read, or not now. */
  backfill(tip: number, at: Omit<AtHead, 'mode'>): Promise<PreparedBlock | undefined>
  /** Addresses to look for in mode sparse; undefined: too many for it. */
  sparseAddresses(): Promise<readonly string[] | undefined>
}

/** What is read once for a step. */
export interface StepFacts {
  /** Active ones of all types. */
  readonly alerts: readonly StoredAlert[]
  /** Transactions (hashes) that a reorg removed, and that are looked for in each block. */
  readonly removed: readonly string[]
  /** Another one when monitored addresses changed. */
  readonly monitorRevision: number
}

export interface AtHead {
  readonly source: BlockSource
  /** Another node, for a second opinion. */
  readonly other: BlockSource | undefined
  readonly mode: FollowMode
}

export interface Audited {
  /** Absent when there is nothing to store. */
  readonly prepared: PreparedBlock | undefined
  /** Why balances were not compared, or not all: one line. */
  readonly fault: string | undefined
  /** Whether something is left to compare at the same block. */
  readonly isPartial: boolean
}

export interface PreparedBlock {
  record(db: Db, at: ChainProgress): Promise<void>
}

/** Tip and final block after a write, and before, with the alerts of the step. */
export interface ChainProgress extends Pick<StepFacts, 'alerts'> {
  readonly tip: number
  readonly finalized: number | undefined
  readonly previous: { readonly tip: number; readonly finalized: number | undefined }
}
