import { defineCommand } from '../../cli/define.ts'
import { storedProfile } from '../stored-profile.ts'
import { storedSettings, storedView } from './view.ts'

export const configList = defineCommand({
  name: 'config list',
  aliases: ['ls'],
  summary: 'List what is stored in the profile in use',
  description: 'What is in effect, and where each value comes from: `txwarden config explain`.',
  requests: false,
  examples: [{ command: 'txwarden config list' }, { command: 'txwarden config list -p local --json' }],
  async run(context) {
    const { name, profile } = storedProfile(context)
    const rows = storedSettings(profile)
    await context.out.list(rows, rows, storedView, {
      empty: `Nothing is stored in profile ${name}. What is in effect: txwarden config explain`,
      withRows: (picked) => picked,
    })
  },
})
