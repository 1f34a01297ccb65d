import type { Client } from '../client/client.ts'
import type { Places } from '../config/places.ts'
import type { Configuration } from '../config/resolve.ts'
import type { Service } from '../service/index.ts'
import type { GlobalValues } from './globals.ts'
import type { Io } from './io.ts'
import type { Printer } from './output/printer.ts'
import type { Prompter } from './prompts.ts'

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** What main takes from the process, so that tests decide it. */
export interface Deps {
  readonly io: Io
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Cryptographically strong random bytes. */
  readonly random: (length: number) => Uint8Array
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal
}

/** What a command works with. Everything heavy is a function: made when asked for, once. */
export interface Context extends Deps {
  readonly globals: GlobalValues
  readonly places: Places
  readonly out: Printer
  /** A line of talk for people, on stderr; `--quiet` silences it. */
  note(line: string): Promise<void>
  configuration(): Configuration
  client(): Promise<Client>
  /** Administration of the local service, for what no endpoint offers. Throws on a remote profile. */
  local(): Promise<Service>
  /** Whether somebody is there to answer questions. */
  readonly canAsk: boolean
  prompt(): Promise<Prompter>
  /** Where a change goes, in words: `profile prod`. */
  where(): string
}
