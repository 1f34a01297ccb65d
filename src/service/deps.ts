import type { Uuid } from './ids.ts'

/** What the service takes from outside, so that tests decide it. */
export interface ServiceDeps {
  readonly clock: Clock
  readonly random: RandomBytes
  readonly env: Readonly<Record<string, string | undefined>>
  /** Told about failures that are answered with a 500: the answer itself says nothing of them. */
  readonly report: (error: unknown) => void
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** Cryptographically strong random bytes. */
export type RandomBytes = (length: number) => Uint8Array

export type Ids = () => Uuid
