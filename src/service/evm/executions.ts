import { argumentsOf, type Log } from './logs.ts'
import { addressOfWord } from './words.ts'

/** An event shows that an account executed something. Addresses and hashes are in lower case. */
export interface Execution {
  /**
   * safe: what the owners of a Safe signed · module: a call of a module as the Safe, without signatures · operation: a user operation
   * (ERC-4337) · other: of another multisig wallet, or of a timelock
   */
  readonly kind: 'safe' | 'module' | 'operation' | 'other'
  readonly account: string
  readonly succeeded: boolean
  /** Hash of the Safe transaction, or the module. */
  readonly subject: string | undefined
}

/** ExecutionSuccess(bytes32,uint256). The hash of the transaction is indexed since 1.4.1. */
export const SAFE_SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
/** ExecutionFailure(bytes32,uint256). */
export const SAFE_FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
/** ExecutionFromModuleSuccess(address). */
export const MODULE_SUCCESS = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8'
/** UserOperationEvent of ERC-4337, emitted by the EntryPoint: hash, sender, paymaster; nonce, success, cost, gas. */
const USER_OPERATION = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/**
 * Events that an account emits itself. Sources: safe-smart-account 1.1 to 1.5, MultiSigWallet of Gnosis, Timelock of Compound,
 * TimelockController of OpenZeppelin.
 */
const events: ReadonlyMap<string, Pick<Execution, 'kind' | 'succeeded'>> = new Map([
  [SAFE_SUCCESS, { kind: 'safe', succeeded: true }],
  [SAFE_FAILURE, { kind: 'safe', succeeded: false }],
  [MODULE_SUCCESS, { kind: 'module', succeeded: true }],
  // ExecutionFromModuleFailure(address)
  ['0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375', { kind: 'module', succeeded: false }],
  // Execution(uint256)
  ['0x33e13ecb54c3076d8e8bb8c2881800a4d972b792045ffae98fdf46df365fed75', { kind: 'other', succeeded: true }],
  // ExecutionFailure(uint256)
  ['0x526441bb6c1aba3c9a4a6ca1d6545da9c2333c8c48343ef398eb858d72b79236', { kind: 'other', succeeded: false }],
  // ExecuteTransaction(bytes32,address,uint256,string,bytes,uint256)
  ['0xa560e3198060a2f10670c1ec5b403077ea6ae93ca8de1c32b451dc1a943cd6e7', { kind: 'other', succeeded: true }],
  // CallExecuted(bytes32,uint256,address,uint256,bytes)
  ['0xc2617efa69bab66782fa219543714338489c4e9e178271560a91b82c3f612b58', { kind: 'other', succeeded: true }],
])

/** EntryPoint 0.8 and 0.9, which have a signing domain. */
const domainEntryPoints = ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', '0x433709009b8330fda32311df1c2afa402ed8d009']

/** 0.6, 0.7, 0.8 and 0.9. The same event of another contract proves nothing. */
const entryPoints: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  ...domainEntryPoints,
])

/** Reads what an account executed; undefined for another event. */
export function executionIn(log: Log): Execution | undefined {
  const [event = ''] = log.topics
  if (event === USER_OPERATION) {
    if (!entryPoints.has(log.address)) return undefined
    const [hash, sender, , , success = '0'] = argumentsOf(log)
    const succeeded = BigInt(`0x${success}`) === 1n
    return { kind: 'operation', account: addressOfWord(sender), succeeded, subject: hash && `0x${hash}` }
  }
  const known = events.get(event)
  if (known === undefined) return undefined
  const [first] = argumentsOf(log)
  const word = first && `0x${first}`
  return { ...known, account: log.address, subject: known.kind === 'module' ? addressOfWord(word) : word }
}
