import { usageError } from '../usage.ts'
import type { Context } from './context.ts'

/**
 * For changes on this machine that no request makes: with `--dry-run` says what would happen, and that was all (true).
 * Otherwise the change may go on: a protected profile has been asked for.
 * @param sentence goes on after "Would": `store the key in profile prod`
 * @param profile what changes, when it is not the profile in use; null: none
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
