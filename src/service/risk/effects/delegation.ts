import { control, type EffectTable, output, right, row } from './effect.ts'

/** Delegated stakes and accounts: The Graph, Synthetix. */
export const delegationEffects: EffectTable = {
  '0x026e402b': row(
    'delegate(address indexer, uint256 tokens)',
    right('stake', 'indexer'),
    'The Graph: delegation and stake',
  ),
  '0x6230001a': row(
    'delegate(address serviceProvider, address verifier, uint256 tokens, uint256 minSharesOut)',
    right('stake', 'serviceProvider'),
    'The Graph: delegation and stake',
  ),
  '0xf64b3598': row(
    'redelegate(address oldServiceProvider, address oldVerifier, address newServiceProvider, address newVerifier, uint256 minSharesForNewProvider, uint256 nThawRequests)',
    right('stake', 'newServiceProvider'),
    'The Graph: delegation and stake',
  ),
  '0x51a60b02': row(
    'withdrawDelegated(address indexer, address newIndexer)',
    right('stake', 'newIndexer'),
    'The Graph: delegation and stake',
  ),
  '0xa02b9426': row(
    'undelegate(address serviceProvider, address verifier, uint256 shares)',
    [],
    'The Graph: delegation and stake',
  ),
  '0x3993d849': row(
    'withdrawDelegated(address serviceProvider, address verifier, uint256 nThawRequests)',
    [],
    'The Graph: delegation and stake',
  ),
  '0xa2a31722': row(
    'stakeTo(address indexer, uint256 tokens)',
    output('stake', 'indexer'),
    'The Graph: delegation and stake',
  ),
  '0x74612092': row(
    'stakeToProvision(address serviceProvider, address verifier, uint256 tokens)',
    output('stake', 'serviceProvider'),
    'The Graph: delegation and stake',
  ),
  '0x010167e5': row(
    'provision(address serviceProvider, address verifier, uint256 tokens, uint32 maxVerifierCut, uint64 thawingPeriod)',
    right('stake', 'verifier', { of: 'serviceProvider' }),
    'The Graph: delegation and stake',
  ),
  '0x558a7297': row(
    'setOperator(address operator, bool approved)',
    right('manage', 'operator', { unless: 'approved' }),
    'The Graph: delegation and stake',
  ),
  '0xbc735d90': row(
    'setOperator(address verifier, address operator, bool allowed)',
    right('manage', 'operator', { unless: 'allowed' }),
    'The Graph: delegation and stake',
  ),
  '0xad4d35b5': row(
    'setOperatorLocked(address verifier, address operator, bool allowed)',
    right('manage', 'operator', { unless: 'allowed' }),
    'The Graph: delegation and stake',
  ),
  '0x772495c3': row(
    'setRewardsDestination(address destination)',
    right('payout', 'destination'),
    'The Graph: delegation and stake',
  ),
  '0xe9de3180': row(
    'setRewardsDestination(address serviceProvider, address rewardsDestination)',
    right('payout', 'rewardsDestination', { of: 'serviceProvider' }),
    'The Graph: delegation and stake',
  ),
  '0x6ccec5b8': row(
    'setPaymentsDestination(address newPaymentsDestination)',
    right('payout', 'newPaymentsDestination'),
    'The Graph: delegation and stake',
  ),
  '0xfee9f01f': row(
    'authorizeSigner(address signer, uint256 proofDeadline, bytes proof)',
    right('spend', 'signer'),
    'The Graph: delegation and stake',
  ),
  '0xdc070657': row(
    'changeBeneficiary(address newBeneficiary)',
    right('withdrawal', 'newBeneficiary', { of: '@contract' }),
    'The Graph: delegation and stake',
  ),
  '0x64843d60': row(
    'depositToL2Locked(uint256 amount, address l2Beneficiary, uint256 maxGas, uint256 gasPriceBid, uint256 maxSubmissionCost)',
    output('bridge', 'l2Beneficiary'),
    'The Graph: delegation and stake',
  ),
  '0x4e8eb59b': row(
    'sendCuratorBalanceToBeneficiaryOnL2(uint256 subgraphID, address beneficiary, uint256 maxGas, uint256 gasPriceBid, uint256 maxSubmissionCost)',
    output('bridge', 'beneficiary'),
    'The Graph: delegation and stake',
  ),
  '0xd2a8a9ae': row(
    'sendSubgraphToL2(uint256 subgraphID, address l2Owner, uint256 maxGas, uint256 gasPriceBid, uint256 maxSubmissionCost)',
    output('bridge', 'l2Owner'),
    'The Graph: delegation and stake',
  ),
  '0xcbf0fdfe': row(
    'transferStakeToL2(address l2Beneficiary, uint256 amount, uint256 maxGas, uint256 gasPriceBid, uint256 maxSubmissionCost)',
    output('bridge', 'l2Beneficiary'),
    'The Graph: delegation and stake',
  ),
  '0xbb8d57c9': row(
    'transferDelegationToL2(address indexer, address l2Beneficiary, uint256 maxGas, uint256 gasPriceBid, uint256 maxSubmissionCost)',
    output('bridge', 'l2Beneficiary'),
    'The Graph: delegation and stake',
  ),
  '0xbc87acbf': row(
    'approveAllDelegatePowers(address delegate)',
    right('manage', 'delegate'),
    'Synthetix V2: delegate powers',
  ),
  '0x9c79ce35': row(
    'approveBurnOnBehalf(address delegate)',
    right('manage', 'delegate'),
    'Synthetix V2: delegate powers',
  ),
  '0x9f61d336': row(
    'approveIssueOnBehalf(address delegate)',
    right('borrow', 'delegate'),
    'Synthetix V2: delegate powers',
  ),
  '0x4180e5b5': row(
    'approveClaimOnBehalf(address delegate)',
    right('claim', 'delegate'),
    'Synthetix V2: delegate powers',
  ),
  '0x447fbc63': row(
    'approveExchangeOnBehalf(address delegate)',
    right('manage', 'delegate'),
    'Synthetix V2: delegate powers',
  ),
  '0x6f95200b': row('removeAllDelegatePowers(address delegate)', [], 'Synthetix V2: delegate powers'),
  '0x59cec3d6': row('removeBurnOnBehalf(address delegate)', [], 'Synthetix V2: delegate powers'),
  '0x431ce540': row('removeIssueOnBehalf(address delegate)', [], 'Synthetix V2: delegate powers'),
  '0x6c8bc9fe': row('removeClaimOnBehalf(address delegate)', [], 'Synthetix V2: delegate powers'),
  '0xb9156efa': row('removeExchangeOnBehalf(address delegate)', [], 'Synthetix V2: delegate powers'),
  '0x7cc1d756': row(
    'nominateAccountToMerge(address account)',
    right('withdrawal', 'account'),
    'Synthetix V2: delegate powers',
  ),
  '0xf0b882ba': row('mergeAccount(address from, uint256[] entryIDs)', [], 'Synthetix V2: delegate powers'),
  '0x8a290014': row('issueSynths(uint256 amount)', [], 'Synthetix V2: delegate powers'),
  '0xaf086c7e': row('issueMaxSynths()', [], 'Synthetix V2: delegate powers'),
  '0x295da87d': row('burnSynths(uint256 amount)', [], 'Synthetix V2: delegate powers'),
  '0x9741fb22': row('burnSynthsToTarget()', [], 'Synthetix V2: delegate powers'),
  '0x30ead760': row(
    'exchangeWithTracking(bytes32 sourceCurrencyKey, uint256 sourceAmount, bytes32 destinationCurrencyKey, address rewardAddress, bytes32 trackingCode)',
    [],
    'Synthetix V2: delegate powers',
  ),
  '0xffaad6a5': row('depositTo(address to, uint256 amount)', output('deposit', 'to'), 'Synthetix V2: delegate powers'),
  '0x00cd9ef3': row(
    'grantPermission(uint128 accountId, bytes32 permission, address user)',
    right('manage', 'user'),
    'Synthetix V3: permissions of an account',
  ),
  '0xa7627288': row(
    'revokePermission(uint128 accountId, bytes32 permission, address user)',
    [],
    'Synthetix V3: permissions of an account',
  ),
  '0xa7068d66': row(
    'addDelegate(address identity, bytes32 delegateType, address delegate, uint256 validity)',
    right('manage', 'delegate', { of: 'identity', unless: 'validity' }),
    'ERC-1056: EthereumDIDRegistry',
  ),
  '0x9c2c1b2b': row(
    'addDelegateSigned(address identity, uint8 sigV, bytes32 sigR, bytes32 sigS, bytes32 delegateType, address delegate, uint256 validity)',
    right('manage', 'delegate', { of: 'identity', unless: 'validity' }),
    'ERC-1056: EthereumDIDRegistry',
  ),
  '0x80b29f7c': row(
    'revokeDelegate(address identity, bytes32 delegateType, address delegate)',
    [],
    'ERC-1056: EthereumDIDRegistry',
  ),
  '0xf00d4b5d': row(
    'changeOwner(address identity, address newOwner)',
    control('ownership', 'newOwner', { of: 'identity' }),
    'ERC-1056: EthereumDIDRegistry',
  ),
  '0x240cf1fa': row(
    'changeOwnerSigned(address identity, uint8 sigV, bytes32 sigR, bytes32 sigS, address newOwner)',
    control('ownership', 'newOwner', { of: 'identity' }),
    'ERC-1056: EthereumDIDRegistry',
  ),
  '0x1d2257ba': row(
    'registerDelegation(address delegatee, bytes32 delegationControlId, bytes initCallData)',
    right('manage', 'delegatee'),
    'MUD: World, mud.dev',
  ),
  '0x449f24a4': row(
    'setPermissionsFor(address account, (address operator, uint64 projectId, uint8[] permissionIds) permissions)',
    right('manage', 'permissions.operator', { of: 'account' }),
    'Juicebox V4: JBPermissions, docs.juicebox.money',
  ),
  '0x05d2912e': row(
    'setPermissionsFor(address account, (address operator, uint256 projectId, uint256[] permissionIds) permissions)',
    right('manage', 'permissions.operator', { of: 'account' }),
    'Juicebox V4: JBPermissions, docs.juicebox.money',
  ),
  '0xa91ee0dc': row(
    'setRegistry(address to)',
    right('payout', 'to', { of: '@actor' }),
    'Votium: Registry, docs.votium.app',
  ),
}
