import { type EffectTable, output, right, row } from './effect.ts'

/** Staking and delegation: SSV, Livepeer, Polygon, ApeCoin, Ronin; yield of Blast. */
export const stakingEffects: EffectTable = {
  '0xdbcdc2cc': row(
    'setFeeRecipientAddress(address recipientAddress)',
    right('payout', 'recipientAddress'),
    'SSV Network',
  ),
  '0xbc26e7e5': row(
    'deposit(address clusterOwner, uint64[] operatorIds, uint256 amount, (uint32 validatorCount, uint64 networkFeeIndex, uint64 index, bool active, uint256 balance) cluster)',
    output('stake', 'clusterOwner'),
    'SSV Network',
  ),
  '0x06e8fb9c': row(
    'registerValidator(bytes publicKey, uint64[] operatorIds, bytes sharesData, uint256 amount, (uint32 validatorCount, uint64 networkFeeIndex, uint64 index, bool active, uint256 balance) cluster)',
    [],
    'SSV Network',
  ),
  '0x22f18bf5': row(
    'bulkRegisterValidator(bytes[] publicKeys, uint64[] operatorIds, bytes[] sharesData, uint256 amount, (uint32 validatorCount, uint64 networkFeeIndex, uint64 index, bool active, uint256 balance) cluster)',
    [],
    'SSV Network',
  ),
  '0x12b3fc19': row(
    'removeValidator(bytes publicKey, uint64[] operatorIds, (uint32 validatorCount, uint64 networkFeeIndex, uint64 index, bool active, uint256 balance) cluster)',
    [],
    'SSV Network',
  ),
  '0x5aed1142': row(
    'bulkRemoveValidator(bytes[] publicKeys, uint64[] operatorIds, (uint32 validatorCount, uint64 networkFeeIndex, uint64 index, bool active, uint256 balance) cluster)',
    [],
    'SSV Network',
  ),
  '0x3877322b': row('exitValidator(bytes publicKey, uint64[] operatorIds)', [], 'SSV Network'),
  '0x32afd02f': row('bulkExitValidator(bytes[] publicKeys, uint64[] operatorIds)', [], 'SSV Network'),
  '0x686e682c': row(
    'withdraw(uint64[] operatorIds, uint256 amount, (uint32 validatorCount, uint64 networkFeeIndex, uint64 index, bool active, uint256 balance) cluster)',
    [],
    'SSV Network',
  ),
  '0x5fec6dd0': row(
    'reactivate(uint64[] operatorIds, uint256 amount, (uint32 validatorCount, uint64 networkFeeIndex, uint64 index, bool active, uint256 balance) cluster)',
    [],
    'SSV Network',
  ),
  '0x35f63767': row('withdrawOperatorEarnings(uint64 operatorId, uint256 amount)', [], 'SSV Network'),
  '0x4bc93b64': row('withdrawAllOperatorEarnings(uint64 operatorId)', [], 'SSV Network'),
  '0xb78d27dc': row(
    'bond(uint256 amount, address to)',
    right('stake', 'to'),
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0x6bd9add4': row(
    'bondWithHint(uint256 amount, address to, address oldDelegateNewPosPrev, address oldDelegateNewPosNext, address currDelegateNewPosPrev, address currDelegateNewPosNext)',
    right('stake', 'to'),
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0xee4e804a': row(
    'bondForWithHint(uint256 amount, address owner, address to, address oldDelegateNewPosPrev, address oldDelegateNewPosNext, address currDelegateNewPosPrev, address currDelegateNewPosNext)',
    [right('stake', 'to'), output('stake', 'owner')],
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0x062e98b8': row(
    'transferBond(address delegator, uint256 amount, address oldDelegateNewPosPrev, address oldDelegateNewPosNext, address newDelegateNewPosPrev, address newDelegateNewPosNext)',
    output('withdrawal', 'delegator'),
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0x3a080e93': row(
    'rebondFromUnbonded(address to, uint256 unbondingLockId)',
    right('stake', 'to'),
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0x0584a373': row(
    'rebondFromUnbondedWithHint(address to, uint256 unbondingLockId, address newPosPrev, address newPosNext)',
    right('stake', 'to'),
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0xad3b1b47': row(
    'withdrawFees(address recipient, uint256 amount)',
    output('withdrawal', 'recipient'),
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0x989f789c': row(
    'fundDepositAndReserveFor(address addr, uint256 depositAmount, uint256 reserveAmount)',
    output('deposit', 'addr'),
    'Livepeer: BondingManager, `to` is the orchestrator',
  ),
  '0x27de9e32': row('unbond(uint256 amount)', [], 'Livepeer: BondingManager, `to` is the orchestrator'),
  '0xeaffb3f9': row('rebond(uint256 unbondingLockId)', [], 'Livepeer: BondingManager, `to` is the orchestrator'),
  '0x4fdd20f1': row(
    'stakeFor(address user, uint256 amount, uint256 heimdallFee, bool acceptDelegation, bytes signerPubkey)',
    output('stake', 'user'),
    'Polygon: StakeManager and validator shares',
  ),
  '0x63656798': row(
    'topUpForFee(address user, uint256 heimdallFee)',
    output('deposit', 'user'),
    'Polygon: StakeManager and validator shares',
  ),
  '0x6ab15071': row(
    'buyVoucher(uint256 amount, uint256 minSharesToMint)',
    [],
    'Polygon: StakeManager and validator shares',
  ),
  '0xc83ec04d': row(
    'sellVoucher_new(uint256 claimAmount, uint256 maximumSharesToBurn)',
    [],
    'Polygon: StakeManager and validator shares',
  ),
  '0xe97fddc2': row('unstakeClaimTokens_new(uint256 unbondNonce)', [], 'Polygon: StakeManager and validator shares'),
  '0xbd5023a9': row(
    'depositApeCoin(uint256 amount, address recipient)',
    output('stake', 'recipient'),
    'ApeCoin staking',
  ),
  '0xe4e81847': row(
    'withdrawApeCoin(uint256 amount, address recipient)',
    output('withdrawal', 'recipient'),
    'ApeCoin staking',
  ),
  '0x2ee2de66': row('claimApeCoin(address recipient)', output('claim', 'recipient'), 'ApeCoin staking'),
  '0xb682e859': row('claimBAYC(uint256[] nfts, address recipient)', output('claim', 'recipient'), 'ApeCoin staking'),
  '0x57a26300': row('claimMAYC(uint256[] nfts, address recipient)', output('claim', 'recipient'), 'ApeCoin staking'),
  '0x9dcaafb4': row('depositSelfApeCoin(uint256 amount)', [], 'ApeCoin staking'),
  '0x7f60d338': row('withdrawSelfApeCoin(uint256 amount)', [], 'ApeCoin staking'),
  '0x0a9313bc': row(
    'applyValidatorCandidate(address candidateAdmin, address consensusAddr, address treasuryAddr, uint256 commissionRate, bytes pubKey, bytes proofOfPossession)',
    [right('payout', 'treasuryAddr'), right('manage', 'candidateAdmin')],
    'Ronin: staking',
  ),
  '0x2baae125': row(
    'applyValidatorCandidate(address candidateAdmin, address consensusAddr, address treasuryAddr, uint256 commissionRate)',
    [right('payout', 'treasuryAddr'), right('manage', 'candidateAdmin')],
    'Ronin: staking',
  ),
  '0xe5376f54': row(
    'applyValidatorCandidate(address candidateAdmin, address consensusAddr, address treasuryAddr, address bridgeOperatorAddr, uint256 commissionRate)',
    [right('payout', 'treasuryAddr'), right('manage', 'candidateAdmin'), right('bridge', 'bridgeOperatorAddr')],
    'Ronin: staking',
  ),
  '0x4d99dd16': row('undelegate(address consensusAddr, uint256 amount)', [], 'Ronin: staking'),
  '0x6bd8f804': row(
    'redelegate(address consensusAddrSrc, address consensusAddrDst, uint256 amount)',
    right('stake', 'consensusAddrDst'),
    'Ronin: staking',
  ),
  '0xeb864698': row(
    'configureGovernor(address governor)',
    right('manage', 'governor'),
    'Blast: yield and gas of contracts',
  ),
  '0x0ca12c4b': row(
    'configureGovernorOnBehalf(address newGovernor, address contractAddress)',
    right('manage', 'newGovernor', { of: 'contractAddress' }),
    'Blast: yield and gas of contracts',
  ),
  '0x954fa5ee': row(
    'claimAllGas(address contractAddress, address recipient)',
    output('claim', 'recipient'),
    'Blast: yield and gas of contracts',
  ),
  '0x662aa11d': row(
    'claimMaxGas(address contractAddress, address recipient)',
    output('claim', 'recipient'),
    'Blast: yield and gas of contracts',
  ),
  '0x860043b6': row(
    'claimAllYield(address contractAddress, address recipient)',
    output('claim', 'recipient'),
    'Blast: yield and gas of contracts',
  ),
  '0xf9719662': row(
    'claimYield(address contractAddress, address recipient, uint256 amount)',
    output('claim', 'recipient'),
    'Blast: yield and gas of contracts',
  ),
  '0x1a33757d': row('configure(uint8 yieldMode)', [], 'Blast: yield and gas of contracts'),
}
