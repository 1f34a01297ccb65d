import { type Command, defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { withAdditions } from '../steps/addition.ts'
import { findThing } from '../steps/find-thing.ts'
import { noteReadFirst } from '../steps/read-first.ts'
import { alerts } from './resource.ts'

export const alertEnable = defineSetActive({ verb: 'enable', summary: 'Activate an alert', isActive: true })
export const alertDisable = defineSetActive({
  verb: 'disable',
  summary: 'Deactivate an alert without deleting it',
  isActive: false,
})

/** The status endpoint needs the type of the alert as well, so the alert is read first. */
function defineSetActive({ verb, summary, isActive }: { verb: string; summary: string; isActive: boolean }): Command {
  return defineCommand({
    name: `alert ${verb}`,
    summary,
    arguments: { id: one('id or name of the alert') },
    examples: [{ command: `txwarden alert ${verb} <id>` }],
    async run(context, { id }) {
      await noteReadFirst(context)
      const client = await context.client()
      const { alertId, alertType } = await findThing(context, alerts, id)
      const body = await client.call('setAlertStatus', {
        ...withAdditions,
        params: { alertConfigurationId: alertId },
        body: { alertType, isActive },
      })
      const done = isActive ? 'Activated' : 'Deactivated'
      await context.out.done(body, alerts.view, `${done} alert ${body.alertName} (${context.where()})`)
      return undefined
    },
  })
}
