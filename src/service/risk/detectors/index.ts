import { subCategories } from '../../../api/vocabulary.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { Finding } from '../types.ts'
import { accountDelegation } from './account-delegation.ts'
import { addressPoisoning } from './address-poisoning.ts'
import { belowWorth } from './below-worth.ts'
import { blockedAddress } from './blocked-address.ts'
import { bulkTransfer } from './bulk-transfer.ts'
import { callWithoutCode } from './call-without-code.ts'
import { connectedAddress } from './connected-address.ts'
import { contractLookalike } from './contract-lookalike.ts'
import { controlChange } from './control-change.ts'
import { creationPayout } from './creation-payout.ts'
import { decodeBounded } from './decode-bounded.ts'
import { type Detector, factsOf, type Observation } from './detector.ts'
import { environmentDifference } from './environment-difference.ts'
import { eventWithoutTransfer } from './event-without-transfer.ts'
import { excessOutflow } from './excess-outflow.ts'
import { foreignDelegatecall } from './foreign-delegatecall.ts'
import { foreignReceiver } from './foreign-receiver.ts'
import { grantToEoa } from './grant-to-eoa.ts'
import { grantToYoungContract } from './grant-to-young-contract.ts'
import { hiddenApproval } from './hidden-approval.ts'
import { impostorFunction } from './impostor-function.ts'
import { leftOutput } from './left-output.ts'
import { listedAddress } from './listed-address.ts'
import { messageDomain } from './message-domain.ts'
import { mixerCall } from './mixer-call.ts'
import { oneSidedOrder } from './one-sided-order.ts'
import { openExecutor } from './open-executor.ts'
import { otherChainReceiver } from './other-chain-receiver.ts'
import { ownerPowers } from './owner-powers.ts'
import { payableLure } from './payable-lure.ts'
import { reentrantCall } from './reentrant-call.ts'
import { relayedTransfer } from './relayed-transfer.ts'
import { safeOwners } from './safe-owners.ts'
import { sanctionedAddress } from './sanctioned-address.ts'
import { spentAllowance } from './spent-allowance.ts'
import { strayPayment } from './stray-payment.ts'
import { sweptPayment } from './swept-payment.ts'
import { tokenLookalike } from './token-lookalike.ts'
import { transferFee } from './transfer-fee.ts'
import { transferWithoutEvent } from './transfer-without-event.ts'
import { undecodableCall } from './undecodable-call.ts'
import { unknownGrant } from './unknown-grant.ts'
import { unknownHolder } from './unknown-holder.ts'
import { unknownRight } from './unknown-right.ts'
import { unpaidOutflow } from './unpaid-outflow.ts'
import { unprotectedSwap } from './unprotected-swap.ts'
import { unreadableMessage } from './unreadable-message.ts'
import { unsentChange } from './unsent-change.ts'
import { vanityAuthority } from './vanity-authority.ts'
import { weakerAccount } from './weaker-account.ts'
import { zeroValueBait } from './zero-value-bait.ts'

/** A test compares this list with the files of the folder. */
export const detectors: readonly Detector[] = [
  accountDelegation,
  addressPoisoning,
  belowWorth,
  blockedAddress,
  bulkTransfer,
  callWithoutCode,
  connectedAddress,
  contractLookalike,
  controlChange,
  creationPayout,
  decodeBounded,
  environmentDifference,
  eventWithoutTransfer,
  excessOutflow,
  foreignDelegatecall,
  foreignReceiver,
  grantToEoa,
  grantToYoungContract,
  hiddenApproval,
  impostorFunction,
  leftOutput,
  listedAddress,
  messageDomain,
  mixerCall,
  oneSidedOrder,
  openExecutor,
  otherChainReceiver,
  ownerPowers,
  payableLure,
  reentrantCall,
  relayedTransfer,
  safeOwners,
  sanctionedAddress,
  spentAllowance,
  strayPayment,
  sweptPayment,
  tokenLookalike,
  transferFee,
  transferWithoutEvent,
  undecodableCall,
  unknownGrant,
  unknownHolder,
  unknownRight,
  unpaidOutflow,
  unprotectedSwap,
  unreadableMessage,
  unsentChange,
  vanityAuthority,
  weakerAccount,
  zeroValueBait,
]

/**
 * Rules about who takes part, and about what is done to accounts that did not send the transaction. The others are about the
 * risk of the sender.
 */
const aboutThirdParties: ReadonlySet<Detector> = new Set([
  accountDelegation,
  blockedAddress,
  connectedAddress,
  controlChange,
  grantToEoa,
  grantToYoungContract,
  listedAddress,
  sanctionedAddress,
  spentAllowance,
  unknownGrant,
  unknownRight,
  unsentChange,
  vanityAuthority,
])

/** Findings of all detectors, unordered. */
export function detect(analysis: Analysis, evidence: EvidenceSet): Finding[] {
  const facts = factsOf(analysis, evidence)
  const isOnlyTraced = tracedOnly(analysis)
  const sourceOf = ({ source, subject }: Observation): string => {
    if (source !== 'call data') return source
    if (analysis.message) return 'typed data'
    return isOnlyTraced(subject) ? 'trace' : source
  }
  const applying = evidence.executed?.isOwn === false ? aboutThirdParties : detectors
  return Array.from(applying).flatMap((detector) =>
    detector.detect(facts).map((observation) => ({
      ...observation,
      source: sourceOf(observation),
      rule: detector.id,
      category: subCategories[observation.subCategory].category,
      points: Math.round(Math.min(100, Math.max(0, observation.points))),
    })),
  )
}

/** Whether only the trace shows what an address gains. */
function tracedOnly({ actions, changes }: Analysis): (address: string) => boolean {
  if (!changes) return () => false
  const [traced, shown] = [true, false].map(
    (inTrace) =>
      new Set(actions.filter(({ call }) => (call.inTrace === true) === inTrace).map(({ authority }) => authority)),
  )
  return (address) => traced?.has(address) === true && !shown?.has(address)
}
