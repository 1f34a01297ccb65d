import { SITE_HEADER } from '../../api/operations/contract.ts'
import type { BaseId, OperationCall, Output } from '../../api/operations/operations.ts'
import type { CatalogueFeed } from '../../api/schemas/intel.ts'
import type { TestEventKind } from '../../api/vocabulary.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { TestSendResult } from '../alerts/delivery/attempts/send-test.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import type { ChainObserver } from '../chain/observer.ts'
import type { DestinationSecrets } from '../destinations/destination.ts'
import type { EgressPolicy } from '../egress/egress-policy.ts'
import type { CallControl } from '../keys/authenticate.ts'
import type { Reads } from '../records/reads/reads.ts'
import type { Meters } from '../runtime/meters.ts'
import type { Store } from '../store/store.ts'
import type { ValidationContext } from '../validation/request/check-request.ts'
import type { CheckContext } from '../validation/validate.ts'

export interface HandlerContext extends ValidationContext {
  /** The id of the API key, or `local`. */
  readonly actor: string
  readonly destinationPolicy: () => Promise<EgressPolicy>
  /** Replaces the catalogue of feeds. */
  readonly feedCatalogue?: readonly CatalogueFeed[] | undefined
  /** Writes an audit record in the handler's transaction. The caller masks secret values. */
  audit(action: string, resourceId: string, change: { before?: unknown; after?: unknown }): Promise<void>
  /** Counts a decision about a hold after the commit. */
  holdDecided(waitedMs: number): void
}

/** Context of handlers with side effects outside the database: they open short transactions themselves. */
export interface EffectContext extends Omit<HandlerContext, 'db' | 'audit'> {
  readonly store: Store
  readonly reads: Reads
  /** Absent when no node can be read. */
  readonly chain: ChainObserver | undefined
  readonly deadlines: { now(): number }
  readonly effects: SideEffects
  readonly clock: Clock
  /** The nodes of all chains; loaded on demand. */
  readonly pool: () => Promise<NodePool>
  readonly control: LongWork
  readonly meters?: Meters | undefined
}

/** How long work may take, and who follows it. */
export interface LongWork extends CallControl {
  /** In ms of `clock.elapsed()`: it ends then with what it has. Absent: when it is done. */
  readonly until?: number
}

/** Side effects outside the database. */
export interface SideEffects {
  readonly sendTest: SendTest
}

/** What a test message says. */
export interface TestMessage {
  /** ms since 1970. */
  readonly now: number
  /** The kind of event that it shows; absent: none. */
  readonly event?: TestEventKind | undefined
}

/** Sends a test message to a destination. Never throws when the receiver fails. */
export type SendTest = (destination: DestinationSecrets, about: TestMessage) => Promise<TestSendResult>

export type Handler<K extends BaseId> =
  /** Runs in a transaction if the operation changes something. */
  | ((call: OperationCall<K>, context: HandlerContext) => Promise<Output<K>>)
  /** Reads outside a transaction, so that the write transaction is short. */
  | { prepare(call: OperationCall<K>, context: CheckContext): Promise<PreparedAnswer<Output<K>>> }
  | { effect(call: OperationCall<K>, context: EffectContext): Promise<Output<K>> }

/** What a prepared handler returns: the answer, or the step that writes and then answers. */
export type PreparedAnswer<T> =
  | { readonly kind: 'answer'; readonly output: T }
  | { readonly kind: 'write'; run(context: HandlerContext): Promise<T> }

export type Handlers = { readonly [K in BaseId]: Handler<K> }

/** The time of a query, in ms. */
export function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}

/** Whether the Prefer header (RFC 7240) has a preference: `explain, respond-async`. */
export function prefers(headers: { readonly prefer?: string | undefined } | undefined, preference: string): boolean {
  return (headers?.prefer ?? '')
    .split(',')
    .some((each) => each.split(/[;=]/, 1)[0]?.trim().toLowerCase() === preference)
}

/** Policies of sites apply to what a page asks a proxy for. */
export function ofSite(context: CheckContext, headers: { readonly [SITE_HEADER]?: string | undefined }): CheckContext {
  const { caller } = context
  return caller ? { ...context, caller: { ...caller, site: headers[SITE_HEADER] } } : context
}
