import type { SignatureTable } from './signature-table.ts'

/** Batches, relayers and modules of single protocols; each call stands for others. */
export const protocolSignatures: SignatureTable = {
  // Euler's vault connector
  '0xc16ae7a4': 'batch((address target, address account, uint256 value, bytes data)[] calls)',
  '0x1f8b5215': 'call(address target, address account, uint256 value, bytes data)',
  '0xb9b70ff5': 'controlCollateral(address target, address account, uint256 value, bytes data)',
  '0x5bedd1cd':
    'permit(address signer, address sender, uint256 nonceNamespace, uint256 nonce, uint256 deadline, uint256 value, bytes data, bytes signature)',
  // Euler V1
  '0xeb937aeb': 'batchDispatch((bool allowError, address target, bytes data)[] calls, address[] deferLiquidityChecks)',
  // Morpho
  '0x374f435d': 'multicall((address target, bytes data, uint256 value, bool skipRevert, bytes32 callbackHash)[] calls)',
  '0x803a7fba': 'reenter((address target, bytes data, uint256 value, bool skipRevert, bytes32 callbackHash)[] calls)',
  '0xe2975912': 'morphoFlashLoan(address token, uint256 assets, bytes data)',
  // Gearbox
  '0xebe4107c': 'multicall(address account, (address target, bytes data)[] calls)',
  '0x7e2ca9db': 'botMulticall(address account, (address target, bytes data)[] calls)',
  '0x36b2ced3': 'closeCreditAccount(address account, (address target, bytes data)[] calls)',
  '0xcaa5c23f': 'multicall((address target, bytes data)[] calls)',
  // Compound III
  '0x555029a6': 'invoke(bytes32[] actions, bytes[] data)',
  '0xb8f88786': 'invoke(uint256[] actions, bytes[] data)',
  // Superfluid
  '0x39255d5b': 'callAgreement(address target, bytes data, bytes userData)',
  '0x1e855cf3': 'callAppAction(address target, bytes data)',
  '0x6ad3ca7d': 'batchCall((uint32 operationType, address target, bytes data)[] calls)',
  '0x670e77e3': 'forwardBatchCall((uint32 operationType, address target, bytes data)[] calls)',
  // Instadapp
  '0x9304c934': 'cast(string[] connectors, bytes[] data, address origin)',
  '0xe0e90acf': 'cast(address[] targets, bytes[] data, address origin)',
  // Sablier, Socket
  '0x1e897afb': 'batch(bytes[] calls)',
  '0x1028c2bd': 'executeRoute(uint32 routeId, bytes data)',
  '0xc3540448': 'executeRoutes(uint32[] routeIds, bytes[] calls)',
  // 1inch, Ledger Multisig
  '0x5816d723': 'permitAndCall(bytes permit, bytes data)',
  '0x1a833ee3': 'batchExecute((address target, uint256 value, bytes data)[] calls)',
  // accounts
  '0x9e5d4c49': 'executeCall(address target, uint256 value, bytes data)',
  '0x43629a73': 'executeBatch((address target, uint256 value, bytes data, uint8 operation)[] calls)',
  '0xa2ea6766': 'executeMultiple(((address target, uint256 value, bytes data)[] calls, bytes signature)[] batches)',
  '0xe6a6332e': 'executeBySelfSingle((address target, uint256 value, bytes data) call)',
  '0xc248978a': 'executeBySenderSingle((address target, uint256 value, bytes data) call)',
  '0xbf1cb383': 'tryCatch(address target, uint256 value, bytes data)',
  '0x3628d042': 'tryCatchLimit(address target, uint256 value, bytes data, uint256 gasLimit)',
  '0xf2680c0f': 'executeWithRuntimeValidation(bytes data, bytes authorization)',
  '0x6769de82': 'executeBySelf((address target, uint256 value, bytes data)[] calls)',
  '0x7a9a1628':
    'execute((bool isDelegated, bool revertOnError, uint256 gasLimit, address target, uint256 value, bytes data)[] calls, uint256 nonce, bytes signature)',
  '0x61c2926c':
    'selfExecute((bool isDelegated, bool revertOnError, uint256 gasLimit, address target, uint256 value, bytes data)[] calls)',
  '0xd26cdce3': 'executeOnOwnedAccount(address account, bytes executionData)',
  '0xe5086003': 'executeBatchOnOwnedAccount(address account, bytes executionData)',
  '0xcef6d209': 'redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  '0x99e1d016': 'execute(((address target, uint256 value, bytes data)[] calls, bool revertOnFailure) batch)',
  '0xc3c16ee4':
    'execute((((address target, uint256 value, bytes data)[] calls, bool revertOnFailure) batch, uint256 nonce, bytes32 keyHash, address executor, uint256 deadline) signed, bytes signature)',
  // BoringVault
  '0xf6e715d0': 'manage(address target, bytes data, uint256 value)',
  '0x224d8703': 'manage(address[] targets, bytes[] data, uint256[] values)',
  // accounts that run code of other contracts
  '0x1f6a1eb9': 'execute(bytes code, bytes data)',
  '0xb68df16d': 'executeDelegateCall(address target, bytes data)',
  '0x092af813': 'deployAndExecute(address target, bytes data)',
  '0xd6325221': 'deployAndExecuteFor(address owner, address target, bytes data)',
  '0x31858452': 'executeBatch(uint256[] operations, address[] targets, uint256[] values, bytes[] data)',
  '0x9428ae4e':
    'cast(((address target, bytes data, uint256 value, uint256 operation)[] calls, uint256 id, int256 nonce, bytes32 salt, address source, bytes metadata) params, (uint256 gas, uint256 gasPrice, uint256 validAfter, uint256 validUntil, uint256 value) forward, (bytes signature, address signer)[] signatures)',
  '0x4de992e8':
    'castAuthorized(((address target, bytes data, uint256 value, uint256 operation)[] calls, uint256 id, int256 nonce, bytes32 salt, address source, bytes metadata) params, (uint256 maxFee, uint256 gasPrice, uint256 validAfter, uint256 validUntil) authorized, (bytes signature, address signer)[] signatures)',
  '0x4ad44688':
    'executeV1(address from, uint32 index, ((address target, bytes data, uint256 value, uint256 operation)[] calls, uint256 id, int256 nonce, bytes32 salt, address source, bytes metadata) params, (uint256 gas, uint256 gasPrice, uint256 validAfter, uint256 validUntil, uint256 value) forward, (bytes signature, address signer)[] signatures)',
  '0x8d8fe2e3':
    'queueTransaction(address target, uint256 value, string signature, bytes data, uint256 executionTime, bool isDelegated)',
  '0x8902ab65':
    'executeTransaction(address target, uint256 value, string signature, bytes data, uint256 executionTime, bool isDelegated)',
  // Zodiac
  '0xe20dac00':
    'proposeTransactions((address target, uint8 operation, uint256 value, bytes data)[] calls, bytes explanation)',
  '0x210f68ae': 'executeProposal((address target, uint8 operation, uint256 value, bytes data)[] calls)',
  '0x2351a877':
    'executeProposal(string proposalId, bytes32[] hashes, address target, uint256 value, bytes data, uint8 operation)',
  '0x14604b8c':
    'executeProposalWithIndex(string proposalId, bytes32[] hashes, address target, uint256 value, bytes data, uint8 operation, uint256 index)',
  // relayers
  '0x6ca862e2':
    'relayCall(string domain, uint256 maxAcceptanceBudget, ((address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data, uint256 validUntilTime) request, (uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, uint256 gasUsed, address relayWorker, address paymaster, address forwarder, bytes paymasterData, uint256 clientId) relayData) relay, bytes signature, bytes approvalData)',
  '0x10c45431':
    'relayCall(uint256 maxAcceptanceBudget, ((address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data, uint256 validUntil) request, (uint256 gasPrice, uint256 pctRelayFee, uint256 baseRelayFee, address relayWorker, address paymaster, address forwarder, bytes paymasterData, uint256 clientId) relayData) relay, bytes signature, bytes approvalData, uint256 externalGasLimit)',
  '0x405cec67':
    'relayCall(address from, address to, bytes data, uint256 transactionFee, uint256 gasPrice, uint256 gasLimit, uint256 nonce, bytes signature, bytes approvalData)',
  '0x41706c4e':
    'executeEIP712((address from, address to, address token, uint256 txGas, uint256 tokenGasPrice, uint256 batchId, uint256 batchNonce, uint256 deadline, bytes data) request, bytes32 domainSeparator, bytes signature)',
  '0x8171e632':
    'executePersonalSign((address from, address to, address token, uint256 txGas, uint256 tokenGasPrice, uint256 batchId, uint256 batchNonce, uint256 deadline, bytes data) request, bytes signature)',
  '0xad558ab9':
    'exec(address creator, address target, bytes data, (uint8[] modules, bytes[] args) moduleData, uint256 txFee, address feeToken, bool useTaskTreasuryFunds, bool revertOnFailure)',
  '0x2b4fd060': 'execCall(address target, bytes data, address creditToken)',
  // markets
  '0xab834bab':
    'atomicMatch_(address[14] addresses, uint256[18] uints, uint8[8] kinds, bytes buyData, bytes sellData, bytes buyMask, bytes sellMask, bytes buyStaticData, bytes sellStaticData, uint8[2] vs, bytes32[5] signatures)',
}
