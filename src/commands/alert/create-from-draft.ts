import type { Context } from '../../cli/context/context.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { makeIfAbsent, type NameConflict, refuseTakenName } from '../if-absent.ts'
import type { AlertDraft } from './draft.ts'
import { mergeFilter } from './filter.ts'
import { firesOnText } from './fires-on.ts'
import { lintNewAlert } from './lint/new-alert.ts'
import { orListDestinations } from './unknown-destination.ts'
import { createdView } from './view.ts'

export interface CreateOptions extends NameConflict {
  readonly inactive: boolean
}

/** Creates the alert and prints it, with the warnings of `alert lint` on stderr. */
export async function createFromDraft(context: Context, draft: AlertDraft, options: CreateOptions): Promise<void> {
  const findings = await findingsOf(context, draft, options)
  if (context.globals.dryRun) for (const { text } of findings('')) await context.note(`! ${text}`)
  const alertId = await createAlert(context, draft, options)
  if (alertId === undefined) return
  for (const finding of findings(alertId)) await context.note(`! ${finding.text}. Try: ${finding.try}`)
}

export function findingsOf(context: Context, draft: AlertDraft, { inactive }: CreateOptions) {
  return lintNewAlert(context, {
    alertName: draft.name,
    alertType: draft.type,
    isActive: !inactive,
    destinationIds: [...(draft.destination ?? [])],
    transactionFilter: mergeFilter({}, draft.filter),
  })
}

/**
 * The id of the created alert; undefined: one of the name was there. A new alert is active, so an inactive one takes a
 * second request.
 */
export async function createAlert(
  context: Context,
  draft: AlertDraft,
  { inactive, ifAbsent, force }: CreateOptions,
): Promise<string | undefined> {
  const transactionFilter = mergeFilter({}, draft.filter)
  const destinationIds = [...(draft.destination ?? [])]
  const client = await context.client()
  if (inactive && (context.globals.dryRun || context.globals.curl))
    await context.note('A second request switches it off: it needs the id that this one answers.')
  const find = async () => {
    const found = (await client.call('listAlerts')).alerts.find(({ alertName }) => alertName === draft.name)
    return found && { alertId: found.alertId, alertType: found.alertType, alertName: found.alertName }
  }
  if (!ifAbsent && !force) await refuseTakenName(context, 'alert', draft.name, async () => (await find())?.alertId)
  const make = () =>
    client.call('createAlert', {
      body: {
        alertName: draft.name,
        alertType: draft.type,
        ...(destinationIds.length > 0 && { destinationIds }),
        ...(Object.keys(transactionFilter).length > 0 && { transactionFilter }),
      },
    })
  const { body, wasThere } = await orListDestinations(() => makeIfAbsent(context, ifAbsent, find, make))
  if (wasThere) {
    const sentence = `Already there: alert ${body.alertName} (${context.where()})\n  id ${body.alertId}`
    await context.out.done(body, createdView, sentence)
    return undefined
  }
  if (inactive) await switchOff(context, body)
  const firesOn = firesOnText({ alertType: draft.type, transactionFilter })
  await context.out.done(
    body,
    createdView,
    `Created alert ${body.alertName}${inactive ? ', switched off' : ''} (${context.where()})\n  id ${body.alertId}\n  fires on ${firesOn}`,
  )
  return body.alertId
}

async function switchOff(
  context: Context,
  { alertId, alertType }: { alertId: string; alertType: AlertDraft['type'] },
): Promise<void> {
  const client = await context.client()
  try {
    await client.call('setAlertStatus', {
      params: { alertConfigurationId: alertId },
      body: { alertType, isActive: false },
    })
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw new WardenError({
      kind: error.kind,
      code: error.code,
      message: `alert ${alertId} was created and is ACTIVE; switching it off failed: ${error.message}`,
      details: error.details,
      try: `txwarden alert disable ${quoteWord(alertId)}`,
      ...(error.status !== undefined && { status: error.status }),
      cause: error,
    })
  }
}
