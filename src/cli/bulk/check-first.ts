import { interrupted } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import { refusedError } from '../usage.ts'
import { itemsOf } from './items.ts'
import type { BulkJob } from './job.ts'
import type { Done } from './ledger.ts'
import type { Progress } from './progress.ts'
import { RowKeys } from './row-key.ts'
import type { Source } from './source.ts'
import { countText, rowsText } from './summary.ts'

/** Bad rows that are shown one by one. */
const SHOWN = 20

interface Checking<Body> {
  readonly context: Context
  readonly job: BulkJob<Body>
  readonly source: Source
  readonly scope: string
  readonly done: Done | undefined
  readonly progress: Progress
}

/**
 * Reads the whole file before anything is sent, and answers how many requests it asks for.
 * @throws WardenError `refused` when a row cannot be used, or when the ledger is about other rows
 */
export async function checkFirst<Body>(checking: Checking<Body>): Promise<number> {
  const { context, job, source, done, progress } = checking
  const keys = done && new RowKeys(checking.scope)
  const shown: string[] = []
  let count = 0
  let bad = 0
  let known = 0
  for await (const items of itemsOf(job, source, context.signal)) {
    for (const item of items) {
      count += 1
      if ('fault' in item) {
        bad += 1
        if (shown.length < SHOWN) shown.push(`line ${item.line}: ${item.fault}`)
      } else if (keys && done?.keys.get(keys.next(item.body)) !== undefined) known += 1
    }
    await progress.show('checking', count, undefined)
  }
  await progress.clear()
  if (context.signal.aborted) throw interrupted(context.signal.reason)
  if (bad > 0)
    throw refusedError(`${countText(bad)} of ${rowsText(count)} of ${source.name} cannot be used; nothing was sent`, {
      details: bad > shown.length ? [...shown, `and ${countText(bad - shown.length)} more`] : shown,
    })
  if (done && done.keys.size > 0 && known === 0 && count > 0)
    throw refusedError(
      `what --resume would go on with is about other rows than those of ${source.name}; nothing was sent`,
      {
        details: [
          `None of the ${rowsText(done.keys.size, job.unit)} that were ${job.verb} stands in it. Without --resume it starts anew.`,
        ],
      },
    )
  return count
}
