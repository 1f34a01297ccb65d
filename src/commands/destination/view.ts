import type { Destination } from '../../api/schemas/destination.ts'
import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'
import { emailOf } from './options.ts'
import { shownAddress, shownToken } from './secrecy.ts'

export const destinationView: View<Destination> = {
  columns: [
    { field: 'name', header: 'NAME' },
    { field: 'channel', header: 'CHANNEL' },
    {
      field: 'state',
      header: 'STATE',
      show: (row) => row.state?.toLowerCase() ?? '',
      paint: (text, row, paint) => (row.state === 'ACTIVE' ? paint.good(text) : paint.dim(text)),
    },
    { field: 'id', header: 'ID', paint: (text, _, paint) => paint.dim(text) },
    { field: 'webhookUrl', header: 'TO', show: whereText },
    {
      field: 'attributes.token',
      header: 'TOKEN',
      show: (row) => shownToken(row.attributes?.token ?? ''),
      cardOnly: true,
    },
    { field: 'errorMessage', header: 'LAST ERROR', paint: (text, _, paint) => paint.bad(text) },
    { field: 'createdAt', header: 'CREATED', show: (row) => timeText(row.createdAt), cardOnly: true },
  ],
}

/** Where the messages go: a masked address, a mail address, a chat. */
function whereText({ channel, webhookUrl, attributes }: Destination): string {
  if (attributes?.chatId) return `chat ${attributes.chatId}`
  if (!webhookUrl) return ''
  return channel === 'EMAIL' ? emailOf(webhookUrl) : shownAddress(channel, webhookUrl)
}
