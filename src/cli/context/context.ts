import type { Client } from '../../client/client.ts'
import type { Paths } from '../../config/paths.ts'
import type { ProfileFile } from '../../config/profile-file.ts'
import type { Configuration, ResolveInput } from '../../config/resolve.ts'
import type {
  Administration,
  DecodedPayload,
  DecodeReport,
  DecodeRequest,
  PayloadReport,
  ServeOptions,
  Service,
  Serving,
  TypedMember,
  VerifyRequest,
} from '../../service/index.ts'
import type { GlobalValues } from '../globals.ts'
import type { Io } from '../io.ts'
import type { Printer } from '../output/printer.ts'
import type { Prompter } from '../prompts/prompts.ts'

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
  /** Lets a person scroll a text that is longer than the screen; false when it was not shown. Only on a terminal. */
  readonly page?: (text: string) => Promise<boolean>
}

/** What a server is told of its own; the rest comes from the profile. */
export interface ServeRequest extends Pick<ServeOptions, 'host' | 'port' | 'allowDestinations' | 'rateLimit'> {
  /** Default: the profile's. */
  readonly database?: string
}

/** What a command works with. Everything heavy is a function: made when asked for, once. */
export interface Context extends Deps {
  readonly globals: GlobalValues
  readonly paths: Paths
  readonly out: Printer
  /** A line of talk for people, on stderr; `--quiet` silences it. */
  note(line: string): Promise<void>
  /** What the configuration is made of, for commands that work on it even where it is broken. */
  resolveInput(): ResolveInput
  /** Changes the stored profiles; the configuration in use stays what it was when the command began. */
  updateProfiles(change: (file: ProfileFile) => ProfileFile): Promise<void>
  configuration(): Configuration
  client(): Promise<Client>
  /** A client of another configuration than the one in use, such as one that is about to be stored. */
  clientFor(target: Configuration): Promise<Client>
  /** Throws a usage error when a remote service is meant. */
  requireLocal(): void
  /** Administration of the local service, for what no endpoint offers. Throws on a remote profile. */
  local(): Promise<Service>
  /** What can be done with the local database file as a whole, without opening it. Throws on a remote profile. */
  administration(): Promise<Administration>
  /** The local service over HTTP, with its log on stderr. Throws on a remote profile, unless a database is named. */
  serve(request: ServeRequest): Promise<Serving>
  /** What a transaction does, call by call. Offline, whatever the profile. */
  decode(request: DecodeRequest): Promise<DecodeReport>
  /** What is in a signed payload. Offline, whatever the profile. */
  decodePayload(hex: string): Promise<DecodedPayload>
  /** Whether a signed payload is good for a transaction. Offline, whatever the profile. */
  verifyPayload(request: VerifyRequest): Promise<PayloadReport>
  /** What is wrong with a typed member of a destination, as far as can be told before it is sent. Offline. */
  destinationFault(typed: TypedMember): Promise<string | undefined>
  /** Whether somebody is there to answer questions. */
  readonly canAsk: boolean
  prompt(): Promise<Prompter>
  /**
   * To be called before anything changes in a profile, by default the one in use: of a protected one the name is asked
   * for, once a command. Throws when it may not change. Operations of the service do so by themselves.
   */
  allowChange(profile?: string): Promise<void>
  /** Where a change goes, in words: `profile prod`. */
  where(): string
}
