import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { type CreateOptions, createAlert, findingsOf } from './create-from-draft.ts'
import { destinationsText } from './destinations-text.ts'
import type { AlertDraft } from './draft.ts'
import { type FilterFlags, mergeFilter } from './filter.ts'
import { firesOnText } from './fires-on.ts'
import { askAlert } from './questions.ts'

export async function createByAsking(
  context: Context,
  given: Partial<AlertDraft>,
  options: CreateOptions,
): Promise<void> {
  const { inactive, ifAbsent, force } = options
  const draft = await askAlert(context, given)
  const transactionFilter = mergeFilter({}, draft.filter)
  const findings = await findingsOf(context, draft, options)
  await previewAndConfirm(context, {
    preview: [
      ['name', draft.name],
      ['type', draft.type],
      ['fires on', firesOnText({ alertType: draft.type, transactionFilter })],
      ['tells', destinationsText(draft.destination ?? [], draft.destinationNames)],
      ...(inactive ? [['state', 'inactive'] as const] : []),
      ...findings('').map(({ text }) => ['!', text] as const),
    ],
    question: `Create this alert in ${context.where()}?`,
    commandLine: commandLine(
      {
        name: 'alert create',
        flags: {
          name: draft.name,
          type: draft.type,
          destination: draft.destination?.length ? draft.destination : undefined,
          ...withoutCleared(draft.filter),
          inactive,
          ifAbsent,
          force,
        },
      },
      context.globals,
    ),
    act: async () => void (await createAlert(context, draft, options)),
  })
}

/** A new alert has nothing to clear: what is no constraint needs no flag. */
function withoutCleared(filter: FilterFlags): FilterFlags {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
}
