import { EXEC_TRANSACTION } from '../../../shared/safe/selectors.ts'
import { isSamePart, type SafeControl, type SafeReading, safeParts } from '../../risk/chain/safe-state.ts'
import type { SlotChange } from '../../risk/chain/simulation.ts'
import { isBuiltIn } from '../../risk/decode/calls.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import { isCodeCall } from '../../risk/trace/movements.ts'
import type { NodeHead } from '../nodes/chain-node.ts'
import { type StorageRead, storageAt } from '../state/lens.ts'
import { calledContracts, type SimulationInput } from './plan.ts'
import type { Question } from './questions.ts'
import type { Measured } from './result.ts'
import {
  readSafeAnswer,
  readSafeSlot,
  type SafeCall,
  type SafeSlot,
  safeAfter,
  safeCalls,
  safeSlots,
} from './safe-calls.ts'
import type { SimulationSubject } from './simulated.ts'

const MAX_SAFES = 2

type SafesInput = Omit<SimulationInput, 'logs'>

/**
 * Lists the Safes that execute here or are called with data: that of the subject, what a node says is one, and what is called as
 * one (more owners than the lens returns hide that it is a Safe).
 */
export function safesIn({ subject, analysis, trace, accounts }: SafesInput): string[] {
  const { calls, own } = analysis
  const called = calls.filter(({ data }) => data !== '0x').flatMap(({ to }) => to ?? [])
  const asSafe = calls.filter((call) => isBuiltIn(call, 'execTransaction')).flatMap(({ to }) => to ?? [])
  const named = [...calls.map(({ actor }) => actor), ...own, ...called]
  const ran = trace ? Array.from(calledContracts(trace)) : []
  const isSafe = (address: string) => accounts.get(address)?.safe !== undefined
  const all = [subject.execution?.safe ?? [], named.filter(isSafe), asSafe, ran.filter(isSafe)].flat()
  return [...new Set(all)].slice(0, MAX_SAFES)
}

export function safeQuestions(safes: readonly string[]): Question[] {
  const all = Object.keys(safeCalls) as SafeCall[]
  return safes.flatMap((owner) => all.map((call): Question => ({ kind: 'safe', owner, call })))
}

/** What a run read of a Safe. */
interface SafeRun {
  readonly before: SafeControl
  readonly after: SafeControl
}

/** What the runs that succeeded read of each Safe. */
export type SafeRuns = ReadonlyMap<string, readonly SafeRun[]>

export function safeRunsOf(questions: readonly Question[], runs: readonly Measured[]): SafeRuns {
  const safes = new Set(questions.flatMap((question) => (question.kind === 'safe' ? question.owner : [])))
  const stateOf = (safe: string, answers: readonly string[]): SafeControl =>
    Object.fromEntries(
      questions.flatMap((question, index) =>
        question.kind === 'safe' && question.owner === safe
          ? [[question.call, readSafeAnswer(question.call, answers[index] ?? '0x')]]
          : [],
      ),
    )
  return new Map(
    Array.from(safes, (safe) => [
      safe,
      runs
        .filter(({ succeeded }) => succeeded)
        .map(({ before, after }) => ({ before: stateOf(safe, before), after: stateOf(safe, after) })),
    ]),
  )
}

const slotParts = Object.keys(safeSlots) as SafeSlot[]

/** Requests the storage of Safes before the run: no code of theirs answers for it. */
export function safeStorage(lens: string, safes: readonly string[], { hash }: NodeHead) {
  const slots = slotParts.map((part) => safeSlots[part])
  const reads = safes.map((address): StorageRead => ({ address, slots }))
  return storageAt(lens, reads, { blockHash: hash }, (answers) =>
    answers.map((words): SafeControl => {
      return Object.fromEntries(
        slotParts.map((part, index) => [part, words && readSafeSlot(part, words[index] ?? '0x')]),
      )
    }),
  )
}

/** Counts executions by the trace, else by the call data. */
export function executionsIn({ subject, analysis, trace }: SafesInput, safe: string): number {
  if (trace && !trace.incomplete)
    return Array.from(liveFrames(trace.root, () => false)).filter(
      ({ frame }) => frame.to === safe && !isCodeCall(frame) && frame.input.startsWith(EXEC_TRANSACTION),
    ).length
  if (subject.simulated !== 'transaction' && !subject.execution) return 0
  const ofMessage = analysis.message && subject.execution?.safe === safe ? 1 : 0
  return ofMessage + analysis.calls.filter((call) => isBuiltIn(call, 'execTransaction') && call.to === safe).length
}

interface StoredParts {
  readonly executions: number
  readonly before: SafeControl | undefined
  /** Absent when the node did not say what changes. */
  readonly changes: readonly SlotChange[] | undefined
  readonly isWhole: boolean
}

/** Combines what a Safe answers in the runs with its storage. */
export function safeReading(
  { safe, execution }: { readonly safe: string; readonly execution: SimulationSubject['execution'] },
  runs: readonly SafeRun[],
  { before: stored, changes, isWhole, executions }: StoredParts,
): SafeReading {
  const answered = runs[0]?.before ?? {}
  const before = { ...answered, ...known(stored) }
  const inStorage = changes && storedAfter(safe, stored, changes)
  const after = safeAfter([...(inStorage ? [{ before: stored ?? {}, after: inStorage }] : []), ...runs])
  // The run began without the guard: that it is none afterwards says nothing.
  const isUnguarded = execution?.safe === safe && execution.isUnguarded && isSamePart(after.guard, before.guard)
  return {
    safe,
    before,
    after: isUnguarded ? { ...after, guard: undefined } : after,
    executions,
    isWhole: isWhole && changes !== undefined,
  }
}

/** Undefined parts are left out. */
function known(state: SafeControl = {}): SafeControl {
  return Object.fromEntries(safeParts.flatMap((part) => (state[part] === undefined ? [] : [[part, state[part]]])))
}

function storedAfter(safe: string, stored: SafeControl | undefined, changes: readonly SlotChange[]): SafeControl {
  return Object.fromEntries(
    slotParts.map((part) => {
      const change = changes.find(({ contract, slot }) => contract === safe && slot === safeSlots[part])
      return [part, change ? readSafeSlot(part, change.after) : stored?.[part]]
    }),
  )
}

/** Whether anything of it was read: other contracts have functions of the same names. */
export function isSafeReading({ before }: SafeReading): boolean {
  return before.threshold !== undefined && before.threshold > 0n && before.singleton !== undefined
}
