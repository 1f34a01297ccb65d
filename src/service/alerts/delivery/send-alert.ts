import { readableSecrets } from '../../destinations/secrets.ts'
import type { EgressPolicy } from '../../egress/egress-policy.ts'
import { createSafeHttpClient } from '../../egress/safe-http-client.ts'
import type { Clock } from '../../runtime/deps.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { channelSenders } from '../channels/by-name.ts'
import { channelDepsOf, failed, type SendResult } from '../channels/channel.ts'
import { composeAlert } from './alert-message.ts'
import type { Due } from './destination-queue.ts'
import type { EventContent } from './event-content.ts'
import { readExplorers } from './explorers.ts'

export interface AlertSenderDeps {
  readonly keyring: () => Keyring
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  readonly policy: EgressPolicy
  /** How long one request may take. */
  readonly timeoutMs: number
}

export interface AlertSender {
  send(due: Due): Promise<SendResult>
  close(): Promise<void>
}

/** Tells destinations of alert events, through their channels and the address guard. Throws for a TXWARDEN_EXPLORER_URL that is none. */
export function createAlertSender({ keyring, clock, env, policy, timeoutMs }: AlertSenderDeps): AlertSender {
  const now = () => clock.now()
  const sender = createSafeHttpClient({ policy, timeoutMs, now })
  const explorer = readExplorers(env.TXWARDEN_EXPLORER_URL)
  const deps = channelDepsOf(env, { sender, now, timeoutMs })
  return {
    async send({ event, destination }) {
      const { fault, webhookUrl, chatId, token } = readableSecrets(destination, keyring)
      // The key may be put back: nothing is lost until then.
      if (fault !== undefined) return failed(fault, 'later')
      const content = JSON.parse(event.content) as EventContent
      const target = {
        ...(webhookUrl !== undefined && { webhookUrl }),
        ...(chatId !== undefined && { chatId }),
        ...(token !== undefined && { token }),
      }
      const message = composeAlert({ id: event.id, createdAt: event.created_at }, content, { now: now(), explorer })
      return channelSenders[destination.channel](target, message, deps)
    },
    close: () => sender.close(),
  }
}
