import { bandFloors } from '../../../api/vocabulary.ts'
import type { Control } from '../actions/actions.ts'
import { hasNoCode, YOUNG_DAYS } from '../chain/account.ts'
import { codeAgeOf, isContract } from '../chain/code-age.ts'
import { creatorOf, ownCodeOf, RECENT_NONCES } from '../chain/own-code.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { ownAccounts } from '../parties/controlled-accounts.ts'
import { type Detector, rejectOrVouch, unknownText } from './detector.ts'

type Form = Exclude<Control['form'], 'account-delegation' | 'delegatecall'>

/** By what the new authority can do: replace all code, move all assets, or act with others. */
const worth: Readonly<Record<Form, { readonly points: number; readonly becomes: string }>> = {
  upgrade: { points: 60, becomes: 'the new implementation' },
  module: { points: 60, becomes: 'a module with full control' },
  'fallback-handler': { points: 55, becomes: 'the fallback handler' },
  ownership: { points: 55, becomes: 'the owner' },
  guard: { points: 50, becomes: 'the transaction guard' },
  role: { points: 45, becomes: 'a role holder' },
  signer: { points: 45, becomes: 'a signer' },
}

export const controlChange: Detector = {
  id: 'control-change',
  about: 'others',
  summary:
    'An unknown address becomes the implementation, owner, role holder, module, guard, fallback handler or signer of a contract.',
  why: `UNSAFE 75 for code that runs as an account of the sender: its implementation, module, validator, plugin or fallback handler, where the account is the sender itself, an account that makes a call here at any depth (a Safe, smart account, or one whose module or delegation makes the call in its name) or the sender of a user operation, or has the function as only accounts have it. Such code can do what a delegate (EIP-7702) can. Built-in knowledge counts only for the use that the code is made for, and a clone of Zodiac that the transaction itself makes of a known master copy is known. WARNING for other contracts: 60 for implementations and modules, 55 for owners and fallback handlers, 50 for guards, 45 for roles and signers, also of own accounts, and for each address in the data of a module that is installed. UNSAFE 70 where a Safe or another account that is a contract hands over the ownership of a contract, or the role that gives all roles, by its own transaction: its signers approve a hash, and the lending pools of Radiant were taken in this way. A Safe that was added (\`safe add\`) on the same chain stays a WARNING, and with a node so does its own owner, or a contract that the account or the sender who controls it created; that the new owner has been there for days says nothing. The controller of a contract controls its assets, but honest upgrades are common. With a node: 30 and NO DATA for an upgrade by an account that may upgrade now, to code that was there three days ago, or that this account, or the sender who controls it, created itself (by its address and its last ${RECENT_NONCES} nonces; the address of what a CREATE2 factory made does not show who asked for it) where the simulated upgrade does nothing else; 65 when control passes from a contract to an address without code; UNSAFE 75 when code is expected and there is none, 80 for such a module.`,
  origin: 'PTXPhish proxy-upgrade class (NDSS 2025); all 7 false alarms of its reproduction were honest upgrades.',
  examples: {
    attack: 'A proxy is upgraded to code that no source knows.',
    nearMiss: 'Ownership is given up: it passes to the zero address.',
    evasion: 'The address was paid before and has a name tag: neither vouches for control.',
  },
  reads: ['controls'],
  detect(facts) {
    const { controls, byUnknown, isOwnCode, addressText, evidence } = facts
    const foreign = controls.filter(isChange).filter(({ authority, call }) => authority !== call.actor)
    return byUnknown(foreign).map(([authority, made]) => {
      const weighed = made.map((change) => ({ change, ...weigh(change, facts) }))
      const { change, points, note, isKnownByAge, isUnvouched } = weighed.reduce((a, b) =>
        b.points > a.points ? b : a,
      )
      return {
        subCategory: 'maliciousProtocolUpgrade',
        points,
        subject: authority,
        text: `becomes ${worth[change.form].becomes} of ${addressText(change.contract)} and ${evidence.isOwnSafe(authority) ? 'is a registered Safe without an ALLOW entry' : unknownText(authority, facts)}${note === undefined ? '' : `, ${note}`}`,
        source: note === undefined ? 'call data' : 'chain',
        flip: rejectOrVouch,
        ...(isOwnCode(change) && { evenIfTrusted: true }),
        ...(isKnownByAge && { isKnownByAge }),
        ...(isUnvouched && { isUnvouched }),
      }
    })
  },
}

/** What several owners control passes to an unknown address. */
const HANDED_OVER = 70

/** Code that runs as an own account can do what its delegate (EIP-7702) can: move all it has. */
const OWN_CODE = 75

/** By an account that may upgrade now, to code that was there days ago, or to its own: the verdict is NO DATA. */
const OWN_UPGRADE = bandFloors.WARNING - 1
const KEY_INSTEAD_OF_CONTRACT = 65
const NO_CODE = 75
const KEY_AS_MODULE = 80

interface WeighedControl {
  readonly points: number
  /** What the node adds. */
  readonly note?: string
  readonly isKnownByAge?: true
  readonly isUnvouched?: true
}

function weigh(change: Change, facts: Facts): WeighedControl {
  const { evidence, isOwnCode } = facts
  const { form, authority, contract } = change
  const points = isOwnCode(change) ? OWN_CODE : isHandedOver(change, facts) ? HANDED_OVER : worth[form].points
  const account = evidence.accountOf(authority)
  if (!account) return { points }
  const isKey = hasNoCode(account)
  if (isKey && form === 'module') return { points: KEY_AS_MODULE, note: 'and has no code: its key controls all assets' }
  if (isKey && codeForms.includes(form)) return { points: NO_CODE, note: 'and has no code' }
  if (isKey && form === 'ownership' && controllersOf(contract, evidence).some((each) => isContract(each, evidence)))
    return {
      points: Math.max(points, KEY_INSTEAD_OF_CONTRACT),
      note: 'and has no code, where a contract has control until now',
    }
  if (form !== 'upgrade' || !isByController(change, evidence)) return { points }
  if (codeAgeOf(authority, evidence).isOld)
    return {
      points: OWN_UPGRADE,
      isKnownByAge: true,
      note: `but was there ${YOUNG_DAYS} days ago, and its controller upgrades`,
    }
  const own = ownCodeOf(change, facts, evidence)
  if ('doubt' in own) return { points, note: `and ${own.doubt}` }
  return {
    points: OWN_UPGRADE,
    isUnvouched: true,
    note: `but ${facts.addressText(own.creator)} created it, and its controller upgrades`,
  }
}

const isFullControl = ({ form, call }: Change) =>
  form === 'ownership' || (form === 'role' && ADMIN_ROLE.test(String(call.args.role)))

/** DEFAULT_ADMIN_ROLE of OpenZeppelin's AccessControl. */
const ADMIN_ROLE = /^0x0{64}$/

/** An account that is a contract gives full control of a contract to an address that is no own one, by its own transaction. */
function isHandedOver(change: Change, facts: Facts): boolean {
  if (!isFullControl(change)) return false
  const { evidence, transaction } = facts
  const { authority, call } = change
  const { from } = transaction
  const isAccount = call.actor === from ? isContract(from, evidence) : ownAccounts(facts).has(call.actor)
  if (!isAccount || call.inTrace || call.inData) return false
  const isOwner = evidence.accountOf(call.actor)?.safe?.owners.includes(authority) === true
  return !isOwner && !evidence.isOwnSafe(authority) && creatorOf(authority, call.actor, from, evidence) === undefined
}

/** What must have code. */
const codeForms: readonly Form[] = ['upgrade', 'guard', 'fallback-handler']

/** Who may replace the code of a proxy now: its admin, its beacon, its owner, and who owns these. */
function controllersOf(contract: string, { accountOf }: EvidenceSet): string[] {
  const { proxy, owner } = accountOf(contract) ?? {}
  const direct = [proxy?.admin, proxy?.beacon].filter((each) => each !== undefined)
  return [...direct, ...direct.flatMap((each) => accountOf(each)?.owner ?? []), ...(owner === undefined ? [] : [owner])]
}

function isByController({ call, contract }: Change, evidence: EvidenceSet): boolean {
  return evidence.accountOf(contract)?.proxy !== undefined && controllersOf(contract, evidence).includes(call.actor)
}

type Change = Control & { readonly form: Form }

function isChange(control: Control): control is Change {
  const { form, authority, contract } = control
  return form !== 'account-delegation' && form !== 'delegatecall' && authority !== contract
}
