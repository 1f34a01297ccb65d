import type { AuditRecord } from '../../api/schemas/extensions.ts'
import { defineCommand } from '../../cli/define.ts'
import { text } from '../../cli/options.ts'
import { cellText } from '../../cli/output/fields.ts'
import type { View } from '../../cli/output/view.ts'
import { isRecord, membersOf } from '../../shared/json/json.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'

const auditView: View<AuditRecord> = {
  columns: [
    { field: 'action', header: 'ACTION', importance: 9 },
    { field: 'change', header: 'CHANGE', importance: 8, value: changeOf },
    { field: 'actor', header: 'BY', kind: 'id', show: ({ actor, actorName }) => actorName ?? actor },
    { field: 'at', header: 'WHEN', kind: 'time', importance: 7, paint: (text, _, paint) => paint.dim(text) },
    { field: 'resourceId', header: 'RESOURCE', importance: 0 },
    { field: 'actorName', header: 'NAME', importance: 0 },
  ],
}

export const auditList = defineCommand({
  name: 'audit list',
  aliases: ['ls'],
  summary: 'List administrative changes, newest first',
  description:
    'Shows who changed what: the name or the id of the API key, or `local` for commands on this machine. --json includes the complete values before and after.',
  options: {
    action: text('action', 'only this action, such as control-list.create, or all actions of a resource: control-list'),
    resource: text('id', 'only changes of the resource with this id'),
    by: text('key', 'only changes by this API key: name or id; local: this machine', { completes: 'keys' }),
    ...pageOptions,
  },
  examples: [
    { command: 'txwarden audit list' },
    { command: 'txwarden audit list --action control-list --all --json' },
    { command: 'txwarden audit list --resource <id>' },
    { command: 'txwarden audit list --by alice' },
  ],
  async run(context, { action, resource, by, ...page }) {
    await printPages(context, page, {
      command: 'audit list',
      filters: { action, resource, by },
      fetch: (query) =>
        callAddition(context, 'audit log', (client) =>
          client.call('listAudit', {
            query: { ...query, action, resourceId: resource, actor: by },
          }),
        ),
      view: auditView,
      empty: 'No changes yet.',
      noMatch: 'No matching changes.',
    })
  },
})

/** The difference: "blockThreshold 70 → 80"; for a created or deleted resource, its identity. */
function changeOf({ before, after }: AuditRecord): string {
  if (!isRecord(before) || !isRecord(after)) return identity(after ?? before)
  return [identity(before), changesOf(before, after).join(', ')].filter((text) => text !== '').join(': ')
}

/** Compares member by member; a list is one value. */
function changesOf(before: ChangeMembers, after: ChangeMembers): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    names
      .filter((name) => cellText(before[name]) !== cellText(after[name]))
      // The time of the change, which `at` already shows.
      .filter((name) => name !== 'lastUpdatedAt' && name !== 'updatedAt')
      .flatMap((name) => {
        const [from, to] = [before[name], after[name]]
        if (isRecord(from) || isRecord(to)) return changesOf(membersOf(from), membersOf(to))
        return [`${name} ${shown(from)} → ${shown(to)}`]
      })
  )
}

function identity(value: unknown): string {
  if (!isRecord(value)) return ''
  return ['type', 'kind', 'channel', 'address', 'name', 'alertName', 'hint', 'file']
    .map((name) => cellText(value[name]))
    .filter((text) => text !== '')
    .join(' ')
}

function shown(value: unknown): string {
  return (Array.isArray(value) ? value.map(cellText).join(', ') : cellText(value)) || '(empty)'
}

type ChangeMembers = Readonly<Record<string, unknown>>
