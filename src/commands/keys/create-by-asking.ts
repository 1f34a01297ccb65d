import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { type Kind, kinds, makeKey } from './make-key.ts'

const meanings: Readonly<Record<Kind, string>> = {
  validation: 'judges transactions',
  management: 'everything else',
}

export async function createByAsking(context: Context): Promise<void> {
  context.requireLocal()
  const prompt = await context.prompt()
  const kind = await prompt.select({
    message: 'Which key',
    choices: kinds.map((each) => ({ value: each, name: each, description: meanings[each] })),
  })
  await previewAndConfirm(context, {
    preview: [['kind', kind]],
    question: `Make this key in ${context.where()}?`,
    commandLine: commandLine({ name: 'keys create', flags: { kind } }, context.globals),
    act: () => makeKey(context, kind),
  })
}
