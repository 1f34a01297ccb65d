import { type EffectTable, output, row } from './effect.ts'

const CONDITIONAL = 'Gnosis conditional tokens, and the adapter of Polymarket'
const BLEND = 'Blur: Blend, loans on NFTs'
const SUDOSWAP = 'Sudoswap: pair router'

/** Outcome tokens; markets for NFTs without orders of their own. */
export const outcomesEffects: EffectTable = {
  // Conditional tokens
  '0x72ce4275': row(
    'splitPosition(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] partition, uint256 amount)',
    [],
    CONDITIONAL,
  ),
  '0x9e7212ad': row(
    'mergePositions(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] partition, uint256 amount)',
    [],
    CONDITIONAL,
  ),
  '0x01b7037c': row(
    'redeemPositions(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] indexSets)',
    [],
    CONDITIONAL,
  ),
  '0xc64748c4': row('convertPositions(bytes32 marketId, uint256 indexSet, uint256 amount)', [], CONDITIONAL),
  '0xa3d7da1d': row('splitPosition(bytes32 conditionId, uint256 amount)', [], CONDITIONAL),
  '0xb10c5c17': row('mergePositions(bytes32 conditionId, uint256 amount)', [], CONDITIONAL),
  '0xdbeccb23': row('redeemPositions(bytes32 conditionId, uint256[] amounts)', [], CONDITIONAL),
  '0xd96ee754': row('prepareCondition(address oracle, bytes32 questionId, uint256 outcomeSlotCount)', [], CONDITIONAL),
  '0xc49298ac': row('reportPayouts(bytes32 questionId, uint256[] payouts)', [], CONDITIONAL),
  // X2Y2
  '0x357a150b': row(
    'run(((uint256 salt, address user, uint256 network, uint256 intent, uint256 delegateType, uint256 deadline, address currency, bytes dataMask, (uint256 price, bytes data)[] items, bytes32 r, bytes32 s, uint8 v, uint8 signVersion)[] orders, (uint8 op, uint256 orderIdx, uint256 itemIdx, uint256 price, bytes32 itemHash, address executionDelegate, bytes dataReplacement, uint256 bidIncentivePct, uint256 aucMinIncrementPct, uint256 aucIncDurationSecs, (uint256 percentage, address to)[] fees)[] details, (uint256 salt, uint256 deadline, uint256 amountToEth, uint256 amountToWeth, address user, bool canFail) shared, bytes32 r, bytes32 s, uint8 v) input)',
    output('swap', 'input.shared.user'),
    'X2Y2 exchange',
  ),
  // Sudoswap
  '0xdb42312a': row(
    'swapETHForAnyNFTs((address pair, uint256 numItems)[] swaps, address ethRecipient, address nftRecipient, uint256 deadline)',
    [output('swap', 'nftRecipient'), output('swap', 'ethRecipient')],
    SUDOSWAP,
  ),
  '0xd89bb2b5': row(
    'swapNFTsForAnyNFTsThroughETH(((address pair, uint256[] nftIds)[] nftToTokenTrades, (address pair, uint256 numItems)[] tokenToNFTTrades) trade, uint256 minOutput, address ethRecipient, address nftRecipient, uint256 deadline)',
    [output('swap', 'nftRecipient'), output('swap', 'ethRecipient')],
    SUDOSWAP,
  ),
  '0xa833d43a': row(
    'swapNFTsForSpecificNFTsThroughETH(((address pair, uint256[] nftIds)[] nftToTokenTrades, (address pair, uint256[] nftIds)[] tokenToNFTTrades) trade, uint256 minOutput, address ethRecipient, address nftRecipient, uint256 deadline)',
    [output('swap', 'nftRecipient'), output('swap', 'ethRecipient')],
    SUDOSWAP,
  ),
  '0xad134450': row(
    'swapERC20ForAnyNFTs((address pair, uint256 numItems)[] swaps, uint256 inputAmount, address nftRecipient, uint256 deadline)',
    output('swap', 'nftRecipient'),
    SUDOSWAP,
  ),
  '0x14db3784': row(
    'swapERC20ForSpecificNFTs((address pair, uint256[] nftIds)[] swaps, uint256 inputAmount, address nftRecipient, uint256 deadline)',
    output('swap', 'nftRecipient'),
    SUDOSWAP,
  ),
  '0x2f9b9d4e': row(
    'robustSwapETHForAnyNFTs(((address pair, uint256 numItems) swapInfo, uint256 maxCost)[] swaps, address ethRecipient, address nftRecipient, uint256 deadline)',
    [output('swap', 'nftRecipient'), output('swap', 'ethRecipient')],
    SUDOSWAP,
  ),
  '0x3efd9e71': row(
    'robustSwapETHForSpecificNFTs(((address pair, uint256[] nftIds) swapInfo, uint256 maxCost)[] swaps, address ethRecipient, address nftRecipient, uint256 deadline)',
    [output('swap', 'nftRecipient'), output('swap', 'ethRecipient')],
    SUDOSWAP,
  ),
  '0x2b997f8e': row(
    'robustSwapNFTsForToken(((address pair, uint256[] nftIds) swapInfo, uint256 minOutput)[] swaps, address tokenRecipient, uint256 deadline)',
    output('swap', 'tokenRecipient'),
    SUDOSWAP,
  ),
  // Blend
  '0xe263967e': row(
    'borrow((address lender, address collection, uint256 totalAmount, uint256 minAmount, uint256 maxAmount, uint256 auctionDuration, uint256 salt, uint256 expirationTime, uint256 rate, address oracle) offer, bytes signature, uint256 loanAmount, uint256 collateralId)',
    [],
    BLEND,
  ),
  '0xc87df1c2': row(
    'repay((address lender, address borrower, address collection, uint256 tokenId, uint256 amount, uint256 startTime, uint256 rate, uint256 auctionStartBlock, uint256 auctionDuration) lien, uint256 lienId)',
    [],
    BLEND,
  ),
  '0x5e05b33c': row(
    'startAuction((address lender, address borrower, address collection, uint256 tokenId, uint256 amount, uint256 startTime, uint256 rate, uint256 auctionStartBlock, uint256 auctionDuration) lien, uint256 lienId)',
    [],
    BLEND,
  ),
  '0x5b43226f': row(
    'seize(((address lender, address borrower, address collection, uint256 tokenId, uint256 amount, uint256 startTime, uint256 rate, uint256 auctionStartBlock, uint256 auctionDuration) lien, uint256 lienId)[] liens)',
    [],
    BLEND,
  ),
  '0x736da5ad': row(
    'refinance((address lender, address borrower, address collection, uint256 tokenId, uint256 amount, uint256 startTime, uint256 rate, uint256 auctionStartBlock, uint256 auctionDuration) lien, uint256 lienId, (address lender, address collection, uint256 totalAmount, uint256 minAmount, uint256 maxAmount, uint256 auctionDuration, uint256 salt, uint256 expirationTime, uint256 rate, address oracle) offer, bytes signature)',
    [],
    BLEND,
  ),
  '0xa49c04be': row(
    'refinanceAuction((address lender, address borrower, address collection, uint256 tokenId, uint256 amount, uint256 startTime, uint256 rate, uint256 auctionStartBlock, uint256 auctionDuration) lien, uint256 lienId, uint256 rate)',
    [],
    BLEND,
  ),
}
