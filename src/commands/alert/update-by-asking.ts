import { isDeepStrictEqual } from 'node:util'
import type { Alert } from '../../api/schemas/alert.ts'
import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { type AlertChanges, changedAlert, updateAlert } from './apply-changes.ts'
import { destinationsText } from './destinations-text.ts'
import type { AskedAlert } from './draft.ts'
import { type FilterFlags, filterMembers, flagsOfFilter } from './filter.ts'
import { firesOnText } from './fires-on.ts'
import { askAlert } from './questions.ts'
import { alertView } from './view.ts'

/** Asks with the present values as answers, and changes what was answered otherwise. */
export async function updateByAsking(context: Context, stored: Alert, force: boolean): Promise<void> {
  const asked = await askAlert(context, {}, stored)
  const changes = changesOf(stored, asked)
  const { name, destination, filter } = changes
  if (name === undefined && destination === undefined && Object.keys(filter).length === 0)
    return context.out.done(stored, alertView, `Nothing to change: alert ${stored.alertName} stays as it is`)
  const after = changedAlert(stored, changes)
  await previewAndConfirm(context, {
    preview: [
      ...fromTo('name', stored.alertName, after.alertName),
      ...fromTo('fires on', firesOnText(stored), firesOnText({ ...stored, ...after })),
      ...fromTo(
        'tells',
        destinationsText(stored.destinationIds ?? [], asked.destinationNames),
        destinationsText(after.destinationIds, asked.destinationNames),
      ),
    ],
    question: `Change this alert in ${context.where()}?`,
    commandLine: commandLine(
      { name: 'alert update', arguments: [stored.alertId], flags: { name, destination, ...filter, force } },
      context.globals,
    ),
    act: () => updateAlert(context, stored, changes, force),
  })
}

function changesOf(stored: Alert, asked: AskedAlert): AlertChanges {
  const before = flagsOfFilter(stored.transactionFilter ?? {})
  const changed = filterMembers.filter((member) => !isSame(before[member], asked.filter[member]))
  return {
    name: asked.name === stored.alertName ? undefined : asked.name,
    destination: isSame(stored.destinationIds ?? [], asked.destination) ? undefined : asked.destination,
    filter: Object.fromEntries(changed.map((member) => [member, asked.filter[member]])) as FilterFlags,
  }
}

/** Null and an empty list are the same: no constraint. The order of words says nothing. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) =>
    Array.isArray(value) ? (value.length === 0 ? null : value.toSorted()) : (value ?? null)
  return isDeepStrictEqual(plain(a), plain(b))
}

/** On two lines where it changes: sentences beside each other would wrap. */
function fromTo(label: string, before: string, after: string): [string, string][] {
  return before === after
    ? [[label, before]]
    : [
        [label, before],
        ['', `→ ${after}`],
      ]
}
