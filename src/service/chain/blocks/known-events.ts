import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'

/**
 * Events with addresses in their data. `indexed` is not part of the signature: old tokens and proxies do not index the
 * accounts of standard events.
 * Sources: EIP-20, EIP-721, EIP-1967, EIP-173, safe-smart-account 1.1 to 1.5, Permit2, zeppelinos 1 and 2.
 */
const signatures: readonly string[] = [
  'Transfer(address,address,uint256)',
  'Approval(address,address,uint256)',
  'ApprovalForAll(address,address,bool)',
  'OwnershipTransferred(address,address)',
  'AdminChanged(address,address)',
  'Upgraded(address)',
  'BeaconUpgraded(address)',
  'ProxyCreation(address,address)',
  // Permit2: the owner is indexed, token and spender are not.
  'Lockdown(address,address,address)',
  // Safe; from 1.4 on some are indexed.
  'SafeSetup(address,address[],uint256,address,address)',
  'AddedOwner(address)',
  'RemovedOwner(address)',
  'EnabledModule(address)',
  'DisabledModule(address)',
  'ChangedGuard(address)',
  'ChangedModuleGuard(address)',
  'ChangedFallbackHandler(address)',
  'ChangedMasterCopy(address)',
  'ExecutionFromModuleSuccess(address)',
]

export const eventsWithAddresses: ReadonlySet<string> = new Set(
  signatures.map((signature) => Hash.keccak256(Hex.fromString(signature))),
)

/** Words of data that are looked at: SafeSetup lists owners. */
export const MAX_WORDS = 128
