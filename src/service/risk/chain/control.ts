import type { Role } from '../../../api/text/roles.ts'
import { controlSlots, mappingSlot, plainOwnerSlots, safeLists } from '../../evm/control-slots.ts'
import { addressOfWord, isZeroAddress } from '../../evm/words.ts'
import type { ControlForm } from '../actions/forms.ts'
import type { ChainAccount } from './account.ts'
import type { NamedControl } from './control-events.ts'
import type { ChainObservation } from './observation.ts'
import type { SlotChange } from './simulation.ts'

/** Starts and ends the linked lists of a Safe. */
export const SENTINEL = '0x0000000000000000000000000000000000000001'

/** What decides over a contract, or is code that it runs: whose part it is, what its change is, and what the new one becomes. */
export const controlParts = {
  implementation: { of: 'contract', form: 'upgrade', role: 'implementation', text: 'the implementation' },
  beacon: { of: 'contract', form: 'upgrade', role: 'implementation', text: 'the beacon' },
  admin: { of: 'contract', form: 'ownership', role: 'new-owner', text: 'the admin' },
  owner: { of: 'contract', form: 'ownership', role: 'new-owner', text: 'the owner' },
  'next-owner': { of: 'contract', form: 'ownership', role: 'new-owner', text: 'the next owner' },
  role: { of: 'contract', form: 'role', role: 'new-owner', text: 'a role holder' },
  singleton: { of: 'Safe', form: 'upgrade', role: 'implementation', text: 'the singleton' },
  signer: { of: 'Safe', form: 'signer', role: 'new-owner', text: 'a signer' },
  threshold: { of: 'Safe', text: 'the threshold' },
  module: { of: 'Safe', form: 'module', role: 'module', text: 'a module' },
  guard: { of: 'Safe', form: 'guard', role: 'module', text: 'the transaction guard' },
  'module-guard': { of: 'Safe', form: 'guard', role: 'module', text: 'the module guard' },
  'fallback-handler': { of: 'Safe', form: 'fallback-handler', role: 'module', text: 'the fallback handler' },
} as const satisfies Record<string, { of: 'contract' | 'Safe'; form?: ControlForm; role?: Role; text: string }>

export type ControlPart = keyof typeof controlParts

/** A part of the control of a contract that is another one after the simulation. */
export interface ControlChange extends Pick<SlotChange, 'contract' | 'isLogged'> {
  readonly part: ControlPart
  /** Addresses in lower case, the zero address for none; of a threshold, the number as an address. */
  readonly before: string
  readonly after: string
  /** Only an event says so; `before` had control, or gave it. */
  readonly isClaim?: true
}

const parts: Readonly<Record<string, ControlPart>> = {
  [controlSlots.eip1967]: 'implementation',
  [controlSlots.zeppelinos]: 'implementation',
  [controlSlots.eip1822]: 'implementation',
  [controlSlots.beacon]: 'beacon',
  [controlSlots.admin]: 'admin',
  [controlSlots.zeppelinosAdmin]: 'admin',
  [controlSlots.namespacedOwner]: 'owner',
  [controlSlots.soladyOwner]: 'owner',
  [controlSlots.guard]: 'guard',
  [controlSlots.moduleGuard]: 'module-guard',
  [controlSlots.fallbackHandler]: 'fallback-handler',
}

/** Slots of a Safe by what they hold. An owner or a module that is new follows one that is there, or the start of the list. */
function safePartsOf({ safe }: ChainAccount): ReadonlyMap<string, ControlPart> {
  if (!safe) return new Map()
  return new Map<string, ControlPart>([
    [controlSlots.first, 'singleton'],
    [controlSlots.safeThreshold, 'threshold'],
    [mappingSlot(SENTINEL, safeLists.modules), 'module'],
    ...[SENTINEL, ...safe.owners].map((owner) => [mappingSlot(owner, safeLists.owners), 'signer'] as const),
  ])
}

/** Slots of a contract to read where a node does not show all that change. */
export function controlSlotsOf(account: ChainAccount | undefined): string[] {
  const ofSafe = account?.safe ? [...safePartsOf(account).keys(), controlSlots.safeNonce] : []
  return [...new Set([...Object.keys(parts), ...plainOwnerSlots, ...ofSafe])]
}

/** What the simulation changes of the control of contracts that were there before. */
export function controlChangesIn({ simulation, accounts }: ChainObservation): ControlChange[] {
  return simulation.slots.flatMap((change) => {
    const { contract, slot, isLogged } = change
    const account = accounts.get(contract)
    const part = parts[slot] ?? (account && safePartsOf(account).get(slot))
    if (part === undefined) return ownerIn(change, account)
    // Contracts ignore what is above the address.
    const [before, after] = [addressOfWord(change.before), addressOfWord(change.after)]
    return before === after ? [] : { contract, part, before, after, isLogged }
  })
}

/** The owner, at any place of the word that held what `owner()` answers. */
function ownerIn(
  { contract, before, after, isLogged }: SlotChange,
  account: ChainAccount | undefined,
): ControlChange[] {
  const { owner } = account ?? {}
  if (owner === undefined || isZeroAddress(owner)) return []
  const at = before.indexOf(owner.slice(2))
  const now = addressOfWord(after.slice(at, at + owner.length - 2))
  return at < 0 || now === owner ? [] : [{ contract, part: 'owner', before: owner, after: now, isLogged }]
}

/** By what an event announces. What controls a Safe is read. */
const partsByEvent: Readonly<Partial<Record<NamedControl['change'], ControlPart>>> = {
  code: 'implementation',
  replaced: 'implementation',
  beacon: 'beacon',
  'proxy-admin': 'admin',
  'proxy-owner': 'admin',
  admin: 'admin',
  'admin-offered': 'next-owner',
  owner: 'owner',
  authority: 'owner',
  'owner-offered': 'next-owner',
  'owner-added': 'signer',
  'module-added': 'module',
  guard: 'guard',
  'module-guard': 'module-guard',
  'fallback-handler': 'fallback-handler',
  role: 'role',
}

/** What only events say of the control of contracts that were there before. */
export function claimedControlIn(chain: ChainObservation): ControlChange[] {
  const stored = new Set(controlChangesIn(chain).map(({ contract, after }) => `${contract} ${after}`))
  return chain.simulation.control.flatMap(({ contract, change, by, to }) => {
    const part = partsByEvent[change]
    const kind = chain.accounts.get(contract)?.kind
    if (part === undefined || (kind !== 'contract' && kind !== 'delegated') || stored.has(`${contract} ${to}`))
      return []
    return { contract, part, before: by, after: to, isLogged: true, isClaim: true }
  })
}
