import { compareText } from '../../../shared/text/compare-text.ts'
import type { CompiledPolicy } from '../../policies/evaluate.ts'
import { addressRows, type TransactionPlace } from '../../store/repositories/address-blocks.ts'
import { listKeys } from '../../store/repositories/api-keys.ts'
import { type ReplayedRow, transactionsWithin } from '../../store/repositories/rescreens.ts'
import type { RescreenControl, RescreenDeps } from '../deps.ts'
import { isLate, pauseOf, screening } from '../rescreen.ts'
import { turnsOf } from '../screen.ts'
import { type ReplayedTransaction, ReplayReader } from './replay-reader.ts'

/** Transactions of one query. */
const TOGETHER = 16

/** Reads the stored validations since a time again, the oldest first. False: the time ended before the newest. */
export async function eachReplayed(
  deps: RescreenDeps,
  { since, policies }: { readonly since: string; readonly policies: readonly CompiledPolicy[] },
  control: RescreenControl,
  add: (each: ReplayedTransaction) => void,
): Promise<boolean> {
  const pause = pauseOf(deps, control)
  const keyNames = new Map((await listKeys(deps.reads.db)).map(({ id, name }) => [id, name]))
  const reader = new ReplayReader(policies, (id) => [id, keyNames.get(id)].filter((key) => key != null))
  let count = 0
  for await (const rows of everyTransaction(deps, Date.parse(since))) {
    control.signal?.throwIfAborted()
    if (isLate(deps, control)) return false
    const stored = { ...screening(deps, pause), configuration: await deps.reads.configuration() }
    const read: ReplayedTransaction[] = []
    for (const together of turnsOf(rows.filter(isValidation), (row) => row)) {
      read.push(...(await Promise.all(together.map((row) => reader.read(row, stored)))))
      await pause()
    }
    for (const each of read.sort(inTime)) add(each)
    count += read.length
    control.onProgress?.(count)
  }
  return true
}

function isValidation({ origin }: ReplayedRow): boolean {
  return origin === null
}

/** Those of a window when it begins, the oldest first. */
async function* everyTransaction({ reads: { db } }: RescreenDeps, since: number): AsyncGenerator<ReplayedRow[]> {
  const [until] = await addressRows(db, {}, { since }, { most: 1 })
  for (let after: TransactionPlace | undefined = { created_at: since, id: '' }; until && after; ) {
    const rows: ReplayedRow[] = await transactionsWithin(db, { after, until }, TOGETHER)
    if (rows.length > 0) yield rows
    after = rows.at(-1)
  }
}

function inTime(one: ReplayedTransaction, two: ReplayedTransaction): number {
  return one.at - two.at || compareText(one.svcTxId, two.svcTxId)
}
