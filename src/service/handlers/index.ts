import type { OperationId } from '../../api/operations.ts'
import type { EffectContext, HandlerContext, Handlers } from '../handler.ts'
import { alertHandlers } from './alerts.ts'
import { auditHandlers } from './audit.ts'
import { controlListHandlers } from './control-lists.ts'
import { destinationHandlers } from './destinations.ts'
import { monitorHandlers } from './monitors.ts'
import { settingsHandlers } from './settings.ts'
import { transactionHandlers } from './transactions.ts'

const handlers: Handlers = {
  ...transactionHandlers,
  ...controlListHandlers,
  ...monitorHandlers,
  ...alertHandlers,
  ...destinationHandlers,
  ...auditHandlers,
  ...settingsHandlers,
}

/** A handler as handle() sees it: the call was parsed by the schemas of the same row. */
export type AnyHandler =
  | { readonly mode: 'read' | 'write'; run(call: unknown, context: HandlerContext): Promise<unknown> }
  | { readonly mode: 'effect'; run(call: unknown, context: EffectContext): Promise<unknown> }

export function handlerOf(id: OperationId): AnyHandler {
  return handlers[id] as AnyHandler
}
