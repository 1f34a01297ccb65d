import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import type { View } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { Client } from '../../client/client.ts'
import type { DemoKind } from './demo-steps.ts'

/** Number of added resources. */
type Added = Readonly<Record<DemoKind, number>>

interface Seeded {
  readonly database: string
  readonly added: Added
  /** Commands that show the demo data. */
  readonly next: readonly string[]
}

const words: readonly (readonly [DemoKind, string])[] = [
  ['controlLists', 'control list entries'],
  ['monitors', 'monitored addresses'],
  ['destinations', 'destinations (inactive: nothing is sent)'],
  ['alerts', 'alerts (inactive)'],
  ['validations', 'validations with all kinds of verdicts'],
  ['reports', 'of them reported on chain, as history'],
]

const view: View<Seeded> = {
  columns: [
    { field: 'database', header: 'DATABASE' },
    ...words.map(([kind]) => ({ field: `added.${kind}`, header: kind.toUpperCase() })),
  ],
}

const next = [
  'txwarden tx list',
  'txwarden tx show <svcTxId>',
  'txwarden control-list list',
  'txwarden monitor list',
  'txwarden alert list',
  'txwarden destination list',
  'txwarden audit list',
]

export const localSeed = defineCommand({
  name: 'local seed',
  summary: 'Add demo data to the local database',
  description:
    'Adds entries, monitored addresses, destinations, alerts, and validations with all kinds of verdicts, some of them reported on chain. Existing demo data is not added twice. The destinations are inactive, so nothing is sent, unless active alerts of your own match; then it asks first. `local reset` removes everything.',
  examples: [{ command: 'txwarden local seed' }, { command: 'txwarden local seed --yes --json', note: 'in a script' }],
  async run(context) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `add demo data to ${database}`)) return
    const { rows } = await administration.status()
    const isEmpty = Object.values(rows ?? {}).every((count) => count === 0)
    const { demoKinds, missingSteps } = await import('./demo-steps.ts')
    const client = await context.client()
    const steps = await missingSteps(client)
    if (steps.length > 0 && !isEmpty)
      await confirmChange(context, `${database} is not empty${await affectedAlerts(client)}. Add demo data?`)
    for (const step of steps) await step.add()
    const added = Object.fromEntries(
      demoKinds.map((kind) => [kind, steps.filter((step) => step.kind === kind).length]),
    ) as Added
    await context.out.done({ database, added, next }, view, sentence(database, context.where(), added))
  },
})

/** Demo validations trigger the user's own active alerts as well. */
async function affectedAlerts(client: Client): Promise<string> {
  const { alerts } = await client.call('listAlerts')
  const destinations = await client.call('listDestinations')
  const active = new Set(destinations.filter(({ state }) => state === 'ACTIVE').map(({ id }) => id))
  const affected = alerts.filter((alert) => alert.isActive && alert.destinationIds?.some((id) => active.has(id)))
  if (affected.length === 0) return ''
  const names = affected.map(({ alertName }) => JSON.stringify(alertName)).join(', ')
  return `, and matching validations trigger ${affected.length === 1 ? 'the alert' : 'the alerts'} ${names}`
}

function sentence(database: string, where: string, added: Added): string[] {
  const counted = words.filter(([kind]) => added[kind] > 0)
  const first =
    counted.length === 0
      ? `${database} already has the demo data (${where})`
      : `Added demo data to ${database} (${where})`
  return [
    first,
    ...counted.map(([kind, what]) => `  ${String(added[kind]).padStart(2)} ${what}`),
    '',
    '  show it:',
    ...next.map((line) => `    ${line}`),
  ]
}
