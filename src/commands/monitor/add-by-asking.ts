import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { askAddresses, askChains } from '../../cli/prompts/ask-fields.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { addMonitors, type MonitorsDraft } from './add-monitors.ts'
import { chainName } from './view.ts'

export async function addByAsking(context: Context, given: MonitorsDraft, ifAbsent: boolean): Promise<void> {
  const addresses = given.addresses.length > 0 ? given.addresses : await askAddresses(context)
  const chainIds = given.chainIds.length > 0 ? given.chainIds : await askChains(context)
  const prompt = await context.prompt()
  const name = given.name ?? ((await prompt.input({ message: 'A name for it, or none' })) || undefined)
  const { disabled } = given
  await previewAndConfirm(context, {
    preview: [
      ['address', addresses.join(', ')],
      ['chains', chainIds.map(chainName).join(', ')],
      ['name', name ?? 'none'],
      ...(disabled ? [['state', 'disabled'] as const] : []),
    ],
    question: `Monitor this in ${context.where()}?`,
    commandLine: commandLine(
      { name: 'monitor add', arguments: addresses, flags: { chain: chainIds, name, disabled, ifAbsent } },
      context.globals,
    ),
    act: () => addMonitors(context, { addresses, chainIds, name, disabled }, ifAbsent),
  })
}
