import type { Destination } from '../../api/schemas/destination.ts'
import { resource } from '../../cli/resource/resource.ts'
import { withAdditions } from '../steps/addition.ts'
import { emailOf } from './options.ts'
import { shownAddress, shownToken } from './secrecy.ts'

export const destinations = resource<Destination>({
  command: 'destination',
  noun: 'destination',
  list: async (context, _, sending) => (await context.client()).call('listDestinations', withAdditions, sending),
  isWhole: true,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  describe: ({ name, channel }) => `${name} (${channel})`,
  offers: 'names',
  about: ({ channel }) => `(${channel})`,
  remove(client, id, sending, { force } = {}) {
    const headers = force ? ({ 'x-txwarden-force': 'true' } as const) : {}
    return client.call('deleteDestination', { params: { id }, headers }, sending)
  },
  view: {
    columns: [
      { field: 'name', header: 'NAME', importance: 9 },
      { field: 'channel', header: 'CHANNEL', importance: 7 },
      {
        field: 'state',
        header: 'STATE',
        importance: 8,
        show: (row) => row.state?.toLowerCase() ?? '',
        paint: (text, row, paint) => (row.state === 'ACTIVE' ? paint.good(text) : paint.dim(text)),
      },
      { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
      { field: 'webhookUrl', header: 'TO', importance: 6, show: whereText },
      {
        field: 'attributes.token',
        header: 'TOKEN',
        show: (row) => shownToken(row.attributes?.token ?? ''),
        importance: 0,
      },
      { field: 'errorMessage', header: 'LAST ERROR', importance: 7, paint: (text, _, paint) => paint.bad(text) },
      { field: 'createdAt', header: 'CREATED', kind: 'time', importance: 0 },
      { field: 'group', header: 'GROUPS', importance: 0 },
      { field: 'heartbeatMs', header: 'HEARTBEAT', importance: 0, show: heartbeatText },
    ],
  },
})

/** Where messages go: a masked URL, an email address or a chat. */
function whereText({ channel, webhookUrl, attributes }: Destination): string {
  if (attributes?.chatId) return `chat ${attributes.chatId}`
  if (!webhookUrl) return ''
  return channel === 'EMAIL' ? emailOf(webhookUrl) : shownAddress(channel, webhookUrl)
}

function heartbeatText({ heartbeatMs }: Destination): string {
  return heartbeatMs === undefined ? '' : `every ${Math.round(heartbeatMs / 60_000)} min`
}
