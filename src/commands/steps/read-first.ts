import type { Context } from '../../cli/context/context.ts'

/**
 * `--curl` sends nothing, so a command that reads first can only print that first request. With `--dry-run` the reads are
 * sent and the change is printed.
 */
export async function noteReadFirst(context: Context): Promise<void> {
  const { curl, dryRun } = context.globals
  if (curl && !dryRun) await context.note('This command reads before it writes. --dry-run --curl prints the write.')
}
