import type { Context } from '../context/context.ts'
import { confirmChange } from './confirm.ts'

/** What a command is about to do after it asked for what was missing. */
export interface Plan {
  /** What will be done: label and value. Never a secret. */
  readonly preview: readonly (readonly [label: string, value: string])[]
  /** "Create this alert in profile local?" */
  readonly question: string
  /** The command line that does the same without asking. */
  readonly commandLine: string
  act(): Promise<void>
}

/** Shows the plan, asks to go on, does it, and says how to do it without questions. */
export async function previewAndConfirm(context: Context, plan: Plan): Promise<void> {
  const width = Math.max(...plan.preview.map(([label]) => label.length))
  for (const [label, value] of plan.preview) await context.note(`  ${label.padEnd(width)}  ${value}`)
  await confirmChange(context, plan.question, true)
  let title = 'To correct it without answering again:'
  try {
    await plan.act()
    title = 'The same without questions:'
  } finally {
    await context.note(title)
    await context.note(`  ${plan.commandLine}`)
  }
}
