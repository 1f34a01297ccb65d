/** Methods of a namespace that only read. */
export interface ReadingMethods {
  /** Names without the namespace, with blanks between. */
  readonly names: string
  /** Documentation that lists them. */
  readonly source: string
}

export const KAIA = 'docs.kaia.io/references/json-rpc'
const SUBSTRATE = 'polkadot.js.org/docs/substrate/rpc, docs.moonbeam.network'

/** What Kaia has under its two names. */
const kaia =
  'accountCreated accounts blockNumber call chainID chainId clientVersion createAccessList decodeAccountKey ' +
  'encodeAccountKey estimateComputationCost estimateGas feeHistory forkStatus gasPrice gasPriceAt getAccount getAccountKey ' +
  'getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash ' +
  'getBlockTransactionCountByNumber getBlockWithConsensusInfoByHash getBlockWithConsensusInfoByNumber getChainConfig ' +
  'getCode getCommittee getCommitteeSize getCouncil getCouncilSize getDecodedAnchoringTransactionByHash getFilterChanges ' +
  'getFilterLogs getHeaderByHash getHeaderByNumber getLogs getParams getProof getRawTransactionByBlockHashAndIndex ' +
  'getRawTransactionByBlockNumberAndIndex getRawTransactionByHash getRewards getStakingInfo getStorageAt getTotalSupply ' +
  'getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash ' +
  'getTransactionBySenderTxHash getTransactionCount getTransactionReceipt getTransactionReceiptBySenderTxHash ' +
  'isContractAccount isParallelDBWrite isSenderTxHashIndexingEnabled lowerBoundGasPrice maxPriorityFeePerGas ' +
  'newBlockFilter newFilter newPendingTransactionFilter nodeAddress pendingTransactions protocolVersion ' +
  'recoverFromMessage recoverFromTransaction rewardbase sha3 subscribe syncing uninstallFilter unsubscribe ' +
  'upperBoundGasPrice'

/** What Harmony has under both versions. */
const harmony =
  'blockNumber call epochLastBlock estimateGas gasPrice getAllValidatorAddresses getAllValidatorInformation ' +
  'getAllValidatorInformationByBlockNumber getBalance getBalanceByBlockNumber getBlockByHash getBlockByNumber ' +
  'getBlockReceipts getBlockSigners getBlockSignersKeys getBlockTransactionCountByHash getBlockTransactionCountByNumber ' +
  'getBlocks getCXReceiptByHash getCirculatingSupply getCode getCurrentUtilityMetrics ' +
  'getDelegationByDelegatorAndValidator getDelegationsByDelegator getDelegationsByValidator getElectedValidatorAddresses ' +
  'getEpoch getLastCrossLinks getLatestChainHeaders getLatestHeader getLeader getLogs getMedianRawStakeSnapshot ' +
  'getNodeMetadata getPendingCXReceipts getPendingCrossLinks getPoolStats getShardingStructure getStakingNetworkInfo ' +
  'getStakingTransactionByHash getStakingTransactionsCount getStakingTransactionsHistory getStorageAt getSuperCommittees ' +
  'getTotalSupply getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash ' +
  'getTransactionCount getTransactionReceipt getTransactionsCount getTransactionsHistory getValidatorInformation ' +
  'getValidators isBlockSigner isLastBlock pendingStakingTransactions pendingTransactions protocolVersion syncing'

/** What only reads in the namespaces of single chains that are not those of Ethereum. */
export const chainMethods: Readonly<Record<string, ReadingMethods>> = {
  XDPoS: {
    names:
      'getBlockInfoByEpochNum getEpochNumbersBetween getLatestPoolStatus getMasternodesByHash getMasternodesByNumber ' +
      'getMissedRoundsInEpochByBlockNum getSigners getSignersAtHash getSnapshot getSnapshotAtHash getV2BlockByHash ' +
      'getV2BlockByNumber networkInformation',
    source: 'docs.xdc.network',
  },
  abft: {
    names: 'getDowntime getEpochUptime getOriginatedEpochFee getValidators',
    source: 'Fantom-foundation/go-opera',
  },
  cfx: {
    names:
      'call chainId checkBalanceAgainstTransaction clientVersion epochNumber estimateGasAndCollateral feeHistory gasPrice ' +
      'getAccount getAccountPendingInfo getAccountPendingTransactions getAccumulateInterestRate getAdmin getBalance ' +
      'getBestBlockHash getBlockByBlockNumber getBlockByEpochNumber getBlockByHash getBlockByHashWithPivotAssumption ' +
      'getBlockRewardInfo getBlocksByEpoch getCode getCollateralForStorage getCollateralInfo getConfirmationRiskByHash ' +
      'getDepositList getEpochReceipts getFeeBurnt getFilterChanges getFilterLogs getInterestRate getLogs getNextNonce ' +
      'getParamsFromVote getPoSEconomics getPoSRewardByEpoch getSkippedBlocksByEpoch getSponsorInfo getStakingBalance ' +
      'getStatus getStorageAt getStorageRoot getSupplyInfo getTransactionByHash getTransactionReceipt getVoteList ' +
      'maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter uninstallFilter',
    source: 'doc.confluxnetwork.org',
  },
  chain: { names: 'getBlock getBlockHash getFinalizedHead getHeader', source: SUBSTRATE },
  dag: { names: 'getEpochStats getEvent getEventPayload getHeads', source: 'Fantom-foundation/go-opera' },
  governance: {
    names:
      'chainConfig getParams getRewardsAccumulated getStakingInfo itemsAt myVotes myVotingPower nodeAddress ' +
      'pendingChanges showTally status totalVotingPower votes',
    source: KAIA,
  },
  hmy: { names: harmony, source: 'docs.harmony.one, api.hmny.io' },
  hmyv2: { names: harmony, source: 'docs.harmony.one, api.hmny.io' },
  istanbul: {
    names:
      'candidates getDemotedValidators getDemotedValidatorsAtHash getSignersFromBlock getSignersFromBlockByHash ' +
      'getSnapshot getSnapshotAtHash getTimeout getValidators getValidatorsAtHash isValidator nodeAddress status',
    source: `docs.goquorum.consensys.io, ${KAIA}`,
  },
  kaia: { names: kaia, source: KAIA },
  klay: { names: kaia, source: KAIA },
  mainbridge: {
    names: 'convertChildChainBlockHashToParentChainTxHash getChildChainIndexingEnabled getSubBridge nodeInfo peers',
    source: KAIA,
  },
  moon: { names: 'isBlockFinalized isTxFinalized', source: 'docs.moonbeam.network' },
  oasis: { names: 'callDataPublicKey', source: 'docs.oasis.io, oasisprotocol/oasis-web3-gateway' },
  payment: { names: 'queryFeeDetails queryInfo', source: SUBSTRATE },
  rsk: {
    names:
      'getRawBlockHeaderByHash getRawBlockHeaderByNumber getRawTransactionReceiptByHash getStorageBytesAt ' +
      'getTransactionReceiptNodesByHash protocolVersion',
    source: 'dev.rootstock.io',
  },
  sei: {
    names:
      'getBlockByHash getBlockByNumber getBlockReceipts getCosmosTx getEVMAddress getEvmTx getFilterLogs getLogs ' +
      'getSeiAddress getTransactionByHash getTransactionReceipt',
    source: 'docs.sei.io',
  },
  starknet: {
    names:
      'blockHashAndNumber blockNumber call chainId estimateFee estimateMessageFee getBlockTransactionCount ' +
      'getBlockWithReceipts getBlockWithTxHashes getBlockWithTxs getClass getClassAt getClassHashAt getCompiledCasm ' +
      'getEvents getMessagesStatus getNonce getStateUpdate getStorageAt getStorageProof getTransactionByBlockIdAndIndex ' +
      'getTransactionByHash getTransactionReceipt getTransactionStatus simulateTransactions specVersion syncing ' +
      'traceBlockTransactions traceTransaction',
    source: 'starkware-libs/starknet-specs',
  },
  state: {
    names: 'call getKeysPaged getMetadata getRuntimeVersion getStorage getStorageHash getStorageSize queryStorageAt',
    source: SUBSTRATE,
  },
  subbridge: {
    names:
      'getAnchoring getAnchoringPeriod getAnchoringTxHashByBlockNumber getBridgeInformation getBridgePayerBalance ' +
      'getChildChainNonce getChildOperatorAddr getChildOperatorBalance getLatestAnchoredBlockNumber getParentOperatorAddr ' +
      'getParentOperatorBalance getReceiptFromParentChain getSentChainTxsLimit getTxPendingCount listBridge nodeInfo',
    source: KAIA,
  },
  system: {
    names: 'chain chainType health localPeerId name nodeRoles peers properties syncState version',
    source: SUBSTRATE,
  },
}
