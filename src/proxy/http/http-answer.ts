import type { Readable } from 'node:stream'

/** By name. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What the upstream answers to a request. */
export interface UpstreamAnswer {
  readonly status: number
  /** Without those that are about the connection, or name the URL. */
  readonly headers: AnswerHeaders
  /** Bytes of a small one, which takes half the time of a stream. */
  readonly body: Readable | Buffer
}
