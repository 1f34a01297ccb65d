import type { Paths } from '../../config/paths.ts'
import type { Configuration } from '../../config/resolve.ts'
import { checkSetting } from '../../config/settings.ts'
import type { ServiceOptions } from '../../service/index.ts'
import { misuse } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import { usageError } from '../errors/usage.ts'
import { splitList } from '../options.ts'
import type { GlobalValues } from '../program/globals.ts'
import type { Context, Deps, FollowRequest } from './context.ts'
import { isStored, newDatabaseText } from './new-database.ts'

/** What the parts of a context are made of. */
export interface ContextParts {
  readonly deps: Deps
  readonly globals: GlobalValues
  readonly version: string
  readonly isReadOnly: boolean
  readonly paths: Paths
  readonly configuration: () => Configuration
  /** Names of the stored profiles with a local service. */
  readonly localProfiles: () => readonly string[]
  readonly note: Context['note']
  readonly cleanup: AsyncDisposableStack
  /** @throws a usage error for a variable that is nearly one of this program */
  readonly checkVariables: () => void
}

/** For deliveries in progress when a command ends (ms); others find what is left in the outbox. */
const SENDING_GRACE_MS = 2_000

/** Access to the service in this process. Its code is loaded on first use. */
export function localService(parts: ContextParts) {
  const { deps, globals, version, isReadOnly, paths, configuration, localProfiles, note, cleanup, checkVariables } =
    parts
  const load = () => import('../../service/index.ts')
  const warned = new Set<string>()
  const serviceOptions = () => ({
    database: configuration().database,
    keyFolder: paths.data,
    isReadOnly,
    env: deps.env,
    allowDestinations: storedAllowances(configuration()),
    clock: deps.clock,
    random: deps.random,
    feedCatalogue: deps.feedCatalogue,
    report: (error: unknown) =>
      void (globals.verbose && note(`! ${error instanceof Error ? error.stack : String(error)}`)),
    warn(text: string) {
      // A command may open the database twice.
      if (!warned.has(text)) void note(`! ${text}`)
      warned.add(text)
    },
  })
  const requireLocal = () => refuseRemote(configuration(), localProfiles)
  const serverOptions = ({ database, allowDestinations = [] }: FollowRequest) => {
    checkVariables()
    if (database === undefined) requireLocal()
    // Every process on the machine can read a command line, so the address must not hold a password.
    else checkSetting('database', database)
    const options = serviceOptions()
    return {
      ...options,
      allowDestinations: [...options.allowDestinations, ...allowDestinations],
      ...(database !== undefined && { database }),
      version,
      onHangup: deps.onHangup,
      log: { write: (line: string) => void deps.io.stderr.write(line), quiet: globals.quiet === true },
    }
  }
  const local = lazily(async () => {
    checkVariables()
    requireLocal()
    const newDatabase = newDatabaseText(deps, configuration().database)
    const service = await (await load()).openService(serviceOptions())
    if (newDatabase !== undefined) await note(newDatabase)
    cleanup.defer(() => service.close())
    return service
  })
  const isRemote = () => configuration().addresses !== undefined
  return {
    serviceOptions,
    isRemote,
    requireLocal,
    local,
    localIfStored: async () => (isRemote() || !isStored(configuration().database) ? undefined : local()),
    async sendAlerts() {
      if (isRemote()) return
      const service = await local()
      const courier = await (await service.deliveries()).sending()
      cleanup.defer(() => courier.stop(SENDING_GRACE_MS))
      courier.start()
      cleanup.defer(service.start('confirming'))
    },
    administration: lazily(async () => {
      checkVariables()
      requireLocal()
      return (await load()).administer(serviceOptions())
    }),
    serve: async (request) => (await load()).serve({ ...request, ...serverOptions(request) }),
    follow: async (request) => (await load()).follow({ ...request, ...serverOptions(request) }),
    decode: async (request) => (await load()).decode(request),
    contractFiles: async () => (await load()).contractFiles(),
    decodePayload: async (hex) => (await load()).decodePayload(hex),
    verifyPayload: async (request) => (await load()).verifyPayload(request),
    typedDataDigests: async (typedData) => (await load()).typedDataDigests(typedData),
    destinationFault: async (typed) =>
      (await load()).typedMemberFault(typed, isRemote() ? undefined : serviceOptions()),
    nodeUrlFault: async (url) => (await load()).nodeUrlFault(url),
  } satisfies Partial<Context> & { serviceOptions: () => ServiceOptions }
}

/** @param localProfiles the names of those that would do */
function refuseRemote({ addresses, values, profile }: Configuration, localProfiles: () => readonly string[]): void {
  if (!addresses) return
  const { source, origin } = values['base-url']
  const needs = 'this command needs a local profile'
  if (source !== 'profile')
    throw usageError(`${needs}; ${origin} makes the call remote`, { try: 'txwarden config explain' })
  const [first, ...others] = localProfiles()
  throw misuse('needs-local-profile', `${needs}; profile ${profile} is remote`, {
    details: others.length > 0 ? [`Local profiles: ${[first, ...others].join(', ')}.`] : [],
    parameters: first === undefined ? {} : { local: first },
    try: 'txwarden profile create --help',
  })
}

/** From the profile. The service itself reads the variable, which takes precedence. */
function storedAllowances({ values }: Configuration): readonly string[] {
  const { source, value = '' } = values['allow-destination']
  return source === 'profile' ? splitList([value]) : []
}
