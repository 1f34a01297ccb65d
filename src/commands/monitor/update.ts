import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag, one, text } from '../../cli/options.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { usageError } from '../../cli/usage.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { findThing, idOfThing, monitorKind } from '../find-thing.ts'
import { chainName, monitorView } from './view.ts'

export const monitorUpdate = defineCommand({
  name: 'monitor update',
  summary: 'Rename, enable or disable a monitored address',
  description: 'Without flags, on a terminal, it prompts.',
  arguments: { id: one('id or name of the monitored address') },
  options: {
    name: text('name', "the new name; '' removes it"),
    enable: flag('monitor it from now on'),
    disable: flag('keep it without monitoring it'),
  },
  examples: [
    { command: 'txwarden monitor update <id> --name treasury' },
    { command: 'txwarden monitor update <id> --disable' },
    { command: 'txwarden monitor update <id>', note: 'prompts' },
  ],
  async run(context, { id, name, enable = false, disable = false }) {
    if (enable && disable) throw usageError('--enable and --disable exclude each other')
    if (name !== undefined || enable || disable) {
      const enabled = enable || disable ? enable : undefined
      await updateMonitor(context, await idOfThing(context, monitorKind, id), { name, enabled })
      return
    }
    if (!context.canAsk || context.globals.curl)
      throw usageError('monitor update needs --name, --enable or --disable', {
        try: `txwarden monitor update ${quoteWord(id)} --name treasury`,
      })
    await updateFromAnswers(context, id)
  },
})

/** Undefined: unchanged. */
interface MonitorChanges {
  readonly name: string | undefined
  readonly enabled: boolean | undefined
}

async function updateMonitor(context: Context, id: string, { name, enabled }: MonitorChanges): Promise<void> {
  const client = await context.client()
  const body = await client.call('updateMonitor', {
    params: { id },
    body: { name, enabled },
  })
  const label = body.name === '' ? body.address : `${body.address} (${body.name})`
  await context.out.done(
    body,
    monitorView,
    `${label} is now ${body.enabled ? 'enabled' : 'disabled'} (${context.where()})`,
  )
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
    act: () => updateMonitor(context, id, { name, enabled }),
  })
}
