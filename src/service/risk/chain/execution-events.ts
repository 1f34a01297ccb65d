/** Events that an account emits itself when it has executed what was signed. Source: safe-smart-account 1.1 to 1.5. */

/** ExecutionSuccess(bytes32,uint256). The hash of the transaction is indexed since 1.4.1. */
export const SAFE_SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
/** ExecutionFailure(bytes32,uint256). */
export const SAFE_FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
/** ExecutionFromModuleSuccess(address). */
export const MODULE_SUCCESS = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8'
/** UserOperationEvent of ERC-4337, emitted by the EntryPoint: hash, sender, paymaster; nonce, success, cost, gas. */
export const USER_OPERATION = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
