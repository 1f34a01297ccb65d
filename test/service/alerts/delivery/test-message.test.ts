import { expect, test } from 'vitest'
import { testMessage } from '../../../../src/service/alerts/delivery/test-message.ts'

test('a test says that it is one, for which destination, and when it left', () => {
  const at = Date.parse('2026-03-04T05:06:07.000Z')
  expect(testMessage({ id: 'msg_1', destinationName: 'ops channel', at })).toEqual({
    id: 'msg_1',
    type: 'destination.test',
    at,
    tone: 'plain',
    headline: 'txwarden test: ops channel',
    summary: 'Alerts for this destination will arrive here. Nothing happened on chain.',
    facts: [
      { label: 'Destination', value: 'ops channel' },
      { label: 'Time', value: '2026-03-04 05:06:07 UTC' },
    ],
    reasons: [],
    data: { test: true, destination: 'ops channel', sentAt: '2026-03-04T05:06:07.000Z' },
  })
})
