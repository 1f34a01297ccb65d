/** Members of user operations (ERC-4337) of all entry points. */
export const COMMON = [
  'sender',
  'nonce',
  'callData',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'signature',
  'eip7702Auth',
]
/** Of entry point 0.6. */
export const PACKED = ['initCode', 'paymasterAndData']
/** Of entry points from 0.7 on. */
export const UNPACKED = [
  'factory',
  'factoryData',
  'paymaster',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
  'paymasterData',
  'paymasterSignature',
]
