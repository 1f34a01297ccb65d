import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { flag, one, text } from '../../cli/options.ts'
import { commandLine } from '../../cli/program/command-line.ts'
import { missingError } from '../../cli/program/program.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { hasProfile, type Profile, profileNameFault, withProfile } from '../../config/profiles/profile-file.ts'
import { checkSetting, type SettingName, settingOf, valueToStore } from '../../config/settings.ts'
import type { WardenError } from '../../shared/errors.ts'
import { isLoopback } from '../../shared/system/loopback.ts'
import { placeOf, profiles, rowOf } from './resource.ts'

export const profileCreate: Command = defineCommand({
  name: 'profile create',
  aliases: ['add'],
  summary: 'Create a profile: a service and how to reach it',
  description:
    'With --base-url the service is remote; without, it is a local one with its own database. The selected profile stays selected; store API keys with `txwarden auth login`. Without a name, on a terminal, it prompts.',
  requests: false,
  asks: true,
  arguments: { name: one('name of the profile') },
  options: {
    database: text('file', 'SQLite file of a local service; default: a new one beside the others'),
    protected: flag('require typing its name before every change'),
  },
  examples: [
    { command: 'txwarden profile create prod --base-url https://api.example.com' },
    {
      command:
        'txwarden profile create staging --base-url https://api.example.com --management-url https://admin.example.com',
    },
    { command: 'txwarden profile create prod --base-url https://api.example.com --protected' },
    { command: 'txwarden profile create sandbox', note: 'a second local service' },
    { command: 'txwarden profile create', note: 'prompts' },
  ],
  async run(context, { name, ...flags }) {
    const { baseUrl, managementUrl, insecureHttp } = context.globals
    const draft = { baseUrl, managementUrl, insecureHttp, ...flags }
    // With `asks`, required arguments can be missing here.
    if ((name as string | undefined) !== undefined) await createProfile(context, name, draft)
    else if (context.canAsk) await createFromAnswers(context, draft)
    else throw missingError(profileCreate, ['<name>'])
  },
})

interface ProfileDraft {
  readonly baseUrl: string | undefined
  readonly managementUrl: string | undefined
  readonly database: string | undefined
  readonly protected: boolean | undefined
  /** Whether API keys may be sent over plain http to another machine. */
  readonly insecureHttp: boolean | undefined
}

async function createProfile(context: Context, name: string, draft: ProfileDraft): Promise<void> {
  const fault = profileNameFault(name)
  if (fault) throw usageError(`${JSON.stringify(name)} ${fault}`)
  const profile = { ...newProfile(draft), ...(draft.protected && { protected: 'true' }) }
  const { file, paths } = context.resolveInput()
  if (hasProfile(file, name)) throw alreadyExists(name)
  const row = rowOf(name, profile, false, paths)
  if (await previewLocalChange(context, `create profile ${name}: ${placeOf(row)}`, null)) return
  await context.updateProfiles((current) => {
    if (hasProfile(current, name)) throw alreadyExists(name)
    return withProfile(current, name, profile)
  })
  await context.out.done(row, profiles.view, `Created profile ${name}: ${placeOf(row)}`)
  if (!context.out.isForPeople) return
  if (draft.baseUrl !== undefined) await context.note(`Store its API keys: txwarden auth login -p ${name}`)
  await context.note(`Use it: -p ${name}, or txwarden profile use ${name}`)
}

function alreadyExists(name: string): WardenError {
  return refusedError(`profile ${name} already exists`, { try: `txwarden config list -p ${name}` })
}

function newProfile({ baseUrl, managementUrl, database, insecureHttp }: ProfileDraft): Profile {
  if (database !== undefined && (baseUrl !== undefined || managementUrl !== undefined))
    throw usageError('--database is for a local service, --base-url for a remote one: give one of them')
  if (managementUrl !== undefined && baseUrl === undefined) throw usageError('--management-url needs --base-url')
  const given: Profile = {
    ...(baseUrl !== undefined && { 'base-url': baseUrl }),
    ...(managementUrl !== undefined && { 'management-url': managementUrl }),
    ...(insecureHttp && { 'insecure-http': 'true' }),
    ...(database !== undefined && { database: valueToStore('database', database) }),
  }
  for (const [setting, value] of Object.entries(given)) {
    checkSetting(setting as SettingName, value)
    if (setting.endsWith('-url') && !insecureHttp) refusePlainHttp(setting, value)
  }
  return given
}

/** Calls there would be refused, because the API key could be intercepted. */
function refusePlainHttp(setting: string, value: string): void {
  const { protocol, hostname, origin } = new URL(value)
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw refusedError(`--${setting}: ${origin} is plain http: the API key could be intercepted`, {
    details: ['Use https, or --insecure-http on a trusted network; the profile stores it.'],
  })
}

async function createFromAnswers(context: Context, given: ProfileDraft): Promise<void> {
  const prompt = await context.prompt()
  const { file } = context.resolveInput()
  const name = await prompt.input({
    message: 'Name of the profile',
    required: true,
    validate: (answer) => {
      const fault = profileNameFault(answer)
      if (fault !== undefined) return `It ${fault}`
      return hasProfile(file, answer) ? 'A profile with this name exists' : true
    },
  })
  const hasPlace = [given.baseUrl, given.managementUrl, given.database].some((each) => each !== undefined)
  const draft = hasPlace ? given : { ...given, baseUrl: await askAddress(context) }
  const { baseUrl, managementUrl, database, protected: isProtected } = draft
  await previewAndConfirm(context, {
    preview: [
      ['name', name],
      ['service', baseUrl ?? 'local, with its own database'],
      ['management', managementUrl],
      ['database', database],
    ],
    question: 'Create this profile?',
    command: commandLine(
      { name: 'profile create', arguments: [name], flags: { database, protected: isProtected } },
      { ...context.globals, baseUrl, managementUrl },
    ),
    act: () => createProfile(context, name, draft),
  })
}

/** Asks for the URL of the service; undefined means the local one. */
async function askAddress(context: Context): Promise<string | undefined> {
  const prompt = await context.prompt()
  const isRemote = await prompt.select({
    message: 'Service',
    choices: [
      { value: true, name: 'remote', description: 'at a URL, with API keys' },
      { value: false, name: 'local', description: 'on this machine, with its own database' },
    ],
  })
  if (!isRemote) return undefined
  return prompt.input({
    message: 'URL of the service',
    required: true,
    validate: (answer) => {
      const fault = settingOf('base-url')?.fault(answer)
      return fault === undefined || `It ${fault}`
    },
  })
}
