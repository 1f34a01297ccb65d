import { type Command, defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { alertKind, findThing } from '../find-thing.ts'
import { noteReadFirst } from '../read-first.ts'
import { alertView } from './view.ts'

/** `alert enable` and `alert disable`: the status endpoint wants the type too, which the list tells. */
export function defineSetActive(words: { verb: string; summary: string; done: string; isActive: boolean }): Command {
  return defineCommand({
    name: `alert ${words.verb}`,
    summary: words.summary,
    arguments: { id: one('id or name of the alert') },
    examples: [{ command: `txwarden alert ${words.verb} <id>` }],
    async run(context, { id }) {
      await noteReadFirst(context)
      const client = await context.client()
      const { alertId, alertType } = await findThing(context, alertKind, id)
      const body = await client.call('setAlertStatus', {
        params: { alertConfigurationId: alertId },
        body: { alertType, isActive: words.isActive },
      })
      await context.out.done(body, alertView, `${words.done} alert ${body.alertName} (${context.where()})`)
      return undefined
    },
  })
}
