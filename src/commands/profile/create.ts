import { resolve } from 'node:path'
import { defineCommand, one, text } from '../../cli/define.ts'
import { isOnlyPreviewed } from '../../cli/local-change.ts'
import { refusedError, usageError } from '../../cli/usage.ts'
import { hasProfile, type Profile, profileNameFault, withProfile } from '../../config/profile-file.ts'
import { settingOf } from '../../config/settings.ts'
import { placeOf, profileView, rowOf } from './view.ts'

export const profileCreate = defineCommand({
  name: 'profile create',
  aliases: ['add'],
  summary: 'Make a profile: a service and how to reach it',
  description:
    'With --base-url it is a remote service, without one a local service with a database of its own. The one in use stays in use; keys are stored with `txwarden auth login`.',
  arguments: { name: one('name of the profile') },
  options: { database: text('file', 'SQLite file of a local service; default: one of its own beside the others') },
  examples: [
    { command: 'txwarden profile create prod --base-url https://api.example.com' },
    {
      command:
        'txwarden profile create staging --base-url https://api.example.com --management-url https://admin.example.com',
    },
    { command: 'txwarden profile create sandbox', note: 'a second local service' },
  ],
  async run(context, { name, database }) {
    const { baseUrl, managementUrl } = context.globals
    const fault = profileNameFault(name)
    if (fault) throw refusedError(`${JSON.stringify(name)} ${fault}`)
    const profile = newProfile(baseUrl, managementUrl, database)
    const { file, places } = context.resolveInput()
    if (hasProfile(file, name)) throw alreadyThere(name)
    const row = rowOf(name, profile, false, places)
    if (await isOnlyPreviewed(context, `make profile ${name}: ${placeOf(row)}`)) return undefined
    await context.updateProfiles((current) => {
      if (hasProfile(current, name)) throw alreadyThere(name)
      return withProfile(current, name, profile)
    })
    await context.out.done(row, profileView, `Made profile ${name}: ${placeOf(row)}`)
    if (context.out.isForPeople)
      await context.note(
        baseUrl === undefined
          ? `Use it: txwarden profile use ${name}, or -p ${name}`
          : `Its keys: txwarden auth login -p ${name}. Use it: txwarden profile use ${name}, or -p ${name}`,
      )
    return undefined
  },
})

function newProfile(
  baseUrl: string | undefined,
  managementUrl: string | undefined,
  database: string | undefined,
): Profile {
  if (database !== undefined && (baseUrl !== undefined || managementUrl !== undefined))
    throw usageError('--database is for a local service, --base-url for a remote one: one of them')
  if (managementUrl !== undefined && baseUrl === undefined)
    throw usageError('--management-url goes with --base-url: both are addresses of one service')
  const given: Profile = {
    ...(baseUrl !== undefined && { 'base-url': baseUrl }),
    ...(managementUrl !== undefined && { 'management-url': managementUrl }),
    // What is relative now would be somewhere else from the next folder.
    ...(database !== undefined && { database: resolve(database) }),
  }
  for (const [setting, value] of Object.entries(given)) {
    const fault = settingOf(setting)?.fault(value)
    if (fault) throw refusedError(`--${setting}: ${JSON.stringify(value)} ${fault}`)
  }
  return given
}

function alreadyThere(name: string) {
  return refusedError(`there is a profile ${name} already`, { try: `txwarden config list -p ${name}` })
}
