import { isZeroAddress } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import { signedCall } from './governance.ts'
import { delegatecallOf, selfOf, type Unwrap, type UnwrapTable } from './inner-call.ts'

/** Accounts and executors that run code of another contract as their own. */

/** DSProxy creates a contract of the code and runs that by delegatecall with the data. */
const ofCode: Unwrap = (frame, args) => {
  const { code } = argumentsAs<{ code: string }>(args)
  return { calls: [{ actor: selfOf(frame), to: undefined, value: 0n, operation: 'delegatecall', data: code }] }
}

/** A new Safe runs this code as itself, to enable modules for example. */
const safeSetUp: Unwrap = (frame, args) => {
  const { init, data } = argumentsAs<{ init: string; data: string }>(args)
  if (isZeroAddress(init)) return { calls: [] }
  return { calls: [delegatecallOf(selfOf(frame), { target: init, data })] }
}

/** Aave's executors. */
const timelocked: Unwrap = (frame, args) => {
  const { isDelegated, ...call } = argumentsAs<Parameters<typeof signedCall>[1] & { isDelegated: boolean }>(args)
  const step = signedCall(selfOf(frame), call)
  return { calls: [isDelegated ? { ...step, value: 0n, operation: 'delegatecall' } : step] }
}

export const delegatecallUnwraps: UnwrapTable = {
  '0x1f6a1eb9': ofCode,
  '0xb63e800d': safeSetUp,
  '0x8d8fe2e3': timelocked,
  '0x8902ab65': timelocked,
}
