import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { findThing, monitorKind } from '../find-thing.ts'
import { updateMonitor } from './apply-changes.ts'
import { chainName } from './view.ts'

/** The stored values are the answers that Enter gives; only what was changed is sent. */
export async function updateByAsking(context: Context, idOrName: string): Promise<void> {
  const stored = await findThing(context, monitorKind, idOrName)
  const { id } = stored
  const prompt = await context.prompt()
  const initial = stored.name === '' ? 'none' : stored.name
  const answer = await prompt.input({ message: 'Name (none: without one)', initial })
  const given = answer === 'none' ? '' : answer
  const name = given === stored.name ? undefined : given
  const wanted = await prompt.confirm({ message: 'Monitor it?', initial: stored.enabled })
  const enabled = wanted === stored.enabled ? undefined : wanted
  if (name === undefined && enabled === undefined) return context.note('Nothing was changed.')
  await previewAndConfirm(context, {
    preview: [
      ['address', `${stored.address} on ${chainName(stored.chainId)}`],
      ['name', given || 'none'],
      ['state', wanted ? 'enabled' : 'disabled'],
    ],
    question: `Change this in ${context.where()}?`,
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
