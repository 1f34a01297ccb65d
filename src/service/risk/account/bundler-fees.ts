import { chainById } from '../../../api/chains.ts'
import { mostFees } from '../../../shared/most-fees.ts'
import { argumentsAs } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import { gasOf, type OperationGas } from '../money/operation-gas.ts'

interface Operation extends OperationGas {
  readonly paymasterAndData: string
}

/** Whether an operation of the bundle may pay its bundler more than any gas costs. */
export function overpaysBundler({ args }: Pick<Call, 'args'>, chainId: string): boolean {
  const { operations = [] } = argumentsAs<{ operations?: readonly Operation[] }>(args)
  const limit = mostFees(chainById(chainId)?.currency)
  return operations.some((each) => {
    const { gas, price } = gasOf(each)
    return each.paymasterAndData === '0x' && gas * price > limit
  })
}
