import type { Clock } from '../../../../shared/time/clock.ts'
import { type ReadableSecrets, readableSecrets } from '../../../destinations/secrets.ts'
import type { EgressPolicy } from '../../../egress/egress-policy.ts'
import type { HttpSender } from '../../../egress/http-exchange.ts'
import { createSafeHttpClient } from '../../../egress/safe-http-client.ts'
import type { MasterKey } from '../../../secrets/keyring.ts'
import type { DestinationRow } from '../../../store/schema/schema.ts'
import { type AttemptResult, channelDepsOf, failed } from '../../channels/channel.ts'
import { channelSenders } from '../../channels/index.ts'
import { composeAlert } from '../messages/alert-message.ts'
import type { EventContent } from '../messages/event-content.ts'
import { readExplorers } from '../messages/explorers.ts'
import type { Attempt } from './attempt-outcome.ts'

export interface AlertSenderDeps {
  readonly masterKey: MasterKey
  readonly clock: Clock
  /** TXWARDEN_SMTP_URL, TXWARDEN_SMTP_FROM and TXWARDEN_TELEGRAM_URL. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly policy: EgressPolicy
  readonly timeoutMs: number
}

export interface AlertSender extends Pick<AlertPipeline, 'send' | 'close'> {
  openPipeline(): AlertPipeline
}

/** Sends to one webhook over one connection, in the order of the calls and without waiting for responses. */
export interface AlertPipeline {
  send(attempt: Attempt): Promise<AttemptResult>
  close(): Promise<void>
  /** The receiver gains nothing from it. */
  isUnsuitable(): boolean
}

/**
 * Sends alert events to destinations through their channels.
 * @throws WardenError `bad-explorer` for an invalid TXWARDEN_EXPLORER_URL
 */
export function createAlertSender({ masterKey, clock, env, policy, timeoutMs }: AlertSenderDeps): AlertSender {
  const http = createSafeHttpClient({ policy, timeoutMs, clock })
  const explorer = readExplorers(env.TXWARDEN_EXPLORER_URL)
  // The attempts of a batch share a row.
  const opened = new WeakMap<DestinationRow, ReadableSecrets>()
  const secretsOf = (destination: DestinationRow) => {
    const secrets = opened.get(destination) ?? readableSecrets(destination, masterKey.require)
    opened.set(destination, secrets)
    return secrets
  }
  const sendOver =
    (over: HttpSender) =>
    async ({ event, destination }: Attempt): Promise<AttemptResult> => {
      const { fault, ...secrets } = secretsOf(destination)
      // Retried, because the right master key may be restored.
      if (fault !== undefined) return failed(fault, 'later')
      const content = JSON.parse(event.content) as EventContent
      const message = composeAlert({ id: event.id, createdAt: event.created_at }, content, {
        now: clock.now(),
        explorer,
      })
      const dedupKey = `${event.alert_id}:${event.subject}`
      return channelSenders[destination.channel](
        secrets,
        { ...message, dedupKey },
        channelDepsOf(env, { http: over, clock, timeoutMs }),
      )
    }
  return {
    send: sendOver(http),
    close: () => http.close(),
    openPipeline() {
      const pipeline = http.openPipeline()
      return { ...pipeline, send: sendOver(pipeline) }
    },
  }
}
