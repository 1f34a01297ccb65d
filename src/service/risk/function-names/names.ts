/** Room: What conventional names hand over (`setFeeRecipient`), for functions in no table. */

import { lazily } from '../../../shared/lazily.ts'
import { lookUpIn } from '../decode/selector-table.ts'

/**
 * Names that contracts give to functions that hand over a part or pay out, from the conventions that `grammar.ts` reads.
 * The order is the order of the selector table: run `npx tsx scripts/function-selectors.ts` after every change.
 */
const verbs = words(`
  set update change add assign grant transfer approve authorize enable register setNew setPending
`)

const rareVerbs = words('propose nominate appoint replace configure whitelist allow delegate _set')

const nouns = words(`
  Owner Ownership LockOwnership LockOwner Admin Administrator SuperAdmin Governance Governor Gov Controller Authority Council Multisig Timelock Deployer
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
  Guardian GuardianAddress Pauser PauseGuardian Strategist Strategy Executor Forwarder TrustedForwarder Router
  Resolver Verifier Validator Sequencer Proposer Challenger Registrar Signer SignerAddress TrustedSigner Attester Hook
  Hooks Module Plugin Adapter Handler Extension Curator Allocator Liquidator Rebalancer Harvester Bot Worker Updater
  Sentinel Watcher Filler Solver Distributor RewardsDistributor RewardDistributor Dispatcher Caller
  Sender Depositor Burner Rescuer Upgrader Moderator Publisher Reporter Submitter Arbiter Arbitrator Mediator Provider
  Partner Integrator Broker Coordinator Supervisor Maintainer Delegate Delegatee DelegateAddress Proxy ProxyAddress
  Zapper Migrator Rewarder Trader Processor Facilitator Paymaster
`)

/** Only after a verb that lets act: `approveMint`, `allowSAFE`. */
const granted = words(`
  Mint Minting Burn Withdraw Withdrawal Withdrawals Transfer Transfers Borrow Spending Spend Safe SAFE CDP Position
  Positions Account Access Actor Actions Execution Swap Claim Claims Staking Vault Pool Gauge Marketplace Factory Registry
  Contract Module SAFEModification SafeModification Lending Redeem Delegation Permission Wallets Device App Application
  Client Service Server Integration Consumer Program Exchange Protocol Platform Game Player Automation All Everything Usage
  Control Upgrade
`)

/** After `set` and similar verbs they let act for the caller. */
const consents = words(`
  Approval Approvals ApprovalFor ApprovalForOperator ApprovalForManager ContractApproval ProtocolApproval OperatorApproval
  SpenderApproval MarketApproval ModuleApproval TransferApproval Authorization OperatorAuthorization Delegation Permission
  Permissions PermissionFor PermissionsFor OperatorPermission OperatorPermissions Consent Allowance AllowanceFor Access
`)

const settings = words('Config Configuration Settings Contracts Addresses')

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

/** Less usual ones. */
const longShapes = [
  '(address,address,address)',
  '(address,address,uint256)',
  '(address,uint256,address)',
  '(address,uint256,bool)',
  '(address,uint256,uint256,address)',
  '(address,bytes32)',
  '(address,bytes32,address,uint256)',
]

/** As functions that let act for the caller have them. */
const grantingShapes = [...shapes, ...longShapes, '(address,bytes32,bytes)', '(address,uint8)', '(address,uint64)']

const listShapes = ['(address[])', '(address[],bool)', '(address[],bool[])']

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

const handingVerbs = words('authorize enable trust appoint nominate delegate grant permit')

const grantingVerbs = words('approve allow authorize permit enable delegate')

const nounsWithoutSuffix = nouns.filter((noun) => !/(?:Address|s)$/.test(noun) && !nouns.includes(`${noun}Address`))

const groups = lazily(() => [
  { names: handingVerbs, shapes: grantingShapes },
  { names: pairs(verbs, nouns), shapes: [...shapes, ...longShapes] },
  { names: pairs(rareVerbs, nouns), shapes: shapes.slice(0, 8) },
  { names: pairs(grantingVerbs, granted), shapes: grantingShapes },
  { names: pairs(words('set update change grant add register request apply'), consents), shapes: grantingShapes },
  { names: pairs(words('set update change'), settings), shapes: longShapes.slice(0, 1) },
  { names: pairs(words('set update change'), nounsWithoutSuffix, 'Address'), shapes: shapes.slice(0, 5) },
  { names: pairs(words('set add update grant approve authorize'), nounsWithoutSuffix, 's'), shapes: listShapes },
  { names: pairs(words('govSet adminSet ownerSet daoSet govAdd adminAdd'), nouns), shapes: shapes.slice(0, 2) },
  { names: pairs(words('govSet adminSet'), settings), shapes: longShapes.slice(0, 1) },
  { names: payingVerbs.map((verb) => `${verb}To`), shapes: payingShapes },
])

function pairs(firsts: readonly string[], seconds: readonly string[], ending = ''): string[] {
  return firsts.flatMap((first) => seconds.map((second) => first + second + ending))
}

/** All signatures in the order of the selector table. */
export function functionSignatures(): string[] {
  return groups().flatMap((group) => group.names.flatMap((name) => group.shapes.map((shape) => name + shape)))
}

/** Canonical signature of a function with a conventional name, by selector. */
export const functionSignatureOf = lookUpIn('function-selectors.bin', functionSignatureAt)

/** The signature at an index of that order. */
function functionSignatureAt(index: number): string | undefined {
  let from = 0
  for (const { names, shapes: own } of groups()) {
    const size = names.length * own.length
    const name = names[Math.floor((index - from) / own.length)]
    if (index < from + size && name !== undefined) return `${name}${own[(index - from) % own.length]}`
    from += size
  }
  return undefined
}

export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
