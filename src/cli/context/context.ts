import type { CatalogueFeed } from '../../api/schemas/intel.ts'
import type { Client } from '../../client/client.ts'
import type { Paths } from '../../config/paths.ts'
import type { ProfileFile } from '../../config/profiles/profile-file.ts'
import type { Configuration, ResolveInput } from '../../config/resolve.ts'
import type {
  Administration,
  ContractFileTools,
  DecodedPayload,
  DecodeReport,
  DecodeRequest,
  Following,
  PayloadReport,
  ServeOptions,
  Service,
  Serving,
  TypedDataDigests,
  TypedMember,
  VerifyRequest,
} from '../../service/index.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { Io } from '../io.ts'
import type { Printer } from '../output/printer.ts'
import type { TimeZone } from '../output/time-zone.ts'
import type { FindNames } from '../output/with-names.ts'
import type { GlobalValues } from '../program/globals.ts'
import type { ProgramEnd, ProgramWords } from '../program/run-program.ts'
import type { Prompter } from '../prompts/prompts.ts'

/** What main takes from the process, and tests replace. */
export interface Deps {
  readonly io: Io
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Cryptographically strong random bytes. */
  readonly random: (length: number) => Uint8Array
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
  /** Calls the listener for each SIGHUP, which then does not end the process; returns a function that ends that. */
  readonly onHangup?: (listener: () => void) => () => void
  /** Shows a long text in a pager; false if it was not shown. Only on a terminal. */
  readonly page?: (text: string) => Promise<boolean>
  /**
   * Runs a program with the standard streams of this process and passes signals on.
   * @throws WardenError where it does not start
   */
  readonly runProgram: (words: ProgramWords, env: Deps['env']) => Promise<ProgramEnd>
  /** Replaces the catalogue of feeds. */
  readonly feedCatalogue?: readonly CatalogueFeed[] | undefined
}

/** Options of `follow` and `serve`; the rest comes from the profile. */
export interface FollowRequest
  extends Pick<ServeOptions, 'allowDestinations' | 'follow' | 'safes' | 'maxGapMs' | 'metrics'> {
  /** Default: the profile's. */
  readonly database?: string
}

export interface ServeRequest
  extends FollowRequest,
    Pick<ServeOptions, 'hasAdminApi' | 'host' | 'port' | 'rateLimit'> {}

/** What a command works with. Heavy parts are functions that create their value once, on first use. */
export interface Context extends Deps {
  readonly globals: GlobalValues
  readonly paths: Paths
  readonly out: Printer
  /** Time zone of times for people: the reader's on a terminal, UTC in pipes and with `--utc`. */
  readonly zone: TimeZone
  /** Prints a notice on stderr, unless `--quiet`. */
  note(line: string): Promise<void>
  /** Input of the configuration, for commands that also work with an invalid one. */
  resolveInput(): ResolveInput
  /** Changes the stored profiles, but not the configuration of the running command. */
  updateProfiles(change: (file: ProfileFile) => ProfileFile): Promise<void>
  configuration(): Configuration
  client(): Promise<Client>
  /** A client for another configuration, such as one that is not yet stored. */
  clientFor(target: Configuration): Promise<Client>
  /** The names of addresses, for people: none where they cannot be read. */
  readonly namesOf: FindNames
  /** Whether a service on another machine is called, and not the one in this process. */
  isRemote(): boolean
  /** Throws a usage error on a remote profile. */
  requireLocal(): void
  /** The local service, for what the API does not offer. Throws on a remote profile. */
  local(): Promise<Service>
  /** The same, undefined on a remote profile and where there is no database yet: nothing is written. */
  localIfStored(): Promise<Service | undefined>
  /** Sends the alerts of the local service until the command ends. Does nothing on a remote profile. */
  sendAlerts(): Promise<void>
  /** Administration of the local database file, without opening it. Throws on a remote profile. */
  administration(): Promise<Administration>
  /** Serves the local service over HTTP, with its log on stderr. Throws on a remote profile without a database. */
  serve(request: ServeRequest): Promise<Serving>
  /** As `serve`, without answering over HTTP. */
  follow(request: FollowRequest): Promise<Following>
  /** Decodes the calls of a transaction. Offline, with any profile. */
  decode(request: DecodeRequest): Promise<DecodeReport>
  /** Reads and writes files that describe contracts. Offline, with any profile. */
  contractFiles(): Promise<ContractFileTools>
  /** Decodes a signed payload. Offline, with any profile. */
  decodePayload(hex: string): Promise<DecodedPayload>
  /** Verifies a signed payload for a transaction. Offline, with any profile. */
  verifyPayload(request: VerifyRequest): Promise<PayloadReport>
  /** Hashes of typed data (EIP-712). Offline, with any profile. */
  typedDataDigests(typedData: unknown): Promise<TypedDataDigests>
  /** What is wrong with a typed member of a destination, as far as can be checked before it is sent. Offline. */
  destinationFault(typed: TypedMember): Promise<string | undefined>
  /** What is wrong with a typed URL of a node, as far as can be checked before it is stored. Offline. */
  nodeUrlFault(url: string): Promise<string | undefined>
  /** Whether prompts are possible. */
  readonly canAsk: boolean
  prompt(): Promise<Prompter>
  /**
   * Must be called before a change of a profile, by default the one in use. Asks for the name of a protected profile, once
   * per command; throws if it is not confirmed. Operations of the service call it themselves.
   */
  allowChange(profile?: string): Promise<void>
  /** Target of a change, for messages: `profile prod`. */
  where(): string
}
