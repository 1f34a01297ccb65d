import { type EffectTable, output, right, row } from './effect.ts'

/** Restaking: EigenLayer, Symbiotic. */
export const restakingEffects: EffectTable = {
  '0xeea9064b': row(
    'delegateTo(address operator, (bytes signature, uint256 expiry) approverSignatureAndExpiry, bytes32 approverSalt)',
    right('stake', 'operator'),
    'EigenLayer: DelegationManager',
  ),
  '0x7f548071': row(
    'delegateToBySignature(address staker, address operator, (bytes signature, uint256 expiry) stakerSignatureAndExpiry, (bytes signature, uint256 expiry) approverSignatureAndExpiry, bytes32 approverSalt)',
    right('stake', 'operator', { of: 'staker' }),
    'EigenLayer: DelegationManager',
  ),
  '0xa33a3433': row(
    'redelegate(address newOperator, (bytes signature, uint256 expiry) newOperatorApproverSig, bytes32 approverSalt)',
    right('stake', 'newOperator'),
    'EigenLayer: DelegationManager',
  ),
  '0xda8be864': row('undelegate(address staker)', [], 'EigenLayer: DelegationManager'),
  '0x0dd8dd02': row(
    'queueWithdrawals((address[] strategies, uint256[] depositShares, address deprecatedWithdrawer)[] params)',
    output('withdrawal', 'params.deprecatedWithdrawer'),
    'EigenLayer: DelegationManager',
  ),
  '0xe4cc3f90': row(
    'completeQueuedWithdrawal((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] scaledShares) withdrawal, address[] tokens, bool receiveAsTokens)',
    [],
    'EigenLayer: DelegationManager',
  ),
  '0x9435bb43': row(
    'completeQueuedWithdrawals((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] scaledShares)[] withdrawals, address[][] tokens, bool[] receiveAsTokens)',
    [],
    'EigenLayer: DelegationManager',
  ),
  '0x60d7faed': row(
    'completeQueuedWithdrawal((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares) withdrawal, address[] tokens, uint256 middlewareTimesIndex, bool receiveAsTokens)',
    [],
    'EigenLayer: DelegationManager',
  ),
  '0x2aa6d888': row(
    'registerAsOperator(address initDelegationApprover, uint32 allocationDelay, string metadataURI)',
    right('operate', 'initDelegationApprover'),
    'EigenLayer: DelegationManager',
  ),
  '0x0f589e59': row(
    'registerAsOperator((address earningsReceiver, address delegationApprover, uint32 stakerOptOutWindowBlocks) operatorDetails, string metadataURI)',
    right('payout', 'operatorDetails.earningsReceiver'),
    'EigenLayer: DelegationManager',
  ),
  '0x54b7c96c': row(
    'modifyOperatorDetails(address operator, address newDelegationApprover)',
    right('operate', 'newDelegationApprover', { of: 'operator' }),
    'EigenLayer: DelegationManager',
  ),
  '0xe7a050aa': row(
    'depositIntoStrategy(address strategy, address token, uint256 amount)',
    [],
    'EigenLayer: StrategyManager and pods',
  ),
  '0x32e89ace': row(
    'depositIntoStrategyWithSignature(address strategy, address token, uint256 amount, address staker, uint256 expiry, bytes signature)',
    output('stake', 'staker'),
    'EigenLayer: StrategyManager and pods',
  ),
  '0x84d81062': row('createPod()', [], 'EigenLayer: StrategyManager and pods'),
  '0xd06d5587': row(
    'setProofSubmitter(address newProofSubmitter)',
    right('operate', 'newProofSubmitter'),
    'EigenLayer: StrategyManager and pods',
  ),
  '0xdda3346c': row(
    'recoverTokens(address[] tokenList, uint256[] amountsToWithdraw, address recipient)',
    output('withdrawal', 'recipient'),
    'EigenLayer: StrategyManager and pods',
  ),
  '0x88676cad': row('startCheckpoint(bool revertIfNoBalance)', [], 'EigenLayer: StrategyManager and pods'),
  '0xa0169ddd': row('setClaimerFor(address claimer)', right('claim', 'claimer'), 'EigenLayer: RewardsCoordinator'),
  '0xf22cef85': row(
    'setClaimerFor(address earner, address claimer)',
    right('claim', 'claimer', { of: 'earner' }),
    'EigenLayer: RewardsCoordinator',
  ),
  '0x3ccc861d': row(
    'processClaim((uint32 rootIndex, uint32 earnerIndex, bytes earnerTreeProof, (address earner, bytes32 earnerTokenRoot) earnerLeaf, uint32[] tokenIndices, bytes[] tokenTreeProofs, (address token, uint256 cumulativeEarnings)[] tokenLeaves) claim, address recipient)',
    output('claim', 'recipient'),
    'EigenLayer: RewardsCoordinator',
  ),
  '0x4596021c': row(
    'processClaims((uint32 rootIndex, uint32 earnerIndex, bytes earnerTreeProof, (address earner, bytes32 earnerTokenRoot) earnerLeaf, uint32[] tokenIndices, bytes[] tokenTreeProofs, (address token, uint256 cumulativeEarnings)[] tokenLeaves)[] claims, address recipient)',
    output('claim', 'recipient'),
    'EigenLayer: RewardsCoordinator',
  ),
  '0xdcbb03b3': row(
    'setOperatorAVSSplit(address operator, address avs, uint16 split)',
    [],
    'EigenLayer: RewardsCoordinator',
  ),
  '0xeb5a4e87': row(
    'addPendingAdmin(address account, address admin)',
    right('manage', 'admin', { of: 'account' }),
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0x950d806e': row(
    'setAppointee(address account, address appointee, address target, bytes4 selector)',
    right('manage', 'appointee', { of: 'account' }),
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0x628806ef': row('acceptAdmin(address account)', [], 'EigenLayer: PermissionController, AllocationManager'),
  '0x268959e5': row(
    'removeAdmin(address account, address admin)',
    [],
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0x06641201': row(
    'removeAppointee(address account, address appointee, address target, bytes4 selector)',
    [],
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0x4f906cf9': row(
    'removePendingAdmin(address account, address admin)',
    [],
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0xadc2e3d9': row(
    'registerForOperatorSets(address operator, (address avs, uint32[] operatorSetIds, bytes data) params)',
    right('stake', 'params.avs', { of: 'operator' }),
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0x6e3492b5': row(
    'deregisterFromOperatorSets((address operator, address avs, uint32[] operatorSetIds) params)',
    [],
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0xd3d96ff4': row(
    'setAVSRegistrar(address avs, address registrar)',
    right('operate', 'registrar', { of: 'avs' }),
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0x56c483e6': row(
    'setAllocationDelay(address operator, uint32 delay)',
    [],
    'EigenLayer: PermissionController, AllocationManager',
  ),
  '0x7c04c80a': row('claimBatch(address recipient, uint256[] epochs)', output('withdrawal', 'recipient'), 'Symbiotic'),
  '0xb1138ad1': row('optIn(address where)', [], 'Symbiotic'),
  '0xd4610483': row('optOut(address where)', [], 'Symbiotic'),
  '0x83cd9cc3': row('setDelegator(address delegator)', right('operate', 'delegator', { of: '@contract' }), 'Symbiotic'),
  '0xaabc2496': row('setSlasher(address slasher)', right('operate', 'slasher', { of: '@contract' }), 'Symbiotic'),
  '0x47e7ef24': row(
    'deposit(address account, uint256 amount)',
    output('deposit', 'account'),
    'Vaults with an account and an amount (Symbiotic, Stargate V2, Lido vaults); elsewhere the first argument is the asset',
  ),
  '0xf3fef3a3': row(
    'withdraw(address account, uint256 amount)',
    output('withdrawal', 'account'),
    'Vaults with an account and an amount (Symbiotic, Stargate V2, Lido vaults); elsewhere the first argument is the asset',
  ),
}
