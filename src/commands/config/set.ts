import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { maybeOne, one } from '../../cli/options.ts'
import { type Profile, profileNamed, withProfile } from '../../config/profiles/profile-file.ts'
import { type Setting, settings, valueToStore } from '../../config/settings.ts'
import { refuseOnLocal, storedProfile } from '../steps/stored-profile.ts'
import { confirmKeyLoss, requireBaseUrl, withoutStrayKeys } from './keep-keys.ts'
import { settingArgument, storedView } from './setting.ts'

export const configSet = defineCommand({
  name: 'config set',
  summary: 'Store a setting in the selected profile',
  description: `Settings: ${settings
    .filter(({ secret }) => !secret)
    .map(({ name }) => name)
    .join(', ')}. Keys are stored with \`txwarden auth login\`.`,
  requests: false,
  arguments: { setting: one('name of the setting', { completes: 'config' }), value: maybeOne('its value') },
  examples: [
    { command: 'txwarden config set output json' },
    { command: 'txwarden config set timeout 10s -p <profile>' },
  ],
  async run(context, { setting: given, value: text }) {
    const setting = settingArgument(given)
    if (setting.secret) throw keyInArgv(setting)
    if (text === undefined)
      throw usageError('config set needs <value>', { try: `txwarden config set ${given} <value>` })
    const value = valueToStore(setting.name, text, setting.name)
    const { name, profile } = storedProfile(context)
    if (setting.name.endsWith('-url')) refuseOnLocal(name, 'an address')
    const change = (before: Profile) => withoutStrayKeys(before, { ...before, [setting.name]: value })
    requireBaseUrl(change(profile))
    if (await previewLocalChange(context, `set ${setting.name} to ${value} (profile ${name})`)) return
    await confirmKeyLoss(context, name, profile, { ...profile, [setting.name]: value })
    await context.updateProfiles((file) => withProfile(file, name, change(profileNamed(file, name))))
    await context.out.done(
      { name: setting.name, value },
      storedView,
      `${setting.name} is now ${value} (profile ${name})`,
    )
    await noteOverride(context, setting)
  },
})

/** Every process on the machine can read a command line, and the shell history keeps it. */
function keyInArgv({ name }: Setting) {
  return usageError(`${name} is a secret: it is not accepted on the command line`, {
    details: ['If you just typed a key, it is now in your shell history.'],
    try: `txwarden auth login --kind ${name.replace(/-key$/, '')}`,
  })
}

async function noteOverride(context: Context, { env }: Setting): Promise<void> {
  if (env !== undefined && context.env[env]) await context.note(`${env} is set and overrides it.`)
}
