import type { KeyKind } from '../../src/api/operations/operation.ts'

export interface Request {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A server of the interface, over any transport. */
export interface Target {
  readonly keys: Readonly<Record<KeyKind, string>>
  /** Whether it has our additions. */
  readonly isOurs: boolean
  send(request: Request): Promise<Answer>
  close(): Promise<void>
}
