import type { Context } from '../../cli/context/context.ts'

/** TSV and CSV have a fixed number of columns, and reasons are a list. */
export async function noteUnexplained(context: Context, what: string): Promise<void> {
  if (!context.out.isColumnsOnly || context.globals.fields) return
  await context.note(`! ${what} needs -o table or --json to show the reasons: TSV and CSV have none.`)
}
