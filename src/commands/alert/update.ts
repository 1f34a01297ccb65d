import { isDeepStrictEqual } from 'node:util'
import type { Alert } from '../../api/schemas/alert.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { type Cleared, clearable, flagName, list, nameText, one } from '../../cli/options.ts'
import type { Fact } from '../../cli/output/view.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { destinations } from '../destination/resource.ts'
import { forceOption, refuseTakenName } from '../options/if-absent.ts'
import { isActive, stateOption } from '../options/state-option.ts'
import { findThing, idsOfThings } from '../steps/find-thing.ts'
import { noteReadFirst } from '../steps/read-first.ts'
import { destinationsText, orListDestinations } from './destinations.ts'
import { flagsOfFilter, mergeFilter, refuseMonitorFlags } from './filter.ts'
import { checkedFilterFlags, type FilterFlags, filterChanges, filterMembers } from './filter-options.ts'
import { firesOnText } from './fires-on.ts'
import type { AskedAlert } from './questions.ts'
import { alerts } from './resource.ts'
import { updateAlert } from './write-alert.ts'

export const alertUpdate = defineCommand({
  name: 'alert update',
  summary: 'Update an alert; omitted values are kept',
  description:
    'The value none clears a condition: --category none matches every category. Without flags, on a terminal, it prompts.',
  arguments: { id: one('id or name of the alert') },
  options: {
    name: nameText('text', 'name of the alert'),
    destination: clearable(list('id', 'ids or names of the destinations it notifies', { completes: 'destination' })),
    state: stateOption('INACTIVE sends no messages; alert enable and alert disable change only this'),
    ...filterChanges,
    force: forceOption,
  },
  examples: [
    { command: 'txwarden alert update <id> --from-score 80' },
    { command: 'txwarden alert update <id> --destination <id>,<id> --category none' },
    { command: 'txwarden alert update <id> --on no-data,warning,unsafe', note: "no-data needs txwarden's own service" },
    { command: 'txwarden alert update <id> --rescreen --state active' },
    { command: 'txwarden alert update <id>', note: 'prompts' },
  ],
  async run(context, { id, name, destination, state, force = false, ...flags }) {
    const filter = await checkedFilterFlags(context, flags)
    const asks = [name, destination, state, ...Object.values(flags)].every((value) => value === undefined)
    if (asks && !context.canAsk)
      throw usageError(`alert update needs at least one of ${updateFlags.join(', ')}`, {
        try: `txwarden alert update ${quoteWord(id)} --from-score 80`,
      })
    await noteReadFirst(context)
    const stored = await findThing(context, alerts, id)
    refuseMonitorFlags(stored.alertType, filter)
    if (asks) {
      await updateFromAnswers(context, stored, force)
      return
    }
    const destinationIds = destination && (await idsOfThings(context, destinations, destination))
    await sendChanges(context, stored, { name, isActive: isActive(state), destination: destinationIds, filter }, force)
  },
})

const updateFlags = ['name', 'destination', 'state', ...filterMembers].map(flagName)

/** Absent members stay unchanged. */
interface AlertChanges {
  readonly name: string | undefined
  readonly isActive?: boolean | undefined
  readonly destination: readonly string[] | Cleared | undefined
  readonly filter: FilterFlags
}

function changedAlert(
  stored: Alert,
  { name, destination, filter }: AlertChanges,
): Required<Pick<Alert, 'alertName' | 'destinationIds' | 'transactionFilter'>> {
  return {
    alertName: name ?? stored.alertName,
    destinationIds: [...(destination === undefined ? (stored.destinationIds ?? []) : (destination ?? []))],
    transactionFilter: mergeFilter(stored.transactionFilter ?? {}, filter),
  }
}

/** Sends the whole alert, so that it does not matter how the service treats absent members. */
async function sendChanges(context: Context, stored: Alert, changes: AlertChanges, force: boolean): Promise<void> {
  const { alertId, alertType } = stored
  const { name } = changes
  if (name !== undefined && name !== stored.alertName && !force) await refuseTakenName(context, alerts, name)
  const changed = {
    alertId,
    alertType,
    isActive: changes.isActive ?? stored.isActive,
    ...changedAlert(stored, changes),
  }
  const body = await orListDestinations(() => updateAlert(context, changed, stored.transactionFilter ?? {}))
  await context.out.done(body, alerts.view, [
    `Updated alert ${body.alertName} (${context.where()})`,
    `  fires on ${firesOnText(body)}`,
    ...(body.isActive ? [] : ['  inactive: no message is sent']),
  ])
}

/** Prompts with the stored values as defaults, and sends only what changed. */
async function updateFromAnswers(context: Context, stored: Alert, force: boolean): Promise<void> {
  const { askAlert } = await import('./questions.ts')
  const answers = await askAlert(context, {}, stored)
  const changes = changesOf(stored, answers)
  const { name, destination, filter } = changes
  if (name === undefined && destination === undefined && Object.keys(filter).length === 0)
    return context.out.done(stored, alerts.view, `Nothing to change in alert ${stored.alertName}`)
  const after = changedAlert(stored, changes)
  await previewAndConfirm(context, {
    preview: [
      ...fromTo('name', stored.alertName, after.alertName),
      ...fromTo('fires on', firesOnText(stored), firesOnText({ ...stored, ...after })),
      ...fromTo(
        'notifies',
        destinationsText(stored.destinationIds ?? [], answers.destinationNames),
        destinationsText(after.destinationIds, answers.destinationNames),
      ),
    ],
    question: `Update this alert in ${context.where()}?`,
    command: { name: 'alert update', arguments: [stored.alertId], flags: { name, destination, ...filter, force } },
    act: () => sendChanges(context, stored, changes, force),
  })
}

function changesOf(stored: Alert, answers: AskedAlert): AlertChanges {
  const before = flagsOfFilter(stored.transactionFilter ?? {})
  const changed = filterMembers.filter((member) => !isSame(before[member], answers.filter[member]))
  return {
    name: answers.name === stored.alertName ? undefined : answers.name,
    destination: isSame(stored.destinationIds ?? [], answers.destination) ? undefined : answers.destination,
    filter: Object.fromEntries(changed.map((member) => [member, answers.filter[member]])) as FilterFlags,
  }
}

/** Null and an empty list both mean no constraint. The order of a list has no meaning. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) =>
    Array.isArray(value) ? (value.length === 0 ? null : value.toSorted()) : (value ?? null)
  return isDeepStrictEqual(plain(a), plain(b))
}

/** A change takes two lines, because two long texts on one line would wrap. */
function fromTo(label: string, before: string, after: string): Fact[] {
  return [
    [label, before],
    ['', before === after ? undefined : `→ ${after}`],
  ]
}
