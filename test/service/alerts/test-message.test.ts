import { expect, test } from 'vitest'
import { testMessage } from '../../../src/service/alerts/test-message.ts'

test('a test says that it is one, for which destination, and when it left', () => {
  const at = Date.parse('2026-03-04T05:06:07.000Z')
  expect(testMessage({ id: 'msg_1', destinationName: 'ops channel', at })).toEqual({
    id: 'msg_1',
    type: 'destination.test',
    at,
    title: 'txwarden test: ops channel',
    lines: [
      'Sent 2026-03-04T05:06:07.000Z.',
      'Alerts for this destination will arrive here. Nothing happened on chain.',
    ],
    data: { test: true, destination: 'ops channel', sentAt: '2026-03-04T05:06:07.000Z' },
  })
})
