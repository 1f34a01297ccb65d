import type { MonitoredAddress } from '../../api/schemas/monitor.ts'
import { chainName } from '../../api/text/chains.ts'
import { type ChainEventKind, chainEventKinds } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { type Cleared, choices, clearable, nameText } from '../../cli/options.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { isActive, stateOption } from '../options/state-option.ts'
import { findThing, idOfThing, onChain } from '../steps/find-thing.ts'
import { monitorArgument, monitorChainOption, monitors, stateText } from './resource.ts'
import { updateMonitor } from './write-monitor.ts'

export const monitorUpdate = defineCommand({
  name: 'monitor update',
  summary: 'Rename a monitored address, switch it on or off, or choose what it notifies about',
  description: 'Without flags, on a terminal, it prompts.',
  arguments: monitorArgument,
  options: {
    chain: monitorChainOption,
    name: nameText('name', "the new name; '' removes it"),
    state: stateOption('ACTIVE monitors it from now on, INACTIVE keeps it without monitoring it'),
    kinds: clearable(choices(chainEventKinds, 'notify only about these kinds of chain events')),
  },
  examples: [
    { command: 'txwarden monitor update <address> --chain base --name treasury' },
    { command: 'txwarden monitor update <id> --state inactive' },
    { command: 'txwarden monitor update <id> --kinds sent,allowance-spent' },
    { command: 'txwarden monitor update <id>', note: 'prompts' },
  ],
  async run(context, { id: given, chain, name, state, kinds }) {
    const asks = [name, state, kinds].every((value) => value === undefined)
    if (asks && (!context.canAsk || context.globals.curl))
      throw usageError('monitor update needs --name, --state or --kinds', {
        try: `txwarden monitor update ${quoteWord(given)} --name treasury`,
      })
    const search = await onChain<MonitoredAddress>(context, chain)
    if (asks) {
      await updateFromAnswers(context, await findThing(context, monitors, given, search))
      return
    }
    const id = await idOfThing(context, monitors, given, search)
    await changeMonitor(context, id, { name, enabled: isActive(state), kinds })
  },
})

/** Absent members stay unchanged. */
interface MonitorChanges {
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
  readonly kinds?: readonly ChainEventKind[] | Cleared | undefined
}

export async function changeMonitor(
  context: Context,
  id: string,
  { name, enabled, kinds }: MonitorChanges,
): Promise<void> {
  const kept = kinds === undefined ? undefined : [...(kinds ?? [])]
  const body = await updateMonitor(context, id, { name, enabled, kinds: kept })
  const label = body.name === '' ? body.address : `${body.address} (${body.name})`
  await context.out.done(
    body,
    monitors.view,
    `${label} on ${chainName(body.chainId)} is now ${stateText(body.enabled)}${kinds === undefined ? '' : notifiedText(body.kinds)} (${context.where()})`,
  )
}

function notifiedText(kinds: readonly string[] = []): string {
  return kinds.length === 0 ? ', and notifies about all kinds' : `, and notifies only about ${kinds.join(', ')}`
}

/** Prompts with the stored values as defaults, and sends only what changed. */
async function updateFromAnswers(context: Context, stored: MonitoredAddress): Promise<void> {
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
      ['state', stateText(wanted)],
    ],
    question: `Update this in ${context.where()}?`,
    command: {
      name: 'monitor update',
      arguments: [id],
      flags: { name, state: enabled === undefined ? undefined : stateText(enabled) },
    },
    act: () => changeMonitor(context, id, { name, enabled }),
  })
}
