import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { type Profile, profileNamed, withProfile } from '../../config/profiles/profile-file.ts'
import type { SettingName } from '../../config/settings.ts'
import { storedProfile } from '../steps/stored-profile.ts'
import { confirmKeyLoss, requireBaseUrl, withoutStrayKeys } from './keep-keys.ts'
import { settingArgument } from './setting.ts'

export const configUnset = defineCommand({
  name: 'config unset',
  summary: 'Remove a stored setting of the selected profile',
  description: 'The environment or the default then applies: `txwarden config explain`.',
  requests: false,
  arguments: { setting: one('name of the setting', { completes: 'config' }) },
  examples: [{ command: 'txwarden config unset output' }],
  async run(context, { setting: given }) {
    const setting = settingArgument(given)
    const { name, profile } = storedProfile(context)
    const after = without(profile, setting.name)
    requireBaseUrl(after)
    if (await previewLocalChange(context, `remove ${setting.name} (profile ${name})`)) return
    const isThere = profile[setting.name] !== undefined
    if (setting.secret && isThere) await confirmChange(context, `Delete the stored ${setting.name} of profile ${name}?`)
    await confirmKeyLoss(context, name, profile, after)
    if (isThere)
      await context.updateProfiles((file) => {
        const before = profileNamed(file, name)
        return withProfile(file, name, withoutStrayKeys(before, without(before, setting.name)))
      })
    await context.out.done(
      { profile: name, name: setting.name },
      { columns: [{ field: 'name', header: 'SETTING' }] },
      isThere ? `Removed ${setting.name} (profile ${name})` : `${setting.name} was not set (profile ${name})`,
    )
  },
})

function without(profile: Profile, name: SettingName): Profile {
  const { [name]: _, ...rest } = profile
  return rest
}
