import { defineCommand, flag, one, text } from '../../cli/define.ts'
import { usageError } from '../../cli/usage.ts'
import { monitorView } from './view.ts'

export const monitorUpdate = defineCommand({
  name: 'monitor update',
  summary: 'Rename, enable or disable a monitored address',
  arguments: { id: one('id of the monitored address') },
  options: {
    name: text('name', "the new name; '' takes it away"),
    enable: flag('monitor it from now on'),
    disable: flag('keep it, but do not monitor it'),
  },
  examples: [
    { command: 'txwarden monitor update <id> --name treasury' },
    { command: 'txwarden monitor update <id> --disable' },
  ],
  async run(context, { id, name, enable = false, disable = false }) {
    if (enable && disable) throw usageError('--enable and --disable exclude each other')
    if (name === undefined && !enable && !disable)
      throw usageError('monitor update needs --name, --enable or --disable', {
        try: `txwarden monitor update ${id} --name treasury`,
      })
    const client = await context.client()
    const body = await client.call('updateMonitor', {
      params: { id },
      body: { ...(name !== undefined && { name }), ...((enable || disable) && { enabled: enable }) },
    })
    const label = body.name === '' ? body.address : `${body.address} (${body.name})`
    await context.out.done(
      body,
      monitorView,
      `${label} is ${body.enabled ? 'enabled' : 'disabled'} now (${context.where()})`,
    )
    return undefined
  },
})
