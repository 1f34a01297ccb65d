import type { Context } from '../context/context.ts'
import { type Fact, knownFacts } from '../output/view.ts'
import { type CommandWords, commandLine } from '../program/command-line.ts'
import { confirmChange } from './confirm.ts'

/** A change that was entered with prompts. */
export interface PromptedChange {
  /** Label and value of each field; never a secret. */
  readonly preview: readonly Fact[]
  /** "Create this alert in profile local?" */
  readonly question: string
  /** The answer of Enter alone; default yes. */
  readonly isLikely?: boolean
  /** The equivalent command without prompts; its whole line where it hides a secret, or has other global flags. */
  readonly command: CommandWords | string
  act(): Promise<void>
}

/** Shows the change, asks for confirmation, does it, and prints the equivalent command line. */
export async function previewAndConfirm(context: Context, change: PromptedChange): Promise<void> {
  const facts = knownFacts(change.preview)
  const width = Math.max(...facts.map(([label]) => label.length))
  for (const [label, value] of facts) await context.note(`  ${label.padEnd(width)}  ${value}`)
  await confirmChange(context, change.question, change.isLikely ?? true)
  let title = 'To correct and repeat it without prompts:'
  try {
    await change.act()
    title = 'The same without prompts:'
  } finally {
    await context.note(title)
    const { command } = change
    await context.note(`  ${typeof command === 'string' ? command : commandLine(command, context.globals)}`)
  }
}
