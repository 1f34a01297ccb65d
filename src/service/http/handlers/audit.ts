import type { AuditRecord } from '../../../api/schemas/extensions.ts'
import { readKeyNames } from '../../store/repositories/api-keys.ts'
import { pageOfAudit } from '../../store/repositories/audit.ts'
import type { AuditRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'
import { growingPage } from './growing-page.ts'

export const auditHandlers = {
  async listAudit({ query }, { db }) {
    return growingPage(
      query,
      (request) => pageOfAudit(db, query, request),
      async (rows) => {
        const names = await readKeyNames(
          db,
          rows.map(({ actor }) => actor),
        )
        return rows.map((row) => toRecord(row, names.of(row.actor)))
      },
    )
  },

  async recordUnjudgedCall({ body }, { audit }) {
    await audit('proxy.forward-unjudged', body.digest, { after: body })
  },
} satisfies Partial<Handlers>

function toRecord(row: AuditRow, actorName: string | undefined): AuditRecord {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: row.actor,
    actorName,
    action: row.action,
    resourceId: row.resource_id,
    ...(row.before !== null && { before: JSON.parse(row.before) as unknown }),
    ...(row.after !== null && { after: JSON.parse(row.after) as unknown }),
  }
}
