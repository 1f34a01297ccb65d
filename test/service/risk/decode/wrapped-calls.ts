import * as AbiFunction from 'ox/AbiFunction'
import { callData } from '../call-data.ts'
import { other, sender, token } from '../situation.ts'
import { safe } from '../wrapping.ts'

/** Calls of governors, roles, forwarders and factories around one transfer, encoded by the ABI library. */

const data = callData.transfer(other, 7n) as `0x${string}`
const transferArguments = `0x${data.slice(10)}`
const word = `0x${'0e'.repeat(32)}`
const one = [token, 5n, data]
const calls = '(address, uint256, bytes)[] calls'
const columns = [[token], [5n], [data]]
const script = `0x00000001${token.slice(2)}${((data.length - 2) / 2).toString(16).padStart(8, '0')}${data.slice(2)}`

export const byWrapper = 'wrapper → token 5 transfer'
const created = 'wrapper → wrapper 0 transfer'

export interface WrappedCall {
  readonly signature: string
  readonly selector: string
  readonly data: string
  /** Actor, target and value of the inner call. */
  readonly inner: string
}

export function wrapped(signature: string, args: readonly unknown[], inner: string): WrappedCall {
  const abi = AbiFunction.from(`function ${signature}` as never) as AbiFunction.AbiFunction
  return {
    signature,
    selector: AbiFunction.getSelector(abi),
    data: AbiFunction.encodeData(abi, args as readonly []),
    inner,
  }
}

const factories: readonly (readonly [string, readonly unknown[]])[] = [
  ['createProxyWithNonce(address, bytes, uint256)', [other, data, 1n]],
  ['createProxyWithNonceL2(address, bytes, uint256)', [other, data, 1n]],
  ['createChainSpecificProxyWithNonce(address, bytes, uint256)', [other, data, 1n]],
  ['createProxyWithCallback(address, bytes, uint256, address)', [other, data, 1n, other]],
  ['createProxy(address, bytes)', [other, data]],
  ['deployProxyByImplementation(address, bytes, bytes32)', [other, data, word]],
  ['deployCreate2Clone(bytes32, address, bytes)', [word, other, data]],
  ['deployCreate2Clone(address, bytes)', [other, data]],
  ['deployCreateClone(address, bytes)', [other, data]],
  ...['deployCreate2AndInit', 'deployCreate3AndInit'].flatMap((name) => [
    [`${name}(bytes32, bytes, bytes, (uint256, uint256), address)`, [word, '0x60', data, [0n, 0n], other]] as const,
    [`${name}(bytes32, bytes, bytes, (uint256, uint256))`, [word, '0x60', data, [0n, 0n]]] as const,
    [`${name}(bytes, bytes, (uint256, uint256), address)`, ['0x60', data, [0n, 0n], other]] as const,
    [`${name}(bytes, bytes, (uint256, uint256))`, ['0x60', data, [0n, 0n]]] as const,
  ]),
  ['deployCreateAndInit(bytes, bytes, (uint256, uint256), address)', ['0x60', data, [0n, 0n], other]],
  ['deployCreateAndInit(bytes, bytes, (uint256, uint256))', ['0x60', data, [0n, 0n]]],
]

const castActions = '((address, bytes, uint256, uint256)[], uint256, int256, bytes32, address, bytes) params'
const forward = '(uint256, uint256, uint256, uint256, uint256) forward'
const signatures = '(bytes, address)[] signatures'
const castOf = (operation: bigint) => [[[token, data, 5n, operation]], 1n, 1n, word, other, '0x']
const byDelegatecall = 'wrapper ⇒ token 0 transfer'

const ofAccounts: readonly WrappedCall[] = [
  wrapped('execute(bytes, bytes)', ['0x6080', data], 'wrapper ⇒  0 creation'),
  wrapped('executeDelegateCall(address, bytes)', [token, data], byDelegatecall),
  wrapped('deployAndExecute(address, bytes)', [token, data], byDelegatecall),
  wrapped('deployAndExecuteFor(address, address, bytes)', [other, token, data], byDelegatecall),
  wrapped(
    'executeBatch(uint256[], address[], uint256[], bytes[])',
    [
      [0n, 4n, 1n],
      [token, token, other],
      [5n, 5n, 5n],
      [data, data, '0x6080'],
    ],
    [byWrapper, byDelegatecall, 'wrapper →  5 creation'].join(', '),
  ),
  wrapped(
    `cast(${castActions}, ${forward}, ${signatures})`,
    [castOf(1n), [0n, 0n, 0n, 0n, 0n], [['0x', other]]],
    byDelegatecall,
  ),
  wrapped(
    `castAuthorized(${castActions}, (uint256, uint256, uint256, uint256) authorized, ${signatures})`,
    [castOf(2n), [0n, 0n, 0n, 0n], [['0x', other]]],
    byWrapper,
  ),
  wrapped(
    `executeV1(address, uint32, ${castActions}, ${forward}, ${signatures})`,
    [other, 0, castOf(0n), [0n, 0n, 0n, 0n, 0n], [['0x', other]]],
    'other → token 5 transfer',
  ),
  wrapped(
    'queueTransaction(address, uint256, string, bytes, uint256, bool)',
    [token, 5n, 'transfer(address,uint256)', transferArguments, 1n, true],
    byDelegatecall,
  ),
  wrapped(
    'executeTransaction(address, uint256, string, bytes, uint256, bool)',
    [token, 5n, '', data, 1n, false],
    byWrapper,
  ),
  wrapped('tryCatch(address, uint256, bytes)', one, byWrapper),
  wrapped('tryCatchLimit(address, uint256, bytes, uint256)', [...one, 1n], byWrapper),
  wrapped('executeBySelfSingle((address, uint256, bytes) call)', [one], byWrapper),
  wrapped('executeBySenderSingle((address, uint256, bytes) call)', [one], byWrapper),
  wrapped('executeWithRuntimeValidation(bytes, bytes)', [data, '0x'], 'wrapper → wrapper 0 transfer'),
]

export const wrappedCalls: readonly WrappedCall[] = [
  wrapped('propose(address[], uint256[], bytes[], string)', [...columns, 'why'], byWrapper),
  wrapped('propose(uint256, address[], uint256[], bytes[], string)', [1n, ...columns, 'why'], byWrapper),
  wrapped('queue(address[], uint256[], bytes[], bytes32)', [...columns, word], byWrapper),
  wrapped('execute(address[], uint256[], bytes[], bytes32)', [...columns, word], byWrapper),
  wrapped('relay(address, uint256, bytes)', one, byWrapper),
  wrapped('schedule(address, bytes, uint48)', [token, data, 1], 'wrapper → token 0 transfer'),
  wrapped('submitTransaction(address, uint256, bytes)', one, byWrapper),
  wrapped('executeTransaction(address, uint256, bytes)', one, byWrapper),
  wrapped(`multicall(${calls}, bool)`, [[one], true], byWrapper),
  wrapped(`executeBySender(${calls})`, [[one]], byWrapper),
  wrapped(`execute(${calls}, bytes)`, [[one], '0x'], byWrapper),
  wrapped(`execute(bytes32, ${calls}, uint256)`, [word, [one], 0n], byWrapper),
  wrapped(
    `createProposal(bytes, ${calls}, uint256, uint64, uint64, uint8, bool)`,
    ['0x', [one], 0n, 1n, 2n, 0, false],
    byWrapper,
  ),
  wrapped(`createProposal(bytes, ${calls}, uint64, uint64, bytes)`, ['0x', [one], 1n, 2n, '0x'], byWrapper),
  wrapped(
    `createProposal(bytes, ${calls}, uint256, bool, bool, uint64, uint64)`,
    ['0x', [one], 0n, false, false, 1n, 2n],
    byWrapper,
  ),
  wrapped('executeNextTx(address, uint256, bytes, uint8)', [...one, 0], byWrapper),
  ...['execTransactionWithRole', 'execTransactionWithRoleReturnData'].flatMap((name) => [
    wrapped(`${name}(address, uint256, bytes, uint8, uint16, bool)`, [...one, 0, 1, true], byWrapper),
    wrapped(
      `${name}(address, uint256, bytes, uint8, bytes32, bool)`,
      [...one, 1, word, true],
      'wrapper ⇒ token 0 transfer',
    ),
  ]),
  wrapped(
    'propose(address[], uint256[], string[], bytes[], string)',
    [[token], [5n], ['transfer(address,uint256)'], [transferArguments], 'why'],
    byWrapper,
  ),
  wrapped(
    'queueTransaction(address, uint256, string, bytes, uint256)',
    [token, 5n, 'transfer(address,uint256)', transferArguments, 1n],
    byWrapper,
  ),
  wrapped('executeTransaction(address, uint256, string, bytes, uint256)', [token, 5n, '', data, 1n], byWrapper),
  wrapped('forward(bytes)', [script], 'wrapper → token 0 transfer'),
  wrapped('newVote(bytes, string)', [script, 'why'], 'wrapper → token 0 transfer'),
  wrapped('newVote(bytes, string, bool, bool)', [script, 'why', true, true], 'wrapper → token 0 transfer'),
  wrapped(
    'execute((address, address, uint256, uint256, uint256, bytes) request, bytes)',
    [[sender, token, 5n, 1n, 1n, data], '0x'],
    'sender → token 5 transfer',
  ),
  wrapped(
    'execute((address, address, uint256, uint256, uint48, bytes, bytes) request)',
    [[other, token, 5n, 1n, 1, data, '0x']],
    'other → token 5 transfer',
  ),
  wrapped(
    'executeBatch((address, address, uint256, uint256, uint48, bytes, bytes)[] requests, address)',
    [[[other, token, 5n, 1n, 1, data, '0x']], other],
    'other → token 5 transfer',
  ),
  wrapped(
    'executeMetaTransaction(address, bytes, bytes32, bytes32, uint8)',
    [other, data, word, word, 27],
    'other → wrapper 0 transfer',
  ),
  wrapped(
    'exec(address, address, uint256, address, bytes)',
    [other, token, 1n, token, data],
    'sender → token 3 transfer',
  ),
  ...['multiCall', 'multiCallWithSession', 'multiCallWithGuardians'].map((name) =>
    wrapped(`${name}(address, ${calls})`, [safe, [one]], 'safe → token 5 transfer'),
  ),
  ...ofAccounts,
  ...factories.map(([signature, args]) => wrapped(signature, args, created)),
]
