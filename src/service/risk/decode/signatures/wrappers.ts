import type { SignatureTable } from './signature-table.ts'

/**
 * Calls that stand for other calls: multicalls, Multicall2 and 3, Safe, ERC-4337 and its accounts, ERC-7579 and
 * ERC-7821, ERC-725, proxies of users (DSProxy, Wyvern), governors and timelocks, Aragon's scripts, forwarders of signed
 * calls (ERC-2771), factories that initialize what they create, Uniswap's Universal Router and V4 positions.
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
  '0x7d5e81e2': 'propose(address[] targets, uint256[] values, bytes[] data, string description)',
  '0x0f8a8836': 'propose(uint256 tokenId, address[] targets, uint256[] values, bytes[] data, string description)',
  '0x160cbed7': 'queue(address[] targets, uint256[] values, bytes[] data, bytes32 descriptionHash)',
  '0x2656227d': 'execute(address[] targets, uint256[] values, bytes[] data, bytes32 descriptionHash)',
  '0xc28bc2fa': 'relay(address target, uint256 value, bytes data)',
  '0xf801a698': 'schedule(address target, bytes data, uint48 when)',
  '0xc6427474': 'submitTransaction(address target, uint256 value, bytes data)',
  '0x3f579f42': 'executeTransaction(address target, uint256 value, bytes data)',
  '0x69340beb': 'multicall((address target, uint256 value, bytes data)[] calls, bool requireSuccess)',
  '0xabc5345e': 'executeBySender((address target, uint256 value, bytes data)[] calls)',
  '0x6171d1c9': 'execute((address target, uint256 value, bytes data)[] calls, bytes signature)',
  '0xc71bf324': 'execute(bytes32 callId, (address target, uint256 value, bytes data)[] calls, uint256 allowFailureMap)',
  '0x9cba3021':
    'createProposal(bytes metadata, (address target, uint256 value, bytes data)[] calls, uint256 allowFailureMap, uint64 startDate, uint64 endDate, uint8 voteOption, bool tryEarlyExecution)',
  '0xea65ab82':
    'createProposal(bytes metadata, (address target, uint256 value, bytes data)[] calls, uint64 startDate, uint64 endDate, bytes parameters)',
  '0xfbd56e41':
    'createProposal(bytes metadata, (address target, uint256 value, bytes data)[] calls, uint256 allowFailureMap, bool approveProposal, bool tryExecution, uint64 startDate, uint64 endDate)',
  '0xee072baf': 'executeNextTx(address target, uint256 value, bytes data, uint8 operation)',
  '0x6928e74b':
    'execTransactionWithRole(address target, uint256 value, bytes data, uint8 operation, uint16 role, bool shouldRevert)',
  '0xc6fe8747':
    'execTransactionWithRole(address target, uint256 value, bytes data, uint8 operation, bytes32 role, bool shouldRevert)',
  '0xb0c19912':
    'execTransactionWithRoleReturnData(address target, uint256 value, bytes data, uint8 operation, uint16 role, bool shouldRevert)',
  '0x2b99e506':
    'execTransactionWithRoleReturnData(address target, uint256 value, bytes data, uint8 operation, bytes32 role, bool shouldRevert)',
  '0xda95691a': 'propose(address[] targets, uint256[] values, string[] functions, bytes[] data, string description)',
  '0x3a66f901': 'queueTransaction(address target, uint256 value, string signature, bytes data, uint256 eta)',
  '0x0825f38f': 'executeTransaction(address target, uint256 value, string signature, bytes data, uint256 eta)',
  '0xd948d468': 'forward(bytes script)',
  '0xd5db2c80': 'newVote(bytes script, string metadata)',
  '0xf4b00513': 'newVote(bytes script, string metadata, bool castVote, bool executesIfDecided)',
  '0x47153f82':
    'execute((address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data) request, bytes signature)',
  '0xdf905caf':
    'execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request)',
  '0xccf96b4a':
    'executeBatch((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature)[] requests, address refundReceiver)',
  '0x0c53c51c': 'executeMetaTransaction(address user, bytes data, bytes32 r, bytes32 s, uint8 v)',
  '0x2213bc0b': 'exec(address operator, address token, uint256 amount, address target, bytes data)',
  '0xa5efb235': 'multiCall(address wallet, (address target, uint256 value, bytes data)[] calls)',
  '0x6ff6ec7c': 'multiCallWithSession(address wallet, (address target, uint256 value, bytes data)[] calls)',
  '0xf143ddba': 'multiCallWithGuardians(address wallet, (address target, uint256 value, bytes data)[] calls)',
  '0x11b804ab': 'deployProxyByImplementation(address implementation, bytes initializer, bytes32 salt)',
  '0xa7db93f2':
    'deployCreate2AndInit(bytes32 salt, bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values, address refundAddress)',
  '0xe96deee4':
    'deployCreate2AndInit(bytes32 salt, bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values)',
  '0xe437252a':
    'deployCreate2AndInit(bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values, address refundAddress)',
  '0xc3fe107b':
    'deployCreate2AndInit(bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values)',
  '0xddda0acb':
    'deployCreate3AndInit(bytes32 salt, bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values, address refundAddress)',
  '0x00d84acb':
    'deployCreate3AndInit(bytes32 salt, bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values)',
  '0xf5745aba':
    'deployCreate3AndInit(bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values, address refundAddress)',
  '0x2f990e3f':
    'deployCreate3AndInit(bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values)',
  '0x98e81077':
    'deployCreateAndInit(bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values, address refundAddress)',
  '0x31a7c8c8':
    'deployCreateAndInit(bytes initCode, bytes initializer, (uint256 constructorAmount, uint256 initCallAmount) values)',
  '0x2852527a': 'deployCreate2Clone(bytes32 salt, address implementation, bytes initializer)',
  '0x81503da1': 'deployCreate2Clone(address implementation, bytes initializer)',
  '0xf9664498': 'deployCreateClone(address implementation, bytes initializer)',
  '0xdd46508f': 'modifyLiquidities(bytes unlockData, uint256 deadline)',
  '0x4afe393c': 'modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params)',
}
