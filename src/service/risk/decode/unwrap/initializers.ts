import { isZeroAddress } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import { callOf, delegatecallOf, selfOf, type Unwrap, type UnwrapTable } from './inner-call.ts'

/** Calls that new code gets at once: of a contract that is created, or of a proxy that is upgraded. */

/** A factory calls the contract that it has just created, whose address the call does not name. */
const created: Unwrap = (frame, args) => {
  const { initializer } = argumentsAs<{ initializer: string }>(args)
  if (initializer === '0x') return { calls: [] }
  return { calls: [callOf(frame.to, { target: frame.to, data: initializer })] }
}

/** The new code runs as the proxy, for the caller of the proxy: the same as a second call of the caller. */
const upgraded: Unwrap = (frame, args) => {
  const { data } = argumentsAs<{ data: string }>(args)
  return { calls: data === '0x' ? [] : [{ ...frame, data }] }
}

/** A new Safe runs this code as itself, to enable modules for example. */
const safeSetUp: Unwrap = (frame, args) => {
  const { init, data } = argumentsAs<{ init: string; data: string }>(args)
  if (isZeroAddress(init)) return { calls: [] }
  return { calls: [delegatecallOf(selfOf(frame), { target: init, data })] }
}

export const initializerUnwraps: UnwrapTable = {
  '0x1688f0b9': created,
  '0x4662f9d6': created,
  '0xec9e80bb': created,
  '0xd18af54d': created,
  '0x61b69abd': created,
  '0x11b804ab': created,
  '0xa7db93f2': created,
  '0xe96deee4': created,
  '0xe437252a': created,
  '0xc3fe107b': created,
  '0xddda0acb': created,
  '0x00d84acb': created,
  '0xf5745aba': created,
  '0x2f990e3f': created,
  '0x98e81077': created,
  '0x31a7c8c8': created,
  '0x2852527a': created,
  '0x81503da1': created,
  '0xf9664498': created,

  '0x4f1ef286': upgraded,
  '0x06d2e426': upgraded,
  '0xbe11210e': upgraded,

  '0xb63e800d': safeSetUp,
}
