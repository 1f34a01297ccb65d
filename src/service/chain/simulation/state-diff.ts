import type { MissingData } from '../../../api/text/missing.ts'
import { quantity } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { argumentsOf, type Log } from '../../evm/logs.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import { controlSlotsOf } from '../../risk/chain/control.ts'
import { type SafeReading, safeParts } from '../../risk/chain/safe-state.ts'
import type { SlotChange } from '../../risk/chain/simulation.ts'
import { LENS_CODE } from '../contracts/lens-code.ts'
import { type RpcReply, resultOf, type Trip, together } from '../rpc/json-rpc.ts'
import { type StorageRead, slotsCode, storageAnswers, storageAt, storageCall } from '../state/lens.ts'
import { tripOf } from '../state/requests.ts'
import { canTrace, conditionsOf, discoveredLogs, tracedRequest } from './discovery.ts'
import { randomAddress, readGas } from './environment.ts'
import type { Measurement, MeasurementInput, MeasurementResult } from './measurement.ts'
import { calledContracts } from './plan.ts'
import { executionsIn, isSafeReading, safeReading, safeStorage, safesIn } from './safe-reading.ts'
import { wireCall } from './wire.ts'

/** Storage that a transaction changes; undefined where the node does not say. */
type StateDiff = Trip<readonly SlotChange[] | undefined>

const NOT_READ: StateDiff = { requests: [], read: () => undefined }

/**
 * Reads in the trip of a measurement which storage the transaction changes: all of it where the node traces, else the slots of
 * known kinds. A contract can change who controls it without an event.
 */
export function withStateDiff(measurement: Measurement, input: MeasurementInput): Measurement {
  const { subject, can } = input
  const logs = discoveredLogs(input, input.trace)
  const isWhole = canTrace(subject, can)
  const diff = isWhole ? tracedDiff(input) : can.simulate ? simulatedDiff(input, logs) : NOT_READ
  const safes = safesIn(input)
  const stored =
    safes.length > 0 && can.overrides ? safeStorage(randomAddress(input.randomBytes), safes, input.head) : undefined
  if (diff.requests.length === 0 && safes.length === 0) return measurement
  const storage = together(tripOf(stored), diff)
  const count = measurement.requests.length
  const withSlots = (result: MeasurementResult, replies: readonly RpcReply[]) => {
    const [before, changes] = storage.read(replies.slice(count))
    const slots = (changes ?? []).map((change) => ({ ...change, isLogged: isLogged(change, logs) }))
    const readings = safes.map((safe, index) => {
      const parts = { before: before?.[index], changes, isWhole, executions: executionsIn(input, safe) }
      return safeReading({ safe, execution: subject.execution }, result.safeRuns.get(safe) ?? [], parts)
    })
    return withSafes({ ...result, simulation: { ...result.simulation, slots } }, readings)
  }
  return {
    requests: [...measurement.requests, ...storage.requests],
    read: (replies) => withSlots(measurement.read(replies.slice(0, count)), replies),
    more(replies) {
      const further = measurement.more(replies.slice(0, count))
      return further && { ...further, read: (last) => withSlots(further.read(last), replies) }
    },
  }
}

/** A transaction that fails changes nothing. What was not read is not what it was. */
function withSafes(result: MeasurementResult, readings: readonly SafeReading[]): MeasurementResult {
  if (result.simulation.status !== 'ok') return result
  const safes = readings.filter(isSafeReading)
  const missing = safes.flatMap(({ safe, before, after, isWhole }): MissingData[] => {
    const parts = safeParts.filter((part) => before[part] === undefined || after[part] === undefined)
    return [
      ...(parts.length > 0 ? [{ code: 'safe-unread', safe, parts } as const] : []),
      ...(isWhole ? [] : [{ code: 'safe-storage-unseen', safe } as const]),
    ]
  })
  return { ...result, simulation: { ...result.simulation, safes }, missing: [...result.missing, ...missing] }
}

/** An event of the contract names the new value, or the address in it. */
function isLogged({ contract, before, after }: SlotChange, logs: readonly Log[]): boolean {
  return logs
    .filter(({ address }) => address === contract)
    .flatMap(argumentsOf)
    .some((word) => {
      const [padding, address] = [word.slice(0, 24), word.slice(24).toLowerCase()]
      if (`0x${word}` === after) return true
      return /^0+$/.test(padding) && after.includes(address) && !before.includes(address)
    })
}

const DIFF = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } } as const

/** The run of the first trip, once more. */
function tracedDiff({ subject, isFunded, head, environment }: MeasurementInput): StateDiff {
  return {
    requests: [tracedRequest(subject, head, conditionsOf(subject, isFunded, environment), DIFF)],
    read: ([reply]) => {
      const result = resultOf(reply)
      const answer = isRecord(result) && isRecord(result.result) ? result.result : result
      if (!isRecord(answer) || !isRecord(answer.post)) return undefined
      const [pre, post] = [storagesIn(answer.pre), storagesIn(answer.post)]
      return [...new Set([...pre.keys(), ...post.keys()])].flatMap((contract) => {
        const [before, after] = [pre.get(contract) ?? {}, post.get(contract) ?? {}]
        return changesBetween(contract, (slot) => [before[slot] ?? ZERO, after[slot] ?? ZERO], {
          ...before,
          ...after,
        })
      })
    },
  }
}

const ZERO = `0x${'0'.repeat(64)}`
const WORD = /^0x[0-9a-f]{64}$/

type Storage = Readonly<Record<string, string>>

function storagesIn(state: unknown): ReadonlyMap<string, Storage> {
  const accounts = isRecord(state) ? Object.entries(state) : []
  return new Map(
    accounts.flatMap(([address, account]) => {
      if (!isRecord(account) || !isRecord(account.storage)) return []
      const slots = Object.entries(account.storage).map(([slot, value]) => [slot, String(value)].map(lowerCase))
      return [[lowerCase(address), Object.fromEntries(slots) as Storage] as const]
    }),
  )
}

function lowerCase(text: string): string {
  return text.toLowerCase()
}

function changesBetween(
  contract: string,
  wordsOf: (slot: string) => readonly [string, string],
  slots: Storage,
): SlotChange[] {
  return Object.keys(slots).flatMap((slot) => {
    const [before, after] = wordsOf(slot)
    if (before === after || ![slot, before, after].every((word) => WORD.test(word))) return []
    return { contract, slot, before, after, isLogged: false }
  })
}

const MAX_CONTRACTS = 16

/** The run with a second block, in which code of ours reads the storage of the contracts; and the same storage before. */
function simulatedDiff(input: MeasurementInput, logs: readonly Log[]): StateDiff {
  const { subject, isFunded, head, environment, randomBytes, accounts } = input
  const reads = contractsOf(input, logs).map(
    (address): StorageRead => ({ address, slots: controlSlotsOf(accounts.get(address)) }),
  )
  if (reads.length === 0) return NOT_READ
  const [lens, reader] = [randomAddress(randomBytes), randomAddress(randomBytes)]
  const { stateOverrides } = conditionsOf(subject, isFunded, environment)
  const { blockOverrides } = environment
  const first = { blockOverrides, stateOverrides, calls: subject.calls.map(wireCall) }
  const second = {
    blockOverrides: {},
    stateOverrides: { ...slotsCode(reads), [lens]: { code: LENS_CODE } },
    calls: [{ from: reader, to: lens, data: storageCall(reads), gas: quantity(readGas(head)) }],
  }
  const pin = { blockHash: head.hash }
  const before = storageAt(lens, reads, pin, (answers) => answers)
  const run = { blockStateCalls: [first, second], validation: false, traceTransfers: false }
  return {
    requests: [before.request, { method: 'eth_simulateV1', params: [run, pin] }],
    read: ([earlier, later]) => {
      const then = before.read(resultOf(earlier))
      const now = storageAnswers(returnedIn(resultOf(later)), reads)
      return reads.flatMap(({ address, slots }, index) => {
        const [first, last] = [then?.[index], now?.[index]]
        if (!first || !last) return []
        const at = Object.fromEntries(slots.map((slot, position) => [slot, String(position)]))
        return changesBetween(
          address,
          (slot) => [first, last].map((words) => words[Number(at[slot])] ?? ZERO) as [string, string],
          at,
        )
      })
    },
  }
}

/** What the only call of the second block returned. */
function returnedIn(result: unknown): unknown {
  const [, block] = Array.isArray(result) ? result : []
  const [call] = isRecord(block) && Array.isArray(block.calls) ? block.calls : []
  return isRecord(call) ? call.returnData : undefined
}

/** Own accounts first, then what is called or named, what the trace calls, and what has events. */
function contractsOf({ subject, analysis, trace, accounts }: MeasurementInput, logs: readonly Log[]): string[] {
  const targets = subject.calls.flatMap(({ to }) => to ?? [])
  const named = analysis.subjects.map(({ address }) => address)
  const called = trace ? Array.from(calledContracts(trace)) : []
  const all = new Set([...subject.owners, ...targets, ...named, ...called, ...logs.map(({ address }) => address)])
  return Array.from(all)
    .filter((address) => hasStorage(accounts.get(address)))
    .slice(0, MAX_CONTRACTS)
}

function hasStorage(account: ChainAccount | undefined): boolean {
  return account === undefined || account.kind === 'contract' || account.kind === 'delegated'
}
