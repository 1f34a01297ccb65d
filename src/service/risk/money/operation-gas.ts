/** The gas of a user operation (ERC-4337) that its account pays for: members of EntryPoint 0.6, or packed, of 0.7. */
export interface OperationGas {
  readonly preVerificationGas: bigint
  readonly callGasLimit?: bigint
  readonly verificationGasLimit?: bigint
  readonly maxFeePerGas?: bigint
  /** The limits of verification and call. */
  readonly accountGasLimits?: string
  /** The most of the priority fee, and of the whole. */
  readonly gasFees?: string
}

/** The most of both: `preVerificationGas` is paid in full. */
export function gasOf({
  preVerificationGas,
  accountGasLimits = '0x0',
  gasFees = '0x0',
  verificationGasLimit = 0n,
  callGasLimit = 0n,
  maxFeePerGas = lowHalf(gasFees),
}: OperationGas): { readonly gas: bigint; readonly price: bigint } {
  const packed = (BigInt(accountGasLimits) >> BigInt(HALF)) + lowHalf(accountGasLimits)
  return { gas: packed + verificationGasLimit + callGasLimit + preVerificationGas, price: maxFeePerGas }
}

const HALF = 128

function lowHalf(word: string): bigint {
  return BigInt.asUintN(HALF, BigInt(word))
}
