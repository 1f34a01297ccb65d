import type { TestState } from '../../../api/vocabulary.ts'
import type { DestinationSecrets } from '../../destinations/destination.ts'
import type { EgressPolicy } from '../../egress/egress-policy.ts'
import { createSafeHttpClient } from '../../egress/safe-http-client.ts'
import type { Clock, RandomBytes } from '../../runtime/deps.ts'
import { createIds } from '../../runtime/ids.ts'
import { channelSenders } from '../channels/by-name.ts'
import { channelDepsOf } from '../channels/channel.ts'
import { testMessage } from './test-message.ts'

export interface TestSendResult {
  readonly state: TestState
  readonly errorMessage: string
  /** Absent when nothing was sent. */
  readonly latencyMs?: number
}

export interface SendTestDeps {
  readonly clock: Clock
  readonly random: RandomBytes
  /** TXWARDEN_SMTP_URL is where mail goes and TXWARDEN_SMTP_FROM whose it is, TXWARDEN_TELEGRAM_URL a Bot API server of one's own. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the message may go. */
  readonly policy: EgressPolicy
}

/** Somebody waits for the answer: shorter than a client's own patience. */
const TIMEOUT_MS = 10_000

/** Sends a test message through the destination's own channel and the address guard. A receiver that fails is an answer. */
export async function sendTest(
  { name, channel, webhookUrl, chatId, token }: DestinationSecrets,
  now: number,
  { clock, random, env, policy }: SendTestDeps,
): Promise<TestSendResult> {
  const sender = createSafeHttpClient({
    policy,
    timeoutMs: TIMEOUT_MS,
    now: () => clock.now(),
  })
  try {
    const { state, errorMessage, latencyMs } = await channelSenders[channel](
      {
        ...(webhookUrl !== undefined && { webhookUrl }),
        ...(chatId !== undefined && { chatId }),
        ...(token !== undefined && { token }),
      },
      testMessage({ id: `test_${createIds(clock, random)()}`, destinationName: name, at: now }),
      channelDepsOf(env, { sender, now: () => clock.now(), timeoutMs: TIMEOUT_MS }),
    )
    return { state, errorMessage, latencyMs }
  } finally {
    await sender.close()
  }
}
