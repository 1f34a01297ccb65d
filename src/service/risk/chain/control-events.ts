import type { ControlChangeCode } from '../../../api/text/notes.ts'
import { lazily } from '../../../shared/lazily.ts'
import { argumentsOf, type Log } from '../../evm/logs.ts'
import { addressOfWord, topicOf } from '../../evm/words.ts'

export interface ControlEvent {
  readonly kind: 'upgraded' | 'owners-changed'
  /** Argument with the new code, owner, signer or module. */
  readonly other?: number
  readonly change: ControlChangeCode
}

const event =
  (kind: ControlEvent['kind']) =>
  (change: ControlChangeCode, other?: number): ControlEvent => ({ kind, change, ...(other !== undefined && { other }) })
const upgraded = event('upgraded')
const owners = event('owners-changed')

/**
 * Events that a contract emits about itself. Sources: EIP-1967, EIP-173, EIP-2535, zeppelinos 1 and 2, OpenZeppelin 2 to 5,
 * safe-smart-account 1.0 to 1.5, MultiSigWallet of Gnosis, ds-auth, Compound (Unitroller, Timelock), FxPortal of Polygon,
 * Smart Wallet of Coinbase, Tether.
 */
const signatures: Readonly<Record<string, ControlEvent>> = {
  'Upgraded(address)': upgraded('code', 0),
  // The implementation is indexed, the version is not.
  'Upgraded(string,address)': upgraded('code', 0),
  'BeaconUpgraded(address)': upgraded('beacon', 0),
  'AdminChanged(address,address)': upgraded('proxy-admin', 1),
  'ProxyUpdated(address,address)': upgraded('code', 0),
  'NewImplementation(address,address)': upgraded('code', 1),
  'ImplementationChanged(address,address)': upgraded('code', 1),
  'DiamondCut((address,uint8,bytes4[])[],address,bytes)': upgraded('functions'),
  'Deprecate(address)': upgraded('replaced', 0),
  'ChangedMasterCopy(address)': owners('code', 0),
  'OwnershipTransferred(address,address)': owners('owner', 1),
  'OwnershipTransferStarted(address,address)': owners('owner-offered', 1),
  'OwnershipRenounced(address)': owners('owner-renounced'),
  'ProxyOwnershipTransferred(address,address)': owners('proxy-owner', 1),
  'ProxyOwnerUpdate(address,address)': owners('proxy-owner', 0),
  'OwnerChanged(address,address)': owners('owner', 1),
  'OwnerUpdate(address,address)': owners('owner', 1),
  'LogSetOwner(address)': owners('owner', 0),
  'LogSetAuthority(address)': owners('authority', 0),
  'NewAdmin(address,address)': owners('admin', 1),
  'NewAdmin(address)': owners('admin', 0),
  'NewPendingAdmin(address,address)': owners('admin-offered', 1),
  'NewPendingAdmin(address)': owners('admin-offered', 0),
  'SafeSetup(address,address[],uint256,address,address)': owners('set-up'),
  'AddedOwner(address)': owners('owner-added', 0),
  'RemovedOwner(address)': owners('owner-removed', 0),
  'ChangedThreshold(uint256)': owners('threshold'),
  'EnabledModule(address)': owners('module-added', 0),
  'DisabledModule(address)': owners('module-removed', 0),
  'ChangedGuard(address)': owners('guard', 0),
  'ChangedModuleGuard(address)': owners('module-guard', 0),
  'ChangedFallbackHandler(address)': owners('fallback-handler', 0),
  'OwnerAddition(address)': owners('owner-added', 0),
  'OwnerRemoval(address)': owners('owner-removed', 0),
  'RequirementChange(uint256)': owners('threshold'),
  'AddOwner(uint256,bytes)': owners('owner-added'),
  'RemoveOwner(uint256,bytes)': owners('owner-removed'),
  'RoleAdminChanged(bytes32,bytes32,bytes32)': owners('role-admin'),
}

/** OpenZeppelin AccessControl: role, account, sender. */
const roleEvents = {
  'RoleGranted(bytes32,address,address)': 'role-granted',
  'RoleRevoked(bytes32,address,address)': 'role-revoked',
} as const

/** Roles that hand over a contract or what it holds, as OpenZeppelin and large protocols name them. */
const adminRoles: readonly string[] = [
  'ADMIN_ROLE',
  'OWNER_ROLE',
  'UPGRADER_ROLE',
  'UPGRADE_ROLE',
  'PROXY_ADMIN_ROLE',
  'TIMELOCK_ADMIN_ROLE',
  'PROPOSER_ROLE',
  'EXECUTOR_ROLE',
  'CANCELLER_ROLE',
  'GOVERNOR_ROLE',
  'GOVERNANCE_ROLE',
  'GUARDIAN_ROLE',
  'MINTER_ROLE',
  'BURNER_ROLE',
  'PAUSER_ROLE',
  'OPERATOR_ROLE',
  'MANAGER_ROLE',
  'KEEPER_ROLE',
  'TREASURER_ROLE',
  'WITHDRAWER_ROLE',
  'WITHDRAW_ROLE',
  'EMERGENCY_ADMIN',
  'POOL_ADMIN',
  'RISK_ADMIN',
  'ASSET_LISTING_ADMIN',
  'DEFAULT_ADMIN_ROLE',
  'SUPER_ADMIN_ROLE',
  'PREDICATE_ROLE',
  'DEPOSITOR_ROLE',
  'BRIDGE_ROLE',
  'RELAYER_ROLE',
]

interface ControlTables {
  readonly events: ReadonlyMap<string, ControlEvent>
  readonly roleEvents: ReadonlyMap<string, 'role-granted' | 'role-revoked'>
  /** Names by hash. */
  readonly roles: ReadonlyMap<string, string>
}

export const controlTables = lazily((): ControlTables => {
  const byTopic = <T>(table: Readonly<Record<string, T>>) =>
    new Map(Object.entries(table).map(([signature, value]) => [topicOf(signature), value]))
  return {
    events: byTopic(signatures),
    roleEvents: byTopic<'role-granted' | 'role-revoked'>(roleEvents),
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

/** An event of a contract that names who controls it from now on, or code that it runs. Addresses in lower case. */
export interface NamedControl {
  readonly contract: string
  readonly change: ControlChangeCode | 'role'
  /** Who had control, or gives it: the zero address where the event does not say so. */
  readonly by: string
  readonly to: string
}

/** Reads who gains control by events. */
export function namedControlIn(logs: readonly Log[]): NamedControl[] {
  return logs.flatMap((log): NamedControl[] => {
    const [topic = ''] = log.topics
    const tables = controlTables()
    const event = tables.events.get(topic)
    const isRole = tables.roleEvents.get(topic) === 'role-granted'
    if (!isRole && event?.other === undefined) return []
    const words = argumentsOf(log)
    const change = event?.change ?? 'role'
    const [to, by] = isRole
      ? [words[1], words[2]]
      : [words[event?.other ?? 0], event?.other === 1 ? words[0] : undefined]
    if (to === undefined) return []
    return [{ contract: log.address.toLowerCase(), change, by: addressOfWord(by), to: addressOfWord(to) }]
  })
}
