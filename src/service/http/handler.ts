import type { Call, OperationId, Output } from '../../api/operations.ts'
import type { TestState } from '../../api/vocabulary.ts'
import type { DestinationSecrets } from '../destinations/destination.ts'
import type { AddressPolicy } from '../egress/allowances.ts'
import type { Reads } from '../records/reads.ts'
import type { Ids, RandomBytes } from '../runtime/deps.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** What every handler may use. */
export interface HandlerContext {
  /** Committed state, or the transaction the handler writes in. */
  readonly db: Db
  /** Who asks: a key's id, or `local`. */
  readonly actor: string
  /** When the request came (ms): read once, so that everything one request writes carries one time. */
  readonly now: number
  readonly newId: Ids
  readonly random: RandomBytes
  /** Loaded (and made) when the first secret needs it. */
  readonly keyring: () => Keyring
  /** Where destinations may reach. */
  readonly destinationPolicy: () => Promise<AddressPolicy>
  /** Records an administrative change, in the transaction that makes it. Values must be masked already. */
  audit(action: string, resourceId: string, change: { before?: unknown; after?: unknown }): Promise<void>
  /** Something was put into the outbox: once it is committed, whoever sends is told. */
  wake(): void
  /** Says that a stored answer to this request is not to be replayed once `until` (ms) has passed or the evidence changed. */
  limitReplay(limit: { until: number | undefined; evidenceRevision: number }): void
}

/** What may be asked of the database before a transaction is opened. */
export interface PrepareContext {
  readonly reads: Reads
  /** When the request came (ms). */
  readonly now: number
}

/** For handlers that reach beyond the database: they open their own transactions and hold none while they wait. */
export interface EffectContext extends Omit<HandlerContext, 'db' | 'audit' | 'wake'> {
  readonly store: Store
  readonly effects: Effects
}

/** What the service does to the world outside its database. */
export interface Effects {
  readonly sendTest: SendTest
}

/** Sends a recognisable message to a destination now. Never throws for a receiver that fails. */
export type SendTest = (
  destination: DestinationSecrets,
  now: number,
) => Promise<{ state: TestState; errorMessage: string; latencyMs?: number }>

export type Handler<K extends OperationId> =
  | { readonly mode: 'read' | 'write'; run(call: Call<K>, context: HandlerContext): Promise<Output<K>> }
  /**
   * Reads and reckons first; what comes back writes, in a transaction that is open no longer than it has to be. Where
   * nothing is to be written it is the answer itself.
   */
  | {
      readonly mode: 'prepared'
      prepare(
        call: Call<K>,
        context: PrepareContext,
      ): Promise<Output<K> | ((context: HandlerContext) => Promise<Output<K>>)>
    }
  | { readonly mode: 'effect'; run(call: Call<K>, context: EffectContext): Promise<Output<K>> }

export type Handlers = { readonly [K in OperationId]: Handler<K> }
