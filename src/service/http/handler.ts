import type { Call, OperationId, Output } from '../../api/operations.ts'
import type { TestSendResult } from '../alerts/delivery/send-test.ts'
import type { DestinationSecrets } from '../destinations/destination.ts'
import type { EgressPolicy } from '../egress/egress-policy.ts'
import type { Store } from '../store/store.ts'
import type { RecordContext, ValidateContext } from '../validation/validate.ts'

/** What every handler may use. */
export interface HandlerContext extends RecordContext {
  /** Who asks: a key's id, or `local`. */
  readonly actor: string
  /** Where destinations may reach. */
  readonly destinationPolicy: () => Promise<EgressPolicy>
  /** Records an administrative change, in the transaction that makes it. Values must be masked already. */
  audit(action: string, resourceId: string, change: { before?: unknown; after?: unknown }): Promise<void>
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
export type SendTest = (destination: DestinationSecrets, now: number) => Promise<TestSendResult>

export type Handler<K extends OperationId> =
  | { readonly mode: 'read' | 'write'; run(call: Call<K>, context: HandlerContext): Promise<Output<K>> }
  /** Reads outside a transaction, so that the write transaction is short. */
  | { readonly mode: 'prepared'; prepare(call: Call<K>, context: ValidateContext): Promise<Prepared<Output<K>>> }
  | { readonly mode: 'effect'; run(call: Call<K>, context: EffectContext): Promise<Output<K>> }

/** What a prepared handler returns: the answer, or the step that writes and then answers. */
export type Prepared<T> =
  | { readonly kind: 'answer'; readonly output: T }
  | { readonly kind: 'write'; run(context: HandlerContext): Promise<T> }

export type Handlers = { readonly [K in OperationId]: Handler<K> }
