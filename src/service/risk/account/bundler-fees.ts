import { chainById } from '../../../api/chains.ts'
import { mostFees } from '../../../shared/most-fees.ts'
import { argumentsAs } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import { gasPaid, type OperationGas } from '../money/operation-gas.ts'

/** Whether an operation of the bundle may pay its bundler more than any gas costs. */
export function overpaysBundler({ args }: Pick<Call, 'args'>, chainId: string): boolean {
  const { operations = [] } = argumentsAs<{ operations?: readonly OperationGas[] }>(args)
  const limit = mostFees(chainById(chainId)?.currency)
  return operations.some((each) => {
    const paid = gasPaid(each)
    return paid !== undefined && paid.gas * paid.price > limit
  })
}
