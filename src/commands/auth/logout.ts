import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { choice } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { removeFromKeychain } from '../../config/keychain/stored-keys.ts'
import { type Profile, profileNamed, withProfile } from '../../config/profiles/profile-file.ts'
import { storedProfile } from '../steps/stored-profile.ts'
import { keyChoices, kindsOf, kindsText } from './key-kinds.ts'

export const authLogout = defineCommand({
  name: 'auth logout',
  summary: 'Delete the stored API keys of the selected profile',
  description: 'Deletes them on this machine only: they stay valid until the service revokes them.',
  requests: false,
  options: { kind: choice(keyChoices, 'kind of key; default both') },
  examples: [
    { command: 'txwarden auth logout' },
    { command: 'txwarden auth logout -p <profile> --kind management --yes', note: 'in a script' },
  ],
  async run(context, { kind: wanted = 'both' }) {
    const { name, profile } = storedProfile(context)
    const stored = kindsOf(wanted).filter((kind) => profile[`${kind}-key`] !== undefined)
    const body = { profile: name, removed: stored }
    const view = {
      columns: plainColumns('profile', 'removed'),
    }
    if (stored.length === 0) {
      await context.out.done(body, view, `No key is stored in profile ${name}`)
      return
    }
    const what = `the ${kindsText(stored)} key stored in profile ${name}`
    if (await previewLocalChange(context, `delete ${what}`)) return
    await confirmChange(context, `Delete ${what}?`)
    const { paths, env } = context
    const left = await removeFromKeychain({ name, profile, paths, env }, stored)
    if (left !== undefined) await context.note(`The key remains in the keychain: ${left}.`)
    await context.updateProfiles((file) => {
      const { ...rest }: Profile = profileNamed(file, name)
      const kept: Partial<Record<string, string>> = { ...rest }
      for (const kind of stored) delete kept[`${kind}-key`]
      return withProfile(file, name, kept)
    })
    await context.out.done(body, view, `Deleted ${what}`)
  },
})
