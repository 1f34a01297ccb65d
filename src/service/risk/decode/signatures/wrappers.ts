import type { SignatureTable } from './signature-table.ts'

/**
 * Calls that stand for other calls: multicalls, Multicall2 and 3, Safe, ERC-4337 and its accounts, ERC-7579 and
 * ERC-7821, ERC-725, proxies of users (DSProxy, Wyvern), OpenZeppelin's timelock, Uniswap's Universal Router.
 */
export const wrapperSignatures: SignatureTable = {
  '0xac9650d8': 'multicall(bytes[] calls)',
  '0x5ae401dc': 'multicall(uint256 deadline, bytes[] calls)',
  '0x1f0464d1': 'multicall(bytes32 previousBlockhash, bytes[] calls)',
  '0xd2423b51': 'batch(bytes[] calls, bool revertOnFail)',
  '0x2c2abd1e': 'executeWithoutChainIdValidation(bytes[] calls)',
  '0x252dba42': 'aggregate((address target, bytes data)[] calls)',
  '0xbce38bd7': 'tryAggregate(bool requireSuccess, (address target, bytes data)[] calls)',
  '0xc3077fa9': 'blockAndAggregate((address target, bytes data)[] calls)',
  '0x399542e9': 'tryBlockAndAggregate(bool requireSuccess, (address target, bytes data)[] calls)',
  '0x82ad56cb': 'aggregate3((address target, bool allowFailure, bytes data)[] calls)',
  '0x174dea71': 'aggregate3Value((address target, bool allowFailure, uint256 value, bytes data)[] calls)',
  '0x6a761202':
    'execTransaction(address target, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  '0x468721a7': 'execTransactionFromModule(address target, uint256 value, bytes data, uint8 operation)',
  '0x5229073f': 'execTransactionFromModuleReturnData(address target, uint256 value, bytes data, uint8 operation)',
  '0x7bb37428': 'executeUserOp(address target, uint256 value, bytes data, uint8 operation)',
  '0x541d63c8': 'executeUserOpWithErrorString(address target, uint256 value, bytes data, uint8 operation)',
  '0x8d80ff0a': 'multiSend(bytes transactions)',
  '0xb61d27f6': 'execute(address target, uint256 value, bytes data)',
  '0x0000189a': 'execute_ncC(address target, uint256 value, bytes data)',
  '0x51945447': 'execute(address target, uint256 value, bytes data, uint8 operation)',
  '0x44c028fe': 'execute(uint256 operation, address target, uint256 value, bytes data)',
  '0x3f707e6b': 'execute((address target, uint256 value, bytes data)[] calls)',
  '0x34fcd5be': 'executeBatch((address target, uint256 value, bytes data)[] calls)',
  '0x47e1da2a': 'executeBatch(address[] targets, uint256[] values, bytes[] data)',
  '0x18dfb3c7': 'executeBatch(address[] targets, bytes[] data)',
  '0x00004680': 'executeBatch_y6U(address[] targets, uint256[] values, bytes[] data)',
  '0xe9ae5c53': 'execute(bytes32 mode, bytes executionData)',
  '0xd691c964': 'executeFromExecutor(bytes32 mode, bytes executionData)',
  '0x1cff79cd': 'execute(address target, bytes data)',
  '0x1b0f7ba9': 'proxy(address target, uint8 operation, bytes data)',
  '0x3f801f91': 'proxyAssert(address target, uint8 operation, bytes data)',
  '0x01d5062a': 'schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  '0x8f2a0bb0':
    'scheduleBatch(address[] targets, uint256[] values, bytes[] data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  '0x134008d3': 'execute(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt)',
  '0xe38335e5': 'executeBatch(address[] targets, uint256[] values, bytes[] data, bytes32 predecessor, bytes32 salt)',
  '0x1fad948c':
    'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
  '0x765e827f':
    'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
  '0x3593564c': 'execute(bytes commands, bytes[] inputs, uint256 deadline)',
  '0x24856bc3': 'execute(bytes commands, bytes[] inputs)',
}
