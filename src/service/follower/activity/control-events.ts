import { lazily } from '../../../shared/lazily.ts'
import { topicOf } from '../../evm/words.ts'

export interface ControlEvent {
  readonly kind: 'upgraded' | 'owners-changed'
  /** Argument with the new code, owner, signer or module. */
  readonly other?: number
  /** What happens, without a subject. */
  readonly text: string
}

const upgraded = (text: string, other?: number): ControlEvent => ({
  kind: 'upgraded',
  text,
  ...(other !== undefined && { other }),
})
const owners = (text: string, other?: number): ControlEvent => ({
  kind: 'owners-changed',
  text,
  ...(other !== undefined && { other }),
})

/**
 * Events that a contract emits about itself. Sources: EIP-1967, EIP-173, EIP-2535, zeppelinos 1 and 2, OpenZeppelin 2 to 5,
 * safe-smart-account 1.0 to 1.5, MultiSigWallet of Gnosis, ds-auth, Compound (Unitroller, Timelock), FxPortal of Polygon,
 * Smart Wallet of Coinbase, Tether.
 */
const signatures: Readonly<Record<string, ControlEvent>> = {
  'Upgraded(address)': upgraded('runs other code', 0),
  // The implementation is indexed, the version is not.
  'Upgraded(string,address)': upgraded('runs other code', 0),
  'BeaconUpgraded(address)': upgraded('has another beacon', 0),
  'AdminChanged(address,address)': upgraded('has another admin of the proxy', 1),
  'ProxyUpdated(address,address)': upgraded('runs other code', 0),
  'NewImplementation(address,address)': upgraded('runs other code', 1),
  'ImplementationChanged(address,address)': upgraded('runs other code', 1),
  'DiamondCut((address,uint8,bytes4[])[],address,bytes)': upgraded('has other functions (diamond)'),
  'Deprecate(address)': upgraded('is replaced by another contract', 0),
  'ChangedMasterCopy(address)': owners('runs other code', 0),
  'OwnershipTransferred(address,address)': owners('has another owner', 1),
  'OwnershipTransferStarted(address,address)': owners('offers the ownership', 1),
  'OwnershipRenounced(address)': owners('has no owner any more'),
  'ProxyOwnershipTransferred(address,address)': owners('has another owner of the proxy', 1),
  'ProxyOwnerUpdate(address,address)': owners('has another owner of the proxy', 0),
  'OwnerChanged(address,address)': owners('has another owner', 1),
  'OwnerUpdate(address,address)': owners('has another owner', 1),
  'LogSetOwner(address)': owners('has another owner', 0),
  'LogSetAuthority(address)': owners('has another authority', 0),
  'NewAdmin(address,address)': owners('has another admin', 1),
  'NewAdmin(address)': owners('has another admin', 0),
  'NewPendingAdmin(address,address)': owners('offers the admin', 1),
  'NewPendingAdmin(address)': owners('offers the admin', 0),
  'SafeSetup(address,address[],uint256,address,address)': owners('is set up with its owners'),
  'AddedOwner(address)': owners('has one more owner', 0),
  'RemovedOwner(address)': owners('has one owner less', 0),
  'ChangedThreshold(uint256)': owners('needs another number of signatures'),
  'EnabledModule(address)': owners('has one more module', 0),
  'DisabledModule(address)': owners('has one module less', 0),
  'ChangedGuard(address)': owners('has another guard', 0),
  'ChangedModuleGuard(address)': owners('has another guard of modules', 0),
  'ChangedFallbackHandler(address)': owners('has another fallback handler', 0),
  'OwnerAddition(address)': owners('has one more owner', 0),
  'OwnerRemoval(address)': owners('has one owner less', 0),
  'RequirementChange(uint256)': owners('needs another number of signatures'),
  'AddOwner(uint256,bytes)': owners('has one more owner'),
  'RemoveOwner(uint256,bytes)': owners('has one owner less'),
  'RoleAdminChanged(bytes32,bytes32,bytes32)': owners('has another admin of a role'),
}

/** OpenZeppelin AccessControl: role, account, sender. */
const roleEvents = {
  'RoleGranted(bytes32,address,address)': 'is given',
  'RoleRevoked(bytes32,address,address)': 'loses',
} as const

/** Roles that hand over a contract or what it holds, as OpenZeppelin and large protocols name them. */
const adminRoles: readonly string[] = [
  ...['ADMIN_ROLE', 'OWNER_ROLE', 'UPGRADER_ROLE', 'UPGRADE_ROLE', 'PROXY_ADMIN_ROLE', 'TIMELOCK_ADMIN_ROLE'],
  ...['PROPOSER_ROLE', 'EXECUTOR_ROLE', 'CANCELLER_ROLE', 'GOVERNOR_ROLE', 'GOVERNANCE_ROLE', 'GUARDIAN_ROLE'],
  ...['MINTER_ROLE', 'BURNER_ROLE', 'PAUSER_ROLE', 'OPERATOR_ROLE', 'MANAGER_ROLE', 'KEEPER_ROLE', 'TREASURER_ROLE'],
  ...['WITHDRAWER_ROLE', 'WITHDRAW_ROLE', 'EMERGENCY_ADMIN', 'POOL_ADMIN', 'RISK_ADMIN', 'ASSET_LISTING_ADMIN'],
  ...['DEFAULT_ADMIN_ROLE', 'SUPER_ADMIN_ROLE', 'PREDICATE_ROLE', 'DEPOSITOR_ROLE', 'BRIDGE_ROLE', 'RELAYER_ROLE'],
]

interface ControlTables {
  readonly events: ReadonlyMap<string, ControlEvent>
  readonly roleEvents: ReadonlyMap<string, string>
  /** Names by hash. */
  readonly roles: ReadonlyMap<string, string>
}

export const controlTables = lazily((): ControlTables => {
  const byTopic = <T>(table: Readonly<Record<string, T>>) =>
    new Map(Object.entries(table).map(([signature, value]) => [topicOf(signature), value]))
  return {
    events: byTopic(signatures),
    roleEvents: byTopic<string>(roleEvents),
    roles: new Map([
      [`0x${'0'.repeat(64)}`, 'DEFAULT_ADMIN_ROLE'],
      ...adminRoles.map((role) => [topicOf(role), role] as const),
    ]),
  }
})

/** Events by which a contract with several signers (Safe, MultiSigWallet of Gnosis) gets or loses one. */
export const signerEvents = lazily(
  (): ReadonlyMap<string, 'added' | 'removed'> =>
    new Map([
      [topicOf('AddedOwner(address)'), 'added'],
      [topicOf('OwnerAddition(address)'), 'added'],
      [topicOf('RemovedOwner(address)'), 'removed'],
      [topicOf('OwnerRemoval(address)'), 'removed'],
    ]),
)

export const OWNERSHIP_TRANSFERRED = topicOf('OwnershipTransferred(address,address)')
