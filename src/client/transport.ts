import type { ApiRequest, ApiResponse } from '../api/message.ts'
import type { KeyKind } from '../api/operation.ts'

/** What the client core hands to a transport. Transports know no operations, operations no transports. */
export interface Outgoing {
  /** Without the API key: the transport that sends it adds it. */
  readonly request: ApiRequest
  /** Which key and which base address. */
  readonly key: KeyKind
  /** Changes something that stays, or reaches people: a dry run refuses it. */
  readonly changes: boolean
  /** May be sent again: idempotent by itself, or carries an idempotency-key. */
  readonly repeatable: boolean
  /** What it does, in a few words for people. */
  readonly summary: string
  readonly signal?: AbortSignal
}

/**
 * Carries one exchange. Every answer of a server resolves, whatever its status; where there is none it throws:
 * WardenError ('unavailable', 'interrupted', …), or RequestPreview when the request was never meant to leave.
 */
export type Transport = (outgoing: Outgoing) => Promise<ApiResponse>

/** Base addresses by the kind of key that goes there; a path prefix is part of them. */
export type Addresses = Readonly<Record<KeyKind, URL>>

/** Where each key is read from when no profile holds it; also how a printed command line names it. */
export const keyVariables = {
  validation: 'TXWARDEN_VALIDATION_KEY',
  management: 'TXWARDEN_MANAGEMENT_KEY',
} as const satisfies Record<KeyKind, string>
