/** Room: Requests a hold from the service; uses an approval before anything is forwarded. */

import { HEX_HASH } from '../../api/hash.ts'
import type { CallInput } from '../../api/operations/operations.ts'
import type { Hold } from '../../api/schemas/hold.ts'
import { isIdLike } from '../../api/text/id-like.ts'
import type { Client } from '../../client/client.ts'
import { type ErrorKind, unavailable, unexpected, WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { within } from '../../shared/time/within.ts'
import type { Approved, Holds, ProxyDecision, RouteUpstream, UpstreamOutcome } from '../decide/decision.ts'
import { maxFeeOf } from '../decide/fees.ts'
import { siteHeaders, type ValidatedRequest } from '../decide/verdicts.ts'
import type { OutcomeReports } from '../record/outcome-reports.ts'
import { type HeldRequest, held, outcomeUnknown, refused, rejected, repeated } from './hold-answers.ts'
import { kindOf, outcomeReport, signedHash } from './hold-outcome.ts'

export interface HoldPolicy {
  /** How long a hold waits for a decision (ms); undefined: what the service says. */
  readonly holdForMs: number | undefined
  /** Whether the key that requests a hold may approve it. */
  readonly selfApprove: boolean
  /** Notifies the operator by one line. */
  note(line: string): void
}

interface HoldDeps {
  readonly client: Client
  /** The command line of txwarden for the profile: `txwarden`, or `txwarden -p prod`. */
  readonly program: string
  readonly upstream: Pick<RouteUpstream, 'read' | 'chainId'>
  readonly policy: HoldPolicy
  /** Whether it decides about all that is refused. */
  readonly isForAll: boolean
  readonly reports: OutcomeReports
  /** For one answer of the service (ms). */
  readonly limitMs?: number | undefined
}

/** With a verdict, and twice: clients give up after 10 s. */
const LIMIT_MS = 4_000

interface HeldContext extends HeldRequest {
  readonly parts: ValidatedRequest['parts']
  readonly signal: AbortSignal
  readonly memory: Memory
}

interface Memory {
  /** Holds that were noted because no alert reports them. */
  readonly noted: Set<string>
  /** Bodies, by their signals, of which a call was not answered in time: for the others of a batch the service is not called again. */
  readonly unanswered: WeakSet<AbortSignal>
}

/** The state may change between two questions: another request for the same uses the approval. */
const MOST_TRIES = 3
/** Holds that were noted because no alert reports them. */
const MOST_NOTED = 1000

/**
 * Lets a person decide about what is refused. Its states are in the service, so that a restart forgets nothing: the approval is
 * used up there before anything is forwarded, and what became of it is reported there afterwards.
 */
export function createHolds(deps: HoldDeps): Holds {
  const memory: Memory = { noted: new Set(), unanswered: new WeakSet() }
  return {
    isForAll: deps.isForAll,
    async decide(refused, { parts }, signal) {
      const context = { program: deps.program, ...refused, parts, signal, memory }
      const decision = await orRefused(deps, context, () => decideBy(deps, context))
      if (decision.kind !== 'approved') return decision
      return { kind: 'approved', use: () => orRefused(deps, context, decision.use) }
    },
  }
}

/** Refuses what the service does not answer. */
async function orRefused<T>(
  { policy }: HoldDeps,
  context: HeldContext,
  work: () => Promise<T>,
): Promise<T | ProxyDecision> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
    policy.note(`! it cannot be held: ${error.message}`)
    return refused(context, `it cannot be held, as ${faultWords[error.kind] ?? 'the service failed'}`)
  }
}

/** Its texts are shown, and a service sends them. */
function checked(hold: Hold): Hold {
  const { id, decidedBy, transactionId, expiresAt } = hold
  const isShown =
    isIdLike(id) &&
    (decidedBy === undefined || isIdLike(decidedBy)) &&
    (transactionId === undefined || HEX_HASH.test(transactionId)) &&
    (expiresAt === undefined || !Number.isNaN(Date.parse(expiresAt)))
  if (isShown) return hold
  throw unexpected('malformed-hold', 'the service sent a hold that cannot be read')
}

const faultWords: Readonly<Partial<Record<ErrorKind, string>>> = {
  auth: 'the service does not accept the API key',
  'not-found': 'the service has no holds',
  refused: 'the service refused to hold it',
  'rate-limited': 'the service has too many requests',
  unavailable: 'the service does not answer',
}

/** @param tries how often an approval that is found may turn out to be used by another request */
async function decideBy(deps: HoldDeps, context: HeldContext, tries = MOST_TRIES): Promise<ProxyDecision | Approved> {
  const { client, reports } = deps
  const body = await requestOf(deps, context)
  if (body === undefined) return refused(context, 'it cannot be held, as the service stored no validation of it')
  await reports.attempted(context.request.digest)
  const headers = siteHeaders(context.request.site)
  const requestHold = (signal: AbortSignal) => client.call('requestHold', { headers, body }, { signal })
  const hold = checked(await inTime(deps, context, requestHold))
  noteIfNotNotified(deps, context, hold)
  switch (hold.state) {
    case 'approved':
      return { kind: 'approved', use: () => use(deps, context, hold, tries) }
    case 'forwarded':
      return repeated(deps.upstream, context, hold)
    case 'released':
      return releasedBefore(deps, context, hold)
    case 'rejected':
      return rejected(context, hold)
    default:
      return held(context, hold)
  }
}

function noteIfNotNotified(
  { policy }: HoldDeps,
  { memory: { noted }, program }: HeldContext,
  { id, state, notifiedAlerts }: Hold,
): void {
  if (notifiedAlerts > 0 || state !== 'held' || noted.has(id)) return
  if (noted.size < MOST_NOTED) noted.add(id)
  const next = policy.selfApprove ? `Try: ${program} alert create` : 'With the management key: txwarden alert create'
  policy.note(`! hold ${id} waits, and no alert reports it. ${next}`)
}

/** Builds the body that requests a hold; undefined when a part is not stored. */
async function requestOf(
  { upstream, policy }: HoldDeps,
  { request, parts }: HeldContext,
): Promise<NonNullable<CallInput<'requestHold'>['body']> | undefined> {
  const svcTxIds: string[] = []
  for (const [index, part] of request.parts.entries()) {
    if (part.kind !== 'transaction') continue
    const id = parts[index]?.svcTxId
    if (id == null) return undefined
    svcTxIds.push(id)
  }
  const maxFee = maxFeeOf(request)
  const messages = request.parts.flatMap((part) => (part.kind === 'message' ? [part.request] : []))
  return {
    digest: request.digest,
    kind: kindOf(request),
    method: request.method,
    chainId: await upstream.chainId(),
    ...(svcTxIds.length > 0 && { svcTxIds }),
    ...(messages.length > 0 && { messages }),
    ...(maxFee !== undefined && { maxFee: String(maxFee) }),
    ...(policy.holdForMs !== undefined && { holdForMs: policy.holdForMs }),
    ...(policy.selfApprove && { selfApprove: true }),
  }
}

/** Uses the approval up, and forwards only then; where another request used it first, decides again. */
async function use(deps: HoldDeps, context: HeldContext, hold: Hold, tries: number): Promise<ProxyDecision> {
  try {
    const releaseToken = await release(deps, context, hold)
    const onOutcome = async (outcome: UpstreamOutcome) => {
      const report = outcomeReport(outcome, context.request)
      if (report !== undefined) deps.reports.add(hold.id, context.request.digest, { ...report, releaseToken })
    }
    return { kind: 'forward', onOutcome }
  } catch (error) {
    if (!(error instanceof WardenError) || error.status !== 409) throw error
  }
  if (tries <= 1) return refused(context, 'its approval is used', hold, 'unknown')
  const decision = await decideBy(deps, context, tries - 1)
  return decision.kind === 'approved' ? decision.use() : decision
}

/** Its token. A client that leaves meanwhile does not end this: an approval whose token is lost cannot be given back. */
async function release(deps: HoldDeps, context: HeldContext, { id }: Hold): Promise<string> {
  const { client, reports } = deps
  let releasing: Promise<{ readonly releaseToken: string }> | undefined
  const start = () => {
    releasing = client.call('releaseHold', { params: { holdId: id } }, { signal: reports.ended })
    return releasing
  }
  try {
    return (await inTime(deps, context, start)).releaseToken
  } catch (error) {
    const giveBack = (releaseToken: string) =>
      reports.add(id, context.request.digest, { outcome: 'refused', isUntransmitted: true, releaseToken })
    // Too late to forward.
    releasing?.then(({ releaseToken }) => giveBack(releaseToken)).catch(() => undefined)
    throw error
  }
}

/** @throws WardenError `unavailable` once the service takes too long for this call, or took it for another one of the body */
async function inTime<T>(
  { limitMs = LIMIT_MS }: HoldDeps,
  { signal, memory: { unanswered } }: HeldContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = unavailable('timeout', `the service did not answer within ${limitMs / 1000} s`)
  if (unanswered.has(signal)) throw late
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(late), limitMs)
  try {
    return await within(over.signal, work(AbortSignal.any([signal, over.signal])))
  } catch (error) {
    if (!over.signal.aborted) throw error
    unanswered.add(signal)
    throw late
  } finally {
    clearTimeout(timer)
  }
}

/** Its approval was used, and the outcome is not known: the sender was stopped, or is still at it. */
async function releasedBefore(deps: HoldDeps, context: HeldContext, hold: Hold): Promise<ProxyDecision> {
  const hash = signedHash(context.request)
  if (hash !== undefined && isRecord(await deps.upstream.read('eth_getTransactionByHash', [hash]))) {
    deps.reports.add(hold.id, context.request.digest, { outcome: 'forwarded', transactionId: hash })
    return repeated(deps.upstream, context, { ...hold, transactionId: hash })
  }
  return outcomeUnknown(context, hold)
}
