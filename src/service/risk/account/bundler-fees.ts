import { chainById } from '../../../api/chains.ts'
import { mostFees } from '../../../shared/most-fees.ts'
import { argumentsAs } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'

/** Of EntryPoint 0.6, or packed, of 0.7. */
interface Operation {
  readonly preVerificationGas: bigint
  readonly paymasterAndData: string
  readonly callGasLimit?: bigint
  readonly verificationGasLimit?: bigint
  readonly maxFeePerGas?: bigint
  readonly accountGasLimits?: string
  readonly gasFees?: string
}

const HALF = 128n

/** Whether an operation of the bundle may pay its bundler more than any gas costs: `preVerificationGas` is paid in full. */
export function overpaysBundler({ args }: Pick<Call, 'args'>, chainId: string): boolean {
  const { operations = [] } = argumentsAs<{ operations?: readonly Operation[] }>(args)
  const limit = mostFees(chainById(chainId)?.currency)
  return operations.some((each) => each.paymasterAndData === '0x' && gasOf(each) * priceOf(each) > limit)
}

function gasOf({
  callGasLimit = 0n,
  verificationGasLimit = 0n,
  accountGasLimits = '0x0',
  preVerificationGas,
}: Operation) {
  const packed = BigInt(accountGasLimits)
  return callGasLimit + verificationGasLimit + (packed >> HALF) + BigInt.asUintN(128, packed) + preVerificationGas
}

function priceOf({ maxFeePerGas, gasFees = '0x0' }: Operation): bigint {
  return maxFeePerGas ?? BigInt.asUintN(128, BigInt(gasFees))
}
