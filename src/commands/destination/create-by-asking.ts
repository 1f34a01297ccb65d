import type { Context } from '../../cli/context/context.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import type { NameConflict } from '../if-absent.ts'
import { createFromDraft } from './create-from-draft.ts'
import type { DestinationDraft } from './draft.ts'
import { equivalentLine } from './equivalent.ts'
import { needsOf } from './needs.ts'
import type { DestinationFlags } from './options.ts'
import { askNewDestination } from './questions.ts'
import { shownAddress } from './secrecy.ts'

export async function createByAsking(
  context: Context,
  given: Partial<DestinationDraft>,
  flags: DestinationFlags,
  conflict: NameConflict,
): Promise<void> {
  const draft = await askNewDestination(context, given)
  await previewAndConfirm(context, {
    preview: previewOf(draft),
    question: `Create this destination in ${context.where()}?`,
    commandLine: equivalentLine(
      { name: 'destination create', channel: draft.channel, ...conflict },
      draft,
      flags,
      context.globals,
    ),
    act: () => createFromDraft(context, draft, conflict),
  })
}

function previewOf({ name, channel, webhookUrl, chatId, token, state }: DestinationDraft): [string, string][] {
  const makesSecret = token === undefined && needsOf(channel)?.token === 'optional'
  const lines: [string, string | undefined][] = [
    ['name', name],
    ['channel', channel],
    ['to', webhookUrl && shownAddress(channel, webhookUrl)],
    ['chat', chatId],
    ['token', token === undefined ? (makesSecret ? 'made by the service and shown once' : undefined) : 'as given'],
    ['state', state],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== undefined)
}
