import { WardenError } from '../../../shared/errors.ts'
import { readSafe } from '../../chain/accounts/read-safe.ts'
import { endNonce, exceededBy, settle, unsettle } from '../../policies/budgets.ts'
import { policiesIn } from '../../policies/check.ts'
import { fence, LeaseLost } from '../../store/repositories/leases.ts'
import { firstProposals, saveSafeItem } from '../../store/repositories/safe-items.ts'
import { listSafes } from '../../store/repositories/safes.ts'
import { insertTransaction } from '../../store/repositories/transactions.ts'
import type { SafeRow } from '../../store/schema/schema.ts'
import { WritesStopped } from '../../store/store.ts'
import { notifyExceeded } from '../../validation/reports/notify-exceeded.ts'
import { reservationIdOf, spendByMessage } from '../../validation/request/check-typed-data.ts'
import { readsMore } from '../budget/budget.ts'
import { notifySafe } from '../notify/notify-safe.ts'
import { paceOfSafe } from '../safe-record.ts'
import { SafeServiceError } from '../transaction-service/service-error.ts'
import { type KeptState, keptOf } from './kept-state.ts'
import { readMessages } from './messages.ts'
import { readModules } from './modules.ts'
import { next, type TurnAnswers, type TurnStep } from './next-turn.ts'
import { LEASE_MS, type PollAttempt, type PollDeps, type PollFault } from './poll-context.ts'
import { readQueue } from './read-queue.ts'

/** A Safe whose lease this process has. */
export interface Held {
  readonly safe: SafeRow
  readonly claimId: string
}

/**
 * One turn about a Safe: reads all that there is to read, then stores what follows from it in one transaction. A turn that is
 * interrupted is repeated.
 * @throws LeaseLost, failures of the database
 */
export async function pollSafe(held: Held, deps: PollDeps): Promise<void> {
  const { safe } = held
  const kept = keptOf(safe)
  const answers = await readTurn(safe, kept.state, deps)
  if (!answers) return
  const turn = { safe, now: deps.clock.now(), newId: deps.newId }
  try {
    await store(held, next(kept, answers, turn), deps)
  } catch (error) {
    const fault = faultOf(error, deps)
    const nothing = { seen: undefined, queue: undefined, delegates: undefined, messages: undefined }
    await store(held, next(kept, { ...answers, ...nothing, fault }, turn), deps)
  }
}

/** It fails when another server took the lease, or another service was configured, and renews the lease. */
async function store({ safe, claimId }: Held, { changes, items, events }: TurnStep, deps: PollDeps): Promise<void> {
  const { deadlines, newId, reads, wake } = deps
  const { alerts, policies } = await reads.configuration()
  const deadlineNow = deadlines.now()
  const lease = { table: 'safes', id: safe.id, claimId } as const
  let isFed = false
  await deps.store.write(async (db) => {
    isFed = false
    const context = {
      db,
      deadlineNow,
      newId,
      wake: () => {
        isFed = true
      },
    }
    await fence(db, lease, { ...changes, lease_until: deadlineNow + LEASE_MS }, { updated_at: safe.updated_at })
    for (const { row, validation, checked, isExecuted } of items) {
      if (validation) await insertTransaction(db, validation.row)
      const id = reservationIdOf(row.safe_tx_hash, safe.address_key)
      if (checked) await spendByMessage(db, checked, deps.clock.now(), false)
      await saveSafeItem(db, row)
      if (row.state !== 'executed') await unsettle(db, id)
      else if (row.nonce !== null)
        await endNonce(
          db,
          { chain_id: safe.chain_id, sender: safe.address_key, nonce: row.nonce },
          isExecuted ? id : undefined,
        )
      if (!isExecuted) continue
      const exceeded = await exceededBy(db, await settle(db, id, row.updated_at), policiesIn(policies), row.updated_at)
      const executed = { id: row.svc_tx_id ?? id, chain_id: safe.chain_id, transaction_id: row.transaction_id }
      await notifyExceeded(exceeded, executed, alerts, context)
    }
    for (const event of events) await notifySafe(safe, event, alerts, context)
  })
  if (isFed) wake()
}

/**
 * Reads node and service. What fails is noted with the Safe, and holds back nothing that was read. Undefined: the Safe has no service.
 */
async function readTurn(
  safe: SafeRow,
  before: KeptState | undefined,
  deps: PollDeps,
): Promise<TurnAnswers | undefined> {
  const faults: PollFault[] = []
  const attempt: PollAttempt = (work) =>
    work.catch((error: unknown) => {
      faults.push(faultOf(error, deps))
      return undefined
    })
  const startedAt = deps.clock.now()
  const service = await attempt(deps.openService(safe))
  if (!service && faults.length === 0) return undefined
  const state = service && (await attempt(readSafe(deps, safe.chain_id, safe.address_key)))
  const modules = state && (await attempt(readModules(before, state, deps)))
  const seen = modules && { state, modules }
  const subject = seen && { safe, before, state, service, attempt }
  const queue = subject && (await attempt(readQueue(subject, deps)))
  const more = queue && readsMore(safe.turn) ? subject : undefined
  const delegates = more && (await attempt(more.service.delegates(safe.address_key)))
  const isFirst = before?.hasReadMessages !== true
  const messages =
    more && (await attempt(readMessages(more.service, { safeId: safe.id, state: more.state, isFirst }, deps)))
  const proposers = await firstProposals(deps.store.read, safe.id)
  const { intervalMs } = await paceOfSafe(safe, await listSafes(deps.store.read), {
    db: deps.store.read,
    now: deps.clock.now(),
  })
  const [fault] = faults
  return { startedAt, intervalMs, fault, seen, queue, delegates, messages, proposers }
}

/** @throws LeaseLost, failures of the database */
function faultOf(error: unknown, deps: PollDeps): PollFault {
  if (error instanceof LeaseLost || error instanceof WritesStopped || deps.store.failureOf(error)) throw error
  if (error instanceof SafeServiceError || error instanceof WardenError) return error
  deps.report(error)
  return { code: 'internal-error', message: 'internal error; the log has it' }
}
