import { chainMethods, KAIA, type ReadingMethods } from './chain-methods.ts'

const EXECUTION_API = 'ethereum/execution-apis'
const GETH = 'geth.ethereum.org/docs/interacting-with-geth/rpc'
const ERIGON = 'docs.erigon.tech, erigontech/erigon cmd/rpcdaemon'
const BESU = 'besu.hyperledger.org/public-networks/reference/api, /private-networks/reference/api'
const BUNDLERS = 'ERC-4337, ERC-7769, ERC-7677'
const RELAYS = 'docs.flashbots.net, docs.bloxroute.com, bnb-chain/bsc'
const ROLLUPS = 'docs.optimism.io, docs.arbitrum.io, docs.linea.build, docs.zksync.io, docs.scroll.io, docs.taiko.xyz'
const PROVIDERS = 'documentation of the provider'

const tracing =
  'block call callMany filter get rawTransaction replayBlockTransactions replayTransaction transaction ' +
  'blockOpcodeGas transactionOpcodeGas'

/** What only reads, by namespace: nothing else passes without a verdict. A name that a node adds belongs here. */
export const readingMethods: Readonly<Record<string, ReadingMethods>> = {
  ...chainMethods,
  account: { names: 'list version', source: GETH },
  admin: { names: 'datadir nodeInfo peers', source: GETH },
  alchemy: {
    names:
      'getAssetTransfers getTokenAllowance getTokenBalances getTokenMetadata getTransactionReceipts ' +
      'requestGasAndPaymasterAndData requestPaymasterAndData simulateAssetChanges simulateAssetChangesBundle ' +
      'simulateExecution simulateExecutionBundle simulateUserOperationAssetChanges',
    source: 'www.alchemy.com/docs/reference',
  },
  ankr: {
    names:
      'explainTokenPrice getAccountBalance getAccountBalanceHistorical getBlockchainStats getBlocks getCurrencies ' +
      'getInteractions getInternalTransactionsByBlockNumber getInternalTransactionsByParentHash getLogs getNFTHolders ' +
      'getNFTMetadata getNFTTransfers getNFTsByOwner getTokenHolders getTokenHoldersCount getTokenPrice ' +
      'getTokenPriceHistory getTokenTransfers getTransactionsByAddress getTransactionsByHash',
    source: PROVIDERS,
  },
  anvil: {
    names: 'getAutomine getBlobByHash getBlobsByTransactionHash getGenesisTime getIntervalMining metadata nodeInfo',
    source: 'getfoundry.sh/anvil',
  },
  arb: {
    names:
      'checkPublisherHealth findBatchContainingBlock getL1Confirmations getRawBlockMetadata latestValidated ' +
      'maintenanceStatus',
    source: ROLLUPS,
  },
  arbdebug: { names: 'pricingModel timeoutQueue validateMessageNumber', source: ROLLUPS },
  arbtrace: { names: tracing, source: ROLLUPS },
  biconomy: { names: 'getGasFeeValues getUserOperationStatus', source: PROVIDERS },
  blxr: {
    names:
      'get_bundle_refund get_latest_block get_subscriptions simulate_arb_only_bundle simulate_bundle ' +
      'simulate_transaction tx_status',
    source: RELAYS,
  },
  bolt: { names: 'getVersion metadata', source: 'chainbound/bolt' },
  bor: {
    names:
      'getAuthor getCurrentProposer getCurrentValidators getRootHash getSigners getSignersAtHash getSnapshot ' +
      'getSnapshotAtHash getSnapshotProposer getSnapshotProposerSequence getVoteOnHash',
    source: 'docs.polygon.technology',
  },
  clique: {
    names: 'getSigner getSigners getSignersAtHash getSnapshot getSnapshotAtHash proposals status',
    source: GETH,
  },
  conductor: {
    names: 'active clusterMembership leader leaderWithID paused sequencerHealthy stopped',
    source: ROLLUPS,
  },
  config: {
    names: 'getCurrentTimestamp getShowCalls getShowGasDetails getShowOutputs getShowStorageLogs getShowVmDetails',
    source: ROLLUPS,
  },
  db: { names: 'getHex getString', source: EXECUTION_API },
  debug: {
    names:
      'accountAt accountRange bundler_dumpMempool bundler_dumpPaymasters bundler_dumpReputation bundler_getStakeStatus ' +
      'chaindbProperty codeByHash dbAncient dbAncients dbGet dumpBlock executionPayload executionWitness executionWitnessByBlockHash ' +
      'gcStats getAccessibleState getBadBlocks getBlockAccessList getBlockRlp getBlockRlpByHash getChainLevel ' +
      'getConfigValue getModifiedAccountsByHash getModifiedAccountsByNumber getRawBlock getRawBlocks getRawHeader ' +
      'getRawReceipts getRawTransaction getRawTransactions getSyncStage getTransactionsByBlock getTrieFlushInterval ' +
      'intermediateRoots memStats preimage printBlock seedHash stacks stateRootWithUpdates storageRangeAt ' +
      'traceBadBlock traceBlock traceBlockByHash traceBlockByNumber traceBlockFromFile traceBundle traceCall ' +
      'traceCallMany traceChain traceTransaction traceTransactionByBlockAndIndex traceTransactionByBlockhashAndIndex ' +
      'traceTransactionInBlockByHash traceTransactionInBlockByIndex',
    source: `${GETH}/ns-debug, docs.nethermind.io, ${BESU}, ERC-7769`,
  },
  eea: { names: 'getTransactionCount', source: BESU },
  erigon: {
    names:
      'blockNumber cacheCheck cumulativeChainTraffic forks getBalanceChangesInBlock getBlockByTimestamp ' +
      'getBlockReceiptsByBlockHash getHeaderByHash getHeaderByNumber getLatestLogs getLogs getLogsByHash nodeInfo ' +
      'watchTheBurn',
    source: ERIGON,
  },
  eth: {
    names:
      'accounts baseFee bigBlockGasPrice blobBaseFee blockNumber call callBundle callDetailed callMany chainConfig chainId ' +
      'coinbase compileLLL compileSerpent compileSolidity config createAccessList estimateGas estimateGasBundle ' +
      'estimateGasList estimateUserOperationGas feeHistory fillTransaction gasPrice getAccount getAccountInfo ' +
      'getActiveValidatorsAt getAuthor getBadBlocks getBalance getBlobSidecarByTxHash getBlobSidecars ' +
      'getBlockAccessListByBlockHash getBlockAccessListByBlockNumber getBlockByHash getBlockByNumber ' +
      'getBlockFinalityByHash getBlockFinalityByNumber getBlockRange getBlockReceipts getBlockSignersByHash getBlockSignersByNumber ' +
      'getBlockTransactionCountByHash getBlockTransactionCountByNumber getCandidateStatus getCandidates getChainConfig ' +
      'getCode getCompilers getContractCreator getDiffAccounts getDiffAccountsWithScope getEncryptionPublicKey ' +
      'getFilterChanges getFilterLogs getFinalizedBlock getFinalizedHeader getHeaderByHash getHeaderByNumber getLogs ' +
      'getLogsByHash getMinerDataByBlockHash getMinerDataByBlockNumber getOwnerByCoinbase getProof getProofsByBlockNumber ' +
      'getRawTransactionByBlockHashAndIndex getRawTransactionByBlockNumberAndIndex getRawTransactionByHash ' +
      'getRewardByHash getRootHash getStorageAt getStorageRoot getStorageValues getSystemTxsByBlockHash ' +
      'getSystemTxsByBlockNumber getTransactionAndReceiptProof getTransactionByBlockHashAndIndex ' +
      'getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionBySenderAndNonce getTransactionCount ' +
      'getTransactionDataAndReceipt getTransactionReceipt getTransactionReceiptsByBlock ' +
      'getTransactionReceiptsByBlockHash getTransactionReceiptsByBlockNumber getTransactionsByBlockNumber ' +
      'getUncleByBlockHashAndIndex getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber ' +
      'getUserOperationByHash getUserOperationReceipt getVoteOnHash getWork hashrate listAccounts maxPriorityFeePerGas ' +
      'mining multicall multicallV1 newAcceptedTransactions newBlockFilter newFilter newPendingTransactionFilter ' +
      'networkId nodeAddress pendingTransactions protocolVersion simulateBundle simulateTransaction simulateV1 subscribe ' +
      'suggestGasPrice suggestPriceOptions supportedEntryPoints syncing txGasLimitCap uninstallFilter unsubscribe ' +
      'upgradeStatus usingBigBlocks validateUserOperation ' +
      // Withdraw what was sent.
      'cancelBundle cancelPrivateTransaction ' +
      // Proofs of work, which move nothing.
      'submitHashrate submitWork ' +
      // The owner of a wallet decides whether a site sees the accounts.
      'requestAccounts',
    source: `${EXECUTION_API}, ${GETH}, ${ERIGON}, ${BESU}, ${BUNDLERS}, docs.flashbots.net, docs.metamask.io`,
  },
  flashbots: {
    names:
      'getBundleStats getBundleStatsV2 getFeeRefundTotalsByRecipient getFeeRefundsByBlock getFeeRefundsByBundle ' +
      'getFeeRefundsByRecipient getMevRefundTotalByRecipient getMevRefundTotalBySender getSbundleStats getUserStats ' +
      'getUserStatsV2 validateBuilderSubmissionV1 validateBuilderSubmissionV2 validateBuilderSubmissionV3 ' +
      'validateBuilderSubmissionV4 validateBuilderSubmissionV5',
    source: RELAYS,
  },
  gelato: { names: 'getUserOperationGasPrice', source: 'docs.gelato.cloud' },
  hardhat: { names: 'getAutomine metadata', source: 'hardhat.org/hardhat-network' },
  health: { names: 'nodeStatus', source: 'docs.nethermind.io' },
  ibft: { names: 'getPendingVotes getSignerMetrics getValidatorsByBlockHash getValidatorsByBlockNumber', source: BESU },
  infura: { names: 'simulateTransactions', source: PROVIDERS },
  les: {
    names: 'clientInfo getCheckpoint getCheckpointContractAddress latestCheckpoint serverInfo',
    source: `${GETH}/ns-les`,
  },
  linea: { names: 'estimateGas getBundleByHash getProof getTransactionExclusionStatusV1', source: ROLLUPS },
  mev: { names: 'bestBidGasFee hasBuilder params running simBundle', source: RELAYS },
  miner: { names: 'getHashrate hashrate mining', source: GETH },
  net: {
    names: 'enode listening networkID networkId nodeInfo peerCount peerCountByType services version',
    source: `${EXECUTION_API}, ${BESU}, ${KAIA}`,
  },
  nr: {
    names:
      'getAccountList getAssetTransfers getContractCreationTransaction getNFTHoldings getNFTInventory getNFTMeta ' +
      'getTokenBalance1155 getTokenBalance20 getTokenBalance721 getTokenHolderCount getTokenHolders getTokenHoldings ' +
      'getTokenMeta getTotalSupply20 getTransactionByAddress getTransactionByAddressCount',
    source: PROVIDERS,
  },
  opp2p: { names: 'peerStats peerTable peers self', source: ROLLUPS },
  optimism: {
    names: 'dependencySet outputAtBlock rollupConfig safeHeadAtL1Block syncStatus version',
    source: ROLLUPS,
  },
  ots: {
    names:
      'getApiLevel getBlockDetails getBlockDetailsByHash getBlockTransactions getContractCreator getHeaderByNumber ' +
      'getInternalOperations getTransactionBySenderAndNonce getTransactionError hasCode searchTransactionsAfter ' +
      'searchTransactionsBefore traceTransaction',
    source: 'docs.otterscan.io',
  },
  parity: {
    names:
      'chain chainId chainStatus composeTransaction defaultExtraData enode extraData futureTransactions gasFloorTarget ' +
      'gasPriceHistogram getBlockHeaderByNumber getBlockReceipts listAccounts listOpenedVaults listStorageKeys listVaults ' +
      'localTransactions minGasPrice mode netChain netPeers netPort nextNonce nodeKind nodeName pendingTransactions ' +
      'pendingTransactionsStats registryAddress rpcSettings transactionsLimit unsignedTransactionsCount versionInfo',
    source: 'openethereum.github.io/JSONRPC, docs.nethermind.io',
  },
  parlia: {
    names:
      'getFinalizedNumber getJustifiedNumber getSnapshot getSnapshotAtHash getTurnLength getValidators getValidatorsAtHash',
    source: 'bnb-chain/bsc',
  },
  perm: { names: 'getAccountsAllowlist getNodesAllowlist', source: BESU },
  personal: { names: 'ecRecover listAccounts listWallets', source: `${GETH}/ns-personal` },
  pimlico: {
    names:
      'getSupportedTokens getTokenQuotes getUserOperationGasPrice getUserOperationStatus simulateAssetChanges ' +
      'simulateUserOperationAssetChanges',
    source: 'docs.pimlico.io',
  },
  pm: {
    names:
      'accounts getFeeQuoteOrData getPaymasterAndData getPaymasterData getPaymasterStubData sponsorUserOperation ' +
      'supportedEntryPoints validateSponsorshipPolicies',
    source: `${BUNDLERS}, docs.pimlico.io, docs.biconomy.io`,
  },
  priv: {
    names:
      'call debugGetStateRoot findPrivacyGroup getCode getEeaTransactionCount getFilterChanges getFilterLogs getLogs ' +
      'getPrivacyPrecompileAddress getPrivateTransaction getTransactionCount getTransactionReceipt newFilter subscribe ' +
      'uninstallFilter unsubscribe',
    source: BESU,
  },
  proof: { names: 'call getTransactionByHash getTransactionReceipt', source: 'docs.nethermind.io' },
  qbft: {
    names:
      'getPendingVotes getRequestTimeoutSeconds getSignerMetrics getValidatorsByBlockHash getValidatorsByBlockNumber',
    source: BESU,
  },
  qn: {
    names:
      'estimatePriorityFees fetchNFTCollectionDetails fetchNFTs fetchNFTsByCollection getBlockFromTimestamp ' +
      'getBlockWithReceipts getBlocksInTimestampRange getContractABI getReceipts getTokenMetadataByContractAddress ' +
      'getTokenMetadataBySymbol getTransactionReceiptsByAddress getTransactionsByAddress getTransfersByNFT ' +
      'getWalletTokenBalance getWalletTokenTransactions resolveENS verifyNFTsOwner',
    source: 'www.quicknode.com/docs',
  },
  reth: {
    names:
      'getBalanceChangesInBlock subscribeChainNotifications subscribeFinalizedChainNotifications subscribePersistedBlock',
    source: 'reth.rs/jsonrpc',
  },
  rollup: { names: 'gasPrices getInfo', source: ROLLUPS },
  rpc: { names: 'methods modules', source: `${GETH}, polkadot.js.org` },
  rundler: {
    names: 'getMinedUserOperation getPendingUserOperationBySenderNonce getUserOperationGasPrice maxPriorityFeePerGas',
    source: 'alchemyplatform/rundler',
  },
  scroll: {
    names:
      'estimateL1DataFee getBlockByHash getBlockByNumber getBlockTraceByNumberOrHash getFirstQueueIndexNotInL2Block ' +
      'getL1MessageByIndex getL1SyncHeight getLatestRelayedQueueIndex getNumSkippedTransactions ' +
      'getSkippedTransaction getSkippedTransactionHashes',
    source: ROLLUPS,
  },
  shh: { names: 'info version', source: GETH },
  signer: { names: 'requestsToConfirm signerEnabled', source: 'openethereum.github.io/JSONRPC' },
  skandha: { names: 'config feeHistory getGasPrice getPeers userOperationStatus', source: 'etherspot/skandha' },
  supervisor: {
    names:
      'allSafeDerivedAt checkAccessList crossDerivedToSource crossSafe finalized finalizedL1 localSafe localUnsafe superRootAtTimestamp syncStatus',
    source: 'ethereum-optimism/optimism op-supervisor',
  },
  taiko: { names: 'getSyncMode headL1Origin l1OriginByID', source: ROLLUPS },
  tenderly: {
    names:
      'contractAbi decodeError decodeEvent decodeInput errorSignatures estimateGas estimateGasBundle eventSignature ' +
      'functionSignatures gasPrice getContractAbi getStorageChanges getTransactionRange getTransactionsRange ' +
      'simulateBundle simulateTransaction suggestGasFee traceTransaction',
    source: 'docs.tenderly.co',
  },
  thirdweb: { names: 'getUserOperationGasPrice', source: 'thirdweb-dev/js' },
  trace: { names: `${tracing} simulateV1`, source: `${ERIGON}, reth.rs/jsonrpc, docs.nethermind.io` },
  txpool: {
    names:
      'besuPendingTransactions besuStatistics besuTransactions content contentFrom inspect locals nonce ' +
      'pendingTransactions status',
    source: `${GETH}, ${BESU}`,
  },
  wallet: {
    names:
      'checkPermissions getAccountUpgradeStatus getAdmins getAssets getCallsHistory getCallsStatus getCapabilities ' +
      'getGrantedExecutionPermissions getKeys getPermissions getSession getSnaps getSubAccounts ' +
      'getSupportedExecutionPermissions isSnapAvailable prepareCalls scanQRCode showCallsStatus verifySignature watchAsset',
    source: 'EIP-5792, EIP-2255, EIP-747, ERC-7715, docs.metamask.io, porto.sh',
  },
  web3: { names: 'bundlerVersion clientVersion sha3', source: `${EXECUTION_API}, ERC-7769` },
  zd: { names: 'getUserOperationGasPrice sponsorUserOperation', source: 'docs.zerodev.app' },
  zkevm: {
    names:
      'batchNumber batchNumberByBlockNumber consolidatedBlockNumber estimateCounters estimateFee getBatchByNumber ' +
      'getBatchCountersByNumber getBatchDataByNumbers getBatchWitness getExitRootTable getExitRootsByGER getForkById ' +
      'getForkId getForkIdByBatchNumber getForks getFullBlockByHash getFullBlockByNumber getL2BlockInfoTree ' +
      'getLatestDataStreamBlock getLatestGlobalExitRoot getNativeBlockHashesInRange getProverInput getRollupAddress ' +
      'getRollupManagerAddress getTransactionByL2Hash getTransactionReceiptByL2Hash getVersionHistory getWitness ' +
      'isBlockConsolidated isBlockVirtualized traceTransactionCounters verifiedBatchNumber virtualBatchNumber',
    source: '0xPolygonHermez/zkevm-node, 0xPolygonHermez/cdk-erigon',
  },
  zks: {
    names:
      'L1BatchNumber L1ChainId estimateFee estimateGasL1ToL2 gasPerPubdata getAllAccountBalances getBaseTokenL1Address ' +
      'getBatchFeeInput getBlockDetails getBridgeContracts getBridgehubContract getBytecodeByHash getConfirmedTokens ' +
      'getFeeParams getGenesis getL1BatchBlockRange getL1BatchDetails getL1GasPrice getL2Multicall3 getL2ToL1LogProof ' +
      'getL2ToL1MsgProof getMainContract getProof getProtocolVersion getRawBlockTransactions getTestnetPaymaster ' +
      'getTimestampAsserter getTokenPrice getTransactionDetails isTokenLiquid',
    source: ROLLUPS,
  },
}
