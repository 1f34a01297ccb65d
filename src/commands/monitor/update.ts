import { chainName } from '../../api/text/chains.ts'
import { type ChainEventKind, chainEventKinds } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { type Cleared, choices, clearable, flag, nameText, one } from '../../cli/options.ts'
import { commandLine } from '../../cli/program/command-line.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { findThing, idOfThing, monitorKind } from '../steps/find-thing.ts'
import { monitorView } from './view.ts'
import { updateMonitor } from './write-monitor.ts'

export const monitorUpdate = defineCommand({
  name: 'monitor update',
  summary: 'Rename, enable or disable a monitored address, or choose what it notifies about',
  description: 'Without flags, on a terminal, it prompts.',
  arguments: { id: one('id or name of the monitored address') },
  options: {
    name: nameText('name', "the new name; '' removes it"),
    enable: flag('monitor it from now on'),
    disable: flag('keep it without monitoring it'),
    kinds: clearable(choices(chainEventKinds, 'notify only about these kinds of chain events')),
  },
  examples: [
    { command: 'txwarden monitor update <id> --name treasury' },
    { command: 'txwarden monitor update <id> --disable' },
    { command: 'txwarden monitor update <id> --kinds sent,allowance-spent' },
    { command: 'txwarden monitor update <id>', note: 'prompts' },
  ],
  async run(context, { id, name, enable = false, disable = false, kinds }) {
    if (enable && disable) throw usageError('--enable and --disable exclude each other')
    if (name !== undefined || enable || disable || kinds !== undefined) {
      const enabled = enable || disable ? enable : undefined
      await changeMonitor(context, await idOfThing(context, monitorKind, id), { name, enabled, kinds })
      return
    }
    if (!context.canAsk || context.globals.curl)
      throw usageError('monitor update needs --name, --enable, --disable or --kinds', {
        try: `txwarden monitor update ${quoteWord(id)} --name treasury`,
      })
    await updateFromAnswers(context, id)
  },
})

/** Undefined: unchanged. */
interface MonitorChanges {
  readonly name: string | undefined
  readonly enabled: boolean | undefined
  readonly kinds?: readonly ChainEventKind[] | Cleared | undefined
}

async function changeMonitor(context: Context, id: string, { name, enabled, kinds }: MonitorChanges): Promise<void> {
  const body = await updateMonitor(context, id, {
    name,
    enabled,
    ...(kinds !== undefined && { kinds: [...(kinds ?? [])] }),
  })
  const label = body.name === '' ? body.address : `${body.address} (${body.name})`
  await context.out.done(
    body,
    monitorView,
    `${label} is now ${body.enabled ? 'enabled' : 'disabled'}${kinds === undefined ? '' : notifiedText(body.kinds)} (${context.where()})`,
  )
}

function notifiedText(kinds: readonly string[] = []): string {
  return kinds.length === 0 ? ', and notifies about all kinds' : `, and notifies only about ${kinds.join(', ')}`
}

/** Prompts with the stored values as defaults, and sends only what changed. */
async function updateFromAnswers(context: Context, idOrName: string): Promise<void> {
  const stored = await findThing(context, monitorKind, idOrName)
  const { id } = stored
  const prompt = await context.prompt()
  const initial = stored.name === '' ? 'none' : stored.name
  const answer = await prompt.input({ message: 'Name (none: no name)', initial })
  const given = answer === 'none' ? '' : answer
  const name = given === stored.name ? undefined : given
  const wanted = await prompt.confirm({ message: 'Monitor it?', initial: stored.enabled })
  const enabled = wanted === stored.enabled ? undefined : wanted
  if (name === undefined && enabled === undefined) return context.note('Nothing changed.')
  await previewAndConfirm(context, {
    preview: [
      ['address', `${stored.address} on ${chainName(stored.chainId)}`],
      ['name', given || 'none'],
      ['state', wanted ? 'enabled' : 'disabled'],
    ],
    question: `Update this in ${context.where()}?`,
    commandLine: commandLine(
      {
        name: 'monitor update',
        arguments: [id],
        flags: { name, enable: enabled === true, disable: enabled === false },
      },
      context.globals,
    ),
    act: () => changeMonitor(context, id, { name, enabled }),
  })
}
