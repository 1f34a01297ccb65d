import type { ArgumentValue } from '../risk/decode/arguments.ts'
import { decodeCalls } from '../risk/decode/calls.ts'
import type { Transaction } from '../risk/types.ts'

/** What a client estimates again with each request: gas, fees, and what a paymaster signs for them. */
const ESTIMATED: ReadonlySet<string> = new Set([
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'accountGasLimits',
  'gasFees',
])
/** 0x and an address. */
const PAYMASTER = 42

/**
 * The arguments of the call that executes user operations, without their gas and fees, and of a paymaster its address alone.
 * Undefined: it is no such call.
 */
export function userOperationContent(transaction: Transaction): ArgumentValue | undefined {
  const { name, status, args, unused } = decodeCalls(transaction).root
  if (name !== 'handleOps' || status !== 'decoded' || unused) return undefined
  return withoutEstimates(args)
}

function withoutEstimates(value: ArgumentValue): ArgumentValue {
  if (Array.isArray(value)) return value.map(withoutEstimates)
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ESTIMATED.has(name))
      .map(([name, each]) => [
        name,
        name === 'paymasterAndData' ? String(each).slice(0, PAYMASTER) : withoutEstimates(each),
      ]),
  )
}
