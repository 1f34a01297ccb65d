/**
 * Names that contracts give to functions that hand over a part or pay out, from the conventions that `grammar.ts` reads.
 * The order is the order of the selector table: run `npx tsx scripts/function-selectors.ts` after every change.
 */
const verbs = words(`
  set update change add assign grant transfer propose nominate appoint authorize approve enable register replace
  configure whitelist allow setNew setPending _set
`)

const nouns = words(`
  Owner Admin Administrator SuperAdmin Governance Governor Gov Controller Authority Council Multisig Timelock Deployer
  Steward Custodian PendingOwner PendingAdmin NewOwner EmergencyAdmin EmergencyOwner ProxyAdmin PoolAdmin
  Implementation Impl Logic LogicContract Beacon MasterCopy Singleton Template Facet
  Role AdminRole MinterRole OperatorRole ManagerRole
  Minter MinterAddress Issuer BridgeMinter
  Treasury TreasuryAddress TreasuryWallet ProtocolTreasury FeeRecipient FeeRecipientAddress ProtocolFeeRecipient
  FeeCollector ProtocolFeeCollector FeeReceiver FeeTreasury FeeWallet FeeAddress FeeDistributor FeeBeneficiary
  Beneficiary Recipient RecipientAddress Receiver RewardRecipient RewardReceiver RewardsRecipient RewardsReceiver
  RewardAddress RewardWallet RewardDestination RewardsDestination RoyaltyReceiver RoyaltyRecipient RoyaltyAddress Payee
  PayoutAddress PayoutWallet PayoutRecipient PaymentAddress PaymentReceiver PaymentRecipient Wallet WalletAddress
  DevWallet DevAddress MarketingWallet TeamWallet TeamAddress TaxWallet TaxReceiver Collector Claimer ClaimRecipient
  Splitter LiquidityReceiver YieldReceiver YieldRecipient InterestReceiver InterestRecipient ProfitReceiver
  SurplusReceiver PenaltyReceiver SlashReceiver Referrer Affiliate Builder StreamRecipient TipReceiver MevRecipient
  WithdrawalAddress WithdrawAddress WithdrawalRecipient WithdrawRecipient Withdrawer RedemptionAddress ExitRecipient
  Recovery RecoveryAddress RecoveryOwner RecoveryAgent Backup BackupOwner BackupAddress Successor Heir Trustee Nominee
  Cosigner CoSigner
  SessionKey SessionSigner Spender Key AgentKey AccessKey ApiKey TradingKey HotWallet SubAccount Agent TradingAgent
  Voter VoteDelegate VotingDelegate Representative
  Bridge L1Bridge L2Bridge Peer Remote TrustedRemote Gateway Endpoint Inbox Messenger CrossChainMessenger RemoteBridge
  Manager AssetManager AccountManager PositionManager PoolManager VaultManager RoleManager FeeManager RiskManager
  Operator OperatorAddress Keeper Relayer TrustedRelayer Oracle OracleAddress PriceOracle PriceFeed Feed Aggregator
  Guardian GuardianAddress Pauser PauseGuardian Strategist Strategy Executor Forwarder TrustedForwarder Router Registry
  Resolver Verifier Validator Sequencer Proposer Challenger Registrar Signer SignerAddress TrustedSigner Attester Hook
  Hooks Module Plugin Adapter Handler Extension Curator Allocator Liquidator Rebalancer Harvester Bot Worker Updater
  Sentinel Watcher Filler Solver Marketplace Distributor RewardsDistributor RewardDistributor Dispatcher Factory Caller
  Sender Depositor Burner Rescuer Upgrader Moderator Publisher Reporter Submitter Arbiter Arbitrator Mediator Provider
  Partner Integrator Broker Coordinator Supervisor Maintainer Delegate Delegatee DelegateAddress Proxy ProxyAddress
  Zapper Migrator Vault VaultAddress Pool Gauge Rewarder Trader Member Processor Facilitator Paymaster
`)

const shapes = [
  '(address)',
  '(address,bool)',
  '(bool,address)',
  '(address,uint256)',
  '(uint256,address)',
  '(bytes32,address)',
  '(address,address)',
  '(address,address,bool)',
  '(uint256,address,bool)',
  '(address,bytes)',
  '(address,uint256,uint256)',
  '(uint256,uint256,address)',
]

const payingVerbs = words(`
  withdraw redeem claim collect harvest exit unstake release sweep rescue recover skim unwrap burn borrow claimReward
  claimRewards claimAll claimFees collectFees withdrawFees withdrawETH withdrawToken withdrawTokens withdrawAll
  withdrawFunds redeemAll redeemShares exitAll sweepToken sweepTokens sweepETH rescueToken rescueTokens rescueFunds
  rescueETH recoverToken recoverTokens recoverERC20 recoverETH emergencyWithdraw getReward getRewards releaseFunds
  removeLiquidity unstakeAll
`)

const payingShapes = [
  '(address)',
  '(address,uint256)',
  '(uint256,address)',
  '(address,address)',
  '(address,address,uint256)',
  '(address,uint256,address)',
  '(uint256,uint256,address)',
  '(address,uint256,uint256)',
  '(address,bytes)',
]

const handingVerbs = words('authorize enable allow trust appoint nominate delegate grant permit')

const groups = [
  { names: handingVerbs, shapes },
  { names: verbs.flatMap((verb) => nouns.map((noun) => verb + noun)), shapes },
  { names: payingVerbs.map((verb) => `${verb}To`), shapes: payingShapes },
]

/** All signatures in the order of the selector table. */
export function functionSignatures(): string[] {
  return groups.flatMap((group) => group.names.flatMap((name) => group.shapes.map((shape) => name + shape)))
}

/** The signature at an index of that order. */
export function functionSignatureAt(index: number): string | undefined {
  let from = 0
  for (const { names, shapes: own } of groups) {
    const size = names.length * own.length
    const name = names[Math.floor((index - from) / own.length)]
    if (index < from + size && name !== undefined) return `${name}${own[(index - from) % own.length]}`
    from += size
  }
  return undefined
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
