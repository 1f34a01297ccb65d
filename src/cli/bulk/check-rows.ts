import { grouped } from '../../api/text/amounts.ts'
import { interrupted } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import { refusedError } from '../errors/usage.ts'
import { type BulkItem, identityOf, itemsOf } from './items.ts'
import type { BulkJob } from './job.ts'
import type { EarlierRuns } from './ledger.ts'
import type { BulkProgress } from './progress.ts'
import { RowKeys } from './row-keys.ts'
import type { BulkSource } from './source.ts'
import { rowsText } from './summary.ts'

/** Invalid rows that are listed. */
const SHOWN = 20
/** Rows of a larger file are read again when they are sent, instead of being kept in memory (bytes). */
const MOST_KEPT = 8 * 1024 * 1024

interface CheckOptions<Body> {
  readonly context: Context
  readonly job: BulkJob<Body>
  readonly source: BulkSource
  readonly scope: string
  readonly earlier: EarlierRuns | undefined
  readonly progress: BulkProgress
}

export interface CheckedRows<Body> {
  /** The number of requests. */
  readonly count: number
  /** Undefined: the file is too large. */
  readonly kept: readonly (readonly BulkItem<Body>[])[] | undefined
}

/**
 * Reads the whole file before anything is sent.
 * @throws WardenError `refused` if a row is invalid, or if the ledger belongs to other rows
 */
export async function checkRows<Body>(options: CheckOptions<Body>): Promise<CheckedRows<Body>> {
  const { context, job, source, earlier, progress } = options
  const keys = earlier && new RowKeys(options.scope)
  const shown: string[] = []
  const kept: (readonly BulkItem<Body>[])[] | undefined = (source.size ?? MOST_KEPT) < MOST_KEPT ? [] : undefined
  let count = 0
  let invalid = 0
  let known = 0
  for await (const items of itemsOf(job, source, context.signal)) {
    for (const item of items) {
      count += 1
      if ('fault' in item) {
        invalid += 1
        if (shown.length < SHOWN) shown.push(`line ${item.line}: ${item.fault}`)
      } else if (keys && earlier?.keys.get(keys.next(identityOf(job, item.body))) !== undefined) known += 1
    }
    kept?.push(items)
    await progress.show('checking', count, undefined)
  }
  await progress.clear()
  if (context.signal.aborted) throw interrupted(context.signal.reason)
  if (invalid > 0)
    throw refusedError(`${grouped(invalid)} of ${rowsText(count)} of ${source.name} are invalid; nothing was sent`, {
      details: invalid > shown.length ? [...shown, `and ${grouped(invalid - shown.length)} more`] : shown,
    })
  if (earlier && earlier.keys.size > 0 && known === 0 && count > 0)
    throw refusedError(`the run to resume has other rows than ${source.name}; nothing was sent`, {
      details: [`None of its ${rowsText(earlier.keys.size, job.unit)} is in the input. Omit --resume to start over.`],
    })
  return { count, kept }
}
