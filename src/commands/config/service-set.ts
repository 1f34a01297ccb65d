import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { one } from '../../cli/options.ts'
import { callAddition } from '../steps/addition.ts'
import { settingsView } from './service-get.ts'
import { serviceSettingNames, settingMember, settingName } from './service-names.ts'

export const serviceSet = defineCommand({
  name: 'config service set',
  summary: 'Update a setting of the service',
  description:
    'block-threshold: lowest combined score that blocks, 1 to 100; 101 blocks by control list only. payload-expiry-seconds: validity of a signed payload. payload-module-address: on-chain module that verifies it. max-stored-bytes: size of the database at which validations and creations are refused; 0: no limit. history-factor: earlier payments vouch for at most so many times the largest one of the asset. A server applies it within a second.',
  arguments: { name: one('the setting', { completes: serviceSettingNames }), value: one('its value') },
  examples: [
    { command: 'txwarden config service set block-threshold 80' },
    { command: 'txwarden config service set payload-expiry-seconds 600' },
    { command: 'txwarden config service set max-stored-bytes 50000000000' },
  ],
  async run(context, { name, value }) {
    const member = settingMember(name)
    const { settings } = await import('../../api/schemas/extensions.ts')
    const { fieldErrors } = await import('../../api/parsing/issues.ts')
    const typed = /^-?\d+$/.test(value) ? Number(value) : value
    const { error } = settings().shape[member].safeParse(typed)
    if (error) throw usageError(`${settingName(member)}: ${JSON.stringify(value)} ${fieldErrors(error)[0]?.message}`)
    const body = await callAddition(context, 'settings', (client) =>
      client.call('updateSettings', { body: { [member]: typed } }),
    )
    await context.out.done(body, settingsView, `${settingName(member)} is now ${body[member]} (${context.where()})`)
  },
})
