import { batchUnwraps } from './batches.ts'
import { governanceUnwraps } from './governance.ts'
import type { Unwrap } from './inner-call.ts'
import { relayedUnwraps } from './relayed.ts'
import { smartAccountUnwraps } from './smart-accounts.ts'
import { universalRouterUnwraps } from './universal-router.ts'

/** Wrapper functions by selector, router commands by name. */
export const unwraps: ReadonlyMap<string, Unwrap> = new Map(
  [batchUnwraps, governanceUnwraps, relayedUnwraps, smartAccountUnwraps, universalRouterUnwraps].flatMap((table) =>
    Object.entries(table),
  ),
)
