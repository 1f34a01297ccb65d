import { type EffectTable, output, right, row } from './effect.ts'

/** Liquity V1 and V2: troves and their managers. */
export const liquityEffects: EffectTable = {
  '0x860665b3': row(
    'openTrove(uint256 maxFeePercentage, uint256 LUSDAmount, address upperHint, address lowerHint)',
    [],
    'Liquity V1: hints only, no receiver',
  ),
  '0xc6a6cf20': row(
    'adjustTrove(uint256 maxFeePercentage, uint256 collWithdrawal, uint256 LUSDChange, bool isDebtIncrease, address upperHint, address lowerHint)',
    [],
    'Liquity V1: hints only, no receiver',
  ),
  '0x68647db1': row('addColl(address upperHint, address lowerHint)', [], 'Liquity V1: hints only, no receiver'),
  '0x04491fa7': row(
    'repayLUSD(uint256 LUSDAmount, address upperHint, address lowerHint)',
    [],
    'Liquity V1: hints only, no receiver',
  ),
  '0x5530273c': row(
    'withdrawColl(uint256 collWithdrawal, address upperHint, address lowerHint)',
    [],
    'Liquity V1: hints only, no receiver',
  ),
  '0x1184e5f8': row(
    'withdrawLUSD(uint256 maxFeePercentage, uint256 LUSDAmount, address upperHint, address lowerHint)',
    [],
    'Liquity V1: hints only, no receiver',
  ),
  '0xfda0101a': row(
    'withdrawETHGainToTrove(address upperHint, address lowerHint)',
    [],
    'Liquity V1: hints only, no receiver',
  ),
  '0x0e704d50': row('closeTrove()', [], 'Liquity V1: hints only, no receiver'),
  '0x6f0b0c1c': row('claimCollateral()', [], 'Liquity V1: hints only, no receiver'),
  '0x9cb90ba6': row(
    'openTrove(address owner, uint256 ownerIndex, uint256 collAmount, uint256 boldAmount, uint256 upperHint, uint256 lowerHint, uint256 annualInterestRate, uint256 maxUpfrontFee, address addManager, address removeManager, address receiver)',
    [
      output('deposit', 'owner'),
      right('manage', 'removeManager', { of: 'owner' }),
      right('operate', 'addManager', { of: 'owner' }),
      right('withdrawal', 'receiver', { of: 'owner' }),
    ],
    'Liquity V2: troves and their managers',
  ),
  '0xc440844f': row(
    'openTroveAndJoinInterestBatchManager((address owner, uint256 ownerIndex, uint256 collAmount, uint256 boldAmount, uint256 upperHint, uint256 lowerHint, address interestBatchManager, uint256 maxUpfrontFee, address addManager, address removeManager, address receiver) params)',
    [
      output('deposit', 'params.owner'),
      right('manage', 'params.removeManager', { of: 'params.owner' }),
      right('operate', 'params.interestBatchManager', { of: 'params.owner' }),
      right('withdrawal', 'params.receiver', { of: 'params.owner' }),
    ],
    'Liquity V2: troves and their managers',
  ),
  '0xf926c2d2': row(
    'openTroveWithRawETH((address owner, uint256 ownerIndex, uint256 collAmount, uint256 boldAmount, uint256 upperHint, uint256 lowerHint, uint256 annualInterestRate, address batchManager, uint256 maxUpfrontFee, address addManager, address removeManager, address receiver) params)',
    [
      output('deposit', 'params.owner'),
      right('manage', 'params.removeManager', { of: 'params.owner' }),
      right('operate', 'params.batchManager', { of: 'params.owner' }),
      right('withdrawal', 'params.receiver', { of: 'params.owner' }),
    ],
    'Liquity V2: troves and their managers',
  ),
  '0xfacb886f': row(
    'openLeveragedTroveWithRawETH((address owner, uint256 ownerIndex, uint256 collAmount, uint256 flashLoanAmount, uint256 boldAmount, uint256 upperHint, uint256 lowerHint, uint256 annualInterestRate, address batchManager, uint256 maxUpfrontFee, address addManager, address removeManager, address receiver) params)',
    [
      output('deposit', 'params.owner'),
      right('manage', 'params.removeManager', { of: 'params.owner' }),
      right('operate', 'params.batchManager', { of: 'params.owner' }),
      right('withdrawal', 'params.receiver', { of: 'params.owner' }),
    ],
    'Liquity V2: troves and their managers',
  ),
  '0xd3695fa5': row(
    'setAddManager(uint256 troveId, address manager)',
    right('operate', 'manager'),
    'Liquity V2: troves and their managers',
  ),
  '0x292a3f0b': row(
    'setRemoveManager(uint256 troveId, address manager)',
    right('manage', 'manager'),
    'Liquity V2: troves and their managers',
  ),
  '0xd6491eaf': row(
    'setRemoveManagerWithReceiver(uint256 troveId, address manager, address receiver)',
    [right('manage', 'manager'), right('withdrawal', 'receiver')],
    'Liquity V2: troves and their managers',
  ),
  '0xc6ac2465': row(
    'setInterestIndividualDelegate(uint256 troveId, address delegate, uint128 minInterestRate, uint128 maxInterestRate, uint256 newAnnualInterestRate, uint256 upperHint, uint256 lowerHint, uint256 maxUpfrontFee, uint256 minInterestRateChangePeriod)',
    right('operate', 'delegate'),
    'Liquity V2: troves and their managers',
  ),
  '0x9537f001': row(
    'setInterestBatchManager(uint256 troveId, address newBatchManager, uint256 upperHint, uint256 lowerHint, uint256 maxUpfrontFee)',
    right('operate', 'newBatchManager'),
    'Liquity V2: troves and their managers',
  ),
  '0xd5479cd4': row(
    'switchBatchManager(uint256 troveId, uint256 removeUpperHint, uint256 removeLowerHint, address newBatchManager, uint256 addUpperHint, uint256 addLowerHint, uint256 maxUpfrontFee)',
    right('operate', 'newBatchManager'),
    'Liquity V2: troves and their managers',
  ),
  '0x53eb2885': row('removeInterestIndividualDelegate(uint256 troveId)', [], 'Liquity V2: troves and their managers'),
  '0xf9ef19ca': row(
    'removeFromBatch(uint256 troveId, uint256 newAnnualInterestRate, uint256 upperHint, uint256 lowerHint, uint256 maxUpfrontFee)',
    [],
    'Liquity V2: troves and their managers',
  ),
  '0x59f54f40': row('addColl(uint256 troveId, uint256 collAmount)', [], 'Liquity V2: troves and their managers'),
  '0x84e5253c': row(
    'adjustTrove(uint256 troveId, uint256 collChange, bool isCollIncrease, uint256 boldChange, bool isDebtIncrease, uint256 maxUpfrontFee)',
    [],
    'Liquity V2: troves and their managers',
  ),
  '0x26f4e252': row(
    'adjustTroveInterestRate(uint256 troveId, uint256 newAnnualInterestRate, uint256 upperHint, uint256 lowerHint, uint256 maxUpfrontFee)',
    [],
    'Liquity V2: troves and their managers',
  ),
  '0x5aa6d461': row('closeTrove(uint256 troveId)', [], 'Liquity V2: troves and their managers'),
  '0x5cd067cf': row('repayBold(uint256 troveId, uint256 boldAmount)', [], 'Liquity V2: troves and their managers'),
  '0x90de348a': row(
    'withdrawBold(uint256 troveId, uint256 boldAmount, uint256 maxUpfrontFee)',
    [],
    'Liquity V2: troves and their managers',
  ),
  '0x580de360': row(
    'withdrawColl(uint256 troveId, uint256 collWithdrawal)',
    [],
    'Liquity V2: troves and their managers',
  ),
  '0xaeb4b970': row('provideToSP(uint256 amount, bool doClaim)', [], 'Liquity V2: troves and their managers'),
  '0xcfddf5f5': row('withdrawFromSP(uint256 amount, bool doClaim)', [], 'Liquity V2: troves and their managers'),
  '0x9288902d': row('claimAllCollGains()', [], 'Liquity V2: troves and their managers'),
  '0xecf22e32': row(
    'depositLQTY(uint256 lqtyAmount, bool doSendRewards, address recipient)',
    output('claim', 'recipient'),
    'Liquity V2: Governance',
  ),
  '0xb285a870': row(
    'withdrawLQTY(uint256 lqtyAmount, bool doSendRewards, address recipient)',
    output('claim', 'recipient'),
    'Liquity V2: Governance',
  ),
}
