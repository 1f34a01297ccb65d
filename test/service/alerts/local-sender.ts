import { onTestFinished } from 'vitest'
import { type EgressPolicy, parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import type { Resolve } from '../../../src/service/egress/guarded-connect.ts'
import { createSafeHttpClient, type SafeHttpClient } from '../../../src/service/egress/safe-http-client.ts'
import type { Clock } from '../../../src/shared/time/clock.ts'
import { TestClock } from '../../support/deterministic.ts'

interface Given {
  readonly policy?: EgressPolicy
  readonly timeoutMs?: number
  readonly clock?: Clock
  readonly resolve?: Resolve
}

/** A client that may connect to 127.0.0.1, with plain http and on every port; closed at the end of the test. */
export function localSender({
  policy = parseEgressPolicy(['127.0.0.1']),
  timeoutMs = 5000,
  ...rest
}: Given = {}): SafeHttpClient {
  const sender = createSafeHttpClient({ clock: new TestClock(), ...rest, policy, timeoutMs })
  onTestFinished(() => sender.close())
  return sender
}
