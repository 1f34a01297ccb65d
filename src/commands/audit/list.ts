import { defineCommand } from '../../cli/define.ts'
import { text } from '../../cli/options.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'
import { auditView } from './view.ts'

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
    const client = await context.client()
    await printPages(context, page, {
      command: 'audit list',
      filters: { action, resource, by },
      fetch: (query) =>
        callAddition(context, 'audit log', () =>
          client.call('listAudit', {
            query: {
              ...query,
              ...(action !== undefined && { action }),
              ...(resource !== undefined && { resourceId: resource }),
              ...(by !== undefined && { actor: by }),
            },
          }),
        ),
      view: auditView,
      empty:
        action === undefined && resource === undefined && by === undefined ? 'No changes yet.' : 'No matching changes.',
    })
  },
})
