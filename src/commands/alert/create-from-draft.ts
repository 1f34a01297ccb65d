import type { Context } from '../../cli/context/context.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { makeIfAbsent, type NameConflict, refuseTakenName } from '../if-absent.ts'
import type { AlertDraft } from './draft.ts'
import { mergeFilter } from './filter.ts'
import { firesOnText } from './fires-on.ts'
import { orListDestinations } from './unknown-destination.ts'
import { createdView } from './view.ts'

export interface CreateOptions extends NameConflict {
  readonly inactive: boolean
}

/** Creates the alert and prints it. A new alert is active, so an inactive one takes a second request. */
export async function createFromDraft(
  context: Context,
  draft: AlertDraft,
  { inactive, ifAbsent, force }: CreateOptions,
): Promise<void> {
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
    return context.out.done(body, createdView, sentence)
  }
  if (inactive) await switchOff(context, body)
  const firesOn = firesOnText({ alertType: draft.type, transactionFilter })
  await context.out.done(
    body,
    createdView,
    `Created alert ${body.alertName}${inactive ? ', switched off' : ''} (${context.where()})\n  id ${body.alertId}\n  fires on ${firesOn}`,
  )
  if (destinationIds.length === 0)
    await context.note(
      `It has no destination: it fires and nobody is told. Next: txwarden alert update ${quoteWord(body.alertId)} --destination <id>`,
    )
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
