import { lazily } from '../../../../shared/lazily.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { type Frame, type Step, selfOf, sliceBytes, type Unwrap, type Unwrapped, type UnwrapTable } from './step.ts'

interface Execution {
  readonly target: string
  readonly value: bigint
  readonly data: string
}

/** ERC-7821 may append signed data to it, which says nothing of the calls. */
const batch = lazily(() => new Layout('(address target, uint256 value, bytes data)[] calls'))
const batches = lazily(() => new Layout('bytes[] batches'))

const TARGET = 20
const VALUE = 32

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** ERC-7821: `execute` with this mode takes several batches. */
const BATCHES = '78210002'

/**
 * ERC-7579 and ERC-7821. The mode's first byte is the call type: 00 one call, packed · 01 a batch · fe a static call ·
 * ff a delegatecall, packed; its second what happens on failure; bytes 6 to 9 a selector of variants.
 */
const byMode: Unwrap = (frame, args) => {
  const { mode, executionData } = argumentsAs<{ mode: string; executionData: string }>(args)
  const data = executionData.slice(2)
  const actor = selfOf(frame)
  switch (mode.slice(2, 4)) {
    case '00':
    case 'fe':
      return onePacked(actor, data)
    case '01':
      return mode.slice(14, 22) === BATCHES ? severalBatches(actor, data) : oneBatch(actor, data)
    case 'ff':
      return delegatePacked(actor, data)
    default:
      return { steps: [], fault: `its mode ${mode} is unknown` }
  }
}

function onePacked(actor: string, data: string): Unwrapped {
  if (data.length < (TARGET + VALUE) * 2)
    return { steps: [], fault: 'its execution data is shorter than target and value' }
  const call = {
    ...frameOf(actor, `0x${sliceBytes(data, 0, TARGET)}`),
    value: BigInt(`0x${sliceBytes(data, TARGET, TARGET + VALUE)}`),
    data: `0x${sliceBytes(data, TARGET + VALUE)}`,
  }
  return { steps: [call] }
}

function delegatePacked(actor: string, data: string): Unwrapped {
  if (data.length < TARGET * 2) return { steps: [], fault: 'its execution data is shorter than the target' }
  const frame = frameOf(actor, `0x${sliceBytes(data, 0, TARGET)}`)
  return { steps: [{ ...frame, operation: 'delegatecall', data: `0x${sliceBytes(data, TARGET)}` }] }
}

function oneBatch(actor: string, data: string): Unwrapped {
  const reading = batch().read(data)
  const { calls } = argumentsAs<{ calls?: readonly Execution[] }>(
    reading.fault ? (reading.lenient ?? {}) : reading.args,
  )
  return {
    steps: (calls ?? []).map((call) => stepOf(actor, call)),
    ...(reading.fault !== undefined && { fault: `its batch does not decode: ${reading.fault}` }),
  }
}

function severalBatches(actor: string, data: string): Unwrapped {
  const reading = batches().read(data)
  if (reading.fault !== undefined) return { steps: [], fault: `its batches do not decode: ${reading.fault}` }
  const each = argumentsAs<{ batches: readonly string[] }>(reading.args).batches.map((one) =>
    oneBatch(actor, one.slice(2)),
  )
  const fault = each.find((unwrapped) => unwrapped.fault !== undefined)?.fault
  return { steps: each.flatMap(({ steps }) => steps), ...(fault !== undefined && { fault }) }
}

function stepOf(actor: string, { target, value, data }: Execution): Step {
  return { ...frameOf(actor, target), value, data }
}

/** ERC-7821 means the account itself by nobody. */
function frameOf(actor: string, target: string): Frame {
  return { actor, to: target === ZERO_ADDRESS ? actor : target, value: 0n, operation: 'call' }
}

export const executionModeUnwraps: UnwrapTable = { '0xe9ae5c53': byMode, '0xd691c964': byMode }
