import { defineCommand } from '../../cli/define.ts'
import { profileNamed, profileNames } from '../../config/profiles/profile-file.ts'
import { chooseProfile } from '../../config/resolve.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { profiles, rowOf } from './resource.ts'

export const profileList = defineCommand({
  name: 'profile list',
  aliases: ['ls'],
  summary: 'List the profiles; * marks the selected one',
  requests: false,
  options: wholeListOptions,
  examples: [{ command: 'txwarden profile list' }, { command: 'txwarden profile list --json --fields name,address' }],
  async run(context, { limit }) {
    const input = context.resolveInput()
    const { name: inUse } = chooseProfile(input)
    const names = profileNames(input.file)
    const rows = names.map((name) => rowOf(name, profileNamed(input.file, name), name === inUse, input.paths))
    await context.out.rows(rows.slice(0, limit), profiles.view, 'No profiles.')
    if (!names.includes(inUse)) await context.note(`Selected profile ${JSON.stringify(inUse)} does not exist.`)
  },
})
