import type { MissingData } from '../../../api/text/missing.ts'
import { most } from '../../../shared/bigints.ts'
import { NATIVE, nativeAssetId, ownedKey } from '../../evm/asset.ts'
import type { BalanceChange, Balances } from '../../evm/holdings.ts'
import { allMovementsIn, type Movement } from '../../evm/logs.ts'
import { addressAt } from '../../evm/words.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import { type NamedControl, namedControlIn } from '../../risk/chain/control-events.ts'
import type { EnvironmentDifference, SimulationMethod } from '../../risk/chain/simulation.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { NodeHead } from '../nodes/chain-node.ts'
import { allApprovals, loweredApprovals, loweredInAll, standingApprovals } from './approvals.ts'
import { claimedBalances, environmentDifferences, measureBalances, minimumChanges } from './asset-changes.ts'
import { discoveredLogs, isRun, senderOf, type Tried } from './discovery.ts'
import type { BlockEnvironment } from './environment.ts'
import { logsOf, movementsOfTrace } from './events.ts'
import { shownByTrace } from './executed.ts'
import { MAX_QUESTIONS, type QuestionPlan } from './plan.ts'
import type { Question } from './questions.ts'
import { emptySimulation, isMeasured, type Measured, type NotMeasured, type SimulationResult } from './result.ts'
import { valueSent } from './wire.ts'

export interface SummaryInput extends Tried, QuestionPlan {
  /** The trace of the node or of the caller. */
  readonly trace: Trace | undefined
  readonly accounts: ReadonlyMap<string, ChainAccount>
  readonly head: NodeHead
  readonly environment: BlockEnvironment
  /** The method of the runs. */
  readonly method: SimulationMethod
  /** Why the guard of a Safe refuses the transaction, which runs without it; undefined: it does not. */
  readonly refusal?: string | undefined
  /** The run in a realistic next block. Undefined: not tried. */
  readonly nextBlock: Measured | NotMeasured | undefined
  /** The run in the block that the node chooses. */
  readonly nodeDefault: Measured | NotMeasured | undefined
  /** The run in a realistic next block with the gas of a wallet. */
  readonly walletGas: Measured | NotMeasured | undefined
}

/** Gives what the runs of both trips say. */
export function summarize(input: SummaryInput): SimulationResult {
  const { subject, trace, method, nextBlock, nodeDefault, questions } = input
  // A run that fails for want of gas says nothing about one with more.
  const walletGas = didSucceed(input.walletGas) ? input.walletGas : undefined
  const measured = [nextBlock, nodeDefault, walletGas].filter(isMeasured)
  if (measured.length === 0) return unmeasured(input)
  const succeeded = measured.filter((run) => run.succeeded)
  const base = { method, trace, simulated: subject.simulated, isMeasured: true } as const
  const missing = missingIn(input, measured)
  const [first] = succeeded
  if (!first) {
    const simulation = emptySimulation({ ...base, status: 'reverted', reason: measured[0]?.reason })
    return { simulation, missing }
  }
  const readings = new Map(succeeded.map((run) => [run, readRun(run, input)]))
  const balancesOf = (run: Measured | NotMeasured | undefined) =>
    isMeasured(run) ? (readings.get(run)?.balances ?? none) : undefined
  const [inNodeDefault, inNextBlock, inWalletGas] = [
    balancesOf(nodeDefault),
    balancesOf(nextBlock),
    balancesOf(walletGas),
  ]
  const approvals = allApprovals(succeeded.map((run) => approvalsOf(run, input)))
  const traced = tracedOtherwise(first, readings.get(first)?.balances ?? none, input)
  return {
    simulation: emptySimulation({
      ...base,
      status: 'ok',
      reason: undefined,
      changes: minimumChanges(
        [...Array.from(readings.values(), ({ balances }) => balances), traced.balances],
        subject.owners,
      ),
      claims: minimumChanges([comparable(claimsOf(first, input), first, input)], subject.owners),
      approvals,
      lowered: loweredInAll(
        succeeded.map((run) => loweredApprovals({ questions, before: run.before, after: run.after }, run.timestamp)),
        approvals,
      ),
      control: controlIn(succeeded, input),
      differences: firstOfEach([
        ...differencesBetween(inNodeDefault, inNextBlock),
        ...differencesBetween(inNextBlock ?? inNodeDefault, inWalletGas),
        ...traced.differences,
      ]),
    }),
    missing: [...missing, ...Array.from(readings.values()).flatMap(({ missing: ofRun }) => ofRun)],
  }
}

function didSucceed(run: Measured | NotMeasured | undefined): run is Measured {
  return isMeasured(run) && run.succeeded
}

const none: Balances = new Map()

/** Changes of control in all runs, each once. */
function controlIn(runs: readonly Measured[], input: SummaryInput): NamedControl[] {
  const named = [discoveredLogs(input, input.trace), ...runs.map(({ logs = [] }) => logs)].flatMap(namedControlIn)
  return Array.from(
    new Map(named.map((each) => [`${each.contract} ${each.change} ${each.by} ${each.to}`, each])).values(),
  )
}

function differencesBetween(shown: Balances | undefined, real: Balances | undefined): EnvironmentDifference[] {
  return shown && real ? environmentDifferences(shown, real) : []
}

/**
 * What the trace of the node moves and a measured run does not, or the other way round. The trace has less gas, and not quite
 * the balance: a contract that looks at them shows itself. Tokens are compared by their events in both, because a fee of a
 * token makes events and balances differ.
 */
function tracedOtherwise(
  run: Measured,
  balances: Balances,
  { run: first, subject }: SummaryInput,
): { readonly balances: Balances; readonly differences: readonly EnvironmentDifference[] } {
  if (!isRun(first) || !first.trace || first.trace.incomplete || first.status !== 'ok')
    return { balances, differences: [] }
  const inTrace = claimedBalances(movementsOfTrace(first.trace), subject.owners)
  const claims = run.logs ? claimedBalances(allMovementsIn(run.logs), subject.owners) : undefined
  const byEvents = claims && environmentDifferences(inTrace, claims)
  const byBalances = environmentDifferences(inTrace, balances).filter(({ standard }) => standard === 'native')
  const isSeenTwice = (one: EnvironmentDifference) =>
    byEvents === undefined || byEvents.some((each) => ownedKey(each.owner, each) === ownedKey(one.owner, one))
  const differences = [
    // Some chains charge for more than gas, and some nodes do not log every move of native currency.
    ...byBalances.filter(isSeenTwice),
    ...(byEvents?.filter(({ standard }) => standard !== 'native') ?? []),
  ]
  const other = new Map(balances)
  for (const difference of differences) {
    const key = ownedKey(difference.owner, difference)
    const change = inTrace.get(key)
    if (change) other.set(key, change)
    else other.delete(key)
  }
  return { balances: other, differences }
}

/** One difference for each asset of an owner. */
function firstOfEach(differences: readonly EnvironmentDifference[]): EnvironmentDifference[] {
  return Array.from(
    new Map(differences.toReversed().map((each) => [ownedKey(each.owner, each), each])).values(),
  ).toReversed()
}

/**
 * Ignores claims about tokens whose balance was not read, because the balances cannot refute them. A token that answers
 * neither before nor after has no balances.
 */
function comparable(claims: Balances, { before, after }: Measured, { questions, subject }: SummaryInput): Balances {
  const measured = questions.flatMap((question, index) => {
    const [first = '0x', last = '0x'] = [before[index], after[index]]
    const isLost = (first === '0x') !== (last === '0x')
    if (question.kind === 'balance' || question.kind === 'items')
      return isLost ? [] : ownedKey(question.owner, { id: undefined, ...question })
    if (question.kind !== 'holder') return []
    return subject.owners.map((owner) => ownedKey(owner, question))
  })
  const known = new Set(measured)
  return new Map(Array.from(claims).filter(([key, { standard }]) => standard === 'native' || known.has(key)))
}

/** Balances of a run that succeeded; an outflow that only an event shows counts as well. */
function readRun(
  run: Measured,
  input: SummaryInput,
): { readonly balances: Balances; readonly missing: readonly MissingData[] } {
  const { subject, accounts, questions } = input
  const payer = senderOf(subject)
  const { balances, measured, unread } = measureBalances(
    { questions, before: run.before, after: run.after },
    { owners: subject.owners, accounts, payer, fee: run.fee },
  )
  const claims = claimsOf(run, input)
  const left = Array.from(claims).filter(([key, { amount }]) => amount < 0n && !measured.has(key))
  const claimed = Array.from(claims).flatMap(([key, { token }]) => (measured.has(key) ? [] : token))
  const tokens = [...new Set([...unread, ...claimed])].filter((token) => token !== NATIVE)
  const missing = tokens.length > 0 ? [{ code: 'balances-unread', ...firstOf(tokens) } as const] : []
  return { balances: withTransfers(new Map([...balances, ...left]), claims, run, payer), missing }
}

/**
 * Some chains charge for more than gas: where the fee does not explain the change of the payer, the native transfers of the
 * run do.
 */
function withTransfers(
  balances: Map<string, BalanceChange>,
  claims: Balances,
  { fee, logs }: Measured,
  payer: string,
): Balances {
  const key = ownedKey(payer, nativeAssetId)
  const [change, claimed] = [balances.get(key), claims.get(key)]
  if (logs === undefined || change === undefined) return balances
  const [amount, shown] = [change.amount, claimed?.amount ?? 0n]
  if (amount < shown && shown - amount < fee) {
    if (claimed) balances.set(key, claimed)
    else balances.delete(key)
  }
  return balances
}

const MAX_NAMES = 3

function firstOf(tokens: readonly string[]): { readonly tokens: readonly string[]; readonly more: number } {
  const named = tokens.slice(0, MAX_NAMES)
  return { tokens: named, more: tokens.length - named.length }
}

function claimsOf(measured: Measured, { subject, trace, run, questions }: SummaryInput): Balances {
  const { logs } = measured
  const shown = trace && !logs ? movementsOfTrace(trace) : allMovementsIn(logs ?? (isRun(run) ? run.logs : []))
  return claimedBalances([...shown, ...namesMoved(measured, questions)], subject.owners)
}

/** Events of registries say who gets a name, and not who had it. */
function namesMoved({ before, after }: Measured, questions: readonly Question[]): Movement[] {
  return questions.flatMap((question, index) => {
    if (question.kind !== 'holder' || !question.isName) return []
    const { token, id } = question
    const [from, to] = [addressAt(before[index]), addressAt(after[index])]
    if (from === undefined || to === undefined || from === to) return []
    return { asset: { standard: 'erc721', token, id }, from, to, amount: 1n }
  })
}

function approvalsOf(run: Measured, { questions, subject, trace }: SummaryInput): ReturnType<typeof standingApprovals> {
  const readings = { questions, before: run.before, after: run.after }
  const logs = run.logs ?? (trace ? logsOf(trace) : [])
  return standingApprovals({ readings, timestamp: run.timestamp, taken: run.taken, logs, owners: subject.owners })
}

function missingIn(input: SummaryInput, measured: readonly Measured[]): MissingData[] {
  const { left, unnamed, nextBlock, nodeDefault, walletGas, subject } = input
  const missing = traceMissing(input)
  if (subject.simulated === 'inner call')
    missing.push({ code: 'signatures-unchecked', ...(subject.execution && { of: 'Safe' }) })
  if (input.refusal !== undefined)
    missing.push({ code: 'guard-refuses', ...(input.refusal !== '' && { reason: input.refusal }) })
  if (nextBlock && !isMeasured(nextBlock)) missing.push({ code: 'realistic-run-failed', reason: nextBlock.failure })
  if (nodeDefault && !isMeasured(nodeDefault)) missing.push({ code: 'plain-run-failed', reason: nodeDefault.failure })
  if (didSucceed(nextBlock) && walletGas && !didSucceed(walletGas)) {
    const reason = isMeasured(walletGas) ? walletGas.reason : walletGas.failure
    missing.push({ code: 'frugal-run-failed', ...(reason !== undefined && { reason }) })
  }
  if (left > 0) missing.push({ code: 'state-unread', count: left, limit: MAX_QUESTIONS })
  if (unnamed.length > 0) missing.push({ code: 'items-not-measured', ...firstOf(unnamed) })
  return [...missing, ...shortfall(input, measured)]
}

function traceMissing({ run, trace, method, isFunded }: SummaryInput): MissingData[] {
  const missing: MissingData[] = []
  if (!isRun(run) && trace === undefined) missing.push({ code: 'no-trace', reason: run.failure })
  if (isFunded && isRun(run) && (run.trace || run.logs.length > 0)) missing.push({ code: 'events-of-funded-run' })
  if (method === 'probe') missing.push({ code: 'events-unseen' })
  return missing
}

/** The simulation gives the sender what it needs. */
function shortfall(
  { subject, accounts, head, environment }: SummaryInput,
  measured: readonly Measured[],
): MissingData[] {
  const balance = accounts.get(senderOf(subject))?.balance
  const value = valueSent(subject)
  if (balance === undefined) return []
  const isWhole = subject.simulated === 'transaction'
  if (balance < value) return [{ code: 'value-not-covered', account: isWhole ? 'sender' : 'account' }]
  if (!isWhole) return []
  const fee = most(0n, ...measured.map((each) => each.fee))
  const cost = value + (fee * (head.baseFee ?? 0n)) / environment.gasPrice
  return balance < cost ? [{ code: 'fee-not-covered' }] : []
}

/** Summarizes without measured balances: what the trace shows, or nothing. */
function unmeasured(input: SummaryInput): SimulationResult {
  const { subject, run, trace, nextBlock, nodeDefault } = input
  const failures = [nextBlock, nodeDefault].flatMap((each) => (each && !isMeasured(each) ? each.failure : []))
  const failure = [...new Set(failures)].join('; ') || undefined
  const base = { trace, simulated: subject.simulated } as const
  if (isRun(run) && run.status === 'reverted') {
    const simulation = emptySimulation({
      ...base,
      status: 'reverted',
      method: trace ? 'trace' : 'none',
      reason: run.reason,
    })
    return { simulation, missing: [] }
  }
  if (!trace) {
    const reason = failure ?? (isRun(run) ? 'the node cannot measure balances' : run.failure)
    return { simulation: emptySimulation({ ...base, status: 'unavailable', method: 'none', reason }), missing: [] }
  }
  const shown = shownByTrace(trace, movementsOfTrace(trace), subject.owners)
  return {
    simulation: emptySimulation({ ...base, ...shown, status: 'ok', method: 'trace', reason: undefined }),
    missing: [{ code: 'balances-not-measured', reason: failure ?? 'the node offers no method for it' }],
  }
}
