import { batchUnwraps } from './batches.ts'
import { entryPointUnwraps } from './entry-point.ts'
import { executionModeUnwraps } from './execution-modes.ts'
import { multiSendUnwraps } from './multi-send.ts'
import type { Unwrap } from './step.ts'
import { universalRouterUnwraps } from './universal-router.ts'

/** What each wrapper makes others do: functions by selector, commands by name. */
export const unwraps: ReadonlyMap<string, Unwrap> = new Map(
  [batchUnwraps, multiSendUnwraps, executionModeUnwraps, entryPointUnwraps, universalRouterUnwraps].flatMap((table) =>
    Object.entries(table),
  ),
)
