import { pageOf } from '../../api/schemas/page.ts'
import type { Handlers } from '../handler.ts'
import { pageOfAudit } from '../store/repositories/audit.ts'

export const auditHandlers: Pick<Handlers, 'listAudit'> = {
  listAudit: {
    mode: 'read',
    async run({ query }, { db }) {
      const request = pageOf(query)
      const { rows, total } = await pageOfAudit(db, query, request)
      return {
        content: rows.map((row) => ({
          id: row.id,
          at: new Date(row.at).toISOString(),
          actor: row.actor,
          action: row.action,
          resourceId: row.resource_id,
          ...(row.before !== null && { before: JSON.parse(row.before) as unknown }),
          ...(row.after !== null && { after: JSON.parse(row.after) as unknown }),
        })),
        size: request.size,
        number: request.page,
        totalElements: total,
      }
    },
  },
}
