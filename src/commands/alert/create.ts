import type { Alert } from '../../api/schemas/alert.ts'
import { type AlertType, alertTypes } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { isPreview } from '../../cli/context/local-change.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { reworded } from '../../cli/errors/errors.ts'
import { checkWords } from '../../cli/input/check-values.ts'
import { list, nameText, openChoice, required } from '../../cli/options.ts'
import { missingError } from '../../cli/program/program.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { destinations } from '../destination/resource.ts'
import {
  forceOption,
  ifAbsentOption,
  makeIfAbsent,
  type NameConflict,
  refuseBoth,
  refuseTakenName,
} from '../options/if-absent.ts'
import { stateOption } from '../options/state-option.ts'
import { idsOfThings } from '../steps/find-thing.ts'
import { destinationsText, orListDestinations } from './destinations.ts'
import { mergeFilter, refuseMonitorFlags } from './filter.ts'
import { checkedFilterFlags, type FilterFlags, filterOptions } from './filter-options.ts'
import { firesOnText } from './fires-on.ts'
import type { LintFinding } from './lint/facts.ts'
import type { AlertDraft } from './questions.ts'
import { alerts, createdView } from './resource.ts'
import { createAlert } from './write-alert.ts'

export const alertCreate: Command = defineCommand({
  name: 'alert create',
  aliases: ['add'],
  summary: 'Create an alert',
  description:
    'On a terminal it prompts for missing values, shows a preview, and prints the equivalent command line. The alert fires when every given condition holds. Warnings of `alert lint` about the new alert go to stderr.',
  asks: true,
  options: {
    name: required(nameText('text', 'name of the alert')),
    type: required(
      openChoice(
        alertTypes,
        'what triggers it: validations (SONAR, RASP) or monitored addresses (MONITOR); see docs/glossary.md',
      ),
    ),
    destination: list('id', 'ids or names of the destinations it notifies', { completes: 'destination' }),
    ...filterOptions,
    state: stateOption('INACTIVE creates it switched off, with a second request'),
    ifAbsent: ifAbsentOption,
    force: forceOption,
  },
  examples: [
    { command: 'txwarden alert create --name "Unsafe or worse" --type SONAR --on unsafe --destination <id>' },
    {
      command:
        'txwarden alert create --name "Large losses" --type SONAR --when passed --from-loss 10000 --chain ethereum,base',
    },
    {
      command: 'txwarden alert create --name "Not known to be safe" --type SONAR --on no-data,warning,unsafe',
      note: "no-data needs txwarden's own service",
    },
    {
      command: 'txwarden alert create --name "Unsafe or worse" --type SONAR --on unsafe --if-absent',
      note: 'repeatable in a script: the name decides',
    },
    {
      command: 'txwarden alert create --name "Treasury" --type MONITOR --kinds allowance-spent,sent --min-usd 1000',
      note: "kinds, min-usd and confirmations need txwarden's own service",
    },
    {
      command: 'txwarden alert create --name "Listed later" --type SONAR --on unsafe --rescreen --destination <id>',
      note: 'also when a list that changes makes a stored verdict worse',
    },
    { command: 'txwarden alert create', note: 'prompts' },
  ],
  async run(context, { name, type, destination, state, ifAbsent = false, force = false, ...flags }) {
    const options = { inactive: state === 'INACTIVE', ifAbsent, force }
    refuseBoth(options)
    await checkWords(context, '--type', alertTypes, type === undefined ? [] : [type])
    const given = {
      destination: destination && (await idsOfThings(context, destinations, destination)),
      filter: await checkedFilterFlags(context, flags),
    }
    if (type !== undefined) refuseMonitorFlags(type, given.filter, true)
    // With `asks`, required flags can be missing here.
    const missing = [...(name === undefined ? ['--name'] : []), ...(type === undefined ? ['--type'] : [])]
    if (missing.length === 0) await createFromFlags(context, { ...given, name, type: type as AlertType }, options)
    else if (context.canAsk) await createFromAnswers(context, { ...given, name, type }, options)
    else throw missingError(alertCreate, missing)
  },
})

interface CreateOptions extends NameConflict {
  readonly inactive: boolean
}

async function createFromFlags(context: Context, draft: AlertDraft, options: CreateOptions): Promise<void> {
  const lint = await lintDraft(context, draft, options)
  if (context.globals.dryRun) for (const { text: finding } of lint('')) await context.note(`! ${finding}`)
  const alertId = await createOrFind(context, draft, options)
  if (alertId === undefined) return
  for (const finding of lint(alertId)) await context.note(`! ${finding.text}. Try: ${finding.try}`)
}

async function createFromAnswers(context: Context, given: Partial<AlertDraft>, options: CreateOptions): Promise<void> {
  const { askAlert } = await import('./questions.ts')
  const draft = await askAlert(context, given)
  const { name, type, destination, filter } = draft
  const lint = await lintDraft(context, draft, options)
  await previewAndConfirm(context, {
    preview: [
      ['name', name],
      ['type', type],
      ['fires on', firesOnText({ alertType: type, transactionFilter: mergeFilter({}, filter) })],
      ['notifies', destinationsText(destination ?? [], draft.destinationNames)],
      ['state', options.inactive && 'inactive'],
      ...lint('').map((finding) => ['!', finding.text] as const),
    ],
    question: `Create this alert in ${context.where()}?`,
    // Without a destination it is useful later; what never fires is a mistake.
    isLikely: !lint('').some(({ level, rule }) => level === 'error' && rule !== 'no-destination'),
    command: {
      name: 'alert create',
      flags: {
        name,
        type,
        destination: destination?.length ? destination : undefined,
        ...withoutCleared(filter),
        state: options.inactive ? 'inactive' : undefined,
        ifAbsent: options.ifAbsent,
        force: options.force,
      },
    },
    async act() {
      const alertId = await createOrFind(context, draft, options)
      if (alertId === undefined) return
      // The preview has their texts.
      for (const finding of lint(alertId)) await context.note(`Try: ${finding.try}`)
    },
  })
}

/** A new alert has nothing to clear, so an empty condition needs no flag. */
function withoutCleared(filter: FilterFlags): FilterFlags {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
}

async function lintDraft(
  context: Context,
  { name, type, destination, filter }: AlertDraft,
  { inactive }: CreateOptions,
): Promise<(alertId: string) => LintFinding[]> {
  const { lintNewAlert } = await import('./lint/check.ts')
  return lintNewAlert(context, {
    alertName: name,
    alertType: type,
    isActive: !inactive,
    destinationIds: [...(destination ?? [])],
    transactionFilter: mergeFilter({}, filter),
  })
}

/** Returns the id of the created alert; undefined: one with its name exists. */
async function createOrFind(
  context: Context,
  { name, type, destination = [], filter }: AlertDraft,
  { inactive, ifAbsent, force }: CreateOptions,
): Promise<string | undefined> {
  const transactionFilter = mergeFilter({}, filter)
  const client = await context.client()
  if (inactive && isPreview(context))
    await context.note('A second request deactivates it: it needs the id from the response to this one.')
  const find = async () => {
    const found = (await client.call('listAlerts')).alerts.find(({ alertName }) => alertName === name)
    return found && { alertId: found.alertId, alertType: found.alertType, alertName: found.alertName }
  }
  if (!ifAbsent && !force) await refuseTakenName(context, alerts, name)
  const make = () =>
    createAlert(context, {
      alertName: name,
      alertType: type,
      ...(destination.length > 0 && { destinationIds: [...destination] }),
      ...(Object.keys(transactionFilter).length > 0 && { transactionFilter }),
    })
  const { body, wasThere } = await orListDestinations(() => makeIfAbsent(context, ifAbsent, find, make))
  const { alertId, alertName } = body
  if (wasThere) {
    await context.out.done(body, createdView, [
      `Already there: alert ${alertName} (${context.where()})`,
      `  id ${alertId}`,
    ])
    return undefined
  }
  if (inactive) await deactivate(context, body)
  const state = inactive ? ', inactive' : ''
  const firesOn = firesOnText({ alertType: type, transactionFilter })
  await context.out.done(body, createdView, [
    `Created alert ${alertName}${state} (${context.where()})`,
    `  id ${alertId}`,
    `  fires on ${firesOn}`,
  ])
  return alertId
}

/** A new alert is active, so an inactive one takes a second request. */
async function deactivate(
  context: Context,
  { alertId, alertType }: Pick<Alert, 'alertId' | 'alertType'>,
): Promise<void> {
  const client = await context.client()
  try {
    await client.call('setAlertStatus', {
      params: { alertConfigurationId: alertId },
      body: { alertType, isActive: false },
    })
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw reworded(error, {
      message: `alert ${alertId} was created and is ACTIVE; deactivating it failed: ${error.message}`,
      try: `txwarden alert disable ${quoteWord(alertId)}`,
    })
  }
}
