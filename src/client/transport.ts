import type { ApiRequest, ApiResponse } from '../api/operations/message.ts'
import type { KeyKind } from '../api/operations/operation.ts'

/** A request for a transport. Transports do not know operations, and operations do not know transports. */
export interface Outgoing {
  /** Without the API key, which the transport adds. */
  readonly request: ApiRequest
  /** Selects the key and the base URL. */
  readonly key: KeyKind
  /** Changes stored data or notifies people: a dry run does not send it. */
  readonly changes: boolean
  /** Can be repeated: idempotent, or with an idempotency key. */
  readonly repeatable: boolean
  /** Short description. */
  readonly summary: string
  readonly signal?: AbortSignal
  /** Called with what was found and the share of the work that is done; only the service in this process does so. */
  readonly onProgress?: Progress
}

export type Progress = (found: number, share: number) => void

/**
 * Sends one request. Resolves for every response, also for error statuses. Throws WardenError ('unavailable',
 * 'interrupted', …) without a response, and RequestPreview if the request is only shown.
 */
export type Transport = (outgoing: Outgoing) => Promise<ApiResponse>

/** Base URLs by the kind of key that is sent there; they include the path prefix. */
export type Addresses = Readonly<Record<KeyKind, URL>>

/** The environment variable of each key; printed command lines refer to it. */
export const keyVariables = {
  validation: 'TXWARDEN_VALIDATION_KEY',
  management: 'TXWARDEN_MANAGEMENT_KEY',
} as const satisfies Record<KeyKind, string>
