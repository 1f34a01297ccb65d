import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { profileNamed } from '../../config/profiles/profile-file.ts'
import { placeOf, profiles, rowOf } from './resource.ts'

export const profileUse = defineCommand({
  name: 'profile use',
  aliases: ['switch'],
  summary: 'Select a profile',
  description: 'Commands use it unless --profile or TXWARDEN_PROFILE selects another one.',
  requests: false,
  arguments: { name: one('name of the profile', { completes: 'profile' }) },
  examples: [{ command: 'txwarden profile use local' }, { command: 'txwarden profile use <name>' }],
  async run(context, { name }) {
    const { file, paths, env } = context.resolveInput()
    const row = rowOf(name, profileNamed(file, name), true, paths)
    if (await previewLocalChange(context, `select profile ${name}: ${placeOf(row)}`, null)) return
    await context.updateProfiles((current) => {
      profileNamed(current, name)
      return { ...current, active: name }
    })
    await context.out.done(row, profiles.view, `Selected profile ${name}: ${placeOf(row)}`)
    if (env.TXWARDEN_PROFILE && env.TXWARDEN_PROFILE !== name)
      await context.note(`TXWARDEN_PROFILE is set and overrides it: ${env.TXWARDEN_PROFILE}`)
  },
})
