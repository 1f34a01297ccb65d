import { resolve } from 'node:path'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { refusedError, usageError } from '../../cli/usage.ts'
import { isLoopback } from '../../client/address.ts'
import { hasProfile, type Profile, profileNameFault, withProfile } from '../../config/profile-file.ts'
import { settingOf } from '../../config/settings.ts'
import { isPostgresUrl, withoutPassword } from '../../shared/database-url.ts'
import { placeOf, profileView, rowOf } from './view.ts'

/** A profile as it is asked for. */
export interface ProfileDraft {
  readonly baseUrl: string | undefined
  readonly managementUrl: string | undefined
  readonly database: string | undefined
  readonly protected: boolean | undefined
  /** Whether keys may travel over plain http to another machine. */
  readonly insecureHttp: boolean | undefined
}

export async function makeProfile(context: Context, name: string, draft: ProfileDraft): Promise<void> {
  const fault = profileNameFault(name)
  if (fault) throw refusedError(`${JSON.stringify(name)} ${fault}`)
  const profile = { ...newProfile(draft), ...(draft.protected && { protected: 'true' }) }
  const { file, paths } = context.resolveInput()
  if (hasProfile(file, name)) throw alreadyThere(name)
  const row = rowOf(name, profile, false, paths)
  if (await previewLocalChange(context, `make profile ${name}: ${placeOf(row)}`, null)) return
  await context.updateProfiles((current) => {
    if (hasProfile(current, name)) throw alreadyThere(name)
    return withProfile(current, name, profile)
  })
  await context.out.done(row, profileView, `Made profile ${name}: ${placeOf(row)}`)
  if (context.out.isForPeople)
    await context.note(
      draft.baseUrl === undefined
        ? `Use it: txwarden profile use ${name}, or -p ${name}`
        : `Its keys: txwarden auth login -p ${name}. Use it: txwarden profile use ${name}, or -p ${name}`,
    )
}

function newProfile({ baseUrl, managementUrl, database, insecureHttp }: ProfileDraft): Profile {
  if (database !== undefined && (baseUrl !== undefined || managementUrl !== undefined))
    throw usageError('--database is for a local service, --base-url for a remote one: one of them')
  if (managementUrl !== undefined && baseUrl === undefined)
    throw usageError('--management-url goes with --base-url: both are addresses of one service')
  const given: Profile = {
    ...(baseUrl !== undefined && { 'base-url': baseUrl }),
    ...(managementUrl !== undefined && { 'management-url': managementUrl }),
    ...(insecureHttp && { 'insecure-http': 'true' }),
    // What is relative now would be somewhere else from the next folder.
    ...(database !== undefined && { database: checkedDatabase(database) }),
  }
  for (const [setting, value] of Object.entries(given)) {
    const fault = settingOf(setting)?.fault(value)
    if (fault) throw usageError(`--${setting}: ${JSON.stringify(value)} ${fault}`)
    if (setting.endsWith('-url') && !insecureHttp) refusePlainHttp(setting, value)
  }
  return given
}

/** No call would be made there: the key could be read on the way. */
function refusePlainHttp(setting: string, value: string): void {
  const { protocol, hostname, origin } = new URL(value)
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw refusedError(`--${setting}: ${origin} is plain http: the API key could be read on the way`, {
    details: ['Use https, or --insecure-http where the way there is trusted; the profile then remembers it.'],
  })
}

function alreadyThere(name: string) {
  return refusedError(`there is a profile ${name} already`, { try: `txwarden config list -p ${name}` })
}

/** What is relative now would be somewhere else from the next folder. */
function checkedDatabase(database: string): string {
  const fault = settingOf('database')?.fault(database)
  if (fault) throw usageError(`--database: ${JSON.stringify(withoutPassword(database))} ${fault}`)
  return isPostgresUrl(database) ? database : resolve(database)
}
