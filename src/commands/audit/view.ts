import type { AuditRecord } from '../../api/schemas/extensions.ts'
import { cellText } from '../../cli/output/fields.ts'
import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'

export const auditView: View<AuditRecord> = {
  columns: [
    { field: 'action', header: 'ACTION' },
    { field: 'change', header: 'CHANGE', value: changeOf },
    { field: 'actor', header: 'BY' },
    { field: 'at', header: 'AT', show: (row) => timeText(row.at), paint: (text, _, paint) => paint.dim(text) },
    // In a table it would cost the line that people read; scripts get it.
    { field: 'resourceId', header: 'RESOURCE', cardOnly: true },
  ],
}

/** What became different: "blockThreshold 70 → 80"; of what is new or gone, what people know it by. */
function changeOf({ before, after }: AuditRecord): string {
  if (!isRecord(before) || !isRecord(after)) return identity(after ?? before)
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changes = members
    .filter((name) => cellText(before[name]) !== cellText(after[name]))
    .filter((name) => !isBookkeeping(name))
    .map((name) => `${name} ${shown(before[name])} → ${shown(after[name])}`)
  return [identity(before), changes.join(', ')].filter((text) => text !== '').join(': ')
}

function identity(value: unknown): string {
  if (!isRecord(value)) return ''
  return ['type', 'kind', 'channel', 'address', 'name', 'alertName', 'hint', 'file']
    .map((name) => cellText(value[name]))
    .filter((text) => text !== '')
    .join(' ')
}

function shown(value: unknown): string {
  return cellText(value) || '(empty)'
}

/** Times of the change itself: `at` says them. */
function isBookkeeping(name: string): boolean {
  return name === 'lastUpdatedAt' || name === 'updatedAt'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
