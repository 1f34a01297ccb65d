import { batchUnwraps } from './batches.ts'
import { codedActionUnwraps } from './coded-actions.ts'
import type { Unwrap } from './inner-call.ts'
import { relayUnwraps } from './relay.ts'
import { smartAccountUnwraps } from './smart-accounts.ts'
import { universalRouterUnwraps } from './universal-router.ts'
import { wyvernUnwraps } from './wyvern.ts'

/** Wrapper functions by selector, router commands by name. */
export const unwraps: ReadonlyMap<string, Unwrap> = new Map(
  [batchUnwraps, codedActionUnwraps, relayUnwraps, smartAccountUnwraps, universalRouterUnwraps, wyvernUnwraps].flatMap(
    (table) => Object.entries(table),
  ),
)
