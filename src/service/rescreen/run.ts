import type { RescreenReport } from '../../api/schemas/rescreen.ts'
import { repeat } from '../../shared/time/repeat.ts'
import { notFound } from '../problems/problem.ts'
import { recordChange } from '../store/repositories/audit.ts'
import { findRescreen, insertRescreen, rescreenRow, runningRescreen } from '../store/repositories/rescreens.ts'
import type { RescreenRow } from '../store/schema/schema.ts'
import type { RescreenControl, RescreenDeps, RescreenScope } from './deps.ts'
import { continueRescreen, lockRescreens, reportOf, wantedBy } from './rescreen.ts'

/** Between two looks for runs that another process left. */
const POLL_MS = 5000

/**
 * Goes on with runs that were interrupted, then runs a new one, or the given one. The answer has the changes of all.
 * @throws Problem 404 for an unknown source or run
 */
export async function runRescreen(
  deps: RescreenDeps,
  requested: RescreenScope | { readonly id: string },
  { actor, ...control }: RescreenControl & { readonly actor: string },
): Promise<RescreenReport> {
  const own = await ('id' in requested ? requireRescreen(deps, requested.id) : begin(deps, requested, actor))
  const lock = await lockRescreens(deps, control)
  try {
    const runs = lock ? await finishRunning(deps, control) : []
    const { state } = await requireRescreen(deps, own.id)
    control.signal?.throwIfAborted()
    return await reportOf(deps, own, [...new Set([...runs, own.id])], state === 'DONE')
  } finally {
    await lock?.release()
  }
}

async function begin(deps: RescreenDeps, scope: RescreenScope, actor: string): Promise<RescreenRow> {
  const { store, newId, clock } = deps
  const { source, since, address } = scope
  const wanted = await wantedBy(deps, scope)
  const now = clock.now()
  const row = rescreenRow({ id: newId(), now, since, source, wanted })
  const after = { since: new Date(row.since_at).toISOString(), ...(source && { source }), ...(address && { address }) }
  await store.write(async (db) => {
    await insertRescreen(db, row)
    await recordChange(db, { newId, now, actor }, 'rescreen.begin', row.id, { after })
  })
  return row
}

async function requireRescreen({ store }: RescreenDeps, id: string): Promise<RescreenRow> {
  const row = await findRescreen(store.read, id)
  if (!row) throw notFound('rescreen', id)
  return row
}

/** The oldest first. Returns the ids of those that it went on with. The caller holds the lock. */
async function finishRunning(deps: RescreenDeps, control: RescreenControl): Promise<string[]> {
  const ids: string[] = []
  for (let run = await runningRescreen(deps.store.read); run; run = await runningRescreen(deps.store.read)) {
    ids.push(run.id)
    if (!(await continueRescreen(deps, run, control))) break
  }
  return ids
}

/** Goes on with runs that other processes left, until the signal aborts. */
export async function keepRescreening(
  deps: RescreenDeps,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const work = async () => {
    if (!(await runningRescreen(deps.store.read))) return
    const lock = await deps.store.tryLock('rescreen')
    if (lock) await finishRunning(deps, { signal }).finally(() => lock.release())
  }
  await repeat(work, { pauseMs: POLL_MS, signal, report })
}
