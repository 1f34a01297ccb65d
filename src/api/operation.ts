import type * as z from 'zod'
import type { HttpMethod } from './message.ts'

export type KeyKind = 'validation' | 'management'

/**
 * One endpoint: everything the client, the service, OpenAPI and the tests derive from. Schemas are made when they are
 * first needed: one command needs a few of some hundred.
 */
export interface Operation {
  readonly method: HttpMethod
  /** Parameters in braces. */
  readonly path: string
  readonly key: KeyKind
  readonly summary: string
  readonly tag: string
  readonly query?: () => z.ZodObject
  /** Headers beyond the API key, names in lower case. */
  readonly headers?: () => z.ZodObject
  readonly body?: () => z.ZodType
  /** Absent: 200 with an empty body. */
  readonly output?: () => z.ZodType
  /**
   * Whether changing something that stays, or telling people, is what it is for: what a dry run holds back. A validation
   * answers a question and is let through, with a header that says that nothing of it is to stay.
   */
  readonly changes: boolean
  /** Whether the same request may be sent twice; every POST may be with an Idempotency-Key. */
  readonly idempotent: boolean
  readonly deprecated?: { readonly since: string; readonly successor: string }
  /** Ours, beyond the interface: under /ext/v1. */
  readonly addition?: true
}
