import type { Message } from '../channels/channel.ts'
import { timeInWords } from './alert-message.ts'

export interface DestinationTest {
  /** Of this test; no dots. */
  readonly id: string
  readonly destinationName: string
  /** ms since 1970. */
  readonly at: number
}

/** What "test destination" sends: says at first sight that it is a test, which destination it is for and when it left. */
export function testMessage({ id, destinationName, at }: DestinationTest): Message {
  return {
    id,
    type: 'destination.test',
    at,
    tone: 'plain',
    headline: `txwarden test: ${destinationName}`,
    summary: 'Alerts for this destination will arrive here. Nothing happened on chain.',
    facts: [
      { label: 'Destination', value: destinationName },
      { label: 'Time', value: timeInWords(at) },
    ],
    reasons: [],
    data: { test: true, destination: destinationName, sentAt: new Date(at).toISOString() },
  }
}
