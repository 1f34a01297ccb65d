import { type Arguments, argumentsAs, type Layout } from '../arguments.ts'
import type { Signature } from '../signatures.ts'
import type { Work } from '../work.ts'

/** Caller, target and value of a call. */
export interface CallContext {
  /** msg.sender of `to`; for a delegatecall, the contract that runs the code of `to`. */
  readonly actor: string
  /** Absent when it creates a contract. */
  readonly to: string | undefined
  /** Wei. Every call of a multicall sees the value of the whole. */
  readonly value: bigint
  /** command: a router executes it for its caller. */
  readonly operation: 'call' | 'delegatecall' | 'command'
  /** A failure of it undoes nothing else: the calls beside it take effect without it. */
  readonly mayFail?: true
}

/** A call that a wrapper makes. */
export interface InnerCall extends CallContext {
  /** 0x and hex digits, lower case. */
  readonly data: string
  /** Set for a router command; `data` is its input. */
  readonly command?: RouterCommand
}

export interface RouterCommand {
  /** The byte in hex: 0x0a. */
  readonly id: string
  /** Its meanings in different router versions; empty when unknown. */
  readonly candidates: readonly Signature[]
}

/** `fault` is a clause about the data; `calls` are those read before it. */
export interface Unwrapped {
  readonly calls: readonly InnerCall[]
  readonly fault?: string
}

/** The call of a wrapper. */
export type Frame = CallContext & { readonly to: string }

/** Reads the calls of a wrapper from its decoded arguments; `work` is for arguments that are encoded once more. */
export type Unwrap = (frame: Frame, args: Arguments, work: Work) => Unwrapped

export type UnwrapTable = Readonly<Record<string, Unwrap>>

/** address(this) while the code runs: the actor of the inner calls. */
export function selfOf({ actor, to, operation }: Frame): string {
  return operation === 'delegatecall' ? actor : to
}

/** A call as wrappers name it in their arguments. */
export interface NamedCall {
  readonly target: string
  readonly value?: bigint | undefined
  readonly data?: string | undefined
}

export function callOf(actor: string, { target, value = 0n, data = '0x' }: NamedCall): InnerCall {
  return { actor, to: target, value, operation: 'call', data }
}

export function delegatecallOf(actor: string, call: NamedCall): InnerCall {
  return { ...callOf(actor, call), value: 0n, operation: 'delegatecall' }
}

/** A fault where the columns of a batch do not belong together. */
export function inColumns(calls: readonly InnerCall[], columns: readonly (readonly unknown[])[]): Unwrapped {
  const lengths = new Set(columns.map(({ length }) => length))
  return lengths.size <= 1 ? { calls } : { calls, fault: 'its arrays differ in length' }
}

/** Bytes of hex digits without 0x. */
export function sliceBytes(digits: string, from: number, to?: number): string {
  return digits.slice(from * 2, to === undefined ? undefined : to * 2)
}

/** All calls, and the first fault. */
export function joined(each: readonly Unwrapped[]): Unwrapped {
  const fault = each.find((unwrapped) => unwrapped.fault !== undefined)?.fault
  return { calls: each.flatMap(({ calls }) => calls), ...(fault !== undefined && { fault }) }
}

/** Calls in arguments that are encoded once more. */
export interface Encoded {
  readonly layout: Layout
  readonly data: string
  readonly work: Work
  /** A clause, for where it does not decode. */
  readonly fault: string
}

/** @param callsOf by the arguments in it */
export function callsWithin<T>(
  { layout, data, work, fault: clause }: Encoded,
  callsOf: (args: T) => Unwrapped,
): Unwrapped {
  const { args, fault } = layout.read(data.slice(2), work)
  return fault === undefined ? callsOf(argumentsAs<T>(args)) : { calls: [], fault: `${clause}: ${fault}` }
}
