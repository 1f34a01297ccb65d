import type { Analysis } from '../../risk/analyze.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import type { SimulationMethod } from '../../risk/chain/simulation.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import type { Capabilities, Head } from '../nodes/chain-node.ts'
import type { RpcReply, RpcRequest } from '../rpc/json-rpc.ts'
import { isRun, type NoRun, type Run, senderOf } from './discovery.ts'
import { type Environment, randomAddress } from './environment.ts'
import { logsOf } from './events.ts'
import type { Measured, NotMeasured } from './measured.ts'
import { planQuestions } from './plan.ts'
import { probeRequest, readProbe } from './probe.ts'
import type { SimulationResult } from './result.ts'
import { readSandwich, sandwichRequest } from './sandwich.ts'
import type { SimulationSubject } from './subject.ts'
import { summarize } from './summarize.ts'
import { planTakes } from './takes.ts'

/** Second trip: balances and allowances before and after. */
export interface Measurement {
  /** None: the node cannot measure. */
  readonly requests: readonly RpcRequest[]
  /** @param replies one for each request */
  read(replies: readonly RpcReply[]): SimulationResult
}

/** A subject, and what its first run showed. */
export interface Tried {
  readonly subject: SimulationSubject
  readonly run: Run | NoRun
}

export interface MeasurementInput extends Tried {
  /** Of the node or of the caller. */
  readonly trace: Trace | undefined
  /** With the trace. */
  readonly analysis: Analysis
  readonly accounts: ReadonlyMap<string, ChainAccount>
  readonly head: Head
  readonly can: Capabilities
  readonly environment: Environment
  readonly randomBytes: RandomBytes
}

/** One run of the second trip. */
interface Attempt {
  readonly request: RpcRequest
  read(reply: RpcReply | undefined): Measured | NotMeasured
}

/** The same run in both environments. */
type AttemptIn = (environment: Environment | undefined) => Attempt | undefined

/** Plans two runs, one in a realistic environment and one in that of the node: contracts may tell them apart. */
export function planMeasurement(input: MeasurementInput): Measurement {
  const { can, trace, environment, run } = input
  const logs = trace ? logsOf(trace) : isRun(run) ? run.logs : []
  const { questions, left } = planQuestions({ ...input, logs })
  const attemptIn = can.simulate
    ? sandwiches(input, questions)
    : can.overrides
      ? probes(input, questions)
      : () => undefined
  const [realistic, plain] = [attemptIn(environment), attemptIn(undefined)]
  return {
    requests: [realistic, plain].flatMap((attempt) => attempt?.request ?? []),
    read: ([first, second]) =>
      summarize({
        ...input,
        questions,
        left,
        method: methodOf(input),
        realistic: realistic?.read(first),
        plain: plain?.read(second),
      }),
  }
}

type Questions = ReturnType<typeof planQuestions>['questions']

function sandwiches({ subject, accounts, head, randomBytes }: MeasurementInput, questions: Questions): AttemptIn {
  const takes = planTakes(questions)
  const address = senderOf(subject)
  const account = accounts.get(address)
  const sender = { address, balance: account?.balance, hasCode: account === undefined || account.kind === 'contract' }
  const [reader, lens] = [randomAddress(randomBytes), randomAddress(randomBytes)]
  return (environment) => {
    const sandwich = { subject, questions, takes, blockHash: head.hash, reader, lens, sender, environment }
    return { request: sandwichRequest(sandwich), read: (reply) => readSandwich(sandwich, reply) }
  }
}

function probes({ subject, accounts, head }: MeasurementInput, questions: Questions): AttemptIn {
  return (environment) => {
    const probe = { subject, questions, head, environment, balance: accounts.get(subject.calls[0].actor)?.balance }
    const request = probeRequest(probe)
    return request && { request, read: (reply) => readProbe(probe, reply) }
  }
}

/** @returns what it is when its runs succeed */
function methodOf({ can, trace }: MeasurementInput): SimulationMethod {
  if (can.simulate) return trace ? 'trace+simulate' : 'simulate'
  if (can.overrides) return trace ? 'trace+probe' : 'probe'
  return trace ? 'trace' : 'none'
}
