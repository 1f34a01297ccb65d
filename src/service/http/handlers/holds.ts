import type { OperationCall } from '../../../api/operations/operations.ts'
import type { Hold } from '../../../api/schemas/hold.ts'
import { simulateByDefault } from '../../chain/observer.ts'
import { approveHold, rejectHold, releaseHold, requireHold, settleHold } from '../../holds/decide-hold.ts'
import { messagePart, type ValidatedPart } from '../../holds/hold-content.ts'
import { requestHold } from '../../holds/request-hold.ts'
import { toHolds } from '../../holds/to-hold.ts'
import { pageOfHolds } from '../../store/repositories/holds.ts'
import type { HoldRow } from '../../store/schema/schema.ts'
import { checkTypedData } from '../../validation/request/check-typed-data.ts'
import { type HandlerContext, type Handlers, ofSite } from '../handler.ts'
import { growingPage } from './growing-page.ts'

async function list({ query }: Pick<OperationCall<'listHolds'>, 'query'>, { db, deadlineNow }: HandlerContext) {
  return growingPage(
    query,
    (request) => pageOfHolds(db, { state: query.state, now: deadlineNow }, request),
    (rows) => toHolds(db, rows, deadlineNow),
  )
}

async function get({ params }: Pick<OperationCall<'getHold'>, 'params'>, context: HandlerContext) {
  return shown(await requireHold(context, params.holdId), context)
}

export const holdHandlers = {
  requestHold: {
    async prepare({ body, headers }, context) {
      const options = { product: 'SONAR', simulate: simulateByDefault } as const
      const messages = await Promise.all(
        (body.messages ?? []).map(async (request) => ({
          request,
          checked: await checkTypedData(request, options, ofSite(context, headers)),
        })),
      )
      const alerts = await context.reads.alerts()
      return {
        kind: 'write',
        async run(writing) {
          const parts: ValidatedPart[] = []
          for (const { request, checked } of messages)
            parts.push(
              messagePart(body.chainId, request, (await checked.record?.(writing.db)) ?? (await checked.answer())),
            )
          return shown(await requestHold(body, parts, alerts, writing), writing)
        },
      }
    },
  },

  listRequestedHolds: list,
  getRequestedHold: get,
  listHolds: list,
  getHold: get,

  async approveHold({ params, body }, context) {
    return decided(await approveHold(params.holdId, body, context), context)
  },

  async rejectHold({ params, body }, context) {
    return decided(await rejectHold(params.holdId, body, context), context)
  },

  async releaseHold({ params }, context) {
    const { row, releaseToken } = await releaseHold(params.holdId, context)
    return { ...(await shown(row, context)), releaseToken }
  },

  async settleHold({ params, body }, context) {
    return shown(await settleHold(params.holdId, body, context), context)
  },
} satisfies Partial<Handlers>

function decided(row: HoldRow, context: HandlerContext): Promise<Hold> {
  context.holdDecided(context.now - row.created_at)
  return shown(row, context)
}

async function shown(row: HoldRow, { db, deadlineNow }: Pick<HandlerContext, 'db' | 'deadlineNow'>): Promise<Hold> {
  const [hold] = await toHolds(db, [row], deadlineNow)
  return hold as Hold
}
