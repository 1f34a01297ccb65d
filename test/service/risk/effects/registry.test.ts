import { describe, expect, test } from 'vitest'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { judged, other, sender, token } from '../situation.ts'
import { encodeCall, partiesOf, typesByPath } from './effect-call.ts'
import { findingsAbout } from './reading.ts'

/** Who gains in functions of the clear-signing registry, and of routers and accounts of today, written down apart from the rows: function, path and rule. */
const gainers: readonly (readonly [name: string, path: string, rule: string])[] = [
  ['addEth', 'clientConfig.recipient', 'unknown-right'],
  ['addEth', 'referrerConfig.recipient', 'unknown-right'],
  ['addEth', 'withdrawalCredentials', 'unknown-right'],
  ['addSessionKey', 'sessionKey', 'unknown-right'],
  ['approveNative', 'spender', 'unknown-grant'],
  ['approveBorrow', 'delegate', 'unknown-right'],
  ['approveEngine', 'engine', 'unknown-right'],
  ['batchAddToWhitelist', 'accounts', 'unknown-right'],
  ['batchDeposit', 'withdrawalCredentials', 'unknown-right'],
  ['batchDepositForBurnWithAuth', 'burn.mintRecipient', 'foreign-receiver'],
  ['bigBatchDepositCustom', 'withdrawalCredentials', 'unknown-right'],
  ['clipperSwapTo', 'recipient', 'foreign-receiver'],
  ['clipperSwapToWithPermit', 'recipient', 'foreign-receiver'],
  ['createOperator', 'recipients', 'unknown-right'],
  ['createSession', 'delegate', 'unknown-right'],
  ['createSessionBySig', 'delegate', 'unknown-right'],
  ['createSplitter', 'operator', 'unknown-right'],
  ['dagSwapTo', 'receiver', 'foreign-receiver'],
  ['depositInstant', 'recipient', 'foreign-receiver'],
  ['depositNative', 'receiver', 'foreign-receiver'],
  ['depositRequest', 'recipient', 'foreign-receiver'],
  ['depositViaDepositManager', 'to', 'foreign-receiver'],
  ['directUniV3Swap', 'data.beneficiary', 'foreign-receiver'],
  ['executeMetaTxn', 'slippage.recipient', 'foreign-receiver'],
  ['finalizeUnstaking', 'receiver', 'foreign-receiver'],
  ['initializeDeposit', 'destinationChainDepositOwner', 'foreign-receiver'],
  ['initializeDeposit', 'l2DepositOwner', 'foreign-receiver'],
  ['invest', 'recipient', 'foreign-receiver'],
  ['mintToken', 'receiver', 'foreign-receiver'],
  ['redeemInstant', 'recipient', 'foreign-receiver'],
  ['redeemRequest', 'recipient', 'foreign-receiver'],
  ['registerAgent', 'ownerWallet', 'unknown-right'],
  ['sendTbtc', 'recipient', 'foreign-receiver'],
  ['register', 'key.publicKey', 'control-change'],
  ['setAllowedTargets', 'targets', 'unknown-right'],
  ['setDelegatee', 'delegatee', 'unknown-right'],
  ['setPermissionsForSigner', 'request.signer', 'control-change'],
  ['setTokenConfig', 'priceFeed', 'unknown-right'],
  ['setupToL2', 'l2Singleton', 'control-change'],
  ['smartSwapByInvestWithRefund', 'refundTo', 'foreign-receiver'],
  ['smartSwapByInvestWithRefund', 'to', 'foreign-receiver'],
  ['smartSwapTo', 'receiver', 'foreign-receiver'],
  ['snwap', 'recipient', 'foreign-receiver'],
  ['snwapMultiple', 'outputTokens.recipient', 'foreign-receiver'],
  ['startBridgeTokensViaAcrossV4NativeMin', 'parameters.depositor', 'foreign-receiver'],
  ['startBridgeTokensViaAcrossV4NativeMin', 'parameters.receiver', 'foreign-receiver'],
  ['startBridgeTokensViaGarden', 'gardenData.redeemer', 'unknown-holder'],
  ['startBridgeTokensViaGarden', 'gardenData.refundAddress', 'foreign-receiver'],
  ['startBridgeTokensViaHopL1ERC20Min', 'hopBridge', 'unknown-holder'],
  ['startBridgeTokensViaHopL2Native', 'bridgeData.receiver', 'foreign-receiver'],
  ['startBridgeTokensViaLiFiIntentEscrowV2', 'intentData.inputOracle', 'unknown-holder'],
  ['startBridgeTokensViaLiFiIntentEscrowV2', 'intentData.recipient', 'foreign-receiver'],
  ['startBridgeTokensViaSuperset', 'supersetData.fallbackEoA', 'foreign-receiver'],
  ['submitQuoteV15', 'mintTo', 'foreign-receiver'],
  ['swapAndStartBridgeTokensViaPaxosTransit', 'paxosData.quote.receiver', 'foreign-receiver'],
  ['swapExactAmountInPro', 'swapData.beneficiary', 'foreign-receiver'],
  ['swapOnAugustusRFQTryBatchFill', 'data.beneficiary', 'foreign-receiver'],
  ['swapOnUniswapFork', 'factory', 'unknown-holder'],
  ['uniswapV3SwapToWithBaseRequest', 'receiver', 'foreign-receiver'],
  ['unxswapTo', 'receiver', 'foreign-receiver'],
  ['updateStateAndDeposit', 'receiver', 'foreign-receiver'],
  ['updateWhitelistedAddress', 'newAddress', 'unknown-right'],
  ['addLiquiditySingleTokenSimple', 'market', 'unknown-holder'],
  ['addLiquiditySingleTokenSimple', 'receiver', 'foreign-receiver'],
  ['approveBatchWithSignature', 'spendPermissionBatch.permissions.spender', 'unknown-right'],
  ['approveSpenderDelegator', 'spender', 'unknown-grant'],
  ['approveWithRevoke', 'permissionToApprove.spender', 'unknown-right'],
  ['batchLockingPlans', 'plans.recipient', 'foreign-receiver'],
  ['batchVestingPlans', 'locker', 'unknown-holder'],
  ['batchVestingPlans', 'vestingAdmin', 'unknown-right'],
  ['bulkClaim', 'claims.recipient', 'foreign-receiver'],
  ['cleanupErc20s', 'recipients', 'foreign-receiver'],
  ['cleanupNativeViaCall', 'to', 'foreign-receiver'],
  ['createCampaign', 'newCampaign.creator', 'foreign-receiver'],
  ['createRedistributingOperatorSets', 'redistributionRecipients', 'unknown-right'],
  ['createVaultV2', 'owner', 'control-change'],
  ['escrow', 'escrows.depositor', 'foreign-receiver'],
  ['escrow', 'escrows.recipient', 'foreign-receiver'],
  ['exit', 'to', 'foreign-receiver'],
  ['increaseTokenAllowance', 'operator', 'unknown-grant'],
  ['initNexus', 'executors.module', 'control-change'],
  ['makeExternalCalls', 'refundReceivers', 'foreign-receiver'],
  ['modifyMany', 'permissions.permissionSets.operator', 'unknown-right'],
  ['permit2TransferAndMulticall', 'nftRecipient', 'foreign-receiver'],
  ['reallocateCampaignRewards', 'to', 'unknown-right'],
  ['safeRouteSingle', 'receiver', 'foreign-receiver'],
  ['setApprovalForOperator', 'operator', 'unknown-grant'],
  ['setLiquidityAdapterAndData', 'newLiquidityAdapter', 'unknown-right'],
  ['setMiddleware', 'middleware', 'unknown-right'],
  ['setNominee', 'nominee', 'control-change'],
  ['setSelectorToFacets', 'arr.facet', 'control-change'],
  ['setSubaccountAutoTopUpAmount', 'subaccount', 'unknown-right'],
  ['setTokenConfigs', 'tokenConfigs.oracles', 'unknown-right'],
  ['settle', 'order.receiver', 'foreign-receiver'],
  ['settleSingle', 'order.receiver', 'foreign-receiver'],
  ['spell', 'target', 'control-change'],
  ['startBridgeTokensViaAcrossV4ERC20Packed', 'depositor', 'foreign-receiver'],
  ['startBridgeTokensViaHopL1NativePacked', 'hopBridge', 'unknown-holder'],
  ['swapTokensForExactTokens', 'path.hooks', 'unknown-holder'],
  ['terminate', 'recipientSwapped', 'foreign-receiver'],
  ['transferAndMulticall', 'refundTo', 'foreign-receiver'],
  ['updateEntryPoint', 'entryPoint', 'control-change'],
  ['updatePayoutAddress', 'payoutAddress', 'unknown-right'],
  ['upgradeProxyAccount', 'newImplementation', 'control-change'],
]

const rows = effectRows().map(([, row]) => row)

describe('a function of a protocol', () => {
  test.each(gainers)('%s gives to %s', (name, path, rule) => {
    const found = rows.filter(
      ({ call }) => call.replace(/^packed /, '').startsWith(`${name}(`) && typesByPath(call).has(path),
    )
    expect(found).not.toEqual([])
    for (const row of found) {
      const own = Object.fromEntries(row.effects.flatMap(partiesOf).map((party) => [party, sender]))
      const withOther = encodeCall(row, { ...own, [path]: other }, token)
      expect(findingsAbout(other, { to: token, data: withOther })[0]).toMatch(new RegExp(`^${rule} `))
      const { findings } = judged({ to: token, data: encodeCall(row, own, token) })
      expect(findings.filter(({ subject }) => subject === sender)).toEqual([])
    }
  })
})
