import type { Settings } from '../../api/schemas/extensions.ts'
import { defineCommand } from '../../cli/define.ts'
import { maybeOne } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { callAddition } from '../steps/addition.ts'
import { serviceSettingNames, settingMember } from './service-names.ts'

export const settingsView: View<Settings> = {
  columns: serviceSettingNames.map((name) => ({ field: settingMember(name), header: name.toUpperCase() })),
}

export const serviceGet = defineCommand({
  name: 'config service get',
  aliases: ['list', 'ls'],
  summary: 'Show the settings of the service',
  description:
    'Settings for validation and signing, shared by all users of the service. Settings of this program: `txwarden config list`.',
  arguments: { name: maybeOne('print only the value of this setting', { completes: serviceSettingNames }) },
  examples: [{ command: 'txwarden config service get' }, { command: 'txwarden config service get block-threshold' }],
  async run(context, { name }) {
    const member = name === undefined ? undefined : settingMember(name)
    const body = await callAddition(context, 'settings', (client) => client.call('getSettings'))
    if (member === undefined) await context.out.record(body, settingsView)
    else
      await context.out.record(
        { [member]: body[member] },
        { columns: [{ field: member, header: member }] },
        () => `${body[member]}\n`,
      )
  },
})
