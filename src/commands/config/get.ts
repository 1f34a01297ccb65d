import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { notFound } from '../../shared/errors.ts'
import { storedProfile } from '../steps/stored-profile.ts'
import { settingArgument, shownValue } from './setting.ts'

export const configGet = defineCommand({
  name: 'config get',
  summary: 'Print one stored setting of the selected profile',
  description:
    'Prints only the value, for scripts; for a key, only its first characters. Exit code 5 when it is not stored.',
  requests: false,
  arguments: { setting: one('name of the setting', { completes: 'config' }) },
  examples: [{ command: 'txwarden config get <setting>' }, { command: 'txwarden config get base-url -p <profile>' }],
  async run(context, { setting: given }) {
    const setting = settingArgument(given)
    const { name, profile } = storedProfile(context)
    const value = profile[setting.name]
    if (value === undefined)
      throw notFound('not-set', `${setting.name} is not set in profile ${name}`, { try: 'txwarden config explain' })
    const row = { name: setting.name, value: shownValue(setting, value) }
    await context.out.record(row, { columns: plainColumns('value') }, () => `${row.value}\n`)
  },
})
