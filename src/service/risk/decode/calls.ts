import type { Transaction } from '../types.ts'
import { type Arguments, readArguments } from './arguments.ts'
import { type Signature, signatures } from './signatures.ts'

/**
 * plain: no data · creation: the data is code · decoded · unknown-selector: no signature is known for it ·
 * undecodable: the selector is known, but what follows is not its arguments.
 */
type CallStatus = 'plain' | 'creation' | 'decoded' | 'unknown-selector' | 'undecodable'

/** One call that the transaction makes. */
export interface Call {
  /** Whose call it is: msg.sender of `to`. */
  readonly actor: string
  /** Undefined: contract creation. */
  readonly to: string | undefined
  /** Wei. */
  readonly value: bigint
  /** 0 is the transaction itself. */
  readonly depth: number
  readonly status: CallStatus
  /** Lower case; '' when there is none. Shorter than four bytes when the data is. */
  readonly selector: string
  /** Name of the function; '' when it is not known. */
  readonly name: string
  readonly signature?: Signature
  /** All of them when decoded; the addresses that can be made out when undecodable; else none. */
  readonly args: Arguments
  /** Why it is undecodable, a clause about the call data. */
  readonly fault?: string
}

/** bounded: a limit was hit, so that there may be calls that are not in `calls`. */
export interface Decoded {
  readonly calls: readonly Call[]
  readonly status: 'complete' | 'bounded'
}

/** Bytes of call data that are read; go-ethereum's transaction pool takes 128 KiB. */
export const MAX_CALL_DATA_BYTES = 512 * 1024

const SELECTOR_LENGTH = '0x12345678'.length

/** What a transaction does, call by call. Throws for no input. */
export function decodeCalls(transaction: Transaction): Decoded {
  const data = transaction.data.slice(0, 2 + 2 * MAX_CALL_DATA_BYTES).toLowerCase()
  const bounded = transaction.to !== undefined && transaction.data.length > data.length
  const call = decodeCall({ actor: transaction.from, to: transaction.to, value: transaction.value, depth: 0 }, data)
  return { calls: [call], status: bounded ? 'bounded' : 'complete' }
}

function decodeCall(frame: Pick<Call, 'actor' | 'to' | 'value' | 'depth'>, data: string): Call {
  const none = { ...frame, selector: '', name: '', args: {} }
  if (frame.to === undefined) return { ...none, status: 'creation' }
  if (data === '0x' || data === '') return { ...none, status: 'plain' }

  const selector = data.slice(0, SELECTOR_LENGTH)
  const signature = signatures.get(selector)
  if (!signature) return { ...none, selector, status: 'unknown-selector' }

  const reading = readArguments(signature, data.slice(SELECTOR_LENGTH))
  const known = { ...frame, selector, name: signature.name, signature }
  return 'fault' in reading
    ? { ...known, ...reading, status: 'undecodable' }
    : { ...known, ...reading, status: 'decoded' }
}

/** Whether the call takes rights away from the address it names, and gives none. */
export function withdrawsRights(call: Call): boolean {
  const { signature, status, args } = call
  if (!signature || status !== 'decoded' || signature.withdraws === 'never') return false
  return signature.withdraws === 'always' || args[signature.withdraws.parameter] === signature.withdraws.value
}
