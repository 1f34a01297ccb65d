import type { TestEventKind } from '../../../../api/vocabulary.ts'
import type { DestinationSecrets } from '../../../destinations/destination.ts'
import { createSafeHttpClient } from '../../../egress/safe-http-client.ts'
import type { RandomBytes } from '../../../runtime/deps.ts'
import { createIds } from '../../../runtime/ids.ts'
import { type AttemptResult, channelDepsOf, type Message } from '../../channels/channel.ts'
import { channelSenders } from '../../channels/index.ts'
import { composeAlert } from '../messages/alert-message.ts'
import { readExplorers } from '../messages/explorers.ts'
import { timeInWords } from '../messages/message-words.ts'
import { sampleEvent } from '../messages/sample-event.ts'
import type { AlertSenderDeps } from './send-alert.ts'

/** The latency is absent when nothing was sent. */
export type TestSendResult = Pick<AttemptResult, 'state' | 'errorMessage'> & Partial<Pick<AttemptResult, 'latencyMs'>>

export interface SendTestDeps extends Pick<AlertSenderDeps, 'clock' | 'env' | 'policy'> {
  readonly random: RandomBytes
}

/** Below the default timeout of a client, which waits for the result. */
const TIMEOUT_MS = 10_000

/** Sends a test message through the destination's channel. A failure of the receiver is a result, not an error. */
export async function sendTest(
  destination: DestinationSecrets,
  { now, event }: { readonly now: number; readonly event?: TestEventKind | undefined },
  { clock, random, env, policy }: SendTestDeps,
): Promise<TestSendResult> {
  const http = createSafeHttpClient({ policy, timeoutMs: TIMEOUT_MS, clock })
  const id = `test_${createIds(clock, random)()}`
  const explorer = readExplorers(env.TXWARDEN_EXPLORER_URL)
  const message =
    event === undefined
      ? testMessage(id, destination.name, now)
      : eventMessage(composeAlert({ id, createdAt: now }, sampleEvent(event, now), { now, explorer }))
  const deps = channelDepsOf(env, { http, clock, timeoutMs: TIMEOUT_MS })
  try {
    const { state, errorMessage, latencyMs } = await channelSenders[destination.channel](destination, message, deps)
    return { state, errorMessage, latencyMs }
  } finally {
    await http.close()
  }
}

/** The message says first that it is a test, and so does the body for programs. */
function eventMessage({ headline, data, ...message }: Message): Message {
  return { ...message, headline: `TEST · ${headline}`, dedupKey: message.id, data: { ...data, test: true } }
}

/** @param at ms since 1970 */
export function testMessage(id: string, destination: string, at: number): Message {
  return {
    id,
    type: 'destination.test',
    at,
    tone: 'plain',
    headline: `txwarden test: ${destination}`,
    actions: [],
    summary: 'This is a test. Alerts for this destination arrive here.',
    facts: [
      { label: 'Destination', value: destination },
      { label: 'Time', value: timeInWords(at) },
    ],
    reasons: [],
    data: { test: true, destination, sentAt: new Date(at).toISOString() },
  }
}
