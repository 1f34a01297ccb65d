import type { Analysis } from '../../risk/analyze.ts'
import type { SimulationMethod } from '../../risk/chain/simulation.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import type { Capabilities } from '../nodes/chain-node.ts'
import type { RpcReply, Trip } from '../rpc/json-rpc.ts'
import { discoveredLogs, senderOf } from './discovery.ts'
import { besideHead, randomAddress } from './environment.ts'
import { calledContracts, planQuestions, type QuestionPlan, questionsAbout } from './plan.ts'
import { probeRequest, readProbe, readTakes, takesRequest } from './probe.ts'
import type { Question } from './questions.ts'
import { bounded, isMeasured, type Measured, type SimulationResult } from './result.ts'
import { type SafeRuns, safeQuestions, safeRunsOf, safesIn } from './safe-reading.ts'
import { readSandwich, sandwichRequest } from './sandwich.ts'
import { type SummaryInput, summarize } from './summarize.ts'
import { planTakes } from './takes.ts'
import { withWalletGas } from './wallet-gas.ts'

/** The second trip reads balances and allowances before and after. Without requests: the node cannot measure. */
export interface Measurement extends Trip<MeasurementResult> {
  /**
   * Third trip: the same once more, with what the events of only one run name, such as an item whose number is random. Undefined
   * where there is nothing of that kind.
   */
  more(replies: readonly RpcReply[]): Measurement | undefined
}

export interface MeasurementResult extends SimulationResult {
  /** What the runs read of Safes. */
  readonly safeRuns: SafeRuns
}

export interface MeasurementInput extends Omit<SummaryInput, keyof QuestionPlan | keyof RunReadings | 'method'> {
  /** The analysis with the trace. */
  readonly analysis: Analysis
  readonly can: Capabilities
  /** Gas limit that the node estimates for a wallet. */
  readonly estimate: bigint | undefined
  readonly randomBytes: RandomBytes
}

type RunReadings = Pick<SummaryInput, 'nextBlock' | 'nodeDefault' | 'walletGas'>

/** The runs of the second trip: contracts can detect the block of a node, and more gas than wallets send. */
type Runs = Trip<RunReadings>

export function planMeasurement(input: MeasurementInput): Measurement {
  const { can } = input
  const logs = discoveredLogs(input, input.trace)
  const { questions: planned, left, unnamed } = planQuestions({ ...input, logs })
  const questions = [...planned, ...safeQuestions(safesIn(input))]
  const summary = (all: readonly Question[], readings: RunReadings): MeasurementResult => ({
    ...bounded(summarize({ ...input, questions: all, left, unnamed, method: methodOf(input), ...readings })),
    safeRuns: safeRunsOf(all, measuredIn(readings)),
  })
  const runs = can.simulate ? sandwiches(input, questions) : can.overrides ? probes(input, questions) : noRuns
  return {
    requests: runs.requests,
    read: (replies) => summary(questions, runs.read(replies)),
    more(replies) {
      const readings = runs.read(replies)
      const measured = measuredIn(readings)
      const found = questionsAbout(
        measured.flatMap(({ logs: of = [] }) => of),
        { ...input, known: questions },
      )
      if (found.length === 0 || !can.simulate) return undefined
      const all = [...questions, ...found]
      const again = sandwiches(input, all)
      return {
        requests: again.requests,
        read(last) {
          const readAgain = again.read(last)
          const isWhole = measuredIn(readAgain).length === measured.length
          return isWhole ? summary(all, readAgain) : summary(questions, readings)
        },
        more: () => undefined,
      }
    },
  }
}

function measuredIn({ nextBlock, nodeDefault, walletGas }: RunReadings): Measured[] {
  return [nextBlock, nodeDefault, walletGas].filter(isMeasured)
}

const noRuns: Runs = {
  requests: [],
  read: () => ({ nextBlock: undefined, nodeDefault: undefined, walletGas: undefined }),
}

/** Each in the same block whenever it is made: the same numbers are drawn again. */
function sandwiches(input: MeasurementInput, questions: readonly Question[]): Runs {
  const { subject, accounts, head, randomBytes, environment } = input
  const address = senderOf(subject)
  const account = accounts.get(address)
  const base = {
    subject,
    questions,
    takes: planTakes(questions),
    head,
    reader: randomAddress(randomBytes),
    lens: randomAddress(randomBytes),
    sender: { address, balance: account?.balance, hasCode: account === undefined || account.kind === 'contract' },
  }
  const [nextBlock, nodeDefault] = [
    { ...base, environment },
    { ...base, environment: undefined },
  ]
  const walletEnvironment = withWalletGas(environment, subject, input)
  const walletGas = walletEnvironment && { ...base, environment: walletEnvironment }
  return {
    requests: [nextBlock, nodeDefault, ...(walletGas ? [walletGas] : [])].map(sandwichRequest),
    read: ([first, second, third]) => ({
      nextBlock: readSandwich(nextBlock, first),
      nodeDefault: readSandwich(nodeDefault, second),
      walletGas: walletGas && readSandwich(walletGas, third),
    }),
  }
}

function probes(input: MeasurementInput, questions: readonly Question[]): Runs {
  const { subject, accounts, head, environment, trace } = input
  const base = { subject, questions, head, balance: accounts.get(subject.calls[0].actor)?.balance }
  const [nextBlock, nodeDefault] = [
    { ...base, environment: besideHead(environment, head) },
    { ...base, environment: undefined },
  ]
  const [first, second] = [probeRequest(nextBlock), probeRequest(nodeDefault)]
  if (!first || !second) return noRuns
  const called = trace && new Set(calledContracts(trace))
  const takes = planTakes(questions, (address) =>
    called ? called.has(address) : accounts.get(address)?.kind !== 'eoa',
  )
  const third = takesRequest(nodeDefault, takes)
  // Hardhat refuses block overrides in eth_call.
  const readNextBlock = (reply: RpcReply | undefined) => {
    const run = readProbe(nextBlock, reply)
    return isMeasured(run) ? run : { failure: `with block overrides: ${run.failure}` }
  }
  return {
    requests: [first, second, ...(third ? [third] : [])],
    read: (replies) => {
      const run = readProbe(nodeDefault, replies[1])
      const taken = readTakes(takes, replies[2])
      return {
        nextBlock: readNextBlock(replies[0]),
        nodeDefault: isMeasured(run) ? { ...run, taken } : run,
        walletGas: undefined,
      }
    },
  }
}

/** @returns what it is when its runs succeed */
function methodOf({ can, trace }: MeasurementInput): SimulationMethod {
  if (can.simulate) return trace ? 'trace+simulate' : 'simulate'
  if (can.overrides) return trace ? 'trace+probe' : 'probe'
  return trace ? 'trace' : 'none'
}
