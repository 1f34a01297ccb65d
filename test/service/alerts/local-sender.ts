import { onTestFinished } from 'vitest'
import { type AddressPolicy, parseAllowances } from '../../../src/service/egress/allowances.ts'
import type { Resolve } from '../../../src/service/egress/guarded-connect.ts'
import { createGuardedSender, type GuardedSender } from '../../../src/service/egress/guarded-post.ts'

interface Given {
  readonly policy?: AddressPolicy
  readonly timeoutMs?: number
  readonly now?: () => number
  readonly resolve?: Resolve
}

/** A sender that may reach 127.0.0.1, in plain http and on every port; closed when the test ends. */
export function localSender({
  policy = parseAllowances(['127.0.0.1']),
  timeoutMs = 5000,
  ...rest
}: Given = {}): GuardedSender {
  const sender = createGuardedSender({ now: () => 0, ...rest, policy, timeoutMs })
  onTestFinished(() => sender.close())
  return sender
}
