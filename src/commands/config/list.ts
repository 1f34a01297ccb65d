import { defineCommand } from '../../cli/define.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { storedProfile } from '../steps/stored-profile.ts'
import { storedSettings, storedView } from './setting.ts'

export const configList = defineCommand({
  name: 'config list',
  aliases: ['ls'],
  summary: 'List the stored settings of the selected profile',
  description: 'For the settings in effect and their sources: `txwarden config explain`.',
  requests: false,
  options: wholeListOptions,
  examples: [{ command: 'txwarden config list' }, { command: 'txwarden config list -p local --json' }],
  async run(context, { limit }) {
    const { name, profile } = storedProfile(context)
    const rows = storedSettings(profile)
    const empty = `No settings stored in profile ${name}. Settings in effect: txwarden config explain`
    await context.out.rows(rows.slice(0, limit), storedView, empty)
  },
})
