import type { Alert } from '../../api/schemas/alert.ts'
import { type AlertType, alertTypes } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { askName } from '../../cli/prompts/ask-fields.ts'
import type { Choice, Prompter } from '../../cli/prompts/prompts.ts'
import { flagsOfFilter } from './filter.ts'
import type { FilterFlags } from './filter-options.ts'
import { askFilter } from './filter-questions.ts'

/** An alert as given by flags or answers. */
export interface AlertDraft {
  readonly name: string
  readonly type: AlertType
  /** Ids; undefined: not given. */
  readonly destination: readonly string[] | undefined
  readonly filter: FilterFlags
}

/** The answers, with the names of the destinations for display. */
export interface AskedAlert extends AlertDraft {
  readonly destinationNames: ReadonlyMap<string, string>
}

const typeChoices: Readonly<Record<AlertType, Omit<Choice<AlertType>, 'value'>>> = {
  SONAR: { name: 'validations (SONAR)', description: 'transactions that are checked before they are signed' },
  RASP: { name: 'validations of applications (RASP)', description: 'applications that check their own transactions' },
  MONITOR: { name: 'monitored addresses (MONITOR)', description: 'what happens to them on chain' },
}

/** Prompts for missing values. For an update, the values of `stored` are the defaults. */
export async function askAlert(context: Context, given: Partial<AlertDraft>, stored?: Alert): Promise<AskedAlert> {
  const prompt = await context.prompt()
  const name = given.name ?? (await askName(context, 'alert', stored?.alertName))
  // The type of an alert cannot change.
  const type = given.type ?? stored?.alertType ?? (await askType(prompt))
  const known = given.destination ? [] : await knownDestinations(context)
  const destination = given.destination ?? (await askDestinations(context, known, stored?.destinationIds))
  const filter = await askFilter(context, {
    type,
    given: given.filter ?? {},
    initial: stored ? flagsOfFilter(stored.transactionFilter ?? {}) : { on: type === 'MONITOR' ? [] : ['unsafe'] },
  })
  return { name, type, destination, filter, destinationNames: new Map(known.map(({ value, name }) => [value, name])) }
}

function askType(prompt: Prompter): Promise<AlertType> {
  return prompt.select({
    message: 'Trigger',
    choices: alertTypes.map((type) => ({ value: type, ...typeChoices[type] })),
  })
}

async function knownDestinations(context: Context): Promise<Choice<string>[]> {
  // --curl sends no request at all.
  if (context.globals.curl) return []
  const client = await context.client()
  const destinations = await client.call('listDestinations')
  return destinations.map(({ id, name, channel, state }) => ({
    value: id,
    name: `${name} (${channel}${state === 'INACTIVE' ? ', inactive' : ''})`,
    description: id,
  }))
}

async function askDestinations(
  context: Context,
  known: readonly Choice<string>[],
  stored: readonly string[] | undefined,
): Promise<string[]> {
  if (known.length === 0) {
    await context.note('No destinations yet: no message is sent. Create one: txwarden destination create')
    return [...(stored ?? [])]
  }
  const prompt = await context.prompt()
  const initial = stored ?? (known.length === 1 ? known.map(({ value }) => value) : [])
  return prompt.checkbox({ message: 'Destinations', choices: known, initial })
}
