import type { Context } from '../cli/context.ts'

/** `--curl` prints the first request of a command; one that reads before it changes something says so. */
export async function noteReadFirst(context: Context): Promise<void> {
  if (context.globals.curl)
    await context.note('This command reads first, and changes what that answers. --dry-run shows the change.')
}
