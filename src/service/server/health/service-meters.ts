import { chainById } from '../../../api/chains.ts'
import { baseId, type OperationId, operation } from '../../../api/operations/operations.ts'
import { chainName } from '../../../api/text/chains.ts'
import { channels } from '../../../api/vocabulary.ts'
import { Counter, Histogram } from '../../../shared/metrics/instruments.ts'
import type { Family } from '../../../shared/metrics/text-format.ts'
import type { AttemptReport } from '../../alerts/delivery/delivery-administration.ts'
import type { MeteredValidation, Meters, NodeOutcome } from '../../runtime/meters.ts'
import type { RequestLine } from '../log.ts'

/** Limits of what takes a receiver or a person (s). */
const DELAYS = [0.5, 1, 5, 15, 60, 120, 600, 3600]
const DECISIONS = [60, 300, 900, 3600, 14_400, 86_400]

/** Operations whose durations are apart; those of all others together keep the number of series small. */
const TIMED: ReadonlySet<string> = new Set(['validateTransaction', 'validateTransactionV1', 'validateTypedData'])

const OUTCOMES: Readonly<Record<AttemptReport['state'], string>> = {
  SENT: 'sent',
  PENDING: 'retried',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  GROUPED: 'grouped',
  SILENCED: 'silenced',
}

/** Operations with additions count as those without, and all of `--admin-api` as one: they are many, and rare. */
function labelOf(id: OperationId): string {
  return operation(id).scope === 'local' ? 'admin' : baseId(id)
}

/** What is asked of it, in the order in which it is shown. */
function requestInstruments() {
  return {
    requests: new Counter({
      name: 'txwarden_http_requests_total',
      help: 'Answered requests by operation and class of the status; aborted: the caller disconnected before.',
      labels: ['operation', 'code'],
    }),
    requestDurations: new Histogram({
      name: 'txwarden_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      labels: ['operation'],
    }),
    refused: new Counter({
      name: 'txwarden_http_refused_total',
      help: 'Requests that were refused because of overload.',
    }),
    ignored: new Counter({
      name: 'txwarden_http_ignored_members_total',
      help: 'Requests whose body had members that are unknown here, and were ignored as the interface says.',
    }),
    validations: new Counter({
      name: 'txwarden_validations_total',
      help: 'Answered validations, dry runs included. valid is false for what is blocked. other: listed chains without a node.',
      labels: ['product', 'chain', 'status', 'valid'],
    }),
    coverages: new Counter({
      name: 'txwarden_validation_coverage_total',
      help: 'Answered validations by how much was known.',
      labels: ['coverage'],
    }),
    policies: new Counter({
      name: 'txwarden_policies_refused_total',
      help: 'Answered validations, dry runs included, that a policy denies or holds; in mode observe it changes nothing.',
      labels: ['policy', 'mode', 'result'],
    }),
    validationDurations: new Histogram({
      name: 'txwarden_validation_duration_seconds',
      help: 'Time from a parsed request to its committed verdict.',
      labels: ['product'],
    }),
  }
}

/** What it does beside, in the same order. */
function workInstruments() {
  return {
    attempts: new Counter({
      name: 'txwarden_deliveries_total',
      help: 'Recorded attempts to deliver; failed: another one follows.',
      labels: ['channel', 'outcome'],
    }),
    delays: new Histogram(
      {
        name: 'txwarden_delivery_delay_seconds',
        help: 'Time from an event until the receiver accepted its message.',
        labels: ['channel'],
      },
      DELAYS,
    ),
    decisions: new Histogram(
      { name: 'txwarden_hold_wait_seconds', help: 'Time from a hold until a person decided about it.' },
      DECISIONS,
    ),
    commits: new Histogram({
      name: 'txwarden_commit_duration_seconds',
      help: 'Time from a write until its transaction is committed.',
    }),
    failures: new Counter({
      name: 'txwarden_database_errors_total',
      help: 'Writes that the database did not take.',
    }),
    nodeRequests: new Counter({
      name: 'txwarden_node_requests_total',
      help: 'JSON-RPC requests to nodes; limited: too many requests.',
      labels: ['chain', 'outcome'],
    }),
    blocks: new Counter({
      name: 'txwarden_chain_blocks_total',
      help: 'Blocks that were followed.',
      labels: ['chain'],
    }),
    rescreened: new Counter({
      name: 'txwarden_rescreen_changed_total',
      help: 'Verdicts, and listed counterparties, that a rescreen of this process found. A rescreen finds what got worse.',
      labels: ['direction'],
    }),
  }
}

/** Counts what a `serve` does. Its labels have values of enumerations and of the configuration only. */
export class ServiceMeters implements Meters {
  readonly #of = { ...requestInstruments(), ...workInstruments() }
  readonly #withNode = new Set<string>()

  constructor() {
    this.#of.rescreened.add(['worse'], 0)
    // A counter that begins at one has no increase.
    for (const channel of channels)
      for (const outcome of Object.values(OUTCOMES)) this.#of.attempts.add([channel, outcome], 0)
  }

  request({ info, status, ms }: Pick<RequestLine, 'info' | 'status' | 'ms'>): void {
    const label =
      info.operation === undefined ? (info.ownPath === undefined ? 'none' : 'probe') : labelOf(info.operation)
    this.#of.requests.add([label, status === undefined ? 'aborted' : `${Math.trunc(status / 100)}xx`])
    this.#of.requestDurations.observe(ms, [TIMED.has(label) ? label : 'other'])
  }

  refused(): void {
    this.#of.refused.add()
  }

  membersIgnored(): void {
    this.#of.ignored.add()
  }

  validated({ product, chainId, status, valid, coverage, policies }: MeteredValidation, ms: number): void {
    this.#of.validations.add([product, this.#labelOf(chainId), status, String(valid)])
    this.#of.coverages.add([coverage])
    for (const { policy, mode, result } of policies) this.#of.policies.add([policy, mode, result])
    this.#of.validationDurations.observe(ms, [product])
  }

  /** @param now wall time (ms) */
  delivered({ channel, state, eventAt }: AttemptReport, now: number): void {
    this.#of.attempts.add([channel, OUTCOMES[state]])
    if (state === 'SENT') this.#of.delays.observe(Math.max(0, now - eventAt), [channel])
  }

  holdDecided(waitedMs: number): void {
    this.#of.decisions.observe(Math.max(0, waitedMs))
  }

  committed(ms: number): void {
    this.#of.commits.observe(ms)
  }

  databaseFailed(): void {
    this.#of.failures.add()
  }

  nodeAnswered(chainId: string, outcome: NodeOutcome): void {
    this.#withNode.add(chainId)
    this.#of.nodeRequests.add([chainName(chainId), outcome])
  }

  blocksFollowed(chainId: string, blocks: number): void {
    this.#of.blocks.add([chainName(chainId)], blocks)
  }

  rescreened(changes: number): void {
    this.#of.rescreened.add(['worse'], changes)
  }

  /** A caller can name any chain of the list: those that nothing was configured for are one. */
  #labelOf(chainId: string): string {
    const chain = chainById(chainId)
    if (!chain) return 'unknown'
    return chain.source !== 'list' || this.#withNode.has(chainId) ? chain.name : 'other'
  }

  families(): Family[] {
    return Object.values(this.#of).map((instrument) => instrument.family())
  }
}
