import * as AbiParameters from 'ox/AbiParameters'
import { callData } from '../call-data.ts'
import { other, sender, token } from '../situation.ts'
import { safe } from '../wrapping.ts'
import { byWrapper, type WrappedCall, wrapped } from './wrapped-calls.ts'

/** Batches of single protocols around one transfer, encoded by the ABI library. */

/** The contract that is called, as in the tests of the wrappers. */
const wrapper = '0x3ea99e4b5c6d7e8f9fa0b1c2d3e4f506172839a4'
const data = callData.transfer(other, 7n) as `0x${string}`
const word = `0x${'0e'.repeat(32)}`
const packed = `${token}${'0'.repeat(63)}5${data.slice(2)}`
const zero = `0x${'0'.repeat(40)}`
const market = [token, token, token, token, 1n]

export function encoded(types: string, ...values: readonly unknown[]): string {
  return AbiParameters.encode(AbiParameters.from(types as never) as never, values as never)
}

const bySender = 'sender → token 0 transfer'
const bySafe = 'safe → token 5 transfer'
const bundle = '(address, bytes, uint256, bool, bytes32)[] calls'
const oneOfBundle = [[token, data, 5n, false, word]]
const batchOf = encoded('(address, uint256, bytes)[]', [[token, 5n, data]])
const gearbox = '(address, bytes)[] calls'
const operations = '(uint32, address, bytes)[] calls'
const coded = '(address, uint256, bytes, uint8)[] calls'
const codedProposal = '(address, uint8, uint256, bytes)[] calls'
const sequence = '(bool, bool, uint256, address, uint256, bytes)[] calls'
const task = '(uint8[], bytes[]) moduleData'
const delegations = '(address, address, bytes32, (address, bytes, bytes)[], uint256, bytes)[]'
const delegated = encoded(delegations, [
  [sender, other, word, [], 1n, '0x'],
  [other, safe, word, [], 1n, '0x'],
])
const morpho = '(address, address, address, address, uint256) marketParams'
const callback = encoded(bundle, oneOfBundle)
const request = '(address, address, address, uint256, uint256, uint256, uint256, uint256, bytes) request'
const requested = [other, token, token, 1n, 1n, 1n, 1n, 1n, data]
const relay = (end: string) =>
  `((address, address, uint256, uint256, uint256, bytes, uint256) request, (uint256, uint256, uint256, address, address, address, bytes, uint256) relayData) relay, ${end}`
const relayed = [
  [other, token, 5n, 1n, 1n, data, 1n],
  [1n, 1n, 1n, other, other, other, '0x', 1n],
]
const byOther = 'other → token 0 transfer'
const aliased = `0x${(BigInt(sender) + 0x1111000000000000000000000000000000001111n).toString(16).slice(-40)}`
const name = (text: string) => `0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`
const wyvern = [sender, wrapper, other, zero, other, zero, zero, wrapper, safe, zero, other, token, zero, zero]

const relayRouter = '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
const relayedBy = (start: string, given: readonly unknown[]) =>
  ['', ', bytes metadata'].map((metadata) => {
    const name = start.slice(0, start.indexOf('('))
    const values = [...given, [[token, false, 0n, data]], other, other, ...(metadata ? ['0x'] : [])]
    const signed = name.startsWith('permit2') ? ', bytes signature' : ''
    return wrapped(
      `${start}(address, bool, uint256, bytes)[] calls, address, address${metadata}${signed})`,
      signed ? [...values, '0x'] : values,
      `sender → wrapper 3 ${name}, sender ⇒ ${relayRouter} 0 TRANSFER`,
    )
  })
const permitOf2 = '((address, uint256)[], uint256, uint256) permit'
const permits3009 = '(address, uint256, uint256, uint256, uint8, bytes32, bytes32)[] permits'
const permits = '(address, address, uint256, uint256, uint256, uint8, bytes32, bytes32)[] permits'

/** Relay: the router makes the calls, and pays with what its caller gave it. */
const relays = [
  ...relayedBy('multicall(', []),
  ...relayedBy('transferAndMulticall(address[], uint256[], ', [[token], [7n]]),
  ...relayedBy(`permitTransferAndMulticall(${permits}, `, [[]]),
  ...relayedBy(`permit3009TransferAndMulticall(${permits3009}, address[], `, [[], []]),
  ...relayedBy(`permit2TransferAndMulticall(address, ${permitOf2}, `, [other, [[], 0n, 0n]]),
  wrapped(
    'cleanupErc20sViaCall(address[], address[], bytes[], uint256[])',
    [[token], [token], [data], [0n]],
    `${relayRouter} → token 0 transfer`,
  ),
  wrapped('cleanupNativeViaCall(uint256, address, bytes)', [0n, token, data], `${relayRouter} → token 0 transfer`),
]

export const protocolCalls: readonly WrappedCall[] = [
  ...relays,
  wrapped('batch((address, address, uint256, bytes)[] calls)', [[[token, safe, 5n, data]]], bySafe),
  wrapped('call(address, address, uint256, bytes)', [token, safe, 5n, data], bySafe),
  wrapped('controlCollateral(address, address, uint256, bytes)', [token, safe, 5n, data], bySafe),
  wrapped(
    'permit(address, address, uint256, uint256, uint256, uint256, bytes, bytes)',
    [safe, sender, 0n, 0n, 1n, 5n, data, '0x'],
    'safe → wrapper 5 transfer',
  ),
  wrapped('batchDispatch((bool, address, bytes)[] calls, address[])', [[[false, token, data]], []], bySender),

  wrapped(`multicall(${bundle})`, [oneOfBundle], 'sender → token 5 transfer'),
  wrapped(`reenter(${bundle})`, [oneOfBundle], 'sender → token 5 transfer'),
  wrapped('morphoFlashLoan(address, uint256, bytes)', [token, 1n, callback], 'sender → token 5 transfer'),
  wrapped(
    `morphoSupply(${morpho}, uint256, uint256, uint256, address, bytes)`,
    [market, 1n, 1n, 1n, sender, callback],
    'sender → token 5 transfer',
  ),
  wrapped(
    `morphoSupplyCollateral(${morpho}, uint256, address, bytes)`,
    [market, 1n, sender, callback],
    'sender → token 5 transfer',
  ),
  wrapped(
    `morphoRepay(${morpho}, uint256, uint256, uint256, address, bytes)`,
    [market, 1n, 1n, 1n, sender, callback],
    'sender → token 5 transfer',
  ),

  wrapped(`multicall(address, ${gearbox})`, [safe, [[token, data]]], 'safe → token 0 transfer'),
  wrapped(`botMulticall(address, ${gearbox})`, [safe, [[wrapper, data]]], 'sender → wrapper 0 transfer'),
  wrapped(`closeCreditAccount(address, ${gearbox})`, [safe, [[token, data]]], 'safe → token 0 transfer'),
  wrapped(`multicall(${gearbox})`, [[[token, data]]], bySender),
  wrapped(`openCreditAccount(address, ${gearbox}, uint256)`, [sender, [[token, data]], 0n], bySender),
  wrapped(
    `openCreditAccountMulticall(uint256, address, ${gearbox}, uint16)`,
    [1n, sender, [[token, data]], 0],
    bySender,
  ),
  wrapped(`closeCreditAccount(address, uint256, bool, ${gearbox})`, [sender, 0n, false, [[token, data]]], bySender),

  wrapped(
    'invoke(bytes32[], bytes[])',
    [[name('ACTION_WITHDRAW_ASSET')], [encoded('address, address, address, uint256', token, other, safe, 7n)]],
    'sender → token 0 withdrawFrom',
  ),
  wrapped(
    'invoke(uint256[], bytes[])',
    [[3n], [encoded('address, address, address, uint256', token, other, safe, 7n)]],
    'sender → token 0 transferAssetFrom',
  ),

  wrapped('callAgreement(address, bytes, bytes)', [token, data, '0x'], bySender),
  wrapped('callAppAction(address, bytes)', [token, data], bySender),
  wrapped(`batchCall(${operations})`, [[[201, token, encoded('bytes, bytes', data, '0x')]]], bySender),
  wrapped(`forwardBatchCall(${operations})`, [[[302, token, data]]], bySender),

  wrapped(
    'cast(string[], bytes[], address)',
    [['AUTHORITY-A'], [`0x0a3b0a4f${encoded('address', other).slice(2)}`], zero],
    'wrapper ⇒ wrapper 0 DSA_ADD',
  ),
  wrapped('cast(address[], bytes[], address)', [[token], [data], zero], 'wrapper ⇒ token 0 transfer'),
  wrapped(
    'executeRecipe((string, bytes[], bytes32[], bytes4[], uint8[][]) recipe)',
    [['', [encoded('address, address, uint256', token, other, 7n)], [], ['0x02abc227'], []]],
    'sender → wrapper 3 executeRecipe, wrapper ⇒ wrapper 0 DFS_SEND',
  ),

  wrapped('batch(bytes[])', [[data]], 'sender → wrapper 3 transfer'),
  wrapped('executeRoute(uint32, bytes)', [1, data], 'sender → wrapper 3 transfer'),
  wrapped('executeRoutes(uint32[], bytes[])', [[1], [data]], 'sender → wrapper 3 transfer'),
  wrapped(
    'permitBatchAndCall((address, address, uint256, uint256, uint256)[], bytes[], ((address, uint160, uint48, uint48)[], address, uint256) permit2Batch, bytes, bytes[])',
    [[], [], [[], wrapper, 1n], '0x', [data]],
    'sender → wrapper 3 transfer',
  ),

  wrapped('executeCall(address, uint256, bytes)', [token, 5n, data], byWrapper),
  wrapped(`executeBatch(${coded})`, [[[token, 5n, data, 0]]], byWrapper),
  wrapped(
    'executeMultiple(((address, uint256, bytes)[] calls, bytes)[] batches)',
    [[[[[token, 5n, data]], '0x']]],
    byWrapper,
  ),
  wrapped('executeBySelf((address, uint256, bytes)[] calls)', [[[token, 5n, data]]], byWrapper),
  wrapped(`execute(${sequence}, uint256, bytes)`, [[[false, true, 0n, token, 5n, data]], 0n, '0x'], byWrapper),
  wrapped(`selfExecute(${sequence})`, [[[true, true, 0n, token, 0n, data]]], 'wrapper ⇒ token 0 transfer'),
  wrapped('executeOnOwnedAccount(address, bytes)', [safe, packed], bySafe),
  wrapped('executeBatchOnOwnedAccount(address, bytes)', [safe, batchOf], bySafe),
  wrapped('redeemDelegations(bytes[], bytes32[], bytes[])', [[delegated], [`0x${'0'.repeat(64)}`], [packed]], bySafe),

  wrapped(`proposeTransactions(${codedProposal}, bytes)`, [[[token, 0, 5n, data]], '0x'], byWrapper),
  wrapped(`executeProposal(${codedProposal})`, [[[token, 1, 0n, data]]], 'wrapper ⇒ token 0 transfer'),
  wrapped(
    'executeProposal(string, bytes32[], address, uint256, bytes, uint8)',
    ['1', [word], token, 5n, data, 0],
    byWrapper,
  ),
  wrapped(
    'executeProposalWithIndex(string, bytes32[], address, uint256, bytes, uint8, uint256)',
    ['1', [word], token, 5n, data, 0, 0n],
    byWrapper,
  ),
  ...['plot', 'exec'].map((verb) =>
    wrapped(`${verb}(address, bytes32, bytes, uint256)`, [token, word, data, 1n], 'wrapper ⇒ token 0 transfer'),
  ),

  wrapped(
    `relayCall(string, uint256, ${relay('bytes, bytes')})`,
    ['', 1n, relayed, '0x', '0x'],
    'other → token 5 transfer',
  ),
  wrapped(
    `relayCall(uint256, ${relay('bytes, bytes, uint256')})`,
    [1n, relayed, '0x', '0x', 1n],
    'other → token 5 transfer',
  ),
  wrapped(
    'relayCall(address, address, bytes, uint256, uint256, uint256, uint256, bytes, bytes)',
    [other, token, data, 1n, 1n, 1n, 1n, '0x', '0x'],
    byOther,
  ),
  wrapped(`executeEIP712(${request}, bytes32, bytes)`, [requested, word, '0x'], byOther),
  wrapped(`executePersonalSign(${request}, bytes)`, [requested, '0x'], byOther),
  wrapped(
    `exec(address, address, bytes, ${task}, uint256, address, bool, bool)`,
    [other, token, data, [[], []], 1n, zero, false, true],
    'wrapper → token 0 transfer',
  ),
  wrapped('execCall(address, bytes, address)', [token, data, zero], 'wrapper → token 0 transfer'),
  wrapped(
    `createTask(address, bytes, ${task}, address)`,
    [token, data, [[], []], zero],
    'sender → wrapper 3 createTask, wrapper → token 0 transfer',
  ),

  wrapped(
    'atomicMatch_(address[14], uint256[18], uint8[8], bytes, bytes, bytes, bytes, bytes, bytes, uint8[2], bytes32[5])',
    [wyvern, Array(18).fill(0n), Array(8).fill(0), data, data, '0x', '0x', '0x', '0x', [27, 27], Array(5).fill(word)],
    'safe → token 0 transfer',
  ),

  wrapped('depositTransaction(address, uint256, uint64, bool, bytes)', [token, 5n, 1n, false, data], bySender),
  wrapped(
    'depositERC20Transaction(address, uint256, uint256, uint64, bool, bytes)',
    [token, 5n, 5n, 1n, false, data],
    bySender,
  ),
  wrapped('permitAndCall(bytes, bytes)', [token, data], 'sender → wrapper 3 transfer'),
  wrapped('batchExecute((address, uint256, bytes)[] calls)', [[[token, 5n, data]]], byWrapper),
  wrapped(
    'createSplitterAndCall(address, bytes32, address, bytes)',
    [other, word, token, data],
    'wrapper → token 3 transfer',
  ),
  wrapped(
    'execute(((address, uint256, bytes)[], bool) batch)',
    [[[[token, 5n, data]], true]],
    'wrapper → token 5 transfer',
  ),
  wrapped(
    'execute((((address, uint256, bytes)[], bool), uint256, bytes32, address, uint256) signed, bytes)',
    [[[[[zero, 0n, data]], false], 1n, word, zero, 1n], '0x'],
    'wrapper → wrapper 0 transfer',
  ),
  wrapped('manage(address, bytes, uint256)', [token, data, 5n], 'wrapper → token 5 transfer'),
  wrapped('manage(address[], bytes[], uint256[])', [[token], [data], [5n]], 'wrapper → token 5 transfer'),
  wrapped('initiateWithdrawal(address, uint256, bytes)', [token, 1n, data], bySender),
  wrapped('sendMessage(address, bytes, uint32)', [token, data, 1], bySender),
  wrapped('sendMessage(uint256, address, bytes)', [10n, token, data], bySender),
  wrapped('sendMessage(address, uint256, bytes, uint256)', [token, 1n, data, 1n], bySender),
  wrapped('sendMessage(address, uint256, bytes, uint256, address)', [token, 1n, data, 1n, sender], bySender),
  wrapped('sendMessage(address, uint256, bytes)', [token, 1n, data], bySender),
  wrapped('sendTxToL1(address, bytes)', [token, data], bySender),
  ...['createRetryableTicket', 'unsafeCreateRetryableTicket'].map((verb) =>
    wrapped(
      `${verb}(address, uint256, uint256, address, address, uint256, uint256, bytes)`,
      [token, 5n, 1n, sender, sender, 1n, 1n, data],
      `${aliased} → token 0 transfer`,
    ),
  ),
  wrapped(
    'createRetryableTicket(address, uint256, uint256, address, address, uint256, uint256, uint256, bytes)',
    [token, 5n, 1n, sender, sender, 1n, 1n, 1n, data],
    `${aliased} → token 0 transfer`,
  ),
  wrapped(
    'requestL2TransactionDirect((uint256, uint256, address, uint256, bytes, uint256, uint256, bytes[], address) request)',
    [[324n, 1n, token, 0n, data, 1n, 1n, [], sender]],
    bySender,
  ),
  wrapped(
    'requestL2Transaction(address, uint256, bytes, uint256, uint256, bytes[], address)',
    [token, 0n, data, 1n, 1n, [], sender],
    bySender,
  ),
  wrapped(
    'requestL2TransactionTwoBridges((uint256, uint256, uint256, uint256, uint256, address, address, uint256, bytes) request)',
    [[324n, 1n, 0n, 1n, 1n, sender, safe, 0n, encoded('address, uint256, address', token, 7n, other)]],
    'sender ⇒ safe 0 ZK_BRIDGE_LEGACY',
  ),
]
