import { usageError } from '../errors/usage.ts'
import type { Context } from './context.ts'

/** Whether requests are only shown, and nothing is sent. */
export function isPreview({ globals }: Pick<Context, 'globals'>): boolean {
  return globals.dryRun === true || globals.curl === true
}

/**
 * For changes on this machine without a request. With `--dry-run` prints the change and returns true. Otherwise confirms
 * a protected profile and returns false: the change can be done.
 * @param sentence continues "Would": `store the key in profile prod`
 * @param profile the profile to change, if not the one in use; null: none
 */
export async function previewLocalChange(
  context: Context,
  sentence: string,
  profile?: string | null,
): Promise<boolean> {
  const { curl, dryRun } = context.globals
  if (curl) throw usageError('--curl: this command changes this machine and sends no request')
  if (!dryRun) {
    if (profile !== null) await context.allowChange(profile)
    return false
  }
  await context.out.record(
    { dryRun: true, would: sentence },
    { columns: [{ field: 'would', header: 'WOULD' }] },
    ({ would }) => `Would ${would}\n`,
  )
  return true
}
