import * as AbiFunction from 'ox/AbiFunction'
import { token } from '../situation.ts'
import { functionOf } from './effect-call.ts'
import { findingsAbout } from './reading.ts'

/** Call data of a function, encoded by the ABI library from its signature. */
export function dataOf(call: string, ...args: readonly unknown[]): string {
  const abi = functionOf(call)
  return args.length === 0 ? AbiFunction.encodeData(abi) : AbiFunction.encodeData(abi, args as readonly [])
}

/** "rule points: text" of every finding about an address in a call of `to`. */
export function found(subject: string, data: string, to: string = token): string[] {
  return findingsAbout(subject, { to, data })
}
