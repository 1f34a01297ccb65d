import * as at from './adversarial/protocols.ts'

/**
 * Functions that give something to another address, by the documentation of their protocols. Written without the
 * tables of the engine. The names of the parameters say which value each gets (effect-values.ts): `gainer` is the
 * address that gains; with `on` false or `power` zero the call gives the right back.
 */
export interface EffectFunction {
  readonly source: string
  /** As in the documentation, with our names of parameters. `bytes32 gainer` and `uint256 gainer` are addresses too. */
  readonly signature: string
  /** Known contract. The other half of the calls, or all without one, is to an unknown address. */
  readonly at?: string
  /** An account calls this function on itself. */
  readonly ofAccount?: true
  /** The call that gives the right back, when it is another function. */
  readonly back?: string
  /** The call pays native currency. */
  readonly pays?: true
}

type Rest = Omit<EffectFunction, 'source' | 'signature'>
/** Rows written as one line each. */
export const functions = (
  ...rows: readonly (readonly [source: string, signature: string, rest?: Rest])[]
): readonly EffectFunction[] => rows.map(([source, signature, rest]) => ({ source, signature, ...rest }))
const back = (signature: string): Rest => ({ back: signature })
const self = (signature?: string): Rest => ({ ofAccount: true, ...(signature && { back: signature }) })

export const PAYS: Rest = { pays: true }

/** Credit delegation, managers of positions, operators, session keys. */
export const positionRights = functions(
  ['Aave v3: approveDelegation', 'approveDelegation(address gainer, uint256 power)', { at: at.AAVE_DEBT_USDC }],
  [
    'Aave v3: delegationWithSig',
    'delegationWithSig(address actor, address gainer, uint256 power, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    { at: at.AAVE_DEBT_USDC },
  ],
  ['Aave v3.4: approvePositionManager', 'approvePositionManager(address gainer, bool on)', { at: at.AAVE_POOL }],
  ['Compound III: allow', 'allow(address gainer, bool on)', { at: at.COMET_USDC }],
  [
    'Compound III: allowBySig',
    'allowBySig(address actor, address gainer, bool on, uint256 nonce, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    { at: at.COMET_USDC },
  ],
  ['Morpho Blue: setAuthorization', 'setAuthorization(address gainer, bool on)', { at: at.MORPHO }],
  [
    'Morpho Blue: setAuthorizationWithSig',
    'setAuthorizationWithSig((address actor, address gainer, bool on, uint256 nonce, uint256 deadline) authorization, (uint8 v, bytes32 r, bytes32 s) signed)',
    { at: at.MORPHO },
  ],
  ['Maker: Vat', 'hope(address gainer)', { at: at.MAKER_VAT, back: 'nope(address gainer)' }],
  ['Maker: cdpAllow', 'cdpAllow(uint256 id, address gainer, uint256 power)', { at: at.MAKER_CDP_MANAGER }],
  ['Maker: urnAllow', 'urnAllow(address gainer, uint256 power)', { at: at.MAKER_CDP_MANAGER }],
  ['Reflexer: GebSafeManager', 'allowSAFE(uint256 id, address gainer, uint256 power)'],
  ['Reflexer: SAFEEngine', 'approveSAFEModification(address gainer)', back('denySAFEModification(address gainer)')],
  ['Ethereum Vault Connector: setAccountOperator', 'setAccountOperator(address actor, address gainer, bool on)'],
  ['Euler v1: DToken', 'approveDebt(uint256 zero, address gainer, uint256 power)'],
  [
    'BentoBox: setMasterContractApproval',
    'setMasterContractApproval(address actor, address gainer, bool on, uint8 zero, bytes32 zero, bytes32 zero)',
  ],
  ['dYdX Solo: setOperators', 'setOperators((address gainer, bool on)[] operators)', { at: at.SOLO_MARGIN }],
  ['dYdX Perpetual v1: setLocalOperator', 'setLocalOperator(address gainer, bool on)'],
  [
    'Liquity v2: setRemoveManagerWithReceiver',
    'setRemoveManagerWithReceiver(uint256 id, address gainer, address gainer)',
  ],
  ['Gearbox v3: setBotPermissions', 'setBotPermissions(address contract, address gainer, uint192 power)'],
  ['Venus: updateDelegate', 'updateDelegate(address gainer, bool on)'],
  ['Curve: lending controllers', 'approve(address gainer, bool on)'],
  ['Alchemix v2: approveMint', 'approveMint(address gainer, uint256 power)'],
  ['Alchemix v2: approveWithdraw', 'approveWithdraw(address gainer, address token, uint256 power)'],
  [
    'Perpetual Protocol v2: DelegateApproval',
    'approve(address gainer, uint8 flags)',
    back('revoke(address gainer, uint8 flags)'),
  ],
  [
    'Synthetix v2: DelegateApprovals',
    'approveAllDelegatePowers(address gainer)',
    { at: at.SYNTHETIX_DELEGATES, back: 'removeAllDelegatePowers(address gainer)' },
  ],
  [
    'Synthetix v2: DelegateApprovals',
    'approveExchangeOnBehalf(address gainer)',
    { at: at.SYNTHETIX_DELEGATES, back: 'removeExchangeOnBehalf(address gainer)' },
  ],
  [
    'Synthetix v3: grantPermission',
    'grantPermission(uint128 id, bytes32 permission, address gainer)',
    back('revokePermission(uint128 id, bytes32 permission, address gainer)'),
  ],
  ['GMX v2: SubaccountRouter', 'addSubaccount(address gainer)', back('removeSubaccount(address gainer)')],
  ['GMX v1: Router', 'approvePlugin(address gainer)', back('denyPlugin(address gainer)')],
  ['GMX v1: signalTransfer', 'signalTransfer(address gainer)'],
  ['Gains Network: setTradingDelegate', 'setTradingDelegate(address gainer)', back('removeTradingDelegate()')],
  [
    'Balancer v2: setRelayerApproval',
    'setRelayerApproval(address actor, address gainer, bool on)',
    { at: at.BALANCER },
  ],
  ['ERC-7540, ERC-6909: setOperator', 'setOperator(address gainer, bool on)'],
  ['ERC-777: authorizeOperator', 'authorizeOperator(address gainer)', back('revokeOperator(address gainer)')],
  [
    'Superfluid: CFAv1Forwarder',
    'grantPermissions(address token, address gainer)',
    { at: at.SUPERFLUID_FORWARDER, back: 'revokePermissions(address token, address gainer)' },
  ],
  ['delegate.xyz v2: delegateAll', 'delegateAll(address gainer, bytes32 zero, bool on)', { at: at.DELEGATE_XYZ }],
  [
    'EigenLayer: PermissionController',
    'setAppointee(address actor, address gainer, address contract, bytes4 selector)',
    back('removeAppointee(address actor, address gainer, address contract, bytes4 selector)'),
  ],
  [
    'Coinbase: SpendPermissionManager',
    'approve((address actor, address gainer, address token, uint160 amount, uint48 period, uint48 zero, uint48 deadline, uint256 nonce, bytes zero) permission)',
    back(
      'revoke((address actor, address gainer, address token, uint160 amount, uint48 period, uint48 zero, uint48 deadline, uint256 nonce, bytes zero) permission)',
    ),
  ],
  [
    'Safe: AllowanceModule',
    'setAllowance(address gainer, address token, uint96 power, uint16 period, uint32 zero)',
    { at: at.ALLOWANCE_MODULE },
  ],
  [
    'Alchemy: session key plugin',
    'addSessionKey(address gainer, bytes32 hash, bytes[] none)',
    self('removeSessionKey(address gainer, bytes32 hash)'),
  ],
  [
    'ERC-7579: installModule',
    'installModule(uint256 one, address gainer, bytes zero)',
    self('uninstallModule(uint256 one, address gainer, bytes zero)'),
  ],
)

/** Owners, administrators, roles, modules. */
export const controls = functions(
  ['OpenZeppelin: Ownable', 'transferOwnership(address gainer)'],
  [
    'OpenZeppelin: AccessControl',
    'grantRole(bytes32 role, address gainer)',
    back('revokeRole(bytes32 role, address gainer)'),
  ],
  [
    'OpenZeppelin: AccessControlDefaultAdminRules',
    'beginDefaultAdminTransfer(address gainer)',
    back('cancelDefaultAdminTransfer()'),
  ],
  [
    'OpenZeppelin: AccessManager',
    'grantRole(uint64 index, address gainer, uint32 zero)',
    back('revokeRole(uint64 index, address gainer)'),
  ],
  [
    'Solady: OwnableRoles',
    'grantRoles(address gainer, uint256 flags)',
    back('revokeRoles(address gainer, uint256 flags)'),
  ],
  ['Solmate: RolesAuthority', 'setUserRole(address gainer, uint8 index, bool on)'],
  ['Solmate: Auth', 'setAuthority(address gainer)'],
  ['Solmate: Owned; DSAuth', 'setOwner(address gainer)'],
  ['Synthetix: Owned', 'nominateNewOwner(address gainer)'],
  ['Synthetix: Proxy', 'setTarget(address gainer)'],
  ['Maker: auth', 'rely(address gainer)', back('deny(address gainer)')],
  ['Compound: Timelock', 'setPendingAdmin(address gainer)'],
  ['Compound: Comptroller', '_setPendingAdmin(address gainer)'],
  ['Compound: GovernorBravo, Comet: Configurator', 'transferGovernor(address gainer)'],
  ['Yearn v2: Vault', 'setGovernance(address gainer)'],
  ['Yearn v2: Vault', 'setManagement(address gainer)'],
  ['Yearn v2: strategies', 'setStrategist(address gainer)'],
  ['GMX: Governable', 'setGov(address gainer)'],
  ['Curve: pools', 'commit_transfer_ownership(address gainer)'],
  ['Curve: CRV', 'set_minter(address gainer)'],
  ['Aave v3: ACLManager', 'addPoolAdmin(address gainer)', back('removePoolAdmin(address gainer)')],
  ['Aave v3: PoolAddressesProvider', 'setACLAdmin(address gainer)'],
  [
    'Aragon OSx: DAO',
    'grant(address contract, address gainer, bytes32 role)',
    back('revoke(address contract, address gainer, bytes32 role)'),
  ],
  [
    'Aragon: ACL',
    'grantPermission(address gainer, address contract, bytes32 role)',
    back('revokePermission(address gainer, address contract, bytes32 role)'),
  ],
  ['OpenZeppelin 2: MinterRole', 'addMinter(address gainer)', back('renounceMinter()')],
  ['Circle: FiatToken', 'configureMinter(address gainer, uint256 amount)', back('removeMinter(address gainer)')],
  ['Circle: FiatToken', 'updateMasterMinter(address gainer)'],
  ['Common administration', 'setMinter(address gainer)'],
  ['Common administration', 'setAdmin(address gainer)'],
  ['Common administration', 'addAdmin(address gainer)', back('removeAdmin(address gainer)')],
  ['Common administration', 'setGuardian(address gainer)'],
  ['Common administration', 'setOperator(address gainer)'],
  ['MetaMorpho: setCurator', 'setCurator(address gainer)'],
  ['MetaMorpho: setIsAllocator', 'setIsAllocator(address gainer, bool on)'],
  ['LayerZero: OApp', 'setDelegate(address gainer)'],
  ['LayerZero: OApp', 'setPeer(uint32 chain, bytes32 gainer)'],
  ['ERC-2771: contracts with a changeable forwarder', 'setTrustedForwarder(address gainer)'],
  ['Chainlink: VRFCoordinatorV2', 'requestSubscriptionOwnerTransfer(uint64 id, address gainer)'],
  ['Chainlink: AutomationRegistry', 'transferUpkeepAdmin(uint256 id, address gainer)'],
  ['Chainlink CCIP: TokenAdminRegistry', 'transferAdminRole(address token, address gainer)'],
  ['Gnosis: MultiSigWallet', 'addOwner(address gainer)', self('removeOwner(address gainer)')],
  [
    'Safe: OwnerManager',
    'addOwnerWithThreshold(address gainer, uint256 two)',
    self('removeOwner(address sentinel, address gainer, uint256 two)'),
  ],
  ['Safe: OwnerManager', 'swapOwner(address sentinel, address contract, address gainer)', self()],
  ['Safe: ModuleManager', 'enableModule(address gainer)', self('disableModule(address sentinel, address gainer)')],
  ['Safe: GuardManager', 'setGuard(address gainer)', self()],
  ['Safe: FallbackManager', 'setFallbackHandler(address gainer)', self()],
  ['Coinbase Smart Wallet: MultiOwnable', 'addOwnerAddress(address gainer)', self()],
)

/** Recipients of fees, rewards, royalties; withdrawals by administrators. */
export const incomes = functions(
  ['Uniswap v2: Factory', 'setFeeTo(address gainer)'],
  ['MetaMorpho, Morpho Blue: setFeeRecipient', 'setFeeRecipient(address gainer)'],
  ['Aave: forks', 'setTreasury(address gainer)'],
  ['Common administration', 'setFeeCollector(address gainer)'],
  ['Common administration', 'setFeeReceiver(address gainer)'],
  ['Common administration', 'setProtocolFeeRecipient(address gainer)'],
  ['PancakeSwap: lottery', 'setTreasuryAddress(address gainer)'],
  ['Sushi: MasterChef', 'dev(address gainer)'],
  ['Yearn v2: Vault', 'setRewards(address gainer)'],
  ['Origin: OUSD Vault', 'setTrusteeAddress(address gainer)'],
  ['Curve: factory', 'set_fee_receiver(address contract, address gainer)'],
  ['Curve: gauges', 'set_rewards_receiver(address gainer)'],
  [
    'Rocket Pool: RocketStorage',
    'setWithdrawalAddress(address actor, address gainer, bool yes)',
    { at: at.ROCKET_STORAGE },
  ],
  ['Rocket Pool: RocketNodeManager', 'setRPLWithdrawalAddress(address actor, address gainer, bool yes)'],
  ['SSV: setFeeRecipientAddress', 'setFeeRecipientAddress(address gainer)', { at: at.SSV_NETWORK }],
  ['EigenLayer: RewardsCoordinator', 'setClaimerFor(address gainer)', { at: at.EIGEN_REWARDS }],
  ['The Graph: Staking', 'setRewardsDestination(address gainer)'],
  ['Livepeer: BondingManager', 'withdrawFees(address gainer, uint256 amount)'],
  ['ERC-2981, OpenZeppelin', 'setDefaultRoyalty(address gainer, uint96 share)'],
  ['ERC-2981, OpenZeppelin', 'setTokenRoyalty(uint256 id, address gainer, uint96 share)'],
  ['thirdweb: PrimarySale', 'setPrimarySaleRecipient(address gainer)'],
  ['thirdweb: PlatformFee', 'setPlatformFeeInfo(address gainer, uint256 share)'],
  ['thirdweb: Royalty', 'setDefaultRoyaltyInfo(address gainer, uint256 share)'],
  ['SeaDrop: ERC721SeaDrop', 'updateCreatorPayoutAddress(address contract, address gainer)'],
  ['0xSplits: SplitMain', 'transferControl(address contract, address gainer)'],
  ['Merkl: Distributor', 'setClaimRecipient(address gainer, address token)'],
  ['Auctions, vesting', 'setBeneficiary(address gainer)'],
  ['Vesting', 'changeBeneficiary(address gainer)'],
  ['Common administration', 'rescueTokens(address token, address gainer, uint256 amount)'],
  ['Common administration', 'recoverERC20(address token, address gainer, uint256 amount)'],
  ['Common administration', 'emergencyWithdraw(address token, address gainer, uint256 amount)'],
  ['Common administration', 'sweep(address token, address gainer)'],
  ['Circle: Rescuable', 'rescueERC20(address token, address gainer, uint256 amount)'],
  ['Common administration', 'withdrawFees(address gainer)'],
  ['Common administration', 'withdrawAll(address gainer)'],
  ['Uniswap v3: Pool', 'collectProtocol(address gainer, uint128 amount, uint128 amount)'],
  ['Compound III: Comet', 'withdrawReserves(address gainer, uint256 amount)'],
  ['Aave: Collector', 'transfer(address token, address gainer, uint256 amount)'],
)

/** Owners, resolvers and records of names. */
export const names = functions(
  ['ENS: registry', 'setOwner(bytes32 node, address gainer)', { at: at.ENS_REGISTRY }],
  ['ENS: registry', 'setResolver(bytes32 node, address gainer)', { at: at.ENS_REGISTRY }],
  ['ENS: registry', 'setSubnodeOwner(bytes32 node, bytes32 label, address gainer)', { at: at.ENS_REGISTRY }],
  ['ENS: registry', 'setRecord(bytes32 node, address gainer, address resolver, uint64 zero)', { at: at.ENS_REGISTRY }],
  [
    'ENS: registry',
    'setSubnodeRecord(bytes32 node, bytes32 label, address gainer, address resolver, uint64 zero)',
    { at: at.ENS_REGISTRY },
  ],
  ['ENS: registry', 'setApprovalForAll(address gainer, bool on)', { at: at.ENS_REGISTRY }],
  ['ENS: BaseRegistrar', 'reclaim(uint256 node, address gainer)', { at: at.ENS_REGISTRAR }],
  ['ENS: BaseRegistrar', 'approve(address gainer, uint256 node)', { at: at.ENS_REGISTRAR }],
  ['ENS: PublicResolver', 'setAddr(bytes32 node, address gainer)', { at: at.ENS_RESOLVER }],
  ['ENS: PublicResolver', 'setAddr(bytes32 node, uint256 sixty, bytes gainer)', { at: at.ENS_RESOLVER }],
  ['ENS: PublicResolver', 'approve(bytes32 node, address gainer, bool on)', { at: at.ENS_RESOLVER }],
  [
    'ENS: NameWrapper',
    'setSubnodeOwner(bytes32 node, string name, address gainer, uint32 zero, uint64 deadline)',
    { at: at.ENS_WRAPPER },
  ],
  ['ENS: NameWrapper', 'setResolver(bytes32 node, address gainer)', { at: at.ENS_WRAPPER }],
  ['ENS: NameWrapper', 'unwrapETH2LD(bytes32 label, address gainer, address gainer)', { at: at.ENS_WRAPPER }],
  [
    'ENS: NameWrapper',
    'wrapETH2LD(string name, address gainer, uint16 zero, address resolver)',
    { at: at.ENS_WRAPPER },
  ],
  ['ENS: ReverseRegistrar', 'claimForAddr(address actor, address gainer, address resolver)', { at: at.ENS_REVERSE }],
  ['ENS: ReverseRegistrar', 'claim(address gainer)', { at: at.ENS_REVERSE }],
  ['Farcaster: IdRegistry', 'changeRecoveryAddress(address gainer)'],
  ['Farcaster: IdRegistry', 'transfer(address gainer, uint256 deadline, bytes signature)'],
  [
    'Lens v2: changeDelegatedExecutorsConfig',
    'changeDelegatedExecutorsConfig(uint256 id, address[] gainer, bool[] on)',
  ],
)
