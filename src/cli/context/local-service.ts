import type { Paths } from '../../config/paths.ts'
import type { Configuration } from '../../config/resolve.ts'
import { settingOf } from '../../config/settings.ts'
import type { ServiceOptions } from '../../service/index.ts'
import { withoutPassword } from '../../shared/database-url.ts'
import { lazily } from '../../shared/lazily.ts'
import { usageError } from '../errors/usage.ts'
import { splitList } from '../options.ts'
import type { GlobalValues } from '../program/globals.ts'
import type { Context, Deps, FollowRequest } from './context.ts'
import { newDatabaseText } from './new-database.ts'

interface Parts {
  readonly deps: Deps
  readonly globals: GlobalValues
  readonly version: string
  readonly isReadOnly: boolean
  readonly paths: Paths
  readonly configuration: () => Configuration
  readonly note: Context['note']
  readonly cleanup: AsyncDisposableStack
  /** @throws a usage error for a variable that is nearly one of this program */
  readonly checkVariables: () => void
}

type LocalService = Pick<
  Context,
  | 'isRemote'
  | 'requireLocal'
  | 'local'
  | 'sendAlerts'
  | 'administration'
  | 'serve'
  | 'follow'
  | 'decode'
  | 'contractFiles'
  | 'decodePayload'
  | 'verifyPayload'
  | 'typedDataDigests'
  | 'destinationFault'
  | 'nodeUrlFault'
> & { readonly serviceOptions: () => ServiceOptions }

/** For deliveries in progress when a command ends (ms); others find what is left in the outbox. */
const SENDING_GRACE_MS = 2_000

/** Access to the service in this process. Its code is loaded on first use. */
export function localService({
  deps,
  globals,
  version,
  isReadOnly,
  paths,
  configuration,
  note,
  cleanup,
  checkVariables,
}: Parts): LocalService {
  const load = () => import('../../service/index.ts')
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
    warn: (text: string) => void note(`! ${text}`),
  })
  const requireLocal = () => refuseRemote(configuration())
  const serverOptions = ({ database, allowDestinations = [] }: FollowRequest) => {
    checkVariables()
    if (database === undefined) requireLocal()
    else refuseDatabase(database)
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
    async sendAlerts() {
      if (isRemote()) return
      const service = await local()
      const courier = await (await service.deliveries()).sending()
      cleanup.defer(() => courier.stop(SENDING_GRACE_MS))
      courier.start()
      cleanup.defer(service.startConfirming())
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
  }
}

function refuseRemote({ addresses, values, profile }: Configuration): void {
  if (!addresses) return
  const { source, origin } = values['base-url']
  const reason = source === 'profile' ? `profile ${profile} is remote` : `${origin} makes the call remote`
  throw usageError(`this command needs a local profile; ${reason}`, { try: 'txwarden config explain' })
}

/** Every process on the machine can read a command line, so the address must not hold a password. */
function refuseDatabase(database: string): void {
  const fault = settingOf('database')?.fault(database)
  if (fault) throw usageError(`--database: ${JSON.stringify(withoutPassword(database))} ${fault}`)
}

/** From the profile. The service itself reads the variable, which takes precedence. */
function storedAllowances({ values }: Configuration): readonly string[] {
  const { source, value = '' } = values['allow-destination']
  return source === 'profile' ? splitList([value]) : []
}
