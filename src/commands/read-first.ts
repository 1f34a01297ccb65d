import type { Context } from '../cli/context/context.ts'

/**
 * `--curl` prints the first request of a command, for it sends none; what the second would be, only the answer to the
 * first tells. With `--dry-run` beside it what is read is sent, and the change is printed.
 */
export async function noteReadFirst(context: Context): Promise<void> {
  const { curl, dryRun } = context.globals
  if (curl && !dryRun)
    await context.note('This command reads first, and changes what that answers. --dry-run --curl prints the change.')
}
