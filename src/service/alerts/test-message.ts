import type { PlainMessage } from './channels/channel.ts'

export interface DestinationTest {
  /** Of this test; no dots. */
  readonly id: string
  readonly destinationName: string
  /** ms since 1970. */
  readonly at: number
}

/** What "test destination" sends: says at first sight that it is a test, which destination it is for and when it left. */
export function testMessage({ id, destinationName, at }: DestinationTest): PlainMessage {
  const time = new Date(at).toISOString()
  return {
    id,
    type: 'destination.test',
    at,
    title: `txwarden test: ${destinationName}`,
    lines: [`Sent ${time}.`, 'Alerts for this destination will arrive here. Nothing happened on chain.'],
    data: { test: true, destination: destinationName, sentAt: time },
  }
}
