import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { one } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { removeFromKeychain } from '../../config/keychain/stored-keys.ts'
import { keyKinds } from '../../config/profiles/key-origin.ts'
import { DEFAULT_PROFILE, profileNamed, withoutProfile } from '../../config/profiles/profile-file.ts'
import { placeOf, profiles, rowOf } from './resource.ts'

export const profileDelete = defineCommand({
  name: 'profile delete',
  aliases: ['rm', 'remove'],
  summary: 'Delete a profile and its stored API keys',
  description: 'The database of a local profile is kept.',
  requests: false,
  arguments: { name: one('name of the profile', { completes: 'profile' }) },
  examples: [
    { command: 'txwarden profile delete <name>' },
    { command: 'txwarden profile delete <name> --yes', note: 'in a script' },
  ],
  async run(context, { name }) {
    if (name === DEFAULT_PROFILE) throw refusedError(`profile ${DEFAULT_PROFILE} cannot be deleted`)
    const { file, paths } = context.resolveInput()
    const row = rowOf(name, profileNamed(file, name), false, paths)
    const keys = row.keys.length === 0 ? '' : ` and its stored ${row.keys.join(' and ')} key`
    if (await previewLocalChange(context, `delete profile ${name}${keys}`, name)) return
    await confirmChange(context, `Delete profile ${name} (${placeOf(row)})${keys}?`)
    const owner = { name, profile: profileNamed(file, name), paths, env: context.env }
    const left = await removeFromKeychain(owner, keyKinds)
    if (left !== undefined) await context.note(`Its keys remain in the keychain: ${left}.`)
    await context.updateProfiles((current) => withoutProfile(current, name))
    const rest = [
      ...(row.kind === 'local' ? [`its database is kept: ${row.address}`] : []),
      ...(file.active === name ? [`selected profile: ${DEFAULT_PROFILE}`] : []),
    ]
    await context.out.done(row, profiles.view, [`Deleted profile ${name}`, ...rest.map((line) => `  ${line}`)])
  },
})
