import type { Arguments } from '../arguments.ts'
import type { Signature } from '../signatures.ts'

/** Who calls what, before the data is looked at. */
export interface Frame {
  /** Whose call it is: msg.sender of `to`; of a delegatecall the contract that runs the code of `to` as its own. */
  readonly actor: string
  /** Undefined: contract creation. */
  readonly to: string | undefined
  /** Wei. In a multicall to itself every call sees the value of the whole. */
  readonly value: bigint
  /** command: a router does it itself for whoever calls it. */
  readonly operation: 'call' | 'delegatecall' | 'command'
}

/** A call that a wrapper makes, in its order. */
export interface Step extends Frame {
  /** 0x and hex digits, lower case. */
  readonly data: string
  /** Of a command, whose `data` is its input. */
  readonly command?: Command
}

export interface Command {
  /** The byte in hex: 0x0a. */
  readonly id: string
  /** What it may be in one version of the router or another; none when it is unknown. */
  readonly candidates: readonly Signature[]
}

/** `fault` is a clause about the data: what stands in `steps` is what could be made out before it. */
export interface Unwrapped {
  readonly steps: readonly Step[]
  readonly fault?: string
}

/** What a wrapper makes others do. Its arguments are those of its signature. */
export type Unwrap = (frame: Frame & { readonly to: string }, args: Arguments) => Unwrapped

export type UnwrapTable = Readonly<Record<string, Unwrap>>

/** Whose calls they are that the code makes: address(this) while it runs. */
export function selfOf({ actor, to, operation }: Frame & { readonly to: string }): string {
  return operation === 'delegatecall' ? actor : to
}

/** Bytes of hex digits without 0x. */
export function sliceBytes(digits: string, from: number, to?: number): string {
  return digits.slice(from * 2, to === undefined ? undefined : to * 2)
}
