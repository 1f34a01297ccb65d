import { isZeroAddress } from '../../evm/words.ts'

/** The gas of a user operation (ERC-4337): members of EntryPoint 0.6, or packed, of 0.7. */
export interface OperationGas {
  readonly preVerificationGas: bigint
  readonly callGasLimit?: bigint
  readonly verificationGasLimit?: bigint
  readonly maxFeePerGas?: bigint
  /** The limits of verification and call. */
  readonly accountGasLimits?: string
  /** The most of the priority fee, and of the whole. */
  readonly gasFees?: string
  /** From 0.7 on, two more limits stand behind the address. */
  readonly paymasterAndData: string
}

/** The most that the account pays for, `preVerificationGas` in full. Undefined: a paymaster pays; bytes of zeros name none. */
export function gasPaid({
  preVerificationGas,
  accountGasLimits = '0x',
  gasFees = '0x',
  verificationGasLimit = 0n,
  callGasLimit = 0n,
  maxFeePerGas = limits(gasFees)[1],
  paymasterAndData,
}: OperationGas): { readonly gas: bigint; readonly price: bigint } | undefined {
  const paymaster = paymasterAndData.slice(0, ADDRESS)
  if (paymaster.length === ADDRESS && !isZeroAddress(paymaster)) return undefined
  const packed = [...limits(accountGasLimits), ...limits(`0x${paymasterAndData.slice(ADDRESS)}`)]
  const gas = [preVerificationGas, verificationGasLimit, callGasLimit, ...packed].reduce((sum, each) => sum + each)
  return { gas, price: maxFeePerGas }
}

/** Characters. */
const ADDRESS = 2 + 40
const HALF = 32

/** The halves of a word in front of other data. */
function limits(data: string): readonly [bigint, bigint] {
  const half = (index: number) =>
    BigInt(
      `0x${data
        .slice(2)
        .padEnd(2 * HALF, '0')
        .slice(index * HALF, (index + 1) * HALF)}`,
    )
  return [half(0), half(1)]
}
