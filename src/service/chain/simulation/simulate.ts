/** Room: What a transaction would change, by a simulation of a node, and by traces of one that was executed. */

import { movementsIn, nativeEmitters } from '../../evm/logs.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import { addressesIn, addressesNamed } from '../../risk/trace/movements.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import type { Capabilities, NodeHead } from '../nodes/chain-node.ts'
import { type Trip, together } from '../rpc/json-rpc.ts'
import { tripOf } from '../state/requests.ts'
import { type Discovering, discoveredLogs, discoveryRequests, isRun, readDiscovery, type Tried } from './discovery.ts'
import { nextBlock } from './environment.ts'
import { type Measurement, planMeasurement } from './measurement.ts'
import { emptySimulation } from './result.ts'
import { withExecutor } from './safe-execution.ts'
import type { SimulationSubject } from './simulated.ts'
import { withStateDiff } from './state-diff.ts'
import { subjectsOf } from './subject.ts'
import { estimateOf } from './wallet-gas.ts'

/** What a simulation needs. Everything is read at the block of the head. */
export interface SimulationInput {
  readonly analysis: Analysis
  readonly head: NodeHead
  readonly can: Capabilities
  readonly randomBytes: RandomBytes
  /** The trace that the caller gave, which replaces that of the node. */
  readonly trace: Trace | undefined
}

/** The first trip shows which calls and events are there. */
export interface Discovered {
  readonly trace: Trace | undefined
  /** Addresses that calls and events of the run name, with repeats: first tokens that come to the sender and its accounts. */
  readonly named: readonly string[]
  /** The run was made, and failed. */
  readonly hasReverted: boolean
  /**
   * Second trip: balances and allowances before and after.
   * @param analysis with the trace
   * @param accounts of the first trip
   */
  measure(analysis: Analysis, accounts: ReadonlyMap<string, ChainAccount>): Measurement
}

/** Simulates a transaction in two trips, by the best method that the node offers. Never throws for what a node answers. */
export function simulate(input: SimulationInput): Trip<Discovered> {
  const { head, can, randomBytes } = input
  const environment = nextBlock(head, randomBytes)
  const subjects = subjectsOf(input.analysis, randomBytes)
  const tries = together(
    ...subjects.map((subject) => {
      const runs = input.trace ? [] : discoveryRequests(subject, { head, can, environment })
      return triedBy(subject, runs, input)
    }),
  )
  const [own] = subjects
  const trip = together(tries, tripOf(can.simulate && own ? estimateOf(own, head) : undefined))
  return {
    requests: trip.requests,
    read(replies) {
      const [tried, estimate] = trip.read(replies)
      const chosen = bestOf(tried)
      if (!chosen) return { trace: input.trace, named: [], hasReverted: false, measure: () => unavailable(NOTHING) }
      const trace = input.trace ?? (isRun(chosen.run) ? chosen.run.trace : undefined)
      return {
        trace,
        named: namedIn(chosen, trace, input),
        hasReverted: isRun(chosen.run) && chosen.run.status === 'reverted',
        measure(analysis, accounts) {
          const subject = withExecutor(chosen.subject, accounts)
          const refusal = guardRefusal(chosen, tried)
          const measuring = {
            ...chosen,
            subject,
            refusal,
            estimate,
            trace,
            analysis,
            accounts,
            head,
            can,
            environment,
            randomBytes,
          }
          return withStateDiff(planMeasurement(measuring), measuring)
        },
      }
    },
  }
}

function namedIn(tried: Tried, trace: Trace | undefined, { analysis: { own } }: SimulationInput): string[] {
  const logs = discoveredLogs(tried, trace)
  const incoming = movementsIn(logs).flatMap(({ asset, to }) => (own.has(to) ? asset.token : []))
  const others = trace ? addressesIn(trace.root) : [...logs.map(({ address }) => address), ...addressesNamed(logs)]
  return [...incoming, ...others].filter((address) => !nativeEmitters.has(address))
}

const NOTHING = 'there is no call to simulate'

/** Why the guard of a Safe refuses what runs without it; undefined: it does not. */
function guardRefusal({ subject }: Tried, all: readonly Tried[]): string | undefined {
  if (!subject.execution?.isUnguarded) return undefined
  const guarded = all.find((each) => each.subject.execution && !each.subject.execution.isUnguarded)?.run
  return (guarded && (isRun(guarded) ? guarded.reason : guarded.failure)) ?? ''
}

/** The first run that succeeds; else the last that ran. */
function triedBy(subject: SimulationSubject, runs: readonly Discovering[], input: SimulationInput): Trip<Tried> {
  return {
    requests: runs.map(({ request }) => request),
    read(replies) {
      const tried = runs.map(({ request, isFunded }, at): Tried => {
        return { subject, run: readDiscovery(subject, request, replies[at]), isFunded }
      })
      const last = tried.findLast(({ run }) => isRun(run)) ?? tried[0]
      return tried.find(hasSucceeded) ?? last ?? untried(subject, input)
    },
  }
}

function hasSucceeded({ run }: Tried): boolean {
  return isRun(run) && run.status === 'ok'
}

function untried(subject: SimulationSubject, { trace }: SimulationInput): Tried {
  const several = 'several calls need a node with eth_simulateV1'
  const failure = subject.calls.length > 1 ? several : 'the node offers no method that simulates'
  return { subject, run: { failure: trace ? 'the trace of the caller was taken' : failure }, isFunded: false }
}

/** The first that succeeds; else the last, which is not about signatures. */
function bestOf(runs: readonly Tried[]): Tried | undefined {
  return runs.find(hasSucceeded) ?? runs.at(-1)
}

function unavailable(reason: string): Measurement {
  const simulation = emptySimulation({ status: 'unavailable', method: 'none', reason })
  return { requests: [], read: () => ({ simulation, missing: [], safeRuns: new Map() }), more: () => undefined }
}
